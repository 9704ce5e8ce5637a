// One row of a batch of rays: the columns of the call under way, and how a hit or a miss is written.

import { NO_FEATURE, STATUS_BEYOND, STATUS_OK } from "../layout";
import { add, mul, only, select, splat } from "../math/lane64";
import { FEATURE, FRACTION, HIT, INSIDE, NORMAL, ORIGIN, W, read, readMask } from "../ray/ray-block";

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
@inline export function writeLanes<T, M>(row0: u32, row1: u32): void {
  const hit = readMask<T, M>(HIT);
  const fraction = read<T>(FRACTION);
  storeLanes<T>(fractionColumn + (<usize>row0 << 2), fractionColumn + (<usize>row1 << 2), select<T, M>(hit, fraction, splat<T>(Infinity)));
  const point0 = pointColumn + <usize>row0 * 12, point1 = pointColumn + <usize>row1 * 12;
  const normal0 = normalColumn + <usize>row0 * 12, normal1 = normalColumn + <usize>row1 * 12;
  for (let i = 0; i < 3; i++) {
    const at = <usize>i << 2;
    const along = add<T>(read<T>(ORIGIN + i), mul<T>(fraction, read<T>(W + i)));
    storeLanes<T>(point0 + at, point1 + at, only<T, M>(hit, along));
    storeLanes<T>(normal0 + at, normal1 + at, only<T, M>(hit, read<T>(NORMAL + i)));
  }
  const bits0 = laneBits<T, M>(hit, 0), bits1 = laneBits<T, M>(hit, 1);
  store<u8>(statusColumn + row0, <u8>(STATUS_BEYOND - (STATUS_BEYOND - STATUS_OK) * bits0));
  store<u8>(statusColumn + row1, <u8>(STATUS_BEYOND - (STATUS_BEYOND - STATUS_OK) * bits1));
  hitCount += bits0 + (bits1 & u32(row0 != row1));
  if (featureColumn) {
    const inside = readMask<T, M>(INSIDE);
    writeFeature<T>(row0, 0, bits0 & ~laneBits<T, M>(inside, 0));
    if (isVector<T>()) writeFeature<T>(row1, 1, bits1 & ~laneBits<T, M>(inside, 1));
  }
}

/** + 0 makes a zero positive. */
// @ts-ignore: decorator
@inline function storeLanes<T>(first: usize, second: usize, value: T): void {
  if (isVector<T>()) {
    const singles = f32x4.add(f32x4.demote_f64x2_zero(value), f32x4.splat(0));
    v128.store32_lane(first, singles, 0);
    v128.store32_lane(second, singles, 1);
  } else store<f32>(first, <f32>value + <f32>0);
}

// @ts-ignore: decorator
@inline function laneBits<T, M>(mask: M, lane: u8): u32 {
  if (isVector<T>()) return (<u32>i64x2.bitmask(mask) >> lane) & 1;
  return u32(<bool>mask);
}

// @ts-ignore: decorator
@inline function writeFeature<T>(row: u32, lane: u8, known: u32): void {
  let feature: f64 = 0;
  if (isVector<T>()) feature = lane == 0 ? f64x2.extract_lane(read<T>(FEATURE), 0) : f64x2.extract_lane(read<T>(FEATURE), 1);
  else feature = <f64>read<T>(FEATURE);
  store<i32>(featureColumn + (<usize>row << 2), known ? <i32>feature : NO_FEATURE);
}

@inline
function storeVector(address: usize, x: f32, y: f32, z: f32): void {
  store<f32>(address, x);
  store<f32>(address, y, 4);
  store<f32>(address, z, 8);
}
