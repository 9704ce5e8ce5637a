// Batch loops of the plane. Rows of boxes, capsules and circles wait in a group until its lanes are full; polygons and compounds
// are answered one by one.

import { STATUS_BEYOND, STATUS_OK } from "../layout";
import { LANES } from "../math/lane";
import { collideBoxBox2D } from "./box-box";
import { collideCircleBox } from "./circle-box";
import { collideCircleCircle } from "./circle-circle";
import { coreDistance, measure, normalX, normalY, pointX, pointY } from "./closest";
import { singleAnswer2D, singleInput2D } from "./layout";
import { GROUP_BYTES, gather2D, gatherCircles } from "./lane-block";
import { setRelativePose2D, tx, ty, cos, sin, worldX2D, worldY2D } from "./pose";
import {
  beginDistances2D, beginIntersects2D, joinGroup, maxDistance, overlapCount, poseA, poseB, resolveRow2D, shapeA, shapeB,
  swapped, writeGroup, writeNoAnswer2D, writeRow2D,
} from "./row";
import { Shape2D, isBox, isCircle, pieceAt } from "./shape";

const CIRCLES: u32 = 0, CIRCLE_BOX: u32 = 1, BOXES: u32 = 2, GROUPS: u32 = 3;
const groups: usize = memory.data(288, 16);
const filled: usize = memory.data(12, 16);

/** Columns are described in src/two/distance.ts. Returns the number of rows that touch or overlap. */
export function distancePairs2D(
  distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize,
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32, limit: f32,
): u32 {
  beginDistances2D(distance, normal, pointA, pointB, status, limit);
  answerPairs(shapes, poses, bodyCount, pairs, count);
  return overlapCount;
}

/** 1 or 0 in `result` for each pair. Returns the number of rows that touch or overlap. */
export function intersectPairs2D(
  result: usize, status: usize, shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32,
): u32 {
  beginIntersects2D(result, status);
  answerPairs(shapes, poses, bodyCount, pairs, count);
  return overlapCount;
}

/** Answers every row, to the columns that were begun. */
export function answerPairs(shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32): void {
  memory.fill(filled, 0, GROUPS * 4);
  for (let row: u32 = 0; row < count; row++) {
    const status = resolveRow2D(shapes, poses, bodyCount, pairs, row);
    if (status != STATUS_OK) {
      writeNoAnswer2D(row, status);
      continue;
    }
    const a = changetype<Shape2D>(shapeA), b = changetype<Shape2D>(shapeB);
    if (!isBox(b)) {
      answerGeneral2D(row);
      continue;
    }
    const kind = isCircle(b) ? CIRCLES : isCircle(a) ? CIRCLE_BOX : BOXES;
    const group = groups + <usize>kind * GROUP_BYTES, counter = filled + (<usize>kind << 2);
    const lane = load<u32>(counter);
    joinGroup(group, lane, row);
    if (lane + 1 < <u32>LANES) store<u32>(counter, lane + 1);
    else {
      store<u32>(counter, 0);
      answerGroup(kind, LANES);
    }
  }
  for (let kind: u32 = 0; kind < GROUPS; kind++) {
    const used = load<u32>(filled + (<usize>kind << 2));
    if (!used) continue;
    const group = groups + <usize>kind * GROUP_BYTES;
    // The lanes that are missing repeat the last one.
    for (let field: usize = 0; field < GROUP_BYTES; field += 16) {
      const last = load<u32>(group + field + (<usize>(used - 1) << 2));
      for (let lane = used; lane < <u32>LANES; lane++) store<u32>(group + field + (<usize>lane << 2), last);
    }
    answerGroup(kind, used);
  }
}

function answerGroup(kind: u32, used: u32): void {
  const group = groups + <usize>kind * GROUP_BYTES;
  if (ASC_FEATURE_SIMD) collide<v128>(kind, group);
  else collide<f32>(kind, group);
  writeGroup(group, used);
}

function collide<T>(kind: u32, group: usize): void {
  if (kind == CIRCLES) {
    gatherCircles<T>(group);
    return collideCircleCircle<T>();
  }
  gather2D<T>(group);
  if (kind == CIRCLE_BOX) collideCircleBox<T>();
  else collideBoxBox2D<T>(maxDistance);
}

