// One row of a batch in the plane: what it reads, in canonical order, and how its answer is written.

import {
  STATUS_BEYOND, STATUS_INVALID_INDEX, STATUS_INVALID_POSE, STATUS_INVALID_SHAPE, STATUS_OK,
} from "../layout";
import { shapeOf } from "../shape/handle";
import {
  DISTANCE, GROUP_POSE_A, GROUP_POSE_B, GROUP_ROW, GROUP_SHAPE_A, GROUP_SHAPE_B, GROUP_SWAPPED, NX, NY, POSE_A, PX, PY, laneFloat,
  read,
} from "./lane-block";
import { posesAreValid2D } from "./pose";
import { Shape2D } from "./shape";

// The canonical row under way: the same A and B for (A, B) and (B, A), so that both give the same bits.
export let poseA: usize = 0, poseB: usize = 0, shapeA: usize = 0, shapeB: usize = 0;
/** 1 when the caller's A is the canonical B. */
export let swapped: u32 = 0;

/** Reads the row and puts it in canonical order; STATUS_OK or what is wrong with it. */
@inline
export function resolveRow2D(shapes: usize, poses: usize, bodyCount: u32, pairs: usize, index: u32): u32 {
  const bodyA = load<u32>(pairs + (<usize>index << 3)), bodyB = load<u32>(pairs + (<usize>index << 3), 4);
  if (bodyA >= bodyCount || bodyB >= bodyCount) return STATUS_INVALID_INDEX;
  const a = shapeOf(load<u32>(shapes + (<usize>bodyA << 2))), b = shapeOf(load<u32>(shapes + (<usize>bodyB << 2)));
  if (!a || !b) return STATUS_INVALID_SHAPE;
  const p = poses + (<usize>bodyA << 4), q = poses + (<usize>bodyB << 4);
  if (!posesAreValid2D(p, q)) return STATUS_INVALID_POSE;
  const flip = u32(isSwapped(changetype<Shape2D>(a), p, changetype<Shape2D>(b), q));
  // Arithmetic in place of a branch that is a coin toss.
  const shapeFlip = (a ^ b) & (0 - <usize>flip), poseFlip = (p ^ q) & (0 - <usize>flip);
  shapeA = a ^ shapeFlip;
  shapeB = b ^ shapeFlip;
  poseA = p ^ poseFlip;
  poseB = q ^ poseFlip;
  swapped = flip;
  return STATUS_OK;
}

/** Lower rank first (kind, then contents), then lower pose by its bits: never what depends on the caller's order. */
@inline
function isSwapped(a: Shape2D, p: usize, b: Shape2D, q: usize): bool {
  if (a.rank != b.rank) return a.rank > b.rank;
  const low = load<u64>(p), other = load<u64>(q);
  return low == other ? load<u64>(p, 8) > load<u64>(q, 8) : low > other;
}

/** Puts the row under way into a lane of a group. */
@inline
export function joinGroup(group: usize, lane: u32, row: u32): void {
  const at = group + (<usize>lane << 2);
  store<u32>(at, <u32>poseA, GROUP_POSE_A);
  store<u32>(at, <u32>poseB, GROUP_POSE_B);
  store<u32>(at, <u32>shapeA, GROUP_SHAPE_A);
  store<u32>(at, <u32>shapeB, GROUP_SHAPE_B);
  store<u32>(at, row, GROUP_ROW);
  store<u32>(at, swapped, GROUP_SWAPPED);
}

// ---------------------------------------------------------------- writing

let distanceColumn: usize = 0;
let normalColumn: usize = 0;
let pointAColumn: usize = 0;
let pointBColumn: usize = 0;
let statusColumn: usize = 0;
/** Of `intersects` queries; else 0. */
let intersectsColumn: usize = 0;

/** Rows of the call that touch or overlap. */
export let overlapCount: u32 = 0;
/** Farther rows get no answer. */
export let maxDistance: f32 = 0;
/** Only the sign is asked for. */
export let signOnly: bool = false;

export function beginDistances2D(distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize, limit: f32): void {
  distanceColumn = distance;
  normalColumn = normal;
  pointAColumn = pointA;
  pointBColumn = pointB;
  statusColumn = status;
  maxDistance = limit;
  signOnly = false;
  overlapCount = 0;
}

export function beginIntersects2D(result: usize, status: usize): void {
  intersectsColumn = result;
  statusColumn = status;
  maxDistance = 0;
  signOnly = true;
  overlapCount = 0;
}

