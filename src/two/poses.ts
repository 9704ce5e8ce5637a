// Poses of the plane.

import { checkNumber, fail, isArrayLike, isObject } from "../check.js";
import { MAX_POSITION, MAX_QUATERNION_SQUARED, MIN_QUATERNION_SQUARED, POSE_2D_FLOATS } from "../layout.js";
import { isWithin } from "./check.js";
import type { PlanarMemory } from "./memory.js";

/**
 * Where a shape is: `[x, y, cos, sin]`, or an object with `x`, `y` and `angle` (radians, counter-clockwise; 0 if missing). The
 * rotation need not be unit, but its length must be between 1e-15 and 1e15. An angle goes through `Math.cos` and `Math.sin`,
 * whose last bit may differ between engines; numbers do not.
 */
export type Pose = ArrayLike<number> | { readonly x: number; readonly y: number; readonly angle?: number };

/** Checks the two poses of a single query and writes them where the kernel reads them. */
export function readPoses(memory: PlanarMemory, poseA: Pose, poseB: Pose): void {
  const input = memory.input.array;
  readPose(poseA, "poseA", input, 0);
  readPose(poseB, "poseB", input, POSE_2D_FLOATS);
}

/** Checks a pose and writes it to `out` from `offset` on. Allocates nothing unless it throws. */
export function readPose(pose: Pose, argument: string, out: Float32Array, offset: number): void {
  if (isArrayLike(pose)) {
    if (pose.length !== POSE_2D_FLOATS) fail("INVALID_LENGTH", argument, "4 numbers: x, y, cos, sin", pose);
    if (!write(pose[0], pose[1], pose[2], pose[3], out, offset)) explain(pose, argument);
    return;
  }
  if (!isObject(pose)) fail("INVALID_TYPE", argument, "4 numbers or { x, y, angle }", pose);
  const { x, y, angle = 0 } = pose;
  checkNumber(x, `${argument}.x`, -MAX_POSITION, MAX_POSITION);
  checkNumber(y, `${argument}.y`, -MAX_POSITION, MAX_POSITION);
  checkNumber(angle, `${argument}.angle`, -MAX_POSITION, MAX_POSITION);
  write(x, y, Math.cos(angle), Math.sin(angle), out, offset);
}

/** False, with nothing written, if a number is not one that the kernels take. */
function write(x: unknown, y: unknown, cos: unknown, sin: unknown, out: Float32Array, offset: number): boolean {
  if (!isWithin(x, MAX_POSITION) || !isWithin(y, MAX_POSITION)) return false;
  if (typeof cos !== "number" || typeof sin !== "number") return false;
  const squared = cos * cos + sin * sin;
  if (!(squared >= MIN_QUATERNION_SQUARED && squared <= MAX_QUATERNION_SQUARED)) return false;
  out[offset] = x;
  out[offset + 1] = y;
  out[offset + 2] = cos;
  out[offset + 3] = sin;
  return true;
}

/** Throws the error for the first number that is wrong. */
function explain(pose: ArrayLike<number>, argument: string): never {
  for (let i = 0; i < 4; i++) checkNumber(pose[i], `${argument}[${i}]`, -MAX_POSITION, MAX_POSITION);
  return fail("ZERO_ROTATION", argument, "a pose whose cos and sin have a length between 1e-15 and 1e15", pose);
}
