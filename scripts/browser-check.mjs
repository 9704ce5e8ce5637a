// The same bits in a browser as in Node: serves dist/ as it is, answers the same scenes on the page and in a module
// worker with every backend, and compares hashes of all result columns. The last line counts the checks.
//
//   node scripts/browser-check.mjs [PAIRS]      pairs a scene; CHROMIUM names another browser than /usr/bin/chromium

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { chromium } from "playwright-core";
import { load } from "../dist/index.js";
import { answers } from "../test/browser/answers.mjs";
import { scenes as makeScenes } from "../test/browser/scenes.mjs";

const BACKENDS = ["simd", "scalar", "js"];
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const counts = { passed: 0, failed: 0 };
const scenes = makeScenes(Number(process.argv[2] ?? 48));
const requests = [];
const server = createServer(serve);
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
try {
  console.log(`Chromium ${browser.version()}, Node ${process.version}`);
  const expected = await answers(load, "simd", scenes);
  console.log(`${scenes.length} scenes, ${expected.rows} rows for each backend`);
  for (const backend of BACKENDS.slice(1)) compare(`Node, ${backend}`, expected, await answers(load, backend, scenes));

  const page = await open("/page.html");
  check("load() takes simd", await call(page, "chosen"), "simd");
  check("and fetches no other chunk", requests.filter((path) => /scalar|js\.js|\.wasm/.test(path)).join(), "");
  for (const place of ["onPage", "inWorker"]) {
    for (const backend of BACKENDS) compare(`${place}, ${backend}`, expected, await call(page, place, backend));
  }
  for (const name of ["externalUrl", "externalResponse", "externalBytes", "externalModule"]) {
    check(name, await call(page, name), "simd");
  }
  const strict = await open("/page.html?no-wasm");
  check("load() takes js where the page forbids WebAssembly", await call(strict, "chosen"), "js");
} finally {
  await browser.close();
  server.close();
}
console.log(JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

async function serve({ url }, response) {
  const { pathname, search } = new URL(url, origin);
  requests.push(pathname);
  try {
    if (pathname === "/scenes.json") return response.end(JSON.stringify(scenes));
    const file = new URL(
      pathname.startsWith("/dist/") ? `..${pathname}` : `../test/browser${pathname}`,
      import.meta.url,
    );
    const bytes = await readFile(file);
    response.setHeader("content-type", TYPES[extname(pathname)] ?? "application/octet-stream");
    if (search === "?no-wasm") response.setHeader("content-security-policy", "script-src 'self'");
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

async function open(path) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => check(`error on ${path}`, error.message, "none"));
  await page.goto(origin + path);
  await page.waitForFunction(() => globalThis.call !== undefined);
  return page;
}

/** The answer of the page, or the error as text. */
function call(page, ...args) {
  return page.evaluate((list) => globalThis.call(...list), args).catch((error) => error.message);
}

function compare(where, expected, actual) {
  const before = counts.failed;
  check(`${where}: rows`, actual.rows ?? actual, expected.rows);
  for (const [name, hash] of Object.entries(expected.hashes)) check(`${where}: ${name}`, actual.hashes?.[name], hash);
  if (counts.failed === before) console.log(`ok: ${where}: ${scenes.length} hashes`);
}

function check(what, actual, expected) {
  const equal = actual === expected;
  counts[equal ? "passed" : "failed"]++;
  if (!equal) console.log(`FAILED: ${what}: ${actual} instead of ${expected}`);
}
