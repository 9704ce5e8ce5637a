// The package as its users get it: packed, installed in an empty folder, imported, required, typed and bundled.
// The last line counts the checks.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "narrowphase-"));
const counts = { passed: 0, failed: 0 };

const QUERY = `
  const ball = np.sphere({ radius: 1 });
  const hit = np.distance(ball, [0, 0, 0, 0, 0, 0, 1], ball, [5, 0, 0, 0, 0, 0, 1]);
  if (hit === null || hit.distance !== 3) throw new Error("a wrong distance");`;
const MAIN = `${QUERY}
  console.log("answer 3");`;
const MAIN_2D = MAIN.replace("sphere", "circle")
  .replaceAll("0, 0, 0, 0, 0, 0, 1", "0, 0, 1, 0")
  .replace("5, 0, 0, 0, 0, 0, 1", "5, 0, 1, 0");
const SOURCES = {
  "import.mjs": `import { load } from "narrowphase"; const np = await load(); ${MAIN}`,
  "scalar.mjs": `import { load } from "narrowphase"; const np = await load({ backend: "scalar" }); ${MAIN}`,
  "js.mjs": `import { load } from "narrowphase"; const np = await load({ backend: "js" }); ${MAIN}`,
  "2d.mjs": `import { load } from "narrowphase/2d"; const np = await load(); ${MAIN_2D}`,
  "concave.mjs": `import { load } from "narrowphase/2d"; import { convexPieces } from "narrowphase/2d/concave";
    const np = await load(); np.compound(convexPieces([0, 0, 4, 0, 1, 1, 0, 4])); ${MAIN_2D}`,
  "external.mjs": `import { load } from "narrowphase/external";
    const np = await load(import.meta.resolve("narrowphase/scalar.wasm")); ${MAIN}`,
  "response.mjs": `import { load } from "narrowphase"; import { loadResponse } from "narrowphase/response";
    const np = await load(); const { capacity } = (await loadResponse(np)).dynamics(3);
    if (capacity !== 3) throw new Error("no columns"); ${MAIN}`,
  "require.cjs": `const np = require("narrowphase").loadSync(); ${MAIN}`,
  "types.mts": `import { type Distances, load, type Pose, Status } from "narrowphase";
    import { load as loadExternal } from "narrowphase/external";
    import { type Distances as Distances2D, load as load2D } from "narrowphase/2d";
    import { type Dynamics, loadResponse } from "narrowphase/response";
    const np = await load({ backend: "simd" });
    const results: Distances = np.distances(8), pose: Pose = new Float32Array(7);
    const ok: number = Status.ok, text: string = np.box({ halfExtents: { x: 1, y: 1, z: 1 } }, { radius: 0.1 }).kind;
    const planar: Distances2D = (await load2D()).distances(8);
    const dynamics: Dynamics = (await loadResponse(np)).dynamics(8);
    export const all = [results, pose, ok, text, loadExternal, planar, dynamics];
    ${QUERY}`,
};

try {
  const [{ filename, files }] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root),
  );
  check("only what is published", () => {
    const stray = files.filter(({ path }) => !/^(dist\/.+|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/.test(path));
    if (stray.length > 0) throw new Error(`packed ${stray.map(({ path }) => path)}`);
    for (const name of [
      "dist/index.js",
      "dist/2d.js",
      "dist/2d.d.ts",
      "dist/response.js",
      "dist/response.d.ts",
      "dist/concave.js",
      "dist/two/concave.d.ts",
      "dist/simd-2d.wasm",
      "dist/external.js",
      "dist/index.d.ts",
      "dist/simd.wasm",
      "dist/scalar.wasm",
      "LICENSE",
    ]) {
      if (!files.some(({ path }) => path === name)) throw new Error(`${name} is missing`);
    }
  });

  writeFileSync(join(folder, "package.json"), `{ "private": true, "type": "commonjs" }`);
  run("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    `./${filename}`,
    `earcut@${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.earcut}`,
  ]);
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);

  for (const name of ["import.mjs", "scalar.mjs", "js.mjs", "2d.mjs", "concave.mjs", "response.mjs", "external.mjs"])
    check(name, () => answers(name));
  if (process.features.require_module) check("require.cjs", () => answers("require.cjs"));
  else console.log(`skipped: require.cjs, Node ${process.version} cannot require modules`);

  const tsc = join(root, "node_modules/typescript/bin/tsc");
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom", "--module", module];
    const resolution = ["--moduleResolution", moduleResolution];
    check(`types, ${moduleResolution}`, () => run(process.execPath, [tsc, ...options, ...resolution, "types.mts"]));
  }
  check("bundled, with chunks", () => {
    const outdir = join(folder, "bundled");
    const options = {
      bundle: true,
      format: "esm",
      splitting: true,
      platform: "browser",
      target: "es2022",
      minify: true,
    };
    buildSync({
      ...options,
      entryPoints: ["import.mjs", "js.mjs"],
      absWorkingDir: folder,
      outdir,
      outExtension: { ".js": ".mjs" },
    });
    if (readdirSync(outdir).length < 4) throw new Error("the backends are not chunks of their own");
    answers("bundled/import.mjs");
    answers("bundled/js.mjs");
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

function answers(name) {
  const output = run(process.execPath, [join(folder, name)]);
  if (output.trim() !== "answer 3") throw new Error(`printed ${output}`);
}

function check(what, action) {
  try {
    action();
    counts.passed++;
    console.log(`ok: ${what}`);
  } catch (error) {
    counts.failed++;
    console.log(`FAILED: ${what}: ${error.message}\n${error.stdout ?? ""}`);
  }
}

function run(command, args, cwd = folder) {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
