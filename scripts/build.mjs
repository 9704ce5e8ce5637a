// Builds dist/: three modules from assembly/, the wrapper from src/ around them, and the types.
//   index.js     the SIMD module inlined; scalar.js and js.js are chunks that it imports when it needs them
//   external.js  nothing inlined; simd.wasm and scalar.wasm lie beside it

import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
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
const asc = (target) => node("node_modules/assemblyscript/bin/asc.js", "--target", target);

await Promise.all([rm("dist", { recursive: true, force: true }), mkdir("build", { recursive: true })]);
await mkdir("dist");
await Promise.all([asc("simd"), asc("scalar"), asc("js").then(javascript), types()]);
await Promise.all([bundle("index", true), bundle("external", false), copy("simd.wasm"), copy("scalar.wasm")]);
await report();

/** The module as JavaScript that exports a function which makes an instance, where wasm2js would make just one. */
async function javascript() {
  await node("node_modules/binaryen/bin/wasm2js", "build/js.wasm", "-O3", "-o", "build/wasm2js.mjs");
  const text = await readFile("build/wasm2js.mjs", "utf8");
  const end = text.indexOf("var retasmFunc = asmFunc(");
  const grow = "var newBuffer = new ArrayBuffer(newPages << 16);";
  if (end < 0 || !text.includes(grow)) throw new Error("wasm2js writes another form than expected");
  // Where WebAssembly answers -1, making the buffer throws.
  const body = text.slice(0, end).replace(grow, `try { ${grow} } catch { return -1; }`);
  await writeFile("build/js.mjs", `${body}export default asmFunc;\n`);
}

function types() {
  return node("node_modules/typescript/bin/tsc", "--emitDeclarationOnly", "--stripInternal");
}

function bundle(entry, splitting) {
  return build({
    entryPoints: [`src/${entry}.ts`],
    outdir: "dist",
    bundle: true,
    splitting,
    chunkNames: "[name]",
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
  onLoad({ filter: /build\/js\.mjs$/ }, async ({ path }) => {
    const { code } = await transform(await readFile(path, "utf8"), { minify: true, format: "esm" });
    return { contents: code };
  });
}

function copy(name) {
  return copyFile(`build/${name}`, `dist/${name}`);
}

async function report() {
  for (const name of ["index.js", "external.js", "scalar.js", "js.js", "simd.wasm", "scalar.wasm"]) {
    const bytes = await readFile(`dist/${name}`);
    const kilobytes = (size) => (size / 1000).toFixed(1).padStart(7);
    console.log(`${name.padEnd(12)} ${kilobytes(bytes.length)} kB ${kilobytes(gzipSync(bytes).length)} kB gzip`);
  }
}
