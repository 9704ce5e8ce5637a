// From the inlined bytes, or a chunk that is fetched only when it is needed, to an instance.

import simd from "../build/simd.wasm";
import { checkObject } from "./check.js";
import { ArgumentError, BackendError } from "./errors.js";
import { type Backend, decode, instantiate, instantiateSync, isSyncSource, type Kernel } from "./instantiate.js";
import type { Narrowphase } from "./narrowphase.js";
import { verified } from "./self-test.js";

export interface LoadOptions {
  /** Only this backend. Default: the first of simd, scalar and js that passes a numeric self-test. */
  readonly backend?: Backend;
}

export interface LoadSyncOptions {
  /** A compiled `simd.wasm` or `scalar.wasm` of this package, in place of the SIMD bytes that are inlined. */
  readonly module?: WebAssembly.Module;
  /** The same, as bytes. */
  readonly bytes?: BufferSource;
}

const kernels: Record<Backend, () => Promise<Kernel>> = {
  simd: () => instantiate(decode(simd)),
  scalar: async () => instantiate(decode((await import("../build/scalar.wasm")).default)),
  js: async () => (await import("../build/js.mjs")).default({}),
};

/** Makes an instance. Throws a `BackendError` if no backend runs here. */
export async function load(options: LoadOptions = {}): Promise<Narrowphase> {
  checkObject(options, "options", "an object");
  const { backend } = options;
  if (backend !== undefined && !Object.hasOwn(kernels, backend)) {
    throw new ArgumentError("OUT_OF_RANGE", "backend", '"simd", "scalar" or "js"', backend);
  }
  const failures: unknown[] = [];
  for (const name of backend ? [backend] : (["simd", "scalar", "js"] as const)) {
    try {
      return verified(await kernels[name](), name);
    } catch (error) {
      failures.push(error);
    }
  }
  const cause = failures.length === 1 ? failures[0] : new AggregateError(failures);
  const what = backend ? `the ${backend} backend does not run here` : "no backend runs here";
  throw new BackendError(`${what}: ${failures.join("; ")}`, cause);
}

/**
 * Makes an instance without waiting, from the inlined SIMD bytes or from the given `module` or `bytes`. Throws a `BackendError` where they
 * cannot be compiled synchronously or SIMD is missing; `load()` finds another way.
 */
export function loadSync(options: LoadSyncOptions = {}): Narrowphase {
  checkObject(options, "options", "an object");
  const source = options.module ?? options.bytes ?? decode(simd);
  if (!isSyncSource(source)) throw new ArgumentError("INVALID_TYPE", "options", "{ module } or { bytes }", source);
  return verified(instantiateSync(source));
}
