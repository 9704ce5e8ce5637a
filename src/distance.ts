// Signed distance, normal and points of one pair or of many.

import { Bodies, Pairs } from "./bodies.js";
import { checkNumber, checkObject, checkTriple, copyTriple, fail } from "./check.js";
import { CACHE_WORDS, STATUS_BEYOND } from "./layout.js";
import { type Column, Columns, type ContactColumns, checkColumns, type Memory } from "./memory.js";
import { type Pose, readPoses } from "./poses.js";
import { Shape } from "./shapes.js";
import { STATUS_NAMES, type StatusName } from "./status.js";

/** The answer for one pair, in the world frame. `pointB - pointA = distance * normal`. */
export interface DistanceResult<T extends NumberTriple = Triple> {
  /** Negative means overlap: moving B by `-distance * normal` parts the shapes. */
  distance: number;
  /** Unit, from A to B. */
  normal: T;
  /** The closest point of A, or its deepest one along the normal; `pointB` likewise. */
  pointA: T;
  pointB: T;
  /** `ok`, or `notConverged`, `beyond`, `unbounded` (see `Status`). */
  status: StatusName;
  /** Steps of the iterative kernels; 0 where the answer has a closed form. */
  iterations: number;
}

/** Three numbers: x, y, z. */
export type Triple = [x: number, y: number, z: number];

/** What a result's vectors may be: whatever holds three numbers. */
export type NumberTriple = Triple | number[] | Float32Array | Float64Array;

export interface DistanceOptions {
  /** Give up beyond it. Default: Infinity for `distance`, 0 for `contact`. */
  readonly maxDistance?: number;
}

export interface DistanceBatchOptions extends DistanceOptions {
  /** Remembers per row what the last call found, for pairs that move little between calls. The same answers within the tolerances, sooner. */
  readonly cache?: PairCache | undefined;
}

/** An empty result, to be filled by `distance` or `contact` through their last argument. */
export function emptyResult(): DistanceResult {
  return {
    distance: Infinity,
    normal: [0, 0, 0],
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    status: "beyond",
    iterations: 0,
  };
}

/** Where answers of distances are, of which each is one contact. */
export const DISTANCE_CONTACT: ContactColumns = {
  pointsPerRow: 1,
  count: -1,
  normal: 1,
  pointA: 2,
  pointB: 3,
  separation: 0,
  id: -1,
};

/** The answers of a batch, one row a pair. Arrays stay valid until memory grows, so take them again each frame. */
export class Distances extends Columns {
  /** @internal */
  readonly contact = DISTANCE_CONTACT;
  readonly #hasIterations: boolean;

  /** @internal */
  constructor(memory: Memory, capacity: number, iterations: boolean) {
    const triple: Column = [Float32Array, 3];
    const columns: Column[] = [[Float32Array, 1], triple, triple, triple, [Uint8Array, 1]];
    super(memory, capacity, "results", iterations ? [...columns, [Uint16Array, 1]] : columns);
    this.#hasIterations = iterations;
  }

  /** Signed distances; Infinity where the row has no answer. */
  get distance(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Unit normals from A to B, three numbers a row. */
  get normal(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** World points on A, three numbers a row. */
  get pointA(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** World points on B, three numbers a row. */
  get pointB(): Float32Array<ArrayBuffer> {
    return this.array(3);
  }

  /** One of the numbers of `Status` a row. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(4);
  }

  /** Steps of the iterative kernels, if the columns were made with `{ iterations: true }`. */
  get iterations(): Uint16Array<ArrayBuffer> | undefined {
    return this.#hasIterations ? this.array<Uint16Array<ArrayBuffer>>(5) : undefined;
  }

  /** @internal */
  get iterationsAddress(): number {
    return this.#hasIterations ? this.address(5) : 0;
  }
}

/** What batches remember of each pair, row by row. Clear it when a row no longer means the same pair of bodies. */
export class PairCache extends Columns {
  /** @internal */
  constructor(memory: Memory, capacity: number) {
    super(memory, capacity, "cached pairs", [[Uint32Array, CACHE_WORDS]]);
  }

  /** Forgets everything. */
  clear(): void {
    this.array(0).fill(0);
  }
}

export function distance<T extends NumberTriple>(
  memory: Memory,
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
  const result = out ?? (emptyResult() as DistanceResult<NumberTriple> as DistanceResult<T>);
  checkResult(result);
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);

  const status = memory.kernel.distancePair(a, b, maxDistance);

  const answer = memory.answer.array;
  result.distance = answer[0] as number;
  copyTriple(answer, 1, result.normal);
  copyTriple(answer, 4, result.pointA);
  copyTriple(answer, 7, result.pointB);
  result.iterations = memory.answerWords.array[10] as number;
  result.status = STATUS_NAMES[status] as StatusName;
  return status === STATUS_BEYOND ? null : result;
}

export function distanceBatch(
  memory: Memory,
  bodies: Bodies,
  pairs: Pairs,
  results: Distances,
  options: DistanceBatchOptions | undefined,
  defaultMaxDistance: number,
): number {
  const maxDistance = readMaxDistance(options, defaultMaxDistance);
  const cache = options?.cache;
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, results, Distances, "results", "distances()");
  checkRows(results, pairs, "results");
  if (cache !== undefined) {
    checkColumns(memory, cache, PairCache, "options.cache", "cache()");
    checkRows(cache, pairs, "options.cache");
  }
  const overlaps = memory.kernel.distancePairs(
    results.address(0),
    results.address(1),
    results.address(2),
    results.address(3),
    results.address(4),
    results.iterationsAddress,
    cache === undefined ? 0 : cache.address(0),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    pairs.address(0),
    pairs.count,
    maxDistance,
  );
  return overlaps >>> 0;
}

/** Throws unless there is a row for every pair. */
export function checkRows(columns: Columns, pairs: Pairs, argument: string): void {
  if (columns.capacity >= pairs.count) return;
  fail("INVALID_LENGTH", `${argument}.capacity`, `at least ${pairs.count}, the count of the pairs`, columns.capacity);
}

export function readMaxDistance(options: DistanceOptions | undefined, otherwise: number): number {
  if (options === undefined) return otherwise;
  checkObject(options, "options", "an object");
  return checkNumber(options.maxDistance ?? otherwise, "options.maxDistance", 0, Infinity);
}

function checkResult(out: DistanceResult<NumberTriple>): void {
  checkObject(out, "out", "a result, as emptyResult() makes it");
  checkTriple(out.normal, "out.normal");
  checkTriple(out.pointA, "out.pointA");
  checkTriple(out.pointB, "out.pointB");
}
