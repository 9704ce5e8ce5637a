// The kernels of response over the memory of an instance.

import wasm from "../../build/response.wasm";
import { BackendError } from "../errors.js";
import { decode, instantiateOver, instantiateOverSync, type KernelMemory, type MemoryKernel } from "../instantiate.js";

/** The exports of assembly/response/index.ts. u32 results come signed. */
export interface ResponseKernel {
  separateRows(scene: number, contact: number, slop: number, fraction: number): number;
  bounceRows(scene: number, contact: number, bounceSpeed: number, stickSpeed: number): number;
  collideRows(scene: number, contact: number, scratch: number, iterations: number, bounceSpeed: number): number;
  collisionBytes(pointsPerRow: number): number;
  stepBytes(bodyCount: number, pairCount: number, pointsPerRow: number): number;
  stepRows(
    scene: number,
    impulses: number,
    scratch: number,
    time: number,
    substeps: number,
    gravityX: number,
    gravityY: number,
    gravityZ: number,
    recalled: number,
    hertz: number,
    damping: number,
    pushSpeed: number,
    bounceSpeed: number,
  ): number;
}

/** The kernels as they are to be called now. */
export type Kernels = () => ResponseKernel;

/** Makes the exports of the JavaScript build over a memory. */
export type ResponseFactory = (imports: { env: { memory: { readonly buffer: ArrayBuffer } } }) => ResponseKernel;

export async function loadKernels(kernel: MemoryKernel): Promise<Kernels> {
  const { memory } = kernel;
  if (!memory.wasm) return overBuffer((await import("../../build/response-js.mjs")).default, memory);
  const kernels = await instantiateOver<ResponseKernel>(decode(wasm), memory.wasm);
  return () => kernels;
}

export function loadKernelsSync({ memory }: MemoryKernel): Kernels {
  if (!memory.wasm) throw new BackendError("the js backend of response takes loadResponse()");
  const kernels = instantiateOverSync<ResponseKernel>(decode(wasm), memory.wasm);
  return () => kernels;
}

/** The JavaScript build takes the buffer as it is, so it is made again after growth. It has no state of its own. */
function overBuffer(make: ResponseFactory, memory: KernelMemory): Kernels {
  let { buffer } = memory;
  let kernels = make({ env: { memory: { buffer } } });
  return () => {
    if (buffer !== memory.buffer) {
      ({ buffer } = memory);
      kernels = make({ env: { memory: { buffer } } });
    }
    return kernels;
  };
}
