// From the inlined bytes, or a chunk that is fetched only when it is needed, to a kernel that passed its test.

import { checkObject } from "./check.js";
import { ArgumentError, BackendError } from "./errors.js";
import {
  type Backend,
  decode,
  instantiate,
  instantiateSync,
  isSyncSource,
  type KernelFactory,
  type MemoryKernel,
} from "./instantiate.js";

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

/** The builds of one module. */
export interface Builds<K extends MemoryKernel> {
  readonly simd: string;
  scalar(): Promise<{ readonly default: string }>;
  js(): Promise<{ readonly default: KernelFactory<K> }>;
  /** An export that tells it from other modules. */
  readonly mark: keyof K;
}

/** Makes an instance over a kernel, or throws if it answers wrongly. */
export type Verify<K, T> = (kernel: K, backend?: Backend) => T;

const BACKENDS: readonly Backend[] = ["simd", "scalar", "js"];

export async function loadVerified<K extends MemoryKernel, T>(
  options: LoadOptions,
  builds: Builds<K>,
  verified: Verify<K, T>,
): Promise<T> {
  checkObject(options, "options", "an object");
  const { backend } = options;
  if (backend !== undefined && !BACKENDS.includes(backend)) {
    throw new ArgumentError("OUT_OF_RANGE", "backend", '"simd", "scalar" or "js"', backend);
  }
  const failures: unknown[] = [];
  for (const name of backend ? [backend] : BACKENDS) {
    try {
      return verified(await kernelOf(builds, name), name);
    } catch (error) {
      failures.push(error);
    }
  }
  const cause = failures.length === 1 ? failures[0] : new AggregateError(failures);
  const what = backend ? `the ${backend} backend does not run here` : "no backend runs here";
  throw new BackendError(`${what}: ${failures.join("; ")}`, cause);
}

async function kernelOf<K extends MemoryKernel>(builds: Builds<K>, backend: Backend): Promise<K> {
  if (backend === "js") return (await builds.js()).default({});
  const text = backend === "simd" ? builds.simd : (await builds.scalar()).default;
  return instantiate(decode(text), builds.mark);
}

export function loadVerifiedSync<K extends MemoryKernel, T>(
  options: LoadSyncOptions,
  builds: Builds<K>,
  verified: Verify<K, T>,
): T {
  checkObject(options, "options", "an object");
  const source = options.module ?? options.bytes ?? decode(builds.simd);
  if (!isSyncSource(source)) throw new ArgumentError("INVALID_TYPE", "options", "{ module } or { bytes }", source);
  return verified(instantiateSync(source, builds.mark));
}
