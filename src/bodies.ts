// The columns that every batch reads: bodies, and pairs of them.

import type { Arena } from "./arena.js";
import { checkInteger, fail, isArrayLike } from "./check.js";
import { POSE_FLOATS } from "./layout.js";
import { Columns, type Memory } from "./memory.js";
import { type Pose, readPose } from "./poses.js";
import { Shape } from "./shapes.js";

/** Columns of posed shapes. Pairs name a body by its row. */
export class Bodies extends Columns {
  readonly #memory: Memory;
  #count: number;

  /** @internal */
  constructor(memory: Memory, capacity: number) {
    super(memory, capacity, "bodies", [
      [Uint32Array, 1],
      [Float32Array, POSE_FLOATS],
    ]);
    this.#memory = memory;
    this.#count = capacity;
  }

  /** Rows in use: a pair that names a row from `count` on gets the status `invalidIndex`. Starts at `capacity`. */
  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = checkInteger(count, "count", this.capacity);
  }

  /** `shape.id` of each body; 0 is no shape. The array stays valid until memory grows, so take it again each frame. */
  get shape(): Uint32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Seven numbers a body: x, y, z, qx, qy, qz, qw. The array stays valid until memory grows. */
  get pose(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** Sets one body, with the checks that writing to the arrays leaves to the batch. */
  set(index: number, shape: Shape, pose: Pose): void {
    checkInteger(index, "index", this.capacity - 1);
    const id = Shape.handle(this.#memory, shape, "shape");
    readPose(pose, "pose", this.pose, index * POSE_FLOATS);
    this.shape[index] = id;
  }
}

/** Columns of pairs of bodies. Row i of a batch's results answers pair i. */
export class Pairs extends Columns {
  #count = 0;

  /** @internal */
  constructor(memory: Arena, capacity: number) {
    super(memory, capacity, "pairs", [[Uint32Array, 2]]);
  }

  /** Pairs that a batch answers. Starts at 0; `set` sets it, and so may you after writing to `indices`. */
  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = checkInteger(count, "count", this.capacity);
  }

  /** Two body rows a pair, A then B. The array stays valid until memory grows. */
  get indices(): Uint32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Copies pairs in, two body rows each, and sets `count`. */
  set(indices: ArrayLike<number>): void {
    if (!isArrayLike(indices)) fail("INVALID_TYPE", "indices", "an array of body rows, two a pair", indices);
    if (indices.length % 2 !== 0 || indices.length > 2 * this.capacity) {
      fail("INVALID_LENGTH", "indices", `two body rows for each of at most ${this.capacity} pairs`, indices);
    }
    if (!(indices instanceof Uint32Array)) {
      for (let i = 0; i < indices.length; i++) checkInteger(indices[i], `indices[${i}]`, 0xffffffff);
    }
    this.indices.set(indices);
    this.#count = indices.length / 2;
  }
}
