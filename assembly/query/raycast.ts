// Rays against posed shapes. Spheres, capsules and boxes are answered in lanes, two rays at a time, everything else one at a
// time in the frame of the shape; all in f64, so that a row has the same bits whatever it is answered with.
//
// One policy for all shapes. A ray that starts outside, or on the surface going in, meets the surface where it enters. One that
// starts inside meets the solid at once (`solid`: fraction 0, the normal against the ray), or the surface where it leaves.
// Touching counts as a hit. A ray of no length asks about its origin, with a direction of (0, -1, 0).

import {
  KIND_BOX, KIND_CONE, KIND_CYLINDER, KIND_HALF_SPACE, KIND_PLANE, KIND_SPHERE, KIND_TRIANGLE, NO_FEATURE,
  STATUS_BEYOND, STATUS_INVALID_INDEX, STATUS_INVALID_POSE, STATUS_INVALID_RAY, STATUS_INVALID_SHAPE, STATUS_NOT_CONVERGED,
  STATUS_OK, singleAnswer, singlePoses,
} from "../layout";
import { LANES64 } from "../math/lane64";
import { MAX_MAGNITUDE, localX, localY, localZ, poseIsValid, setRotation, worldX, worldY, worldZ } from "../math/pose";
import {
  beginLine, enter, enterFeature, enterX, enterY, enterZ, exit, exitFeature, exitX, exitY, exitZ, px, py, pz, slop, ux, uy, uz,
} from "../ray/line";
import { BODY_SLOTS, RAY_SLOTS, faceInside, placeBodies, placeRays, turnBodies } from "../ray/ray-block";
import { castBox } from "../ray/ray-box";
import { castCapsule } from "../ray/ray-capsule";
import { castCapped, clearCapped, crossConvex } from "../ray/ray-convex";
import { crossCone, crossCylinder } from "../ray/ray-cylinder";
import { crossHull } from "../ray/ray-hull";
import { crossPlane } from "../ray/ray-plane";
import { castSphere } from "../ray/ray-sphere";
import { TRIANGLE_CROSSED, TRIANGLE_MISSED, crossTriangle } from "../ray/ray-triangle";
import { Mesh } from "../shape/mesh";
import { shapeOf } from "../shape/handle";
import { Shape } from "../shape/shape";
import { RAY_FARTHEST, RAY_SLOP, RAY_START_SLOP } from "../tolerance";
import { beginHits, hitCount, wantsFeatures, writeHit, writeLanes, writeMiss } from "./ray-row";

// The rays of the call under way.
let originColumn: usize = 0;
let translationColumn: usize = 0;
let maxFraction: f64 = 0;
let solid: bool = false;

function beginRays(origin: usize, translation: usize, limit: f32, isSolid: u32): void {
  originColumn = origin;
  translationColumn = translation;
  maxFraction = <f64>limit;
  solid = isSolid != 0;
}

/**
 * `count` rays, each against one body: `origin` and `translation` have 3 floats a row, `body` a row of the bodies. The answers
 * are 1, 3 and 3 floats, an i32 (`feature`, may be 0) and a status byte. Returns the number of hits.
 */
export function raycastBodies(
  fraction: usize, point: usize, normal: usize, feature: usize, status: usize, shapes: usize, poses: usize, bodyCount: u32,
  origin: usize, translation: usize, body: usize, count: u32, limit: f32, isSolid: u32,
): u32 {
  beginHits(fraction, point, normal, feature, status);
  beginRays(origin, translation, limit, isSolid);
  for (let i: u32 = 0; i < count; i++) {
    const index = load<u32>(body + (<usize>i << 2));
    if (index >= bodyCount) {
      writeMiss(i, STATUS_INVALID_INDEX);
      continue;
    }
    const shape = shapeOf(load<u32>(shapes + (<usize>index << 2))), pose = poses + <usize>index * 28;
    if (!shape) writeMiss(i, STATUS_INVALID_SHAPE);
    else if (!poseIsValid(pose)) writeMiss(i, STATUS_INVALID_POSE);
    else if (!rayIsValid(i)) writeMiss(i, STATUS_INVALID_RAY);
    else castRow(i, shape, pose);
  }
  castWaiting();
  return hitCount;
}

