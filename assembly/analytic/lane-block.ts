// The block that carries rows into a kernel and answers out of it: slot k of lane type T lies at LANE_BLOCK + k * sizeof<T>().
// A is the shape of the lower kind. Axes are the world's unless said. The block is static: one instance, one thread.

import { Row } from "../query/row";
import { Shape } from "../shape/shape";

// Input. D is position B - position A; the quaternions need not be unit.
export const DX: i32 = 0, DY: i32 = 1, DZ: i32 = 2;
export const QAX: i32 = 3, QAY: i32 = 4, QAZ: i32 = 5, QAW: i32 = 6;
export const QBX: i32 = 7, QBY: i32 = 8, QBZ: i32 = 9, QBW: i32 = 10;
// Radius that is added around the core, then the core: capsule: y = half height; box: half extents; plane: unit normal, local axes.
export const AR: i32 = 11, AX: i32 = 12, AY: i32 = 13, AZ: i32 = 14;
export const BR: i32 = 15, BX: i32 = 16, BY: i32 = 17, BZ: i32 = 18;
/** Plane offset. */
export const BO: i32 = 20;

// Output. N is the unit normal from A to B, P is pointA relative to position A; pointB = pointA + distance * normal.
export const DISTANCE: i32 = 21;
export const NX: i32 = 22, NY: i32 = 23, NZ: i32 = 24;
export const PX: i32 = 25, PY: i32 = 26, PZ: i32 = 27;
/** Mask: f32 cannot be trusted with this lane. Ask the f64 instantiation of the same kernel, which never sets it. */
export const FALLBACK: i32 = 28;
/** Mask, boxes only: the cores are apart and DISTANCE is a lower bound of their distance, without radii. N and P are void. */
export const SEPARATED: i32 = 29;

// Scratch of the kernels: rotation matrices, row by row.
export const ROTATION_A: i32 = 30, ROTATION_B: i32 = 39;
const SLOTS: i32 = 48;

export const LANE_BLOCK: usize = memory.data(SLOTS * 16, 16);

// @ts-ignore: decorator
@inline export function read<T>(slot: i32): T {
  return load<T>(LANE_BLOCK + slot * sizeof<T>());
}

// @ts-ignore: decorator
@inline export function write<T>(slot: i32, value: T): void {
  store<T>(LANE_BLOCK + slot * sizeof<T>(), value);
}

// @ts-ignore: decorator
@inline export function writeMask<T, M>(slot: i32, mask: M): void {
  if (isVector<T>()) store<v128>(LANE_BLOCK + slot * sizeof<T>(), mask);
  else if (sizeof<T>() == 8) store<u64>(LANE_BLOCK + slot * sizeof<T>(), <u64>mask);
  else store<u32>(LANE_BLOCK + slot * sizeof<T>(), <u32>mask);
}

/** Writes a whole answer that needs no fallback. */
// @ts-ignore: decorator
@inline export function writeAnswer<T>(distance: T, nx: T, ny: T, nz: T, px: T, py: T, pz: T): void {
  write<T>(DISTANCE, distance);
  write<T>(NX, nx);
  write<T>(NY, ny);
  write<T>(NZ, nz);
  write<T>(PX, px);
  write<T>(PY, py);
  write<T>(PZ, pz);
}

/** No lane needs another answer. */
// @ts-ignore: decorator
@inline export function writeTrust<T>(): void {
  if (isVector<T>()) store<v128>(LANE_BLOCK + FALLBACK * sizeof<T>(), i32x4.splat(0));
  else if (sizeof<T>() == 8) store<u64>(LANE_BLOCK + FALLBACK * sizeof<T>(), 0);
  else store<u32>(LANE_BLOCK + FALLBACK * sizeof<T>(), 0);
}

/**
 * Fills the input slots from the rows whose addresses are at `rows`: as many as T has lanes.
 * In the f64 instantiation D is the exact difference.
 */
// @ts-ignore: decorator
@inline export function gather<T>(rows: usize): void {
  if (isVector<T>()) {
    const r0 = changetype<Row>(load<u32>(rows)), r1 = changetype<Row>(load<u32>(rows, 4));
    const r2 = changetype<Row>(load<u32>(rows, 8)), r3 = changetype<Row>(load<u32>(rows, 12));
    const a0 = r0.poseA, a1 = r1.poseA, a2 = r2.poseA, a3 = r3.poseA;
    const b0 = r0.poseB, b1 = r1.poseB, b2 = r2.poseB, b3 = r3.poseB;
    writeDifference(a0, a1, a2, a3, b0, b1, b2, b3);
    transpose(QAX, v128.load(a0, 12), v128.load(a1, 12), v128.load(a2, 12), v128.load(a3, 12));
    transpose(QBX, v128.load(b0, 12), v128.load(b1, 12), v128.load(b2, 12), v128.load(b3, 12));
    const sa0 = r0.shapeA, sa1 = r1.shapeA, sa2 = r2.shapeA, sa3 = r3.shapeA;
    const sb0 = r0.shapeB, sb1 = r1.shapeB, sb2 = r2.shapeB, sb3 = r3.shapeB;
    const core = offsetof<Shape>("radius"); // radius, x, y, z
    transpose(AR, v128.load(sa0 + core), v128.load(sa1 + core), v128.load(sa2 + core), v128.load(sa3 + core));
    transpose(BR, v128.load(sb0 + core), v128.load(sb1 + core), v128.load(sb2 + core), v128.load(sb3 + core));
  } else {
    const row = changetype<Row>(load<u32>(rows));
    const a = row.poseA, b = row.poseB;
    for (let i = 0; i < 3; i++) write<T>(DX + i, <T>load<f32>(b + (i << 2)) - <T>load<f32>(a + (i << 2)));
    for (let i = 0; i < 4; i++) {
      write<T>(QAX + i, <T>load<f32>(a + (i << 2), 12));
      write<T>(QBX + i, <T>load<f32>(b + (i << 2), 12));
      write<T>(AR + i, <T>load<f32>(row.shapeA + (i << 2), offsetof<Shape>("radius")));
      write<T>(BR + i, <T>load<f32>(row.shapeB + (i << 2), offsetof<Shape>("radius")));
    }
  }
}

