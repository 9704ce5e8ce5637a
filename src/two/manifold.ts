// Contacts as one or two points, of one pair or of many.

import type { Arena } from "../arena.js";
import { Pairs } from "../bodies.js";
import { checkObject, fail } from "../check.js";
import { checkRows, type DistanceOptions, readMaxDistance } from "../distance.js";
import { MANIFOLD_2D_POINTS, STATUS_OK } from "../layout.js";
import { type Column, Columns, type ContactColumns, checkColumns } from "../memory.js";
import { Shape } from "../shapes.js";
import { STATUS_NAMES, type StatusName } from "../status.js";
import { Bodies } from "./bodies.js";
import { checkPair, copyPair, type NumberPair, type Pair } from "./check.js";
import type { PlanarMemory } from "./memory.js";
import { type Pose, readPoses } from "./poses.js";

/** Two points, one on each surface: `pointB - pointA = separation * normal`. */
export interface ManifoldPoint<T extends NumberPair = Pair> {
  pointA: T;
  pointB: T;
  /** Negative means overlap. */
  separation: number;
  /**
   * The features that meet, vertices or edges: 16 bits for A's (the low ones) and 16 for B's. As long as the same two meet it stays
   * the same, whatever the poses. Swapping A and B swaps the halves.
   */
  id: number;
}

/** Where two shapes touch, in the world frame. */
export interface Manifold<T extends NumberPair = Pair> {
  /** Points in use, 0 to 2. */
  count: number;
  /** Unit, from A to B, for all points. */
  normal: T;
  /** At least `count` points; the others are left as they were. */
  points: ManifoldPoint<T>[];
  /** `ok`, or `beyond` where there are no points. */
  status: StatusName;
}

/** A manifold without points, to be filled by `manifold` through its last argument. */
export function emptyManifold(): Manifold {
  return { count: 0, normal: [0, 0], points: Array.from({ length: MANIFOLD_2D_POINTS }, emptyPoint), status: "beyond" };
}

function emptyPoint(): ManifoldPoint {
  return { pointA: [0, 0], pointB: [0, 0], separation: 0, id: 0 };
}

const CONTACT: ContactColumns = {
  pointsPerRow: MANIFOLD_2D_POINTS,
  count: 0,
  normal: 1,
  pointA: 2,
  pointB: 3,
  separation: 4,
  id: 5,
};

/** The manifolds of a batch, one row a pair. Arrays stay valid until memory grows, so take them again each frame. */
export class Manifolds extends Columns {
  /** @internal */
  readonly contact = CONTACT;

  /** @internal */
  constructor(memory: Arena, capacity: number) {
    const points: Column = [Float32Array, 2 * MANIFOLD_2D_POINTS];
    super(memory, capacity, "manifolds", [
      [Uint8Array, 1],
      [Float32Array, 2],
      points,
      points,
      [Float32Array, MANIFOLD_2D_POINTS],
      [Uint32Array, MANIFOLD_2D_POINTS],
      [Uint8Array, 1],
    ]);
  }

  /** Points of each row, 0 to 2. What the other columns hold for points from there on is 0. */
  get count(): Uint8Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Unit normals from A to B, two numbers a row. */
  get normal(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** World points on A: two of them a row, four numbers. */
  get pointA(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** World points on B: two of them a row, four numbers. */
  get pointB(): Float32Array<ArrayBuffer> {
    return this.array(3);
  }

  /** Signed distances of the points, two a row. */
  get separation(): Float32Array<ArrayBuffer> {
    return this.array(4);
  }

  /** The features of the points, two a row: see `ManifoldPoint.id`. */
  get id(): Uint32Array<ArrayBuffer> {
    return this.array(5);
  }

  /** One of the numbers of `Status` a row. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(6);
  }
}

export function manifold<T extends NumberPair>(
  memory: PlanarMemory,
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  options: DistanceOptions | undefined,
  out: Manifold<T> | undefined,
): Manifold<T> | null {
  const maxDistance = readMaxDistance(options, 0);
  // Without `out`, T is the default of the public method.
  const result = out ?? (emptyManifold() as Manifold<NumberPair> as Manifold<T>);
  checkManifold(result);
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);

  const packed = memory.kernel.manifoldPair2D(a, b, maxDistance);

  const status = packed & 0xff;
  const answer = memory.output.array;
  const words = memory.outputWords.array;
  result.count = packed >>> 8;
  copyPair(answer, 0, result.normal);
  for (let i = 0; i < result.count; i++) {
    const point = result.points[i] as ManifoldPoint<T>;
    copyPair(answer, 2 + 2 * i, point.pointA);
    copyPair(answer, 6 + 2 * i, point.pointB);
    point.separation = answer[10 + i] as number;
    point.id = words[12 + i] as number;
  }
  if (out === undefined) result.points.length = result.count;
  result.status = STATUS_NAMES[status] as StatusName;
  return status === STATUS_OK ? result : null;
}

export function manifoldBatch(
  memory: PlanarMemory,
  bodies: Bodies,
  pairs: Pairs,
  manifolds: Manifolds,
  options: DistanceOptions | undefined,
): number {
  const maxDistance = readMaxDistance(options, 0);
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, manifolds, Manifolds, "manifolds", "manifolds()");
  checkRows(manifolds, pairs, "manifolds");
  const touching = memory.kernel.manifoldPairs2D(
    manifolds.address(0),
    manifolds.address(1),
    manifolds.address(2),
    manifolds.address(3),
    manifolds.address(4),
    manifolds.address(5),
    manifolds.address(6),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    pairs.address(0),
    pairs.count,
    maxDistance,
  );
  return touching >>> 0;
}

function checkManifold(out: Manifold<NumberPair>): void {
  checkObject(out, "out", "a manifold, as emptyManifold() makes it");
  checkPair(out.normal, "out.normal");
  if (!Array.isArray(out.points) || out.points.length < MANIFOLD_2D_POINTS) {
    fail("INVALID_LENGTH", "out.points", `an array of at least ${MANIFOLD_2D_POINTS} points`, out.points);
  }
  for (const [i, point] of out.points.slice(0, MANIFOLD_2D_POINTS).entries()) {
    checkObject(point, `out.points[${i}]`, "a point, as emptyManifold() makes it");
    checkPair(point.pointA, `out.points[${i}].pointA`);
    checkPair(point.pointB, `out.points[${i}].pointB`);
  }
}