/** `count` rays against one shape, whose pose is at `singlePoses` and valid. Returns the number of hits. */
export function raycastShape(
  fraction: usize, point: usize, normal: usize, feature: usize, status: usize, handle: u32, origin: usize, translation: usize,
  count: u32, limit: f32, isSolid: u32,
): u32 {
  beginHits(fraction, point, normal, feature, status);
  beginRays(origin, translation, limit, isSolid);
  const pointer = shapeOf(handle);
  const kind = laneKindOf(pointer);
  if (ASC_FEATURE_SIMD) castMany<v128, v128>(kind, pointer, count);
  else castMany<f64, bool>(kind, pointer, count);
  return hitCount;
}

const singleStatus: usize = memory.data(4, 16);

/** The pose and then the ray are at `singlePoses`, the answer goes to `singleAnswer`. Returns the status. */
export function raycastBody(handle: u32, limit: f32, isSolid: u32): u32 {
  beginHits(singleAnswer, singleAnswer + 4, singleAnswer + 16, singleAnswer + 28, singleStatus);
  beginRays(singlePoses + 28, singlePoses + 40, limit, isSolid);
  castRow(0, shapeOf(handle), singlePoses);
  castWaiting();
  return load<u8>(singleStatus);
}

/** Every number is at most MAX_MAGNITUDE. */
@inline
function rayIsValid(row: u32): bool {
  const origin = originColumn + <usize>row * 12, translation = translationColumn + <usize>row * 12;
  if (ASC_FEATURE_SIMD) {
    // The fourth lane belongs to another row.
    const most = f32x4.splat(MAX_MAGNITUDE);
    const valid = v128.and(f32x4.le(f32x4.abs(v128.load(origin)), most), f32x4.le(f32x4.abs(v128.load(translation)), most));
    return (i32x4.bitmask(valid) & 7) == 7;
  } else {
    return vectorIsValid(origin) && vectorIsValid(translation);
  }
}

/** Written so that NaN fails. */
@inline
export function vectorIsValid(vector: usize): bool {
  const largest = max<f32>(max<f32>(abs<f32>(load<f32>(vector)), abs<f32>(load<f32>(vector, 4))), abs<f32>(load<f32>(vector, 8)));
  return largest <= MAX_MAGNITUDE;
}

// ---------------------------------------------------------------- in lanes

/** Kinds that have a lane kernel come first in the order of the kinds; here and below, this one has none. */
const LANE_KINDS: u32 = KIND_BOX + 1;

@inline
function laneKindOf(pointer: usize): u32 {
  const shape = changetype<Shape>(pointer);
  return shape.kind == KIND_BOX && shape.radius != 0 ? LANE_KINDS : min<u32>(shape.kind, LANE_KINDS);
}

/** Rows of a kind wait until there are this many, so that no group of lanes has to wait for the result of another. */
const QUEUE_ROWS: u32 = 16;

@unmanaged
class Waiting {
  row: u32;
  shape: usize;
  pose: usize;
}
const WAITING_BYTES: u32 = <u32>offsetof<Waiting>();
const waiting: usize = memory.data(<i32>(LANE_KINDS * QUEUE_ROWS * 12), 16);
const waitingCounts: usize = memory.data(<i32>(LANE_KINDS * 4), 16);

@inline
function waitingAt(kind: u32, index: u32): Waiting {
  return changetype<Waiting>(waiting + (kind * QUEUE_ROWS + index) * WAITING_BYTES);
}

function castRow(row: u32, shape: usize, pose: usize): void {
  const kind = laneKindOf(shape);
  if (kind == LANE_KINDS) {
    setRotation(pose);
    return castGeneral(row, changetype<Shape>(shape), pose);
  }
  const count = load<u32>(waitingCounts + (kind << 2));
  const entry = waitingAt(kind, count);
  entry.row = row;
  entry.shape = shape;
  entry.pose = pose;
  store<u32>(waitingCounts + (kind << 2), count + 1);
  if (count + 1 == QUEUE_ROWS) castQueue(kind);
}

function castWaiting(): void {
  for (let kind: u32 = 0; kind < LANE_KINDS; kind++) castQueue(kind);
}

/** Casts the rows of a kind that wait. */
function castQueue(kind: u32): void {
  const count = load<u32>(waitingCounts + (kind << 2));
  store<u32>(waitingCounts + (kind << 2), 0);
  if (!count) return;
  if (ASC_FEATURE_SIMD) castBodies<v128, v128>(kind, count);
  else castBodies<f64, bool>(kind, count);
}

// Blocks of the rows under way, a group of lanes each.
const bodyBlocks: usize = memory.data(18 * 8 * 16, 16);
const rayBlocks: usize = memory.data(22 * 8 * 16, 16);
/** Which rows they are. One more, for the row that repeats the last. */
const rows: usize = memory.data(<i32>(QUEUE_ROWS * 4 + 4), 16);

