import { readFileSync } from "node:fs";
import { type Backend, load, type Narrowphase } from "../../dist/index.js";

export const BACKENDS: readonly Backend[] = ["simd", "scalar", "js"];

/** A new instance of each backend, so that no test sees another one's shapes. */
export function instance(backend: Backend): Promise<Narrowphase> {
  return load({ backend });
}

/** The raw exports, for what the public API does not show. `module`: "-2d" is that of the plane. */
export async function rawExports(
  backend: Backend,
  module: "" | "-2d" = "",
): Promise<Record<string, { value: number }>> {
  if (backend === "js") return (await import(`../../build/js${module}.mjs`)).default({});
  const bytes = readFileSync(new URL(`../../dist/${backend}${module}.wasm`, import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, { env: {} });
  return instance.exports as unknown as Record<string, { value: number }>;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A position in a cube of side `size` and a rotation; the quaternion is not unit. */
export function randomPose(next: () => number, size: number): number[] {
  const centered = () => next() - 0.5;
  return [...Array.from({ length: 3 }, () => size * centered()), ...Array.from({ length: 4 }, () => 2 * centered())];
}
