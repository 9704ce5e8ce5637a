// One row of a batch of rays: the columns of the call under way, and how a hit or a miss is written.

import { NO_FEATURE, STATUS_BEYOND, STATUS_OK } from "../layout";
import { add, mul, only, select, splat } from "../math/lane64";
import { FEATURE, FRACTION, HIT, INSIDE, NORMAL, ORIGIN, TRANSLATION, read, readMask } from "../ray/ray-block";
import { storeVector } from "./row";

let fractionColumn: usize = 0;
let pointColumn: usize = 0;
let normalColumn: usize = 0;
let featureColumn: usize = 0;
let statusColumn: usize = 0;

/** Rows of the call that hit. */
export let hitCount: u32 = 0;

/** `feature` may be 0. */
export function beginHits(fraction: usize, point: usize, normal: usize, feature: usize, status: usize): void {
  fractionColumn = fraction;
  pointColumn = point;
  normalColumn = normal;
  featureColumn = feature;
  statusColumn = status;
  hitCount = 0;
}

@inline
export function wantsFeatures(): bool {
  return featureColumn != 0;
}

/** A row without a hit: fraction Infinity, zeros. */
export function writeMiss(row: u32, status: u32): void {
  const at = <usize>row;
  store<f32>(fractionColumn + (at << 2), Infinity);
  store<u8>(statusColumn + at, <u8>status);
  if (featureColumn) store<i32>(featureColumn + (at << 2), NO_FEATURE);
  storeVector(pointColumn + at * 12, 0, 0, 0);
  storeVector(normalColumn + at * 12, 0, 0, 0);
}

export function writeHit(
  row: u32, status: u32, fraction: f64, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, feature: i32,
): void {
  const at = <usize>row;
  store<f32>(fractionColumn + (at << 2), <f32>fraction);
  store<u8>(statusColumn + at, <u8>status);
  if (featureColumn) store<i32>(featureColumn + (at << 2), feature);
  // + 0 makes a zero positive.
  storeVector(pointColumn + at * 12, <f32>x + <f32>0, <f32>y + <f32>0, <f32>z + <f32>0);
  storeVector(normalColumn + at * 12, <f32>nx + <f32>0, <f32>ny + <f32>0, <f32>nz + <f32>0);
  hitCount++;
}

/**
 * Writes what a lane kernel left in the ray block, hits and misses alike: branches would cost more than the work. The two rows
 * may be the same one.
 */
// @ts-ignore: decorator
@inline export function writeLanes<T, M>(ray: usize, row0: u32, row1: u32): void {
  const hit = readMask<T, M>(ray, HIT);
  const fraction = read<T>(ray, FRACTION);
  storeTwo<T>(fractionColumn + (<usize>row0 << 2), fractionColumn + (<usize>row1 << 2), select<T, M>(hit, fraction, splat<T>(Infinity)));
  storeVectors<T>(
    pointColumn, row0, row1,
    only<T, M>(hit, add<T>(read<T>(ray, ORIGIN), mul<T>(fraction, read<T>(ray, TRANSLATION)))),
    only<T, M>(hit, add<T>(read<T>(ray, ORIGIN + 1), mul<T>(fraction, read<T>(ray, TRANSLATION + 1)))),
    only<T, M>(hit, add<T>(read<T>(ray, ORIGIN + 2), mul<T>(fraction, read<T>(ray, TRANSLATION + 2)))),
  );
  storeVectors<T>(
    normalColumn, row0, row1,
    only<T, M>(hit, read<T>(ray, NORMAL)), only<T, M>(hit, read<T>(ray, NORMAL + 1)), only<T, M>(hit, read<T>(ray, NORMAL + 2)),
  );
  const bits0 = laneBits<T, M>(hit, 0), bits1 = laneBits<T, M>(hit, 1);
  store<u8>(statusColumn + row0, <u8>(STATUS_BEYOND - (STATUS_BEYOND - STATUS_OK) * bits0));
  store<u8>(statusColumn + row1, <u8>(STATUS_BEYOND - (STATUS_BEYOND - STATUS_OK) * bits1));
  hitCount += bits0 + (bits1 & u32(row0 != row1));
  if (featureColumn) {
    const inside = readMask<T, M>(ray, INSIDE);
    writeFeature<T>(ray, row0, 0, bits0 & ~laneBits<T, M>(inside, 0));
    if (isVector<T>()) writeFeature<T>(ray, row1, 1, bits1 & ~laneBits<T, M>(inside, 1));
  }
}

// @ts-ignore: decorator
@inline function storeTwo<T>(first: usize, second: usize, value: T): void {
  if (isVector<T>()) {
    const singles = f32x4.demote_f64x2_zero(value);
    v128.store32_lane(first, singles, 0);
    v128.store32_lane(second, singles, 1);
  } else store<f32>(first, <f32>value);
}

// @ts-ignore: decorator
@inline function storeVectors<T>(column: usize, row0: u32, row1: u32, x: T, y: T, z: T): void {
  const first = column + <usize>row0 * 12, second = column + <usize>row1 * 12;
  if (isVector<T>()) {
    // + 0 makes a zero positive.
    const zero = f32x4.splat(0);
    const xy = v128.shuffle<f32>(f32x4.demote_f64x2_zero(x), f32x4.demote_f64x2_zero(y), 0, 4, 1, 5);
    const xyPositive = f32x4.add(xy, zero), zPositive = f32x4.add(f32x4.demote_f64x2_zero(z), zero);
    v128.store64_lane(first, xyPositive, 0);
    v128.store32_lane(first, zPositive, 0, 8);
    v128.store64_lane(second, xyPositive, 1);
    v128.store32_lane(second, zPositive, 1, 8);
  } else storeVector(first, <f32>x + <f32>0, <f32>y + <f32>0, <f32>z + <f32>0);
}

// @ts-ignore: decorator
@inline function laneBits<T, M>(mask: M, lane: u8): u32 {
  if (isVector<T>()) return (<u32>i64x2.bitmask(mask) >> lane) & 1;
  return u32(<bool>mask);
}

// @ts-ignore: decorator
@inline function writeFeature<T>(ray: usize, row: u32, lane: u8, known: u32): void {
  let feature: f64 = 0;
  if (isVector<T>()) feature = lane == 0 ? f64x2.extract_lane(read<T>(ray, FEATURE), 0) : f64x2.extract_lane(read<T>(ray, FEATURE), 1);
  else feature = <f64>read<T>(ray, FEATURE);
  store<i32>(featureColumn + (<usize>row << 2), known ? <i32>feature : NO_FEATURE);
}
