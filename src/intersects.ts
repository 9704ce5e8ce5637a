// Whether shapes touch or overlap, for one pair or for many.

import type { Arena } from "./arena.js";
import { Bodies, Pairs } from "./bodies.js";
import { checkRows } from "./distance.js";
import { Columns, checkColumns, type Memory } from "./memory.js";
import { type Pose, readPoses } from "./poses.js";
import { Shape } from "./shapes.js";

/** The answers of `intersectsBatch`, one row a pair. Arrays stay valid until memory grows. */
export class Overlaps extends Columns {
  /** @internal */
  constructor(memory: Arena, capacity: number) {
    super(memory, capacity, "overlaps", [
      [Uint8Array, 1],
      [Uint8Array, 1],
    ]);
  }

  /** 1 where the pair touches or overlaps; 0 where it does not, or where the status says there is no answer. */
  get intersects(): Uint8Array<ArrayBuffer> {
    return this.array(0);
  }

  /** One of the numbers of `Status` a row. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(1);
  }
}

export function intersects(memory: Memory, shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);
  return (memory.kernel.intersectPair(a, b) & 1) === 1;
}

export function intersectsBatch(memory: Memory, bodies: Bodies, pairs: Pairs, overlaps: Overlaps): number {
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, overlaps, Overlaps, "overlaps", "overlaps()");
  checkRows(overlaps, pairs, "overlaps");
  const count = memory.kernel.intersectPairs(
    overlaps.address(0),
    overlaps.address(1),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    pairs.address(0),
    pairs.count,
  );
  return count >>> 0;
}
