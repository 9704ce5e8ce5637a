// Signed distance, normal and points of one pair or of many, and whether pairs touch.

import type { Arena } from "../arena.js";
import { Pairs } from "../bodies.js";
import { checkObject } from "../check.js";
import { checkRows, DISTANCE_CONTACT, type DistanceOptions, readMaxDistance } from "../distance.js";
import { Overlaps } from "../intersects.js";
import { STATUS_BEYOND } from "../layout.js";
import { Columns, checkColumns } from "../memory.js";
import { Shape } from "../shapes.js";
import { STATUS_NAMES, type StatusName } from "../status.js";
import { Bodies } from "./bodies.js";
import { checkPair, copyPair, type NumberPair, type Pair } from "./check.js";
import type { PlanarMemory } from "./memory.js";
import { type Pose, readPoses } from "./poses.js";

/** The answer for one pair, in the world frame. `pointB - pointA = distance * normal`. */
export interface DistanceResult<T extends NumberPair = Pair> {
  /** Negative means overlap: moving B by `-distance * normal` parts the shapes (of compounds: the two pieces that overlap most). */
  distance: number;
  /** Unit, from A to B. */
  normal: T;
  /** The closest point of A, or its deepest one along the normal; `pointB` likewise. */
  pointA: T;
  pointB: T;
  /** `ok`, or `beyond` in a reset `out`. */
  status: StatusName;
}

/** An empty result, to be filled by `distance` or `contact` through their last argument. */
export function emptyResult(): DistanceResult {
  return { distance: Infinity, normal: [0, 0], pointA: [0, 0], pointB: [0, 0], status: "beyond" };
}

/** The answers of a batch, one row a pair. Arrays stay valid until memory grows, so take them again each frame. */
export class Distances extends Columns {
  /** @internal */
  readonly contact = DISTANCE_CONTACT;

  /** @internal */
  constructor(memory: Arena, capacity: number) {
    super(memory, capacity, "results", [
      [Float32Array, 1],
      [Float32Array, 2],
      [Float32Array, 2],
      [Float32Array, 2],
      [Uint8Array, 1],
    ]);
  }

  /** Signed distances; Infinity where the row has no answer. */
  get distance(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Unit normals from A to B, two numbers a row. */
  get normal(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** World points on A, two numbers a row. */
  get pointA(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** World points on B, two numbers a row. */
  get pointB(): Float32Array<ArrayBuffer> {
    return this.array(3);
  }

  /** One of the numbers of `Status` a row. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(4);
  }
}

export function distance<T extends NumberPair>(
  memory: PlanarMemory,
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  options: DistanceOptions | undefined,
  out: DistanceResult<T> | undefined,
  defaultMaxDistance: number,
): DistanceResult<T> | null {
  const maxDistance = readMaxDistance(options, defaultMaxDistance);
  // Without `out`, T is the default of the public method.
  const result = out ?? (emptyResult() as DistanceResult<NumberPair> as DistanceResult<T>);
  checkResult(result);
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);

  const status = memory.kernel.distancePair2D(a, b, maxDistance);

  const answer = memory.output.array;
  result.distance = answer[0] as number;
  copyPair(answer, 1, result.normal);
  copyPair(answer, 3, result.pointA);
  copyPair(answer, 5, result.pointB);
  result.status = STATUS_NAMES[status] as StatusName;
  return status === STATUS_BEYOND ? null : result;
}

export function distanceBatch(
  memory: PlanarMemory,
  bodies: Bodies,
  pairs: Pairs,
  results: Distances,
  options: DistanceOptions | undefined,
  defaultMaxDistance: number,
): number {
  const maxDistance = readMaxDistance(options, defaultMaxDistance);
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, results, Distances, "results", "distances()");
  checkRows(results, pairs, "results");
  const overlaps = memory.kernel.distancePairs2D(
    results.address(0),
    results.address(1),
    results.address(2),
    results.address(3),
    results.address(4),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    pairs.address(0),
    pairs.count,
    maxDistance,
  );
  return overlaps >>> 0;
}

export function intersects(memory: PlanarMemory, shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);
  return (memory.kernel.intersectPair2D(a, b) & 1) === 1;
}

export function intersectsBatch(memory: PlanarMemory, bodies: Bodies, pairs: Pairs, overlaps: Overlaps): number {
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, overlaps, Overlaps, "overlaps", "overlaps()");
  checkRows(overlaps, pairs, "overlaps");
  const count = memory.kernel.intersectPairs2D(
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

function checkResult(out: DistanceResult<NumberPair>): void {
  checkObject(out, "out", "a result, as emptyResult() makes it");
  checkPair(out.normal, "out.normal");
  checkPair(out.pointA, "out.pointA");
  checkPair(out.pointB, "out.pointB");
}
