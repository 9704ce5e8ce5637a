// Where a moving shape first meets another one, for one pair or for many.

import { Bodies, Pairs } from "./bodies.js";
import { checkInteger, checkNumber, checkObject, checkTriple, copyTriple, readTriple, type Vector3 } from "./check.js";
import { checkRows, type NumberTriple, type Triple } from "./distance.js";
import { MAX_POSITION, MAX_SIZE, STATUS_INITIAL_OVERLAP, STATUS_NOT_CONVERGED, STATUS_UNBOUNDED } from "./layout.js";
import { type Column, Columns, checkColumns, type Memory } from "./memory.js";
import { type Pose, readPoses } from "./poses.js";
import { Shape } from "./shapes.js";
import { STATUS_NAMES, type StatusName } from "./status.js";

export interface CastOptions {
  /** How far the cast goes, in translations. Default: 1. May be Infinity. */
  readonly maxFraction?: number;
  /** Stops at this gap instead of at contact. Default: 0. */
  readonly targetDistance?: number;
}

/** Where a cast meets its target, in the world frame, with A at `fraction` of its way. `pointA - pointB = distance * normal`. */
export interface CastResult<T extends NumberTriple = Triple> {
  /** Of the way: A touches B there and not before. */
  fraction: number;
  /** The gap there: `targetDistance`, unless the two start nearer than that. Then negative means overlap, by the depth. */
  distance: number;
  /** Unit, outward from B: the shape that is hit. */
  normal: T;
  /** On A where it is by then, and on B. */
  pointA: T;
  pointB: T;
  /** `ok`, `initialOverlap`, `notConverged` (nothing is touched up to `fraction`), `unbounded`; `beyond` in a reset `out`. */
  status: StatusName;
  /** Steps of the iterative kernels; 0 where the answer has a closed form. */
  iterations: number;
}

/** An empty result, to be filled by `cast` through its last argument. */
export function emptyCastResult(): CastResult {
  return {
    fraction: Infinity,
    distance: Infinity,
    normal: [0, 0, 0],
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    status: "beyond",
    iterations: 0,
  };
}

const TRIPLE: Column = [Float32Array, 3];
const RESULT: readonly Column[] = [
  [Float32Array, 1],
  [Float32Array, 1],
  TRIPLE,
  TRIPLE,
  TRIPLE,
  [Uint8Array, 1],
  [Uint16Array, 1],
];

/** The columns that casts answer in, one row a pair. Arrays stay valid until memory grows. */
export abstract class CastResults extends Columns {
  /** @internal */
  protected constructor(memory: Memory, capacity: number, what: string, more: readonly Column[]) {
    super(memory, capacity, what, [...RESULT, ...more]);
  }

  /** How far along its way A touches B; Infinity where it does not. */
  get fraction(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** The gap there; negative in rows that start overlapping, Infinity without a hit. */
  get distance(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** Unit normals, outward from B, three numbers a row. */
  get normal(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** World points on A where it is by then, three numbers a row. */
  get pointA(): Float32Array<ArrayBuffer> {
    return this.array(3);
  }

  /** World points on B, three numbers a row. */
  get pointB(): Float32Array<ArrayBuffer> {
    return this.array(4);
  }

  /** One of the numbers of `Status` a row; `beyond` where nothing is hit. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(5);
  }

  /** Steps of the iterative kernels. */
  get iterations(): Uint16Array<ArrayBuffer> {
    return this.array(6);
  }
}

/** What `castBatch` reads and answers, one row a pair: the translation of the pair's A, and the answer. */
export class Casts extends CastResults {
  /** @internal */
  constructor(memory: Memory, capacity: number) {
    super(memory, capacity, "casts", [TRIPLE]);
  }

  /** Where the A of each pair goes, three numbers a row. To be filled before the batch. */
  get translation(): Float32Array<ArrayBuffer> {
    return this.array(7);
  }

  /** Sets one translation, with the checks that writing to the array leaves to the batch. */
  set(index: number, translation: Vector3): void {
    checkInteger(index, "index", this.capacity - 1);
    readTriple(translation, "translation", MAX_POSITION, this.translation, 3 * index);
  }
}

export function cast<T extends NumberTriple>(
  memory: Memory,
  shapeA: Shape,
  poseA: Pose,
  translation: Vector3,
  shapeB: Shape,
  poseB: Pose,
  options: CastOptions | undefined,
  out: CastResult<T> | undefined,
): CastResult<T> | null {
  const maxFraction = readMaxFraction(options);
  const targetDistance = readTargetDistance(options);
  // Without `out`, T is the default of the public method.
  const result = out ?? (emptyCastResult() as CastResult<NumberTriple> as CastResult<T>);
  checkCastResult(result);
  const a = Shape.handle(memory, shapeA, "shapeA");
  const b = Shape.handle(memory, shapeB, "shapeB");
  readPoses(memory, poseA, poseB);
  readTriple(translation, "translation", MAX_POSITION, memory.motions.array, 0);
  return readCastResult(memory, memory.kernel.castPair(a, b, maxFraction, targetDistance), result);
}

export function castBatch(
  memory: Memory,
  bodies: Bodies,
  pairs: Pairs,
  casts: Casts,
  options: CastOptions | undefined,
): number {
  const maxFraction = readMaxFraction(options);
  const targetDistance = readTargetDistance(options);
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, casts, Casts, "casts", "casts()");
  checkRows(casts, pairs, "casts");
  const hits = memory.kernel.castPairs(
    casts.address(0),
    casts.address(1),
    casts.address(2),
    casts.address(3),
    casts.address(4),
    casts.address(5),
    casts.address(6),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    pairs.address(0),
    casts.address(7),
    pairs.count,
    maxFraction,
    targetDistance,
  );
  return hits >>> 0;
}

/** Copies the answer of a single cast; null for a miss. */
export function readCastResult<T extends NumberTriple>(
  memory: Memory,
  status: number,
  result: CastResult<T>,
): CastResult<T> | null {
  const answer = memory.answer.array;
  result.distance = answer[0] as number;
  copyTriple(answer, 1, result.normal);
  copyTriple(answer, 4, result.pointA);
  copyTriple(answer, 7, result.pointB);
  result.iterations = memory.answerWords.array[10] as number;
  result.fraction = answer[11] as number;
  result.status = STATUS_NAMES[status] as StatusName;
  return status <= STATUS_NOT_CONVERGED || status === STATUS_INITIAL_OVERLAP || status === STATUS_UNBOUNDED
    ? result
    : null;
}

function readMaxFraction(options: CastOptions | undefined): number {
  if (options === undefined) return 1;
  checkObject(options, "options", "an object");
  return checkNumber(options.maxFraction ?? 1, "options.maxFraction", 0, Infinity);
}

export function readTargetDistance(options: CastOptions | undefined): number {
  return checkNumber(options?.targetDistance ?? 0, "options.targetDistance", 0, MAX_SIZE);
}

export function checkCastResult(out: CastResult<NumberTriple>): void {
  checkObject(out, "out", "a result, as emptyCastResult() makes it");
  checkTriple(out.normal, "out.normal");
  checkTriple(out.pointA, "out.pointA");
  checkTriple(out.pointB, "out.pointB");
}
