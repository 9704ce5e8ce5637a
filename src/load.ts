import simd from "../build/simd.wasm";
import type { Kernel } from "./instantiate.js";
import { type Builds, type LoadOptions, type LoadSyncOptions, loadVerified, loadVerifiedSync } from "./kernels.js";
import type { Narrowphase } from "./narrowphase.js";
import { verified } from "./self-test.js";

export type { LoadOptions, LoadSyncOptions };

const builds: Builds<Kernel> = {
  simd,
  scalar: () => import("../build/scalar.wasm"),
  js: () => import("../build/js.mjs"),
  mark: "distancePairs",
};

/** Makes an instance. Throws a `BackendError` if no backend runs here. */
export function load(options: LoadOptions = {}): Promise<Narrowphase> {
  return loadVerified(options, builds, verified);
}

/**
 * Makes an instance without waiting, from the inlined SIMD bytes or from the given `module` or `bytes`. Throws a `BackendError` where they
 * cannot be compiled synchronously or SIMD is missing; `load()` finds another way.
 */
export function loadSync(options: LoadSyncOptions = {}): Narrowphase {
  return loadVerifiedSync(options, builds, verified);
}
