// The entry without inlined bytes: the caller says where the module is.

import { ArgumentError, BackendError } from "./errors.js";
import { instantiate, instantiateSync, isSyncSource, type Kernel, type SyncSource } from "./instantiate.js";
import type { Narrowphase } from "./narrowphase.js";
import { verified } from "./self-test.js";

export * from "./names.js";

/** Where `simd.wasm` or `scalar.wasm` of this package comes from. */
export type Source = string | URL | Response | SyncSource;

/** Makes an instance from a URL, a response, bytes or a compiled module. Throws a `BackendError` if it cannot run. */
export async function load(source: Source | PromiseLike<Source>): Promise<Narrowphase> {
  return verified(await instantiate<Kernel>(await read(await source), "distancePairs"));
}

/** Makes an instance from bytes or a compiled module without waiting. Throws a `BackendError` if it cannot run. */
export function loadSync(source: SyncSource): Narrowphase {
  return verified(instantiateSync<Kernel>(checkSource(source), "distancePairs"));
}

async function read(source: Source): Promise<SyncSource> {
  if (typeof source === "string" || source instanceof URL) {
    const url = String(source);
    if (url.startsWith("file:")) return readFile(url);
    return read(await fetch(url).catch((error) => fail(`cannot fetch ${url}: ${error}`, error)));
  }
  if (typeof Response === "function" && source instanceof Response) {
    if (!source.ok) fail(`cannot fetch ${source.url}: status ${source.status}`);
    return source.arrayBuffer();
  }
  return checkSource(source);
}

/** Node's `fetch` does not read files; a dynamic import of `node:fs` would trouble bundlers. */
function readFile(url: string): SyncSource {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs) return fail(`cannot read ${url} here; pass the bytes`);
  try {
    return Uint8Array.from(fs.readFileSync(new URL(url)));
  } catch (error) {
    return fail(`cannot read ${url}: ${error}`, error);
  }
}

function checkSource(source: unknown): SyncSource {
  if (isSyncSource(source)) return source;
  throw new ArgumentError("INVALID_TYPE", "source", "a URL, a Response, bytes or a WebAssembly.Module", source);
}

function fail(message: string, cause?: unknown): never {
  throw new BackendError(message, cause);
}
