// Poses in f64. A quaternion need not be unit: every rotation divides by its square length.
// Memory of a pose: 7 floats, x, y, z, qx, qy, qz, qw.

import { Shape } from "../shape/shape";

// ---------------------------------------------------------------- what a pose may hold

/** Numbers beyond this have squares, and sums of squares, that leave the range of f32. */
export const MAX_MAGNITUDE: f32 = 1e15;
/** A quaternion needs one component of at least this; one of length 1e-15 has. */
const MIN_QUATERNION: f32 = 4e-16;
// Squares compare like magnitudes and take one instruction where f32x4.abs takes three.
const MAX_SQUARE: f32 = MAX_MAGNITUDE * MAX_MAGNITUDE;
const MIN_SQUARE: f32 = MIN_QUATERNION * MIN_QUATERNION;

/** Comparisons that every build agrees on, written so that NaN fails. */
@inline
export function posesAreValid(poseA: usize, poseB: usize): bool {
  if (ASC_FEATURE_SIMD) {
    const most = f32x4.splat(MAX_SQUARE);
    const least = f32x4.splat(MIN_SQUARE);
    const quaternionA = squares(poseA + 12), quaternionB = squares(poseB + 12);
    const positions = v128.and(f32x4.le(squares(poseA), most), f32x4.le(squares(poseB), most)); // and qx
    const quaternions = v128.and(f32x4.le(quaternionA, most), f32x4.le(quaternionB, most));
    return i32x4.bitmask(v128.and(positions, quaternions)) == 15 &&
      i32x4.bitmask(f32x4.ge(quaternionA, least)) != 0 &&
      i32x4.bitmask(f32x4.ge(quaternionB, least)) != 0;
  } else {
    return poseIsValid(poseA) && poseIsValid(poseB);
  }
}

// @ts-ignore: decorator
@inline function squares(address: usize): v128 {
  const numbers = v128.load(address);
  return f32x4.mul(numbers, numbers);
}

export function poseIsValid(pose: usize): bool {
  const position = max<f32>(max<f32>(square(pose), square(pose + 4)), square(pose + 8));
  const quaternion = max<f32>(max<f32>(square(pose + 12), square(pose + 16)), max<f32>(square(pose + 20), square(pose + 24)));
  return max<f32>(position, quaternion) <= MAX_SQUARE && quaternion >= MIN_SQUARE;
}

// @ts-ignore: decorator
@inline function square(address: usize): f32 {
  const number = load<f32>(address);
  return number * number;
}

// ---------------------------------------------------------------- B in the frame of A

// Rotation (row-major) and translation that take B's core frame into A's: x_A = R x_B + t, origins at the core centers.
export let r00: f64 = 1, r01: f64 = 0, r02: f64 = 0;
export let r10: f64 = 0, r11: f64 = 1, r12: f64 = 0;
export let r20: f64 = 0, r21: f64 = 0, r22: f64 = 1;
export let tx: f64 = 0, ty: f64 = 0, tz: f64 = 0;

// Rotation of A, row-major, to the world.
let a00: f64 = 1, a01: f64 = 0, a02: f64 = 0;
let a10: f64 = 0, a11: f64 = 1, a12: f64 = 0;
let a20: f64 = 0, a21: f64 = 0, a22: f64 = 1;

/** Sets the rotation of A and the pose of B in A's frame. The positions are subtracted first: far from the origin nothing is lost. */
export function setRelativePose(poseA: usize, shapeA: Shape, poseB: usize, shapeB: Shape): void {
  relate(
    <f64>load<f32>(poseA, 12), <f64>load<f32>(poseA, 16), <f64>load<f32>(poseA, 20), <f64>load<f32>(poseA, 24), shapeA,
    <f64>load<f32>(poseB, 12), <f64>load<f32>(poseB, 16), <f64>load<f32>(poseB, 20), <f64>load<f32>(poseB, 24), shapeB,
    <f64>load<f32>(poseB) - <f64>load<f32>(poseA),
    <f64>load<f32>(poseB, 4) - <f64>load<f32>(poseA, 4),
    <f64>load<f32>(poseB, 8) - <f64>load<f32>(poseA, 8),
  );
}