function castBodies<T, M>(kind: u32, count: u32): void {
  const bytes = BODY_SLOTS * sizeof<T>();
  let block = bodyBlocks;
  for (let i: u32 = 0; i < count; i += LANES64) {
    const first = waitingAt(kind, i), second = waitingAt(kind, min<u32>(i + LANES64, count) - 1);
    placeBodies<T>(block, first.shape, first.pose, second.shape, second.pose);
    if (kind != KIND_SPHERE) turnBodies<T>(block, first.pose, second.pose);
    store<u32>(rows + (<usize>i << 2), first.row);
    store<u32>(rows + (<usize>i << 2), second.row, 4 * (LANES64 - 1));
    block += bytes;
  }
  castRows<T, M>(kind, count, bytes);
}

/** All rays at one body, whose pose is at `singlePoses`. */
function castMany<T, M>(kind: u32, shape: usize, count: u32): void {
  if (kind == LANE_KINDS) {
    setRotation(singlePoses);
    for (let i: u32 = 0; i < count; i++) {
      if (rayIsValid(i)) castGeneral(i, changetype<Shape>(shape), singlePoses);
      else writeMiss(i, STATUS_INVALID_RAY);
    }
    return;
  }
  placeBodies<T>(bodyBlocks, shape, singlePoses, shape, singlePoses);
  turnBodies<T>(bodyBlocks, singlePoses, singlePoses);
  let used: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(rows + (<usize>used << 2), i);
    if (rayIsValid(i)) used++;
    else writeMiss(i, STATUS_INVALID_RAY);
    if (used == QUEUE_ROWS) {
      castRows<T, M>(kind, used, 0);
      used = 0;
    }
  }
  if (!used) return;
  store<u32>(rows + (<usize>used << 2), load<u32>(rows + (<usize>used << 2) - 4));
  castRows<T, M>(kind, used, 0);
}

/**
 * The first `count` of `rows`, against blocks of bodies that are `bodyBytes` apart. A row without a second one has the lanes
 * for itself. In three passes, so that the processor has several groups under way in each.
 */
function castRows<T, M>(kind: u32, count: u32, bodyBytes: usize): void {
  const rayBytes = RAY_SLOTS * sizeof<T>();
  let body = bodyBlocks, ray = rayBlocks;
  for (let i: u32 = 0; i < count; i += LANES64, body += bodyBytes, ray += rayBytes) {
    const at0 = <usize>load<u32>(rows + (<usize>i << 2)) * 12, at1 = <usize>load<u32>(rows + (<usize>i << 2), 4 * (LANES64 - 1)) * 12;
    placeRays<T, M>(
      body, ray, originColumn + at0, translationColumn + at0, originColumn + at1, translationColumn + at1, maxFraction,
      kind != KIND_SPHERE,
    );
  }
  const end = ray, features = wantsFeatures();
  body = bodyBlocks;
  if (kind == KIND_SPHERE) {
    for (ray = rayBlocks; ray < end; ray += rayBytes, body += bodyBytes) castSphere<T, M>(body, ray, solid);
  } else if (kind == KIND_BOX) {
    for (ray = rayBlocks; ray < end; ray += rayBytes, body += bodyBytes) castBox<T, M>(body, ray, solid, features);
  } else {
    for (ray = rayBlocks; ray < end; ray += rayBytes, body += bodyBytes) castCapsule<T, M>(body, ray, solid, features);
  }
  let row = rows;
  for (ray = rayBlocks; ray < end; ray += rayBytes, row += 4 * LANES64) {
    faceInside<T, M>(ray);
    writeLanes<T, M>(ray, load<u32>(row), load<u32>(row, 4 * (LANES64 - 1)));
  }
}

// ---------------------------------------------------------------- one at a time

