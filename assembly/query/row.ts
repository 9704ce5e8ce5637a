// One row of a batch: what it reads, resolved and in canonical order, and how its answer is written.

import {
  CACHE_WORDS, STATUS_BEYOND, STATUS_INVALID_INDEX, STATUS_INVALID_POSE, STATUS_INVALID_SHAPE, STATUS_OK, STATUS_UNBOUNDED,
} from "../layout";
import { posesAreValid } from "../math/pose";
import { shapeOf } from "../shape/handle";
import { Shape } from "../shape/shape";

@unmanaged
export class Row {
  // The canonical A and B: the same for (A, B) and (B, A), so that both give the same bits.
  poseA: usize;
  poseB: usize;
  shapeA: usize;
  shapeB: usize;
  /** Row of the batch. */
  row: u32;
  /** 1 when the caller's A is the canonical B. */
  swapped: u32;
}
export const ROW_BYTES: u32 = <u32>offsetof<Row>();

// The columns of the call under way.
export let distanceColumn: usize = 0;
export let normalColumn: usize = 0;
export let pointAColumn: usize = 0;
export let pointBColumn: usize = 0;
export let statusColumn: usize = 0;
export let iterationsColumn: usize = 0;
export let intersectsColumn: usize = 0;
let cacheColumn: usize = 0;

/** Rows of the call that touch or overlap. */
export let overlapCount: u32 = 0;
/** Farther rows get no answer. */
export let maxDistance: f32 = 0;
/** Only the sign is asked for. */
export let signOnly: bool = false;
/** Points are written relative to the position of the canonical A, where they are exact however far off the pair is. */
export let fromA: bool = false;

export function beginDistances(
  distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize, iterations: usize, cache: usize, limit: f32,
): void {
  distanceColumn = distance;
  normalColumn = normal;
  pointAColumn = pointA;
  pointBColumn = pointB;
  statusColumn = status;
  iterationsColumn = iterations;
  cacheColumn = cache;
  maxDistance = limit;
  signOnly = false;
  fromA = false;
  overlapCount = 0;
}

/** After `beginDistances`. */
export function beginContacts(): void {
  fromA = true;
}

export function beginIntersects(result: usize, status: usize): void {
  intersectsColumn = result;
  statusColumn = status;
  cacheColumn = 0;
  maxDistance = 0;
  signOnly = true;
  overlapCount = 0;
}

// ---------------------------------------------------------------- reading

/** Fills the row from the columns and puts it in canonical order; STATUS_OK or what is wrong with it. */
@inline
export function resolveRow(row: Row, shapes: usize, poses: usize, bodyCount: u32, pairs: usize, index: u32): u32 {
  const bodyA = load<u32>(pairs + (<usize>index << 3));
  const bodyB = load<u32>(pairs + (<usize>index << 3), 4);
  row.row = index;
  if (bodyA >= bodyCount || bodyB >= bodyCount) return STATUS_INVALID_INDEX;
  const shapeA = shapeOf(load<u32>(shapes + (<usize>bodyA << 2)));
  const shapeB = shapeOf(load<u32>(shapes + (<usize>bodyB << 2)));
  if (!shapeA) return STATUS_INVALID_SHAPE;
  if (!shapeB) return STATUS_INVALID_SHAPE;
  const poseA = poses + <usize>bodyA * 28;
  const poseB = poses + <usize>bodyB * 28;
  if (!posesAreValid(poseA, poseB)) return STATUS_INVALID_POSE;
  const swapped = u32(isSwapped(changetype<Shape>(shapeA), poseA, changetype<Shape>(shapeB), poseB));
  const shapeFlip = exchange(shapeA, shapeB, swapped);
  const poseFlip = exchange(poseA, poseB, swapped);
  row.shapeA = shapeA ^ shapeFlip;
  row.shapeB = shapeB ^ shapeFlip;
  row.poseA = poseA ^ poseFlip;
  row.poseB = poseB ^ poseFlip;
  row.swapped = swapped;
  return STATUS_OK;
}

/**
 * What a and b are to be xored with so that they change places if `swapped` is 1, and stay if it is 0. Arithmetic, since
 * V8 turns `select` into a branch, and among shapes of one kind the order is a coin toss: 3 ns a row.
 */