/** The part of `gather` that two spheres need: D and the radii. */
// @ts-ignore: decorator
@inline export function gatherSpheres<T>(rows: usize): void {
  if (isVector<T>()) {
    const r0 = changetype<Row>(load<u32>(rows)), r1 = changetype<Row>(load<u32>(rows, 4));
    const r2 = changetype<Row>(load<u32>(rows, 8)), r3 = changetype<Row>(load<u32>(rows, 12));
    writeDifference(r0.poseA, r1.poseA, r2.poseA, r3.poseA, r0.poseB, r1.poseB, r2.poseB, r3.poseB);
    writeLanes(AR, r0.shapeA, r1.shapeA, r2.shapeA, r3.shapeA, offsetof<Shape>("radius"));
    writeLanes(BR, r0.shapeB, r1.shapeB, r2.shapeB, r3.shapeB, offsetof<Shape>("radius"));
  } else gather<T>(rows);
}

/** `gather` for a B that is a plane or half-space: with its offset. */
// @ts-ignore: decorator
@inline export function gatherPlanes<T>(rows: usize): void {
  gather<T>(rows);
  if (isVector<T>()) {
    const r0 = changetype<Row>(load<u32>(rows)), r1 = changetype<Row>(load<u32>(rows, 4));
    const r2 = changetype<Row>(load<u32>(rows, 8)), r3 = changetype<Row>(load<u32>(rows, 12));
    writeLanes(BO, r0.shapeB, r1.shapeB, r2.shapeB, r3.shapeB, offsetof<Shape>("offset"));
  } else write<T>(BO, <T>load<f32>(changetype<Row>(load<u32>(rows)).shapeB, offsetof<Shape>("offset")));
}

// @ts-ignore: decorator
@inline function writeLanes(slot: i32, s0: usize, s1: usize, s2: usize, s3: usize, offset: usize): void {
  let lanes = v128.load32_zero(s0 + offset);
  lanes = v128.load32_lane(s1 + offset, lanes, 1);
  lanes = v128.load32_lane(s2 + offset, lanes, 2);
  write<v128>(slot, v128.load32_lane(s3 + offset, lanes, 3));
}

// Positions are subtracted before they are transposed: one transposition less. The fourth lane is a quaternion's and not used.
// @ts-ignore: decorator
@inline function writeDifference(a0: usize, a1: usize, a2: usize, a3: usize, b0: usize, b1: usize, b2: usize, b3: usize): void {
  const d0 = f32x4.sub(v128.load(b0), v128.load(a0)), d1 = f32x4.sub(v128.load(b1), v128.load(a1));
  const d2 = f32x4.sub(v128.load(b2), v128.load(a2)), d3 = f32x4.sub(v128.load(b3), v128.load(a3));
  const low = v128.shuffle<f32>(d0, d1, 0, 4, 1, 5), high = v128.shuffle<f32>(d2, d3, 0, 4, 1, 5);
  write<v128>(DX, v128.shuffle<f32>(low, high, 0, 1, 4, 5));
  write<v128>(DY, v128.shuffle<f32>(low, high, 2, 3, 6, 7));
  write<v128>(DZ, v128.shuffle<f32>(v128.shuffle<f32>(d0, d1, 2, 6, 3, 7), v128.shuffle<f32>(d2, d3, 2, 6, 3, 7), 0, 1, 4, 5));
}

// Four records of four floats into four slots.
// @ts-ignore: decorator
@inline export function transpose(slot: i32, r0: v128, r1: v128, r2: v128, r3: v128): void {
  const low0 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), low1 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
  const high0 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7), high1 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  write<v128>(slot, v128.shuffle<f32>(low0, low1, 0, 1, 4, 5));
  write<v128>(slot + 1, v128.shuffle<f32>(low0, low1, 2, 3, 6, 7));
  write<v128>(slot + 2, v128.shuffle<f32>(high0, high1, 0, 1, 4, 5));
  write<v128>(slot + 3, v128.shuffle<f32>(high0, high1, 2, 3, 6, 7));
}