/** The rotation is set. */
function castGeneral(row: u32, shape: Shape, pose: usize): void {
  const origin = originColumn + <usize>row * 12, translation = translationColumn + <usize>row * 12;
  // The ray about the core's center: from `start` on, for `reach`, along the unit direction u.
  let wx = <f64>load<f32>(translation), wy = <f64>load<f32>(translation, 4), wz = <f64>load<f32>(translation, 8);
  const length = sqrt<f64>(wx * wx + wy * wy + wz * wz);
  if (length > 0) {
    const scale = 1 / length;
    wx *= scale; wy *= scale; wz *= scale;
  } else {
    wy = -1;
  }
  const dx = localX(wx, wy, wz), dy = localY(wx, wy, wz), dz = localZ(wx, wy, wz);
  wx = <f64>load<f32>(origin) - <f64>load<f32>(pose);
  wy = <f64>load<f32>(origin, 4) - <f64>load<f32>(pose, 4);
  wz = <f64>load<f32>(origin, 8) - <f64>load<f32>(pose, 8);
  const ox = localX(wx, wy, wz) - <f64>shape.centerX;
  const oy = localY(wx, wy, wz) - <f64>shape.centerY;
  const oz = localZ(wx, wy, wz) - <f64>shape.centerZ;
  const start = ox * dx + oy * dy + oz * dz;
  const reach = length > 0 ? length * maxFraction : 0;

  const bounded = shape.kind < KIND_PLANE;
  const size = bounded ? <f64>shape.boundingRadius : abs<f64>(<f64>shape.offset);
  const away = sqrt<f64>(ox * ox + oy * oy + oz * oz);
  beginLine(
    ox - start * dx, oy - start * dy, oz - start * dz, dx, dy, dz,
    (bounded ? RAY_SLOP : RAY_START_SLOP) * size + RAY_START_SLOP * away,
  );
  let half: f64 = 0;
  if (bounded) {
    const bound = size + slop;
    const squared = bound * bound - (px * px + py * py + pz * pz);
    if (!(squared >= 0)) return writeMiss(row, STATUS_BEYOND);
    half = sqrt<f64>(squared);
    if (start > half + slop || start + reach < -half - slop) return writeMiss(row, STATUS_BEYOND);
  }
  if (!cross(shape, half, start) || exit < start - slop) return writeMiss(row, STATUS_BEYOND);

  // Which end of the part inside is the answer.
  let s = enter, nx = enterX, ny = enterY, nz = enterZ, feature = enterFeature;
  if (s < start - slop) {
    if (solid) {
      s = start;
      nx = -ux; ny = -uy; nz = -uz;
      feature = NO_FEATURE;
    } else {
      s = exit;
      nx = exitX; ny = exitY; nz = exitZ;
      feature = exitFeature;
    }
  }
  // A plane at a vanishing angle may be met farther away than f32 can say.
  if (!(s <= start + reach + slop && s <= RAY_FARTHEST)) return writeMiss(row, STATUS_BEYOND);
  const fraction = length > 0 ? min<f64>(max<f64>(s - start, 0) / length, maxFraction) : 0;
  if (!(fraction <= <f64>f32.MAX_VALUE)) return writeMiss(row, STATUS_BEYOND);

  let x = <f64>load<f32>(origin), y = <f64>load<f32>(origin, 4), z = <f64>load<f32>(origin, 8);
  if (fraction > 0) {
    const lx = px + s * ux + <f64>shape.centerX;
    const ly = py + s * uy + <f64>shape.centerY;
    const lz = pz + s * uz + <f64>shape.centerZ;
    x = <f64>load<f32>(pose) + worldX(lx, ly, lz);
    y = <f64>load<f32>(pose, 4) + worldY(lx, ly, lz);
    z = <f64>load<f32>(pose, 8) + worldZ(lx, ly, lz);
  }
  const status = castCapped ? STATUS_NOT_CONVERGED : STATUS_OK;
  writeHit(row, status, fraction, x, y, z, worldX(nx, ny, nz), worldY(nx, ny, nz), worldZ(nx, ny, nz), feature);
}

/** Where the line crosses the shape: by formula where there is one, which is without rounding. */
function cross(shape: Shape, half: f64, start: f64): bool {
  const kind = shape.kind;
  clearCapped();
  if (kind == KIND_PLANE) return crossPlane(shape, false);
  if (kind == KIND_HALF_SPACE) return crossPlane(shape, true);
  if (shape.radius == 0) {
    if (kind == KIND_CYLINDER) return crossCylinder(shape);
    if (kind == KIND_CONE) return crossCone(shape);
    if (kind == KIND_TRIANGLE) {
      const outcome = crossTriangle(shape);
      if (outcome == TRIANGLE_CROSSED) return true;
      if (outcome == TRIANGLE_MISSED) return false;
    }
    if (shape.mesh && changetype<Mesh>(shape.mesh).faceCount > 2) return crossHull(changetype<Mesh>(shape.mesh));
  }
  return crossConvex(shape, half, start);
}
