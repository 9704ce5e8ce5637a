// Rays against posed shapes: one at a time, in f64, in the frame of the shape.
//
// One policy for all shapes. A ray that starts outside, or on the surface going in, meets the surface where it enters. One that
// starts inside meets the solid at once (`solid`: fraction 0, the normal against the ray), or the surface where it leaves.
// Touching counts as a hit. A ray of no length asks about its origin, with a direction of (0, -1, 0).

import {
  KIND_BOX, KIND_CAPSULE, KIND_CONE, KIND_CYLINDER, KIND_HALF_SPACE, KIND_PLANE, KIND_SPHERE, KIND_TRIANGLE, STATUS_BEYOND,
  STATUS_INVALID_INDEX, STATUS_INVALID_POSE, STATUS_INVALID_RAY, STATUS_INVALID_SHAPE, STATUS_NOT_CONVERGED, STATUS_OK,
  singleAnswer, singlePoses,
} from "../layout";
import { MAX_MAGNITUDE, localX, localY, localZ, poseIsValid, setRotation, worldX, worldY, worldZ } from "../math/pose";
import {
  beginLine, enter, enterX, enterY, enterZ, exit, exitX, exitY, exitZ, px, py, pz, slop, ux, uy, uz,
} from "../ray/line";
import { crossBox } from "../ray/ray-box";
import { castCapped, clearCapped, crossConvex } from "../ray/ray-convex";
import { crossCone, crossCylinder } from "../ray/ray-cylinder";
import { crossPlane } from "../ray/ray-plane";
import { crossCapsule } from "../ray/ray-sphere";
import { TRIANGLE_CROSSED, TRIANGLE_MISSED, crossTriangle } from "../ray/ray-triangle";
import { Shape, shapeOf } from "../shape/shape";
import { RAY_FARTHEST, RAY_SLOP, RAY_START_SLOP } from "../tolerance";

// The columns of the call under way.
let fractionColumn: usize = 0;
let pointColumn: usize = 0;
let normalColumn: usize = 0;
let statusColumn: usize = 0;

/**
 * `count` rays, each against one body: `origin` and `translation` have 3 floats a row, `body` a row of the bodies. The answers
 * are 1, 3 and 3 floats and a status byte. Returns the number of hits.
 */
export function raycastBodies(
  fraction: usize, point: usize, normal: usize, status: usize, shapes: usize, poses: usize, bodyCount: u32,
  origin: usize, translation: usize, body: usize, count: u32, maxFraction: f32, solid: u32,
): u32 {
  beginHits(fraction, point, normal, status);
  let hits: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const index = load<u32>(body + (<usize>i << 2));
    const at = <usize>i * 12;
    if (index >= bodyCount) writeMiss(i, STATUS_INVALID_INDEX);
    else {
      const handle = load<u32>(shapes + (<usize>index << 2));
      hits += raycast(i, handle, poses + <usize>index * 28, origin + at, translation + at, maxFraction, solid != 0);
    }
  }
  return hits;
}

const singleStatus: usize = memory.data(4, 16);

/** The pose and then the ray are at `singlePoses`, the answer goes to `singleAnswer`. Returns the status. */
export function raycastBody(handle: u32, maxFraction: f32, solid: u32): u32 {
  beginHits(singleAnswer, singleAnswer + 4, singleAnswer + 16, singleStatus);
  raycast(0, handle, singlePoses, singlePoses + 28, singlePoses + 40, maxFraction, solid != 0);
  return load<u8>(singleStatus);
}

function beginHits(fraction: usize, point: usize, normal: usize, status: usize): void {
  fractionColumn = fraction;
  pointColumn = point;
  normalColumn = normal;
  statusColumn = status;
}

