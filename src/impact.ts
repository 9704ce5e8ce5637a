// When two shapes that move and turn first touch, for one pair or for many.

import { Bodies, Pairs } from "./bodies.js";
import {
  type CastOptions,
  type CastResult,
  CastResults,
  checkCastResult,
  emptyCastResult,
  readCastResult,
  readTargetDistance,
} from "./cast.js";
import { checkInteger, checkNumber, checkObject, fail, readTriple, type Vector3 } from "./check.js";
import { checkRows, type NumberTriple } from "./distance.js";
import { MAX_POSITION, POSE_FLOATS } from "./layout.js";
import { Columns, checkColumns, type Memory } from "./memory.js";
import { type Pose, readPose } from "./poses.js";
import { Shape } from "./shapes.js";

/** Radians a component: 1,591 turns. */
const MAX_ROTATION = 1e4;
const STILL = [0, 0, 0];

/** How a body moves: from its pose, evenly, by a translation and a rotation, or to another pose. */
export interface Motion {
  readonly pose: Pose;
  /** How far the position goes. Default: none. */
  readonly translation?: Vector3;
  /** Axis of the world times angle in radians, about the position: velocity times time, so any number of turns. Default: none. */
  readonly rotation?: Vector3;
  /** Instead of both: where it arrives, by the shortest turn at an even speed. */
  readonly end?: Pose;
}

/** Columns of motions, one row a body. Arrays stay valid until memory grows. */
export class Motions extends Columns {
  readonly #memory: Memory;

  /** @internal */
  constructor(memory: Memory, capacity: number) {
    super(memory, capacity, "motions", [
      [Float32Array, 3],
      [Float32Array, 3],
    ]);
    this.#memory = memory;
  }

  /** How far the position of each body goes, three numbers a row. */
  get translation(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** The rotation vector of each body, three numbers a row: axis of the world times angle in radians. */
  get rotation(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** Sets one motion, with the checks that writing to the arrays leaves to the batch. */
  set(index: number, translation: Vector3, rotation: Vector3 = STILL): void {
    checkInteger(index, "index", this.capacity - 1);
    readTriple(translation, "translation", MAX_POSITION, this.translation, 3 * index);
    readTriple(rotation, "rotation", MAX_ROTATION, this.rotation, 3 * index);
  }

  /** Sets the motion from one pose to another, by the shortest turn. */
  setBetween(index: number, start: Pose, end: Pose): void {
    checkInteger(index, "index", this.capacity - 1);
    const [from, to] = [3 * index, 3 * index + 3];
    const { translation, rotation } = this;
    writeWay(this.#memory, [start, "start"], [end, "end"], translation.subarray(from, to), rotation.subarray(from, to));
  }
}

/** The answers of `timeOfImpactBatch`, one row a pair. */
export class Impacts extends CastResults {
  /** @internal */
  constructor(memory: Memory, capacity: number) {
    super(memory, capacity, "impacts", []);
  }
}

export function timeOfImpact<T extends NumberTriple>(
  memory: Memory,
  shapeA: Shape,
  motionA: Motion,
  shapeB: Shape,
  motionB: Motion,
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
  readMotion(memory, motionA, "motionA", 0);
  readMotion(memory, motionB, "motionB", 1);
  return readCastResult(memory, memory.kernel.findImpactOfPair(a, b, maxFraction, targetDistance), result);
}

export function timeOfImpactBatch(
  memory: Memory,
  bodies: Bodies,
  motions: Motions,
  pairs: Pairs,
  impacts: Impacts,
  options: CastOptions | undefined,
): number {
  const maxFraction = readMaxFraction(options);
  const targetDistance = readTargetDistance(options);
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkColumns(memory, motions, Motions, "motions", "motions()");
  checkColumns(memory, pairs, Pairs, "pairs", "pairs()");
  checkColumns(memory, impacts, Impacts, "impacts", "impacts()");
  checkRows(impacts, pairs, "impacts");
  if (motions.capacity < bodies.count) {
    fail("INVALID_LENGTH", "motions.capacity", `at least ${bodies.count}, the count of the bodies`, motions.capacity);
  }
  const hits = memory.kernel.findImpacts(
    impacts.address(0),
    impacts.address(1),
    impacts.address(2),
    impacts.address(3),
    impacts.address(4),
    impacts.address(5),
    impacts.address(6),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    motions.address(0),
    motions.address(1),
    pairs.address(0),
    pairs.count,
    maxFraction,
    targetDistance,
  );
  return hits >>> 0;
}

/** Checks the motion of A (0) or B (1) and writes it where the kernel reads it: poses, two translations, two rotations. */
function readMotion(memory: Memory, motion: Motion, argument: string, body: number): void {
  checkObject(motion, argument, "{ pose, translation, rotation } or { pose, end }");
  const poses = memory.poses.array;
  const motions = memory.motions.array;
  const { pose, translation, rotation, end } = motion;
  if (end === undefined) {
    readTriple(translation ?? STILL, `${argument}.translation`, MAX_POSITION, motions, 3 * body);
    readTriple(rotation ?? STILL, `${argument}.rotation`, MAX_ROTATION, motions, 6 + 3 * body);
  } else {
    if (translation !== undefined || rotation !== undefined) {
      fail("INVALID_TYPE", `${argument}.end`, "alone, without a translation or rotation", end);
    }
    const [translations, rotations] = [
      motions.subarray(3 * body, 3 * body + 3),
      motions.subarray(6 + 3 * body, 9 + 3 * body),
    ];
    writeWay(memory, [pose, `${argument}.pose`], [end, `${argument}.end`], translations, rotations);
  }
  readPose(pose, `${argument}.pose`, poses, POSE_FLOATS * body);
}

// Reused; a query has no other query inside it.
const WAY = new Float32Array(2 * POSE_FLOATS);

/** Checks two poses and writes the way from one to the other. */
function writeWay(
  memory: Memory,
  [start, startName]: readonly [Pose, string],
  [end, endName]: readonly [Pose, string],
  translation: Float32Array,
  rotation: Float32Array,
): void {
  readPose(start, startName, WAY, 0);
  readPose(end, endName, WAY, POSE_FLOATS);
  const turn = memory.turn.array;
  for (let k = 0; k < 4; k++) {
    turn[k] = WAY[3 + k] as number;
    turn[4 + k] = WAY[POSE_FLOATS + 3 + k] as number;
  }
  memory.kernel.rotationBetween();
  for (let k = 0; k < 3; k++) {
    translation[k] = (WAY[POSE_FLOATS + k] as number) - (WAY[k] as number);
    rotation[k] = turn[k] as number;
  }
}

/** A motion is even up to its end, so there is nothing beyond 1. */
function readMaxFraction(options: CastOptions | undefined): number {
  if (options === undefined) return 1;
  checkObject(options, "options", "an object");
  return checkNumber(options.maxFraction ?? 1, "options.maxFraction", 0, 1);
}
