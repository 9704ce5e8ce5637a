// The lanes of the plane: rows of one kind of pair wait in a group until it is full, then one call of a kernel answers them.
// The block carries them in and out, slot by slot, as in analytic/lane-block.ts, whose memory it shares.

import { LANE_BLOCK, read, transpose, write } from "../analytic/lane-block";
import { Shape2D } from "./shape";

// Input: the poses (x, y, cos, sin), then radius and half extents of A and of B. A is the shape of the lower kind.
export const POSE_A: i32 = 0, POSE_B: i32 = 4;
export const AR: i32 = 9, AX: i32 = 10, AY: i32 = 11;
export const BR: i32 = 13, BX: i32 = 14, BY: i32 = 15;

// Output. N is the unit normal from A to B, P is pointA relative to position A, in world axes.
export const DISTANCE: i32 = 16, NX: i32 = 17, NY: i32 = 18, PX: i32 = 19, PY: i32 = 20;

/** Addresses and numbers of up to four rows, field by field. */
export const GROUP_POSE_A: usize = 0, GROUP_POSE_B: usize = 16, GROUP_SHAPE_A: usize = 32, GROUP_SHAPE_B: usize = 48;
export const GROUP_ROW: usize = 64;
/** 1 when the caller's A is the canonical B. */
export const GROUP_SWAPPED: usize = 80;
export const GROUP_BYTES: usize = 96;

/** Fills the input slots from a full group. */
// @ts-ignore: decorator
@inline export function gather2D<T>(group: usize): void {
  if (isVector<T>()) {
    transposeRecords(POSE_A, group + GROUP_POSE_A);
    transposeRecords(POSE_B, group + GROUP_POSE_B);
    transposeRecords(AR - 1, group + GROUP_SHAPE_A);
    transposeRecords(BR - 1, group + GROUP_SHAPE_B);
  } else {
    const poseA = <usize>load<u32>(group + GROUP_POSE_A), poseB = <usize>load<u32>(group + GROUP_POSE_B);
    const shapeA = <usize>load<u32>(group + GROUP_SHAPE_A), shapeB = <usize>load<u32>(group + GROUP_SHAPE_B);
    for (let i = 0; i < 4; i++) {
      write<T>(POSE_A + i, <T>load<f32>(poseA + (i << 2)));
      write<T>(POSE_B + i, <T>load<f32>(poseB + (i << 2)));
    }
    for (let i = 0; i < 3; i++) {
      write<T>(AR + i, <T>load<f32>(shapeA + (i << 2), offsetof<Shape2D>("radius")));
      write<T>(BR + i, <T>load<f32>(shapeB + (i << 2), offsetof<Shape2D>("radius")));
    }
  }
}

/** The part of `gather2D` that two circles need: positions and radii. */
// @ts-ignore: decorator
@inline export function gatherCircles<T>(group: usize): void {
  if (isVector<T>()) {
    gatherPositions(POSE_A, group + GROUP_POSE_A);
    gatherPositions(POSE_B, group + GROUP_POSE_B);
    gatherRadii(AR, group + GROUP_SHAPE_A);
    gatherRadii(BR, group + GROUP_SHAPE_B);
  } else gather2D<T>(group);
}

// Four records of four floats, named by their addresses, into four slots.
// @ts-ignore: decorator
@inline function transposeRecords(slot: i32, records: usize): void {
  transpose(
    slot, v128.load(<usize>load<u32>(records)), v128.load(<usize>load<u32>(records, 4)),
    v128.load(<usize>load<u32>(records, 8)), v128.load(<usize>load<u32>(records, 12)),
  );
}

// @ts-ignore: decorator
@inline function gatherPositions(slot: i32, poses: usize): void {
  const low = v128.load64_lane(<usize>load<u32>(poses, 4), v128.load64_zero(<usize>load<u32>(poses)), 1);
  const high = v128.load64_lane(<usize>load<u32>(poses, 12), v128.load64_zero(<usize>load<u32>(poses, 8)), 1);
  write<v128>(slot, v128.shuffle<f32>(low, high, 0, 2, 4, 6));
  write<v128>(slot + 1, v128.shuffle<f32>(low, high, 1, 3, 5, 7));
}

// @ts-ignore: decorator
@inline function gatherRadii(slot: i32, shapes: usize): void {
  const radius = offsetof<Shape2D>("radius");
  let lanes = v128.load32_zero(<usize>load<u32>(shapes) + radius);
  lanes = v128.load32_lane(<usize>load<u32>(shapes, 4) + radius, lanes, 1);
  lanes = v128.load32_lane(<usize>load<u32>(shapes, 8) + radius, lanes, 2);
  write<v128>(slot, v128.load32_lane(<usize>load<u32>(shapes, 12) + radius, lanes, 3));
}

/** Writes a whole answer. */
// @ts-ignore: decorator
@inline export function writeAnswer2D<T>(distance: T, nx: T, ny: T, px: T, py: T): void {
  write<T>(DISTANCE, distance);
  write<T>(NX, nx);
  write<T>(NY, ny);
  write<T>(PX, px);
  write<T>(PY, py);
}

// @ts-ignore: decorator
@inline export function laneFloat(slot: i32, lane: u32): f32 {
  return load<f32>(LANE_BLOCK + <usize>slot * (ASC_FEATURE_SIMD ? 16 : 4) + (<usize>lane << 2));
}

export { read, write };