/** The point on A is relative to A's position `x, y`, in world axes; that on B follows, so that the three agree to a rounding. */
export function writeRow2D(
  row: u32, flip: u32, x: f32, y: f32, status: u32, distance: f32, nx: f32, ny: f32, px: f32, py: f32,
): void {
  if (distance > maxDistance) return writeNoAnswer2D(row, STATUS_BEYOND);
  const overlaps = u32(distance <= 0);
  overlapCount += overlaps;
  store<u8>(statusColumn + row, <u8>status);
  if (signOnly) {
    store<u8>(intersectsColumn + row, <u8>overlaps);
    return;
  }
  store<f32>(distanceColumn + (<usize>row << 2), distance + <f32>0);
  const sign = <f32>1 - <f32>2 * <f32>flip;
  // + 0 makes a zero positive.
  storePair(normalColumn, row, sign * nx + <f32>0, sign * ny + <f32>0);
  storePair(flip ? pointBColumn : pointAColumn, row, x + px, y + py);
  storePair(flip ? pointAColumn : pointBColumn, row, x + (px + distance * nx), y + (py + distance * ny));
}

/** A row without an answer: distance Infinity, zeros. */
export function writeNoAnswer2D(row: u32, status: u32): void {
  // Of a sign, "beyond touching" is an answer.
  store<u8>(statusColumn + row, <u8>(signOnly && status == STATUS_BEYOND ? STATUS_OK : status));
  if (signOnly) {
    store<u8>(intersectsColumn + row, 0);
    return;
  }
  store<f32>(distanceColumn + (<usize>row << 2), Infinity);
  storePair(normalColumn, row, 0, 0);
  storePair(pointAColumn, row, 0, 0);
  storePair(pointBColumn, row, 0, 0);
}

@inline
function storePair(column: usize, row: u32, x: f32, y: f32): void {
  store<f32>(column + (<usize>row << 3), x);
  store<f32>(column + (<usize>row << 3), y, 4);
}

/** Writes the answers in the lane block to the first `used` rows of a group: together where the rows follow each other. */
export function writeGroup(group: usize, used: u32): void {
  if (ASC_FEATURE_SIMD) {
    if (used == 4 && load<u32>(group + GROUP_ROW, 12) - load<u32>(group + GROUP_ROW) == 3) return writeRun(group);
  }
  for (let lane: u32 = 0; lane < used; lane++) {
    const at = group + (<usize>lane << 2);
    writeRow2D(
      load<u32>(at, GROUP_ROW), load<u32>(at, GROUP_SWAPPED), laneFloat(POSE_A, lane), laneFloat(POSE_A + 1, lane), STATUS_OK,
      laneFloat(DISTANCE, lane), laneFloat(NX, lane), laneFloat(NY, lane), laneFloat(PX, lane), laneFloat(PY, lane),
    );
  }
}

/** `writeRow2D` for four rows at once, with the same bits. */
function writeRun(group: usize): void {
  const row = <usize>load<u32>(group + GROUP_ROW);
  const distance = read<v128>(DISTANCE), zero = f32x4.splat(0);
  const beyond = f32x4.gt(distance, f32x4.splat(maxDistance)), overlaps = f32x4.le(distance, zero);
  overlapCount += <u32>popcnt(i32x4.bitmask(overlaps));
  if (signOnly) {
    store<u32>(statusColumn + row, 0);
    store<u32>(intersectsColumn + row, bytesOf(v128.and(overlaps, i32x4.splat(1))));
    return;
  }
  store<u32>(statusColumn + row, bytesOf(v128.and(beyond, i32x4.splat(STATUS_BEYOND))));
  v128.store(distanceColumn + (row << 2), v128.bitselect(f32x4.splat(Infinity), f32x4.add(distance, zero), beyond));
  const flip = i32x4.ne(v128.load(group + GROUP_SWAPPED), i32x4.splat(0));
  const sign = v128.bitselect(f32x4.splat(-1), f32x4.splat(1), flip);
  const nx = read<v128>(NX), ny = read<v128>(NY), px = read<v128>(PX), py = read<v128>(PY);
  const x = read<v128>(POSE_A), y = read<v128>(POSE_A + 1);
  storeRun(
    normalColumn, row, v128.andnot(f32x4.add(f32x4.mul(sign, nx), zero), beyond), v128.andnot(f32x4.add(f32x4.mul(sign, ny), zero), beyond),
  );
  const ax = v128.andnot(f32x4.add(x, px), beyond), ay = v128.andnot(f32x4.add(y, py), beyond);
  const bx = v128.andnot(f32x4.add(x, f32x4.add(px, f32x4.mul(distance, nx))), beyond);
  const by = v128.andnot(f32x4.add(y, f32x4.add(py, f32x4.mul(distance, ny))), beyond);
  storeRun(pointAColumn, row, v128.bitselect(bx, ax, flip), v128.bitselect(by, ay, flip));
  storeRun(pointBColumn, row, v128.bitselect(ax, bx, flip), v128.bitselect(ay, by, flip));
}

// @ts-ignore: decorator
@inline function storeRun(column: usize, row: usize, x: v128, y: v128): void {
  v128.store(column + (row << 3), v128.shuffle<f32>(x, y, 0, 4, 1, 5));
  v128.store(column + (row << 3), v128.shuffle<f32>(x, y, 2, 6, 3, 7), 16);
}

// @ts-ignore: decorator
@inline function bytesOf(words: v128): u32 {
  return i32x4.extract_lane(v128.shuffle<u8>(words, words, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
}