// ---------------------------------------------------------------- one row, in f64

/** Bounding circles are rounded to f32: this much clear of the limit, relative. */
const BOUND_SLOP: f64 = 1.00001;

// The answer of `measurePair`, radii included, in the frame of A.
let distance: f64 = 0;
let nx: f64 = 0, ny: f64 = 0, px: f64 = 0, py: f64 = 0;

/** False if two pieces are farther apart than `limit`, as their circles tell; negative limits are depths. */
export function areNear(a: Shape2D, b: Shape2D, limit: f64): bool {
  const x = tx + cos * b.centerX - sin * b.centerY - a.centerX;
  const y = ty + sin * b.centerX + cos * b.centerY - a.centerY;
  // Along the line of the centers they are at least |(x, y)| - reach apart, in overlap as well.
  const reach = (<f64>a.boundingRadius + <f64>b.boundingRadius) * BOUND_SLOP + limit;
  return reach >= 0 && x * x + y * y <= reach * reach;
}

/** The pieces that are closest to each other, or deepest in each other; false beyond `limit`. Needs the relative pose. */
function measurePair(a: Shape2D, b: Shape2D, limit: f64): bool {
  const radiusA = <f64>a.radius, radii = radiusA + <f64>b.radius;
  let bound = limit, found = false;
  for (let i: u32 = 0; i < a.pieceCount; i++) {
    const pieceA = pieceAt(a, i);
    for (let j: u32 = 0; j < b.pieceCount; j++) {
      const pieceB = pieceAt(b, j);
      if (!areNear(pieceA, pieceB, bound) || !measure(pieceA, pieceB, bound + radii)) continue;
      const value = coreDistance - radii;
      if (found && value >= distance) continue;
      found = true;
      distance = value;
      bound = min<f64>(bound, value);
      nx = normalX; ny = normalY;
      px = pointX + radiusA * nx;
      py = pointY + radiusA * ny;
    }
  }
  return found;
}

function answerGeneral2D(row: u32): void {
  setRelativePose2D(poseA, poseB);
  if (!measurePair(changetype<Shape2D>(shapeA), changetype<Shape2D>(shapeB), <f64>maxDistance)) {
    return writeNoAnswer2D(row, STATUS_BEYOND);
  }
  writeRow2D(
    row, swapped, load<f32>(poseA), load<f32>(poseA, 4), STATUS_OK, <f32>distance, <f32>worldX2D(nx, ny), <f32>worldY2D(nx, ny),
    <f32>worldX2D(px, py), <f32>worldY2D(px, py),
  );
}

// ---------------------------------------------------------------- one pair

export const singleStatus: usize = memory.data(4, 16);
const singleSign: usize = memory.data(4, 16);
export const singleShapes: usize = memory.data(8, 16);
export const singlePair: usize = memory.data(8, 16);

/** The poses are at `singleInput2D`; distance, normal, pointA and pointB go to `singleAnswer2D`. Returns the status. */
export function distancePair2D(handleA: u32, handleB: u32, limit: f32): u32 {
  beginDistances2D(singleAnswer2D, singleAnswer2D + 4, singleAnswer2D + 12, singleAnswer2D + 20, singleStatus, limit);
  answerSingle(handleA, handleB);
  return load<u8>(singleStatus);
}

/** Bit 0: they touch or overlap; above it the status. */
export function intersectPair2D(handleA: u32, handleB: u32): u32 {
  beginIntersects2D(singleSign, singleStatus);
  answerSingle(handleA, handleB);
  return (<u32>load<u8>(singleStatus) << 1) | load<u8>(singleSign);
}

/** A batch of one pair: bodies 0 and 1. */
export function setSinglePair(handleA: u32, handleB: u32): void {
  store<u32>(singleShapes, handleA);
  store<u32>(singleShapes, handleB, 4);
  store<u32>(singlePair, 1, 4);
}

function answerSingle(handleA: u32, handleB: u32): void {
  setSinglePair(handleA, handleB);
  answerPairs(singleShapes, singleInput2D, 2, singlePair, 1);
}
