// The columns that every batch of the plane reads. Pairs of bodies are those of ../bodies.ts.

import type { Arena } from "../arena.js";
import { checkInteger } from "../check.js";
import { POSE_2D_FLOATS } from "../layout.js";
import { Columns } from "../memory.js";
import { Shape } from "../shapes.js";
import { type Pose, readPose } from "./poses.js";

/** Columns of posed shapes. Pairs name a body by its row. */
export class Bodies extends Columns {
  readonly #memory: Arena;
  #count: number;

  /** @internal */
  constructor(memory: Arena, capacity: number) {
    super(memory, capacity, "bodies", [
      [Uint32Array, 1],
      [Float32Array, POSE_2D_FLOATS],
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

  /** Four numbers a body: x, y, cos, sin. The array stays valid until memory grows. */
  get pose(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** Sets one body, with the checks that writing to the arrays leaves to the batch. */
  set(index: number, shape: Shape, pose: Pose): void {
    checkInteger(index, "index", this.capacity - 1);
    const id = Shape.handle(this.#memory, shape, "shape");
    readPose(pose, "pose", this.pose, index * POSE_2D_FLOATS);
    this.shape[index] = id;
  }
}
