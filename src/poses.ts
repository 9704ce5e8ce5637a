// Poses of single queries: seven numbers, or an object with a position and a quaternion.

import { checkNumber, fail, isArrayLike, isObject, type Vector3 } from "./check.js";
import { MAX_POSITION, MAX_QUATERNION_SQUARED, MIN_QUATERNION_SQUARED, POSE_FLOATS } from "./layout.js";
import type { Memory } from "./memory.js";

export type Quaternion =
  | ArrayLike<number>
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/**
 * Where a shape is: `[x, y, z, qx, qy, qz, qw]`, or an object with `position` and `quaternion`, such as a three.js
 * `Object3D` that has no parent. The quaternion need not be unit, but its length must be between 1e-15 and 1e15.
 */
export type Pose = ArrayLike<number> | { readonly position: Vector3; readonly quaternion: Quaternion };

/** Checks the two poses of a single query and writes them where the kernel reads them. */
export function readPoses(memory: Memory, poseA: Pose, poseB: Pose): void {
  const poses = memory.poses.array;
  readPose(poseA, "poseA", poses, 0);
  readPose(poseB, "poseB", poses, POSE_FLOATS);
}

/** Checks a pose and writes it to `out` from `offset` on. Allocates nothing unless it throws. */
export function readPose(pose: Pose, argument: string, out: Float32Array, offset: number): void {
  if (isArrayLike(pose)) {
    if (pose.length !== POSE_FLOATS) fail("INVALID_LENGTH", argument, "7 numbers: x, y, z, qx, qy, qz, qw", pose);
    if (!write(pose, 0, pose, 3, out, offset)) explain(pose, argument, 0, pose, argument, 3);
    return;
  }
  if (!isObject(pose)) fail("INVALID_TYPE", argument, "7 numbers or { position, quaternion }", pose);
  const { position, quaternion } = pose;
  const components = isArrayLike(position) ? position : toArray(position, POSITION, "position", argument);
  const rotation = isArrayLike(quaternion) ? quaternion : toArray(quaternion, ROTATION, "quaternion", argument);
  if (components.length !== 3) fail("INVALID_LENGTH", `${argument}.position`, "three numbers", position);
  if (rotation.length !== 4) fail("INVALID_LENGTH", `${argument}.quaternion`, "four numbers", quaternion);
  if (!write(components, 0, rotation, 0, out, offset)) {
    explain(components, `${argument}.position`, 0, rotation, `${argument}.quaternion`, 0);
  }
}

// Reused, so that objects cost no allocation; a query has no other query inside it.
const POSITION = [0, 0, 0];
const ROTATION = [0, 0, 0, 0];

function toArray(value: object, out: number[], name: string, argument: string): number[] {
  if (!isObject(value)) fail("INVALID_TYPE", `${argument}.${name}`, "an array or an object with x, y, z", value);
  const { x, y, z, w } = value as { x: number; y: number; z: number; w: number };
  out[0] = x;
  out[1] = y;
  out[2] = z;
  if (out === ROTATION) out[3] = w;
  return out;
}

/** False, with nothing written, if a number is not one that the kernels take. */
function write(
  position: ArrayLike<number>,
  p: number,
  quaternion: ArrayLike<number>,
  q: number,
  out: Float32Array,
  offset: number,
): boolean {
  const x = position[p] as number;
  const y = position[p + 1] as number;
  const z = position[p + 2] as number;
  const qx = quaternion[q] as number;
  const qy = quaternion[q + 1] as number;
  const qz = quaternion[q + 2] as number;
  const qw = quaternion[q + 3] as number;
  const squared = qx * qx + qy * qy + qz * qz + qw * qw;
  const valid =
    isPosition(x) &&
    isPosition(y) &&
    isPosition(z) &&
    squared >= MIN_QUATERNION_SQUARED &&
    squared <= MAX_QUATERNION_SQUARED;
  if (!valid) return false;
  out[offset] = x;
  out[offset + 1] = y;
  out[offset + 2] = z;
  out[offset + 3] = qx;
  out[offset + 4] = qy;
  out[offset + 5] = qz;
  out[offset + 6] = qw;
  return true;
}

function isPosition(value: unknown): boolean {
  return typeof value === "number" && value >= -MAX_POSITION && value <= MAX_POSITION;
}

/** Throws the error for the first number that is wrong. */
function explain(
  position: ArrayLike<number>,
  positionName: string,
  p: number,
  quaternion: ArrayLike<number>,
  quaternionName: string,
  q: number,
): never {
  for (let i = p; i < p + 3; i++) checkNumber(position[i], `${positionName}[${i}]`, -MAX_POSITION, MAX_POSITION);
  const most = Math.sqrt(MAX_QUATERNION_SQUARED);
  for (let i = q; i < q + 4; i++) checkNumber(quaternion[i], `${quaternionName}[${i}]`, -most, most);
  return fail("ZERO_QUATERNION", quaternionName, "a quaternion of length between 1e-15 and 1e15", quaternion);
}
