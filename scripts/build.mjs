// Builds dist/: three builds of two modules from assembly/, the wrapper from src/ around them, and the types.
//   index.js     for space and 2d.js for the plane, each with its SIMD module inlined and the others as chunks that are
//                imported when they are needed (scalar.js, js.js)
//   concave.js   splits polygons; what it shares with 2d.js is in chunk.js
//   external.js  nothing inlined; simd.wasm and scalar.wasm lie beside it
//   response.js  works over any of them, with a module of its own inlined, and its JavaScript as a chunk

import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const execute = promisify(execFile);
const node = async (...args) => {
  try {
    await execute(process.execPath, args);
  } catch (error) {
    throw new Error(`${args.join(" ")}\n${error.stdout}${error.stderr}`);
  }
};
const asc = (target, config = "asconfig.json") =>
  node("node_modules/assemblyscript/bin/asc.js", "--config", config, "--target", target);
const asc2D = (target) => asc(target, "asconfig.2d.json");

await Promise.all([rm("dist", { recursive: true, force: true }), mkdir("build", { recursive: true })]);
await mkdir("dist");
const space = [asc("simd"), asc("scalar"), asc("js").then(() => javascript("js"))];
const plane = [asc2D("simd"), asc2D("scalar"), asc2D("js").then(() => javascript("js-2d"))];
const response = asc("response", "asconfig.response.json").then(() => javascript("response", "response-js"));
await Promise.all([...space, ...plane, response, types()]);
await Promise.all([
  bundle("index"),
  bundle("2d", "two/concave"),
  bundle("external"),
  bundle("response"),
  ...["simd", "scalar", "simd-2d", "scalar-2d"].map((name) => copyFile(`build/${name}.wasm`, `dist/${name}.wasm`)),
]);
await report();

/** The module as JavaScript that exports a function which makes an instance, where wasm2js would make just one. */
async function javascript(name, chunk = name) {
  const output = `build/wasm2${chunk}.mjs`;
  await node("node_modules/binaryen/bin/wasm2js", `build/${name}.wasm`, "-O3", "-o", output);
  const text = await readFile(output, "utf8");
  const end = text.indexOf("var retasmFunc = asmFunc(");
  const grow = "var newBuffer = new ArrayBuffer(newPages << 16);";
  if (end < 0 || text.includes("__wasm_memory_grow") !== text.includes(grow)) {
    throw new Error("wasm2js writes another form than expected");
  }
  // Where WebAssembly answers -1, making the buffer throws.
  const body = text.slice(0, end).replace(grow, `try { ${grow} } catch { return -1; }`);
  await writeFile(`build/${chunk}.mjs`, `${body}export default asmFunc;\n`);
}

function types() {
  return node("node_modules/typescript/bin/tsc", "--emitDeclarationOnly", "--stripInternal");
}

function bundle(...entries) {
  return build({
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    entryNames: "[name]",
    outdir: "dist",
    bundle: true,
    splitting: true,
    chunkNames: "[name]",
    external: ["earcut"],
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
    plugins: [
      { name: "inline-modules", setup: inlineModules },
      { name: "minify-js-backend", setup: minifyJsBackend },
    ],
  });
}

/**
 * One character a byte, where base64 hides from gzip what repeats (38 kB for 30). Moved up so that the many small bytes are
 * printable ASCII and no control character is left; `decode` in src/instantiate.ts moves them back.
 */
function inlineModules({ onLoad }) {
  onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
    const bytes = await readFile(path);
    return { contents: Array.from(bytes, (byte) => String.fromCharCode(byte + 35)).join(""), loader: "text" };
  });
}

/** The generated text gains by short names; the wrapper keeps its own, for readable stack traces. */
function minifyJsBackend({ onLoad }) {
  onLoad({ filter: /build\/(js|js-2d|response-js)\.mjs$/ }, async ({ path }) => {
    const { code } = await transform(await readFile(path, "utf8"), { minify: true, format: "esm" });
    return { contents: code };
  });
}

async function report() {
  for (const name of (await readdir("dist")).filter((name) => /\.(js|wasm)$/.test(name))) {
    const bytes = await readFile(`dist/${name}`);
    const kilobytes = (size) => (size / 1000).toFixed(1).padStart(7);
    console.log(`${name.padEnd(14)} ${kilobytes(bytes.length)} kB ${kilobytes(gzipSync(bytes).length)} kB gzip`);
  }
}
