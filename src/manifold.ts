// Contacts as sets of points, of one pair or of many.

import { Bodies, Pairs } from "./bodies.js";
import { checkObject, checkTriple, copyTriple, fail } from "./check.js";
import {
  checkRows,
  type DistanceOptions,
  type NumberTriple,
  PairCache,
  readMaxDistance,
  type Triple,
} from "./distance.js";
import { MANIFOLD_POINTS, REGION_POINTS, STATUS_NOT_CONVERGED } from "./layout.js";
import { type Column, Columns, type ContactColumns, checkColumns, type Memory } from "./memory.js";
import { type Pose, readPoses } from "./poses.js";
import { Shape } from "./shapes.js";
import { STATUS_NAMES, type StatusName } from "./status.js";

/** Two points, one on each surface: `pointB - pointA = separation * normal`. */
export interface ManifoldPoint<T extends NumberTriple = Triple> {
  pointA: T;
  pointB: T;
  /** Negative means overlap. */
  separation: number;
  /**
   * The features that meet: 16 bits for A's (the low ones) and 16 for B's. As long as the same two meet it stays the same,
   * whatever the poses. Swapping A and B swaps the halves.
   */
  id: number;
}

/** Where two shapes touch, in the world frame. */
export interface Manifold<T extends NumberTriple = Triple> {
  /** Points in use: 1 to 4 of a manifold, up to 64 of a region. */
  count: number;
  /** Unit, from A to B, for all points. */
  normal: T;
  /** At least `count` points; the others are left as they were. */
  points: ManifoldPoint<T>[];
  /** `ok` or `notConverged`, and why there are no points: `beyond`, `unbounded` (see `Status`). */
  status: StatusName;
}

export interface ManifoldBatchOptions extends DistanceOptions {
  /** Remembers per row what the last call found, as in `distanceBatch`. */
  readonly cache?: PairCache | undefined;
}

/** A manifold without points, to be filled through the last argument of `manifold` (4 points) or `contactRegion` (64). */
export function emptyManifold(capacity: number = MANIFOLD_POINTS): Manifold {
  return { count: 0, normal: [0, 0, 0], points: Array.from({ length: capacity }, emptyPoint), status: "beyond" };
}

function emptyPoint(): ManifoldPoint {
  return { pointA: [0, 0, 0], pointB: [0, 0, 0], separation: 0, id: 0 };
}

const CONTACT = { pointsPerRow: MANIFOLD_POINTS, count: 0, normal: 1, pointA: 2, pointB: 3, separation: 4, id: 5 };

/** The manifolds of a batch, one row a pair. Arrays stay valid until memory grows, so take them again each frame. */
export class Manifolds extends Columns {
  /** @internal */
  readonly contact: ContactColumns = CONTACT;

  /** @internal */
  constructor(memory: Memory, capacity: number) {
    const points: Column = [Float32Array, 3 * MANIFOLD_POINTS];
    super(memory, capacity, "manifolds", [
      [Uint8Array, 1],
      [Float32Array, 3],
      points,
      points,
      [Float32Array, MANIFOLD_POINTS],
      [Uint32Array, MANIFOLD_POINTS],
      [Uint8Array, 1],
    ]);
  }

