// The tests run against dist/, so it is built before them when a source is newer.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

export default function setup() {
  const built = new URL("dist/simd.wasm", root);
  if (existsSync(built) && newest() < statSync(built).mtimeMs) return;
  execFileSync(process.execPath, [fileURLToPath(new URL("scripts/build.mjs", root))], { stdio: "inherit" });
}

function newest() {
  const files = ["assembly", "src"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true }).map((name) => new URL(`${folder}/${name}`, root)),
  );
  return Math.max(...[...files, new URL("scripts/build.mjs", root)].map((file) => statSync(file).mtimeMs));
}
