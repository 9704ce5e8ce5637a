// Bytes or module in, typed exports out. The only file that meets WebAssembly.

import * as loader from "@assemblyscript/loader";
import { BackendError } from "./errors.js";

/** Which build answers: WebAssembly with SIMD, without, or JavaScript. All three give the same bits. */
export type Backend = "simd" | "scalar" | "js";

/** What can be made into an instance without waiting. */
export type SyncSource = WebAssembly.Module | BufferSource;

export interface Global {
  readonly value: number;
}

/** A memory whose buffer is cheap to ask for, and the one of WebAssembly below it, if there is one. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  readonly wasm?: WebAssembly.Memory;
}

/** What every module exports. Addresses are byte offsets in `memory`, 0 means failure. u32 results come signed. */
export interface MemoryKernel {
  readonly memory: KernelMemory;
  readonly LANES: Global;

  allocate(bytes: number): number;
  release(address: number): void;
  reserve(bytes: number): number;
  liveBytes(): number;
  removeShape(handle: number): number;
  liveShapes(): number;
}

/** The module of space. */
export interface Kernel extends MemoryKernel {
  readonly singlePoses: Global;
  readonly singleAnswer: Global;
  readonly singleMotions: Global;
  readonly singleManifold: Global;
  readonly singleTurn: Global;

  createSphere(radius: number): number;
  createCapsule(halfHeight: number, radius: number): number;
  createBox(x: number, y: number, z: number, rounding: number): number;
  createCylinder(halfHeight: number, radius: number, rounding: number): number;
  createCone(halfHeight: number, radius: number, rounding: number): number;
  createTriangle(points: number, rounding: number): number;
  createHull(points: number, count: number, rounding: number): number;
  createPlane(kind: number, x: number, y: number, z: number, offset: number): number;

  convexHull(points: number, count: number, tolerance: number, maxVertices: number, flat: number): number;

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
  manifoldPair(shapeA: number, shapeB: number, maxDistance: number, isRegion: number): number;
  manifoldPairs(
    counts: number,
    normal: number,
    pointA: number,
    pointB: number,
    separation: number,
    id: number,
    status: number,
    cache: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    count: number,
    maxDistance: number,
  ): number;
  raycastBody(shape: number, maxFraction: number, solid: number): number;
  raycastBodies(
    fraction: number,
    point: number,
    normal: number,
    feature: number,
    status: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    origin: number,
    translation: number,
    body: number,
    count: number,
    maxFraction: number,
    solid: number,
  ): number;
  castPair(shapeA: number, shapeB: number, maxFraction: number, targetDistance: number): number;
  rotationBetween(): void;
  findImpactOfPair(shapeA: number, shapeB: number, maxFraction: number, targetDistance: number): number;
  findImpacts(
    fraction: number,
    distance: number,
    normal: number,
    pointA: number,
    pointB: number,
    status: number,
    iterations: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    translations: number,
    rotations: number,
    pairs: number,
    count: number,
    maxFraction: number,
    targetDistance: number,
  ): number;
  castPairs(
    fraction: number,
    distance: number,
    normal: number,
    pointA: number,
    pointB: number,
    status: number,
    iterations: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    translation: number,
    count: number,
    maxFraction: number,
    targetDistance: number,
  ): number;
  raycastShape(
    fraction: number,
    point: number,
    normal: number,
    feature: number,
    status: number,
    shape: number,
    origin: number,
    translation: number,
    count: number,
    maxFraction: number,
    solid: number,
  ): number;
}

/** Makes the exports of a JavaScript build; each call has a memory of its own. */
export type KernelFactory<K extends MemoryKernel> = (imports: object) => K;

/**
 * `mark`: an export that tells the module from others. Compiles off the main thread. Not by the loader's own asynchronous function: that one asks whether the source is a
 * `Response`, and in Node the mere question loads the fetch library, 35 ms of a start that takes 10 without.
 */
export async function instantiate<K extends MemoryKernel>(source: SyncSource, mark: keyof K): Promise<K> {
  try {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return kernelOf(loader.instantiateSync(module), mark);
  } catch (error) {
    throw cannot(error);
  }
}

export function instantiateSync<K extends MemoryKernel>(source: SyncSource, mark: keyof K): K {
  try {
    return kernelOf(loader.instantiateSync(source), mark);
  } catch (error) {
    throw cannot(error);
  }
}

/** The exports of a module that works in the memory of another. */
export async function instantiateOver<T>(source: SyncSource, memory: WebAssembly.Memory): Promise<T> {
  try {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return instantiateOverSync(module, memory);
  } catch (error) {
    throw cannot(error);
  }
}

export function instantiateOverSync<T>(source: SyncSource, memory: WebAssembly.Memory): T {
  try {
    return loader.instantiateSync(source, { env: { memory } }).instance.exports as T;
  } catch (error) {
    throw cannot(error);
  }
}

/** The bytes of a module from the text that the build inlines: one character a byte, 35 above it. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  // A plain loop: `Uint8Array.from` takes seven times as long.
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i) - 35;
  return bytes;
}

/** A WebAssembly module tells its backend by its lanes. */
export function backendOf(kernel: MemoryKernel): Backend {
  return kernel.LANES.value === 4 ? "simd" : "scalar";
}

export function isSyncSource(value: unknown): value is SyncSource {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return true;
  return typeof WebAssembly === "object" && value instanceof WebAssembly.Module;
}

// The raw exports: the loader's own wrappers cost a rest argument per call.
function kernelOf<K extends MemoryKernel>({ instance }: loader.ResultObject, mark: keyof K): K {
  const kernel = instance.exports as unknown as K;
  if (!kernel.LANES || !kernel[mark]) throw new BackendError("the module is not one of narrowphase for this entry");
  return { ...kernel, memory: cached(instance.exports.memory as WebAssembly.Memory) };
}

/** Reading the buffer of a WebAssembly memory takes 17 ns; here only after growth, which empties arrays on the old one. */
function cached(memory: WebAssembly.Memory): KernelMemory {
  let buffer = memory.buffer as ArrayBuffer;
  let probe = new Uint8Array(buffer);
  return {
    wasm: memory,
    get buffer() {
      if (probe.length === 0) {
        buffer = memory.buffer as ArrayBuffer;
        probe = new Uint8Array(buffer);
      }
      return buffer;
    },
  };
}

function cannot(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  return new BackendError(`WebAssembly cannot run the module here: ${error}`, error);
}