@inline
function exchange(a: usize, b: usize, swapped: u32): usize {
  return (a ^ b) & (0 - <usize>swapped);
}

/** Lower rank first (kind, then contents), then lower pose: never what depends on the caller's order. */
@inline
function isSwapped(shapeA: Shape, poseA: usize, shapeB: Shape, poseB: usize): bool {
  const rankA = shapeA.rank, rankB = shapeB.rank;
  return rankA == rankB ? isLater(poseA, poseB) : rankA > rankB;
}

/** The position's x decides in general. */
function isLater(poseA: usize, poseB: usize): bool {
  const xA = load<u32>(poseA), xB = load<u32>(poseB);
  return xA == xB ? memory.compare(poseA, poseB, 28) > 0 : xA > xB;
}

/** The row of the pair cache, or 0. */
@inline
export function cacheOf(row: Row): usize {
  return cacheColumn ? cacheColumn + <usize>row.row * (CACHE_WORDS << 2) : 0;
}

// ---------------------------------------------------------------- writing

@inline
export function countOverlaps(count: u32): void {
  overlapCount += count;
}

/**
 * Writes a canonical answer: the normal from A to B in the world, the point on A relative to A's position in world axes.
 * The point on B follows from them, so the three agree to a rounding.
 */
@inline
export function writeAnswer(
  row: Row, status: u32, iterations: u32, distance: f32, nx: f32, ny: f32, nz: f32, px: f32, py: f32, pz: f32,
): void {
  const overlaps = u32(distance <= 0);
  overlapCount += overlaps;
  const at = <usize>row.row;
  store<u8>(statusColumn + at, <u8>status);
  if (signOnly) {
    store<u8>(intersectsColumn + at, <u8>overlaps);
    return;
  }
  store<f32>(distanceColumn + (at << 2), distance + <f32>0);
  if (iterationsColumn) store<u16>(iterationsColumn + (at << 1), <u16>iterations);
  const at3 = at * 12;
  const x = fromA ? <f32>0 : load<f32>(row.poseA);
  const y = fromA ? <f32>0 : load<f32>(row.poseA, 4);
  const z = fromA ? <f32>0 : load<f32>(row.poseA, 8);
  const swapped = row.swapped;
  const flip = exchange(pointAColumn, pointBColumn, swapped);
  const pointA = at3 + (pointAColumn ^ flip);
  const pointB = at3 + (pointBColumn ^ flip);
  const sign = <f32>1 - <f32>2 * <f32>swapped;
  // + 0 makes a zero positive.
  storeVector(normalColumn + at3, sign * nx + <f32>0, sign * ny + <f32>0, sign * nz + <f32>0);
  storeVector(pointA, x + px, y + py, z + pz);
  storeVector(pointB, x + (px + distance * nx), y + (py + distance * ny), z + (pz + distance * nz));
}

/** A row without an answer: distance Infinity, or -Infinity where it overlaps without end; zeros. */
export function writeNoAnswer(row: Row, status: u32, overlaps: bool, iterations: u32): void {
  overlapCount += u32(overlaps);
  const at = <usize>row.row;
  // Of a sign, "beyond touching" is an answer.
  store<u8>(statusColumn + at, <u8>(signOnly && (status == STATUS_BEYOND || status == STATUS_UNBOUNDED) ? STATUS_OK : status));
  if (signOnly) {
    store<u8>(intersectsColumn + at, <u8>overlaps);
    return;
  }
  store<f32>(distanceColumn + (at << 2), overlaps ? -Infinity : Infinity);
  if (iterationsColumn) store<u16>(iterationsColumn + (at << 1), <u16>iterations);
  storeVector(normalColumn + at * 12, 0, 0, 0);
  storeVector(pointAColumn + at * 12, 0, 0, 0);
  storeVector(pointBColumn + at * 12, 0, 0, 0);
}

@inline
export function storeVector(address: usize, x: f32, y: f32, z: f32): void {
  store<f32>(address, x);
  store<f32>(address, y, 4);
  store<f32>(address, z, 8);
}