/** Answers one row; 1 for a hit. */
function raycast(row: u32, handle: u32, pose: usize, origin: usize, translation: usize, maxFraction: f32, solid: bool): u32 {
  const pointer = shapeOf(handle);
  if (!pointer) return writeMiss(row, STATUS_INVALID_SHAPE);
  if (!poseIsValid(pose)) return writeMiss(row, STATUS_INVALID_POSE);
  if (!vectorIsValid(origin) || !vectorIsValid(translation)) return writeMiss(row, STATUS_INVALID_RAY);
  const shape = changetype<Shape>(pointer);

  // The ray about the core's center: from `start` on, for `reach`, along the unit direction u.
  let wx = <f64>load<f32>(translation), wy = <f64>load<f32>(translation, 4), wz = <f64>load<f32>(translation, 8);
  const length = sqrt<f64>(wx * wx + wy * wy + wz * wz);
  if (length > 0) {
    const scale = 1 / length;
    wx *= scale; wy *= scale; wz *= scale;
  } else {
    wy = -1;
  }
  setRotation(pose);
  const dx = localX(wx, wy, wz), dy = localY(wx, wy, wz), dz = localZ(wx, wy, wz);
  wx = <f64>load<f32>(origin) - <f64>load<f32>(pose);
  wy = <f64>load<f32>(origin, 4) - <f64>load<f32>(pose, 4);
  wz = <f64>load<f32>(origin, 8) - <f64>load<f32>(pose, 8);
  const ox = localX(wx, wy, wz) - <f64>shape.centerX;
  const oy = localY(wx, wy, wz) - <f64>shape.centerY;
  const oz = localZ(wx, wy, wz) - <f64>shape.centerZ;
  const start = ox * dx + oy * dy + oz * dz;
  const reach = length > 0 ? length * <f64>maxFraction : 0;

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
  let s = enter, nx = enterX, ny = enterY, nz = enterZ;
  if (s < start - slop) {
    if (solid) {
      s = start;
      nx = -ux; ny = -uy; nz = -uz;
    } else {
      s = exit;
      nx = exitX; ny = exitY; nz = exitZ;
    }
  }
  // A plane at a vanishing angle may be met farther away than f32 can say.
  if (!(s <= start + reach + slop && s <= RAY_FARTHEST)) return writeMiss(row, STATUS_BEYOND);
  const exact = length > 0 ? min<f64>(max<f64>(s - start, 0) / length, <f64>maxFraction) : 0;
  if (!(exact <= <f64>f32.MAX_VALUE)) return writeMiss(row, STATUS_BEYOND);

  store<f32>(fractionColumn + (<usize>row << 2), <f32>exact);
  store<u8>(statusColumn + row, <u8>(castCapped ? STATUS_NOT_CONVERGED : STATUS_OK));
  // + 0 makes a zero positive.
  storeVector(
    normalColumn, row,
    <f32>worldX(nx, ny, nz) + <f32>0, <f32>worldY(nx, ny, nz) + <f32>0, <f32>worldZ(nx, ny, nz) + <f32>0,
  );
  if (exact == 0) {
    storeVector(pointColumn, row, load<f32>(origin), load<f32>(origin, 4), load<f32>(origin, 8));
  } else {
    const x = px + s * ux + <f64>shape.centerX;
    const y = py + s * uy + <f64>shape.centerY;
    const z = pz + s * uz + <f64>shape.centerZ;
    storeVector(
      pointColumn, row,
      <f32>(<f64>load<f32>(pose) + worldX(x, y, z)),
      <f32>(<f64>load<f32>(pose, 4) + worldY(x, y, z)),
      <f32>(<f64>load<f32>(pose, 8) + worldZ(x, y, z)),
    );
  }
  return 1;
}

/** Where the line crosses the shape: by formula where there is one, which is without rounding. */
function cross(shape: Shape, half: f64, start: f64): bool {
  const kind = shape.kind;
  clearCapped();
  if (kind == KIND_SPHERE || kind == KIND_CAPSULE) return crossCapsule(shape);
  if (kind == KIND_PLANE) return crossPlane(shape, false);
  if (kind == KIND_HALF_SPACE) return crossPlane(shape, true);
  if (shape.radius == 0) {
    if (kind == KIND_BOX) return crossBox(shape);
    if (kind == KIND_CYLINDER) return crossCylinder(shape);
    if (kind == KIND_CONE) return crossCone(shape);
    if (kind == KIND_TRIANGLE) {
      const outcome = crossTriangle(shape);
      if (outcome == TRIANGLE_CROSSED) return true;
      if (outcome == TRIANGLE_MISSED) return false;
    }
  }
  return crossConvex(shape, half, start);
}

/** Written so that NaN fails. */
@inline
export function vectorIsValid(vector: usize): bool {
  const largest = max<f32>(max<f32>(abs<f32>(load<f32>(vector)), abs<f32>(load<f32>(vector, 4))), abs<f32>(load<f32>(vector, 8)));
  return largest <= MAX_MAGNITUDE;
}

/** A row without a hit: fraction Infinity, zeros. */
function writeMiss(row: u32, status: u32): u32 {
  store<f32>(fractionColumn + (<usize>row << 2), Infinity);
  store<u8>(statusColumn + row, <u8>status);
  storeVector(pointColumn, row, 0, 0, 0);
  storeVector(normalColumn, row, 0, 0, 0);
  return 0;
}

@inline
function storeVector(column: usize, row: u32, x: f32, y: f32, z: f32): void {
  const address = column + <usize>row * 12;
  store<f32>(address, x);
  store<f32>(address, y, 4);
  store<f32>(address, z, 8);
}