/** The same from the quaternions and the position of B from A's, in the world. */
export function relate(
  ax: f64, ay: f64, az: f64, aw: f64, shapeA: Shape, bx: f64, by: f64, bz: f64, bw: f64, shapeB: Shape, dx: f64, dy: f64, dz: f64,
): void {
  let s = 2 / (ax * ax + ay * ay + az * az + aw * aw);
  a00 = 1 - s * (ay * ay + az * az); a01 = s * (ax * ay - aw * az); a02 = s * (ax * az + aw * ay);
  a10 = s * (ax * ay + aw * az); a11 = 1 - s * (ax * ax + az * az); a12 = s * (ay * az - aw * ax);
  a20 = s * (ax * az - aw * ay); a21 = s * (ay * az + aw * ax); a22 = 1 - s * (ax * ax + ay * ay);

  // conjugate(qA) * qB
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by + ax * bz - ay * bw - az * bx;
  const z = aw * bz - ax * by + ay * bx - az * bw;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  s = 2 / (x * x + y * y + z * z + w * w);
  r00 = 1 - s * (y * y + z * z); r01 = s * (x * y - w * z); r02 = s * (x * z + w * y);
  r10 = s * (x * y + w * z); r11 = 1 - s * (x * x + z * z); r12 = s * (y * z - w * x);
  r20 = s * (x * z - w * y); r21 = s * (y * z + w * x); r22 = 1 - s * (x * x + y * y);

  const cx = <f64>shapeB.centerX, cy = <f64>shapeB.centerY, cz = <f64>shapeB.centerZ;
  tx = a00 * dx + a10 * dy + a20 * dz + (r00 * cx + r01 * cy + r02 * cz) - <f64>shapeA.centerX;
  ty = a01 * dx + a11 * dy + a21 * dz + (r10 * cx + r11 * cy + r12 * cz) - <f64>shapeA.centerY;
  tz = a02 * dx + a12 * dy + a22 * dz + (r20 * cx + r21 * cy + r22 * cz) - <f64>shapeA.centerZ;
}

/** World coordinates of a direction in A's frame. */
@inline export function worldX(x: f64, y: f64, z: f64): f64 { return a00 * x + a01 * y + a02 * z; }
@inline export function worldY(x: f64, y: f64, z: f64): f64 { return a10 * x + a11 * y + a12 * z; }
@inline export function worldZ(x: f64, y: f64, z: f64): f64 { return a20 * x + a21 * y + a22 * z; }

// ---------------------------------------------------------------- a point in the frame of A

/** Sets the rotation of A alone. */
export function setRotation(pose: usize): void {
  const x = <f64>load<f32>(pose, 12), y = <f64>load<f32>(pose, 16), z = <f64>load<f32>(pose, 20), w = <f64>load<f32>(pose, 24);
  const s = 2 / (x * x + y * y + z * z + w * w);
  a00 = 1 - s * (y * y + z * z); a01 = s * (x * y - w * z); a02 = s * (x * z + w * y);
  a10 = s * (x * y + w * z); a11 = 1 - s * (x * x + z * z); a12 = s * (y * z - w * x);
  a20 = s * (x * z - w * y); a21 = s * (y * z + w * x); a22 = 1 - s * (x * x + y * y);
}

/** Coordinates in A's frame of a direction of the world. */
@inline export function localX(x: f64, y: f64, z: f64): f64 { return a00 * x + a10 * y + a20 * z; }
@inline export function localY(x: f64, y: f64, z: f64): f64 { return a01 * x + a11 * y + a21 * z; }
@inline export function localZ(x: f64, y: f64, z: f64): f64 { return a02 * x + a12 * y + a22 * z; }

/** B is not rotated, with its origin at a point of A's frame. */
export function placePoint(x: f64, y: f64, z: f64): void {
  r00 = 1; r01 = 0; r02 = 0;
  r10 = 0; r11 = 1; r12 = 0;
  r20 = 0; r21 = 0; r22 = 1;
  tx = x; ty = y; tz = z;
}

/** Moves B without turning it: its core's center in A's frame. */
@inline
export function moveB(x: f64, y: f64, z: f64): void {
  tx = x; ty = y; tz = z;
}