  /** Points of each row, 0 to 4. What the other columns hold for points from there on is 0. */
  get count(): Uint8Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Unit normals from A to B, three numbers a row. */
  get normal(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** World points on A: four of them a row, twelve numbers. */
  get pointA(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** World points on B: four of them a row, twelve numbers. */
  get pointB(): Float32Array<ArrayBuffer> {
    return this.array(3);
  }

  /** Signed distances of the points, four a row. */
  get separation(): Float32Array<ArrayBuffer> {
    return this.array(4);
  }

  /** The features of the points, four a row: see `ManifoldPoint.id`. */
  get id(): Uint32Array<ArrayBuffer> {
    return this.array(5);
  }

  /** One of the numbers of `Status` a row. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(6);
  }
}

export function manifold<T extends NumberTriple>(
  memory: Memory,
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  options: DistanceOptions | undefined,
  out: Manifold<T> | undefined,
): Manifold<T> | null {
  const maxDistance = readMaxDistance(options, 0);
  return ask(memory, shapeA, poseA, shapeB, poseB, out, MANIFOLD_POINTS, (a, b) =>
    memory.kernel.manifoldPair(a, b, maxDistance, 0),
  );
}

export function contactRegion<T extends NumberTriple>(
  memory: Memory,
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  out: Manifold<T> | undefined,
): Manifold<T> | null {
  return ask(memory, shapeA, poseA, shapeB, poseB, out, REGION_POINTS, (a, b) =>
    memory.kernel.manifoldPair(a, b, 0, 1),
  );
}

/** `kernel` returns the status, and the number of points above it by 8 bits. */
function ask<T extends NumberTriple>(
  memory: Memory,
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  out: Manifold<T> | undefined,
  capacity: number,
  kernel: (a: number, b: number) => number,
): Manifold<T> | null {
  if (out !== undefined) checkManifold(out, capacity);
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);

  const answer = kernel(a, b);
  const status = answer & 0xff;
  const count = answer >>> 8;
  // Without `out`, T is the default of the public method.
  const result = out ?? (emptyManifold(count) as Manifold<NumberTriple> as Manifold<T>);
  const numbers = memory.manifold.array;
  const words = memory.manifoldWords.array;
  result.count = count;
  copyTriple(numbers, 0, result.normal);
  for (let i = 0; i < count; i++) {
    const point = result.points[i] as ManifoldPoint<T>;
    copyTriple(numbers, 3 + 3 * i, point.pointA);
    copyTriple(numbers, 3 + 3 * (REGION_POINTS + i), point.pointB);
    point.separation = numbers[3 + 6 * REGION_POINTS + i] as number;
    point.id = words[3 + 7 * REGION_POINTS + i] as number;
  }
  result.status = STATUS_NAMES[status] as StatusName;
  return status <= STATUS_NOT_CONVERGED ? result : null;
}

export function manifoldBatch(
  memory: Memory,
  bodies: Bodies,
  pairs: Pairs,
  manifolds: Manifolds,
  options: ManifoldBatchOptions | undefined,
): number {
  const maxDistance = readMaxDistance(options, 0);
  const cache = options?.cache;
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, manifolds, Manifolds, "manifolds", "manifolds()");
  checkRows(manifolds, pairs, "manifolds");
  if (cache !== undefined) {
    checkColumns(memory, cache, PairCache, "options.cache", "cache()");
    checkRows(cache, pairs, "options.cache");
  }
  const touching = memory.kernel.manifoldPairs(
    manifolds.address(0),
    manifolds.address(1),
    manifolds.address(2),
    manifolds.address(3),
    manifolds.address(4),
    manifolds.address(5),
    manifolds.address(6),
    cache === undefined ? 0 : cache.address(0),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    pairs.address(0),
    pairs.count,
    maxDistance,
  );
  return touching >>> 0;
}

function checkManifold(out: Manifold<NumberTriple>, capacity: number): void {
  checkObject(out, "out", "a manifold, as emptyManifold() makes it");
  checkTriple(out.normal, "out.normal");
  if (!Array.isArray(out.points) || out.points.length < capacity) {
    fail("INVALID_LENGTH", "out.points", `an array of at least ${capacity} points`, out.points);
  }
  for (let i = 0; i < capacity; i++) {
    const point = out.points[i];
    checkObject(point, `out.points[${i}]`, "a point, as emptyManifold() makes it");
    checkTriple((point as ManifoldPoint<NumberTriple>).pointA, `out.points[${i}].pointA`);
    checkTriple((point as ManifoldPoint<NumberTriple>).pointB, `out.points[${i}].pointB`);
  }
}
