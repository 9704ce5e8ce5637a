// Sizes of what is published. The entry that most people load has to stay under its budget, with all it loads at once.
// The last line counts the checks: { passed, failed }.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET = 60_000; // bytes of gzip
const dist = new URL("../dist/", import.meta.url);

const sizes = new Map();
for (const name of readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name))) {
  const bytes = readFileSync(new URL(name, dist));
  sizes.set(name, { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length });
}
for (const [name, { bytes, gzip }] of sizes) {
  console.log(`${name.padEnd(14)} ${kilobytes(bytes)} kB ${kilobytes(gzip)} kB gzip`);
}

const counts = { passed: 0, failed: 0 };
check("index.js", withStaticImports("index.js"));
check("2d.js", withStaticImports("2d.js"));
check("response.js", withStaticImports("response.js"));
check("external.js with simd.wasm", [...withStaticImports("external.js"), "simd.wasm"]);
console.log(JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

function check(what, files) {
  const gzip = files.reduce((sum, name) => sum + sizes.get(name).gzip, 0);
  const fits = gzip <= BUDGET;
  counts[fits ? "passed" : "failed"]++;
  console.log(
    `${fits ? "ok" : "FAILED"}: ${what}: ${files.join(" + ")} = ${kilobytes(gzip)} of ${kilobytes(BUDGET)} kB gzip`,
  );
}

/** The file and everything that it loads before it runs; `import()` is what it may load later. */
function withStaticImports(entry) {
  const files = new Set([entry]);
  for (const name of files) {
    const text = readFileSync(new URL(name, dist), "utf8");
    for (const [, path] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) files.add(path);
  }
  return [...files];
}

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1).padStart(6);
}
