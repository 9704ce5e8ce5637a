// Bytes or module in, typed exports out. The only file that meets WebAssembly.

import * as loader from "@assemblyscript/loader";
import { BackendError } from "./errors.js";

/** Which build answers: WebAssembly with SIMD, without, or JavaScript. All three give the same bits. */
export type Backend = "simd" | "scalar" | "js";

/** What can be made into an instance without waiting. */
export type SyncSource = WebAssembly.Module | BufferSource;

interface Global {
  readonly value: number;
}

/** The exports of every build. Addresses are byte offsets in `memory`, 0 means failure. u32 results come signed. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly LANES: Global;
  readonly singlePoses: Global;
  readonly singleAnswer: Global;

  allocate(bytes: number): number;
  release(address: number): void;
  reserve(bytes: number): number;
  liveBytes(): number;

  createSphere(radius: number): number;
  createCapsule(halfHeight: number, radius: number): number;
  createBox(x: number, y: number, z: number, rounding: number): number;
  createCylinder(halfHeight: number, radius: number, rounding: number): number;
  createCone(halfHeight: number, radius: number, rounding: number): number;
  createVertices(kind: number, points: number, count: number, rounding: number): number;
  createPlane(kind: number, x: number, y: number, z: number, offset: number): number;
  removeShape(handle: number): number;
  liveShapes(): number;

  distancePair(shapeA: number, shapeB: number, maxDistance: number): number;
  intersectPair(shapeA: number, shapeB: number): number;
  distancePairs(
    distance: number,
    normal: number,
    pointA: number,
    pointB: number,
    status: number,
    iterations: number,
    cache: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    count: number,
    maxDistance: number,
  ): number;
  intersectPairs(
    intersects: number,
    status: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    count: number,
  ): number;
}

/** Makes the exports of the JavaScript build; each call has a memory of its own. */
export type KernelFactory = (imports: object) => Kernel;

export async function instantiate(source: SyncSource): Promise<Kernel> {
  try {
    return kernelOf(await loader.instantiate(source));
  } catch (error) {
    throw cannot(error);
  }
}

export function instantiateSync(source: SyncSource): Kernel {
  try {
    return kernelOf(loader.instantiateSync(source));
  } catch (error) {
    throw cannot(error);
  }
}

/** Decodes the base64 text that the build inlines. */
export function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function isSyncSource(value: unknown): value is SyncSource {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return true;
  return typeof WebAssembly === "object" && value instanceof WebAssembly.Module;
}

// The raw exports: the loader's own wrappers cost a rest argument per call.
function kernelOf({ instance }: loader.ResultObject): Kernel {
  const kernel = instance.exports as unknown as Kernel;
  if (!kernel.LANES || !kernel.singleAnswer || !kernel.distancePairs)
    throw new BackendError("the module is not one of narrowphase");
  return kernel;
}

function cannot(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  return new BackendError(`WebAssembly cannot run the module here: ${error}`, error);
}
