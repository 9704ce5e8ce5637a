// The linear memory of one instance, whatever its module.

import { OutOfMemoryError } from "./errors.js";
import type { MemoryKernel } from "./instantiate.js";

const MAX_BYTES = 0x7fffffff;

export class Arena<K extends MemoryKernel = MemoryKernel> {
  readonly kernel: K;

  constructor(kernel: K) {
    this.kernel = kernel;
  }

  /** A zero-filled block, 16-byte aligned. */
  allocate(bytes: number, what: string): number {
    const address = bytes <= MAX_BYTES ? this.kernel.allocate(bytes) : 0;
    if (address === 0) throw new OutOfMemoryError(`${what} (${bytes} bytes)`);
    return address;
  }

  reserve(bytes: number): void {
    if (bytes > MAX_BYTES || !this.kernel.reserve(bytes)) {
      throw new OutOfMemoryError(`${bytes} reserved bytes`);
    }
  }

  /** A shape handle, or an error when there is no room for it. */
  handle(create: () => number): number {
    const handle = create() >>> 0;
    if (handle === 0) throw new OutOfMemoryError("the shape");
    return handle;
  }
}
