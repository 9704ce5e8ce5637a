// Support points of cores, and of the Minkowski difference K = B - A in A's frame.
// Ties go to the first candidate (the lowest vertex index), in every build.

import { KIND_BOX, KIND_CAPSULE, KIND_CONE, KIND_CYLINDER, KIND_HULL, KIND_SPHERE, KIND_TRIANGLE } from "../layout";
import { r00, r01, r02, r10, r11, r12, r20, r21, r22, tx, ty, tz } from "../math/pose";
import { CLIMB_VERTICES } from "../tolerance";
import { climb } from "./climb";
import { Shape } from "./shape";

// The support point found last, in the core's own frame. The index is also where a climb starts.
export let pointX: f64 = 0, pointY: f64 = 0, pointZ: f64 = 0;
let pointIndex: u32 = 0;

// The support point of K found last: w = b - a, and a (b = w + a), both in A's frame; vertex indices where the core has vertices.
export let wX: f64 = 0, wY: f64 = 0, wZ: f64 = 0;
export let aX: f64 = 0, aY: f64 = 0, aZ: f64 = 0;
export let aIndex: u32 = 0, bIndex: u32 = 0;

/** Support point of K = B - A farthest along the unit vector (x, y, z). */
export function supportDifference(shapeA: Shape, shapeB: Shape, x: f64, y: f64, z: f64): void {
  pointIndex = aIndex;
  supportCore(shapeA, -x, -y, -z);
  aX = pointX; aY = pointY; aZ = pointZ;
  aIndex = pointIndex;
  pointIndex = bIndex;
  supportCore(shapeB, r00 * x + r10 * y + r20 * z, r01 * x + r11 * y + r21 * z, r02 * x + r12 * y + r22 * z);
  bIndex = pointIndex;
  placeB();
}

/** The point of K from vertex indices of an earlier call; false when a core has no such vertex. */
export function vertexDifference(shapeA: Shape, shapeB: Shape, indexA: u32, indexB: u32): bool {
  if (!vertexCore(shapeA, indexA)) return false;
  aX = pointX; aY = pointY; aZ = pointZ;
  aIndex = indexA;
  if (!vertexCore(shapeB, indexB)) return false;
  bIndex = indexB;
  placeB();
  return true;
}

@inline
function placeB(): void {
  wX = r00 * pointX + r01 * pointY + r02 * pointZ + tx - aX;
  wY = r10 * pointX + r11 * pointY + r12 * pointZ + ty - aY;
  wZ = r20 * pointX + r21 * pointY + r22 * pointZ + tz - aZ;
}

/** Point of the core farthest along the unit vector (x, y, z) in its own frame. */
function supportCore(shape: Shape, x: f64, y: f64, z: f64): void {
  const kind = shape.kind;
  if (kind == KIND_HULL || kind == KIND_TRIANGLE) return setVertex(shape, farthestVertex(shape, x, y, z));
  if (kind == KIND_BOX) return setCorner(shape, u32(x < 0) | (u32(y < 0) << 1) | (u32(z < 0) << 2));
  if (kind == KIND_CAPSULE) return setEnd(shape, u32(y < 0));
  if (kind == KIND_SPHERE) return setOrigin();

  const halfHeight = <f64>shape.y;
  const baseRadius = <f64>shape.x;
  const across = sqrt<f64>(x * x + z * z);
  const scale = across > 0 ? baseRadius / across : 0;
  pointIndex = NO_VERTEX;
  if (kind == KIND_CYLINDER) {
    pointX = x * scale; pointZ = z * scale;
    pointY = y < 0 ? -halfHeight : halfHeight;
  } else if (2 * halfHeight * y >= baseRadius * across) { // cone: the apex
    pointX = 0; pointZ = 0;
    pointY = halfHeight;
  } else {
    pointX = x * scale; pointZ = z * scale;
    pointY = -halfHeight;
  }
}

/** Index of a point that is no vertex and cannot be found again by number. */
export const NO_VERTEX: u32 = 0xffff_ffff;

function vertexCore(shape: Shape, index: u32): bool {
  const kind = shape.kind;
  if (kind == KIND_HULL || kind == KIND_TRIANGLE) {
    if (index >= shape.vertexCount) return false;
    setVertex(shape, index);
  } else if (kind == KIND_BOX) {
    if (index >= 8) return false;
    setCorner(shape, index);
  } else if (kind == KIND_CAPSULE) {
    if (index >= 2) return false;
    setEnd(shape, index);
  } else {
    if (kind != KIND_SPHERE || index) return false;
    setOrigin();
  }
  return true;
}

@inline
function setVertex(shape: Shape, index: u32): void {
  const at = <usize>index << 2;
  pointX = <f64>load<f32>(shape.xs + at);
  pointY = <f64>load<f32>(shape.ys + at);
  pointZ = <f64>load<f32>(shape.zs + at);
  pointIndex = index;
}

/** Bit k of the index: the corner is on the negative side of axis k. */
@inline
function setCorner(shape: Shape, index: u32): void {
  pointX = <f64>(index & 1 ? -shape.x : shape.x);
  pointY = <f64>(index & 2 ? -shape.y : shape.y);
  pointZ = <f64>(index & 4 ? -shape.z : shape.z);
  pointIndex = index;
}

@inline
function setEnd(shape: Shape, index: u32): void {
  pointX = 0; pointZ = 0;
  pointY = <f64>(index ? -shape.y : shape.y);
  pointIndex = index;
}

@inline
function setOrigin(): void {
  pointX = 0; pointY = 0; pointZ = 0;
  pointIndex = 0;
}

/**
 * Index of the vertex with the greatest dot product in f32, the lowest on ties. Large hulls climb instead, from the vertex
 * found last (of this query, or of the one before it in the pair's cache). The scan costs one rounding of
 * the core's size; what it chooses is used in f64.
 */
function farthestVertex(shape: Shape, x: f64, y: f64, z: f64): u32 {
  if (shape.vertexCount >= CLIMB_VERTICES && shape.mesh) return climb(shape, pointIndex, x, y, z);
  const dx = <f32>x;
  const dy = <f32>y;
  const dz = <f32>z;
  const xs = shape.xs;
  const ys = shape.ys;
  const zs = shape.zs;
  const bytes = <usize>((shape.vertexCount + 3) & ~3) << 2;
  if (ASC_FEATURE_SIMD) {
    const vx = f32x4.splat(dx);
    const vy = f32x4.splat(dy);
    const vz = f32x4.splat(dz);
    // pmax, not max: its one instruction agrees with gt.
    let best = f32x4.splat(-Infinity);
    let winners = i32x4.splat(0);
    let indices = i32x4(0, 1, 2, 3);
    for (let at: usize = 0; at < bytes; at += 16) {
      const dots = f32x4.add(f32x4.add(f32x4.mul(v128.load(xs + at), vx), f32x4.mul(v128.load(ys + at), vy)), f32x4.mul(v128.load(zs + at), vz));
      winners = v128.bitselect(indices, winners, f32x4.gt(dots, best));
      best = f32x4.pmax(best, dots);
      indices = i32x4.add(indices, i32x4.splat(4));
    }
    // The greatest of the four lanes, the lowest index among equals.
    let peak = f32x4.pmax(best, v128.shuffle<f32>(best, best, 2, 3, 0, 1));
    peak = f32x4.pmax(peak, v128.shuffle<f32>(peak, peak, 1, 0, 3, 2));
    let index = v128.bitselect(winners, i32x4.splat(-1), f32x4.eq(best, peak));
    index = i32x4.min_u(index, v128.shuffle<i32>(index, index, 2, 3, 0, 1));
    index = i32x4.min_u(index, v128.shuffle<i32>(index, index, 1, 0, 3, 2));
    return <u32>i32x4.extract_lane(index, 0);
  } else {
    let best: f32 = -Infinity;
    let winner: usize = 0;
    for (let at: usize = 0; at < bytes; at += 4) {
      const d = load<f32>(xs + at) * dx + load<f32>(ys + at) * dy + load<f32>(zs + at) * dz;
      if (d > best) {
        best = d;
        winner = at;
      }
    }
    return <u32>(winner >> 2);
  }
}

// ---------------------------------------------------------------- without the rounding of the scan

/** Whether a scan of vertices in f32 can miss the support point, by a rounding of the core's size. */
@inline
export function supportRounds(shape: Shape): bool {
  return shape.kind == KIND_HULL || shape.kind == KIND_TRIANGLE;
}

/** `supportDifference` with every dot product in f64: slower on hulls, and as exact as f64 is. */
export function supportDifferenceExact(shapeA: Shape, shapeB: Shape, x: f64, y: f64, z: f64): void {
  supportCoreExact(shapeA, -x, -y, -z);
  aX = pointX; aY = pointY; aZ = pointZ;
  aIndex = pointIndex;
  supportCoreExact(shapeB, r00 * x + r10 * y + r20 * z, r01 * x + r11 * y + r21 * z, r02 * x + r12 * y + r22 * z);
  bIndex = pointIndex;
  placeB();
}

/** Point of the core farthest along (x, y, z), any length but 0, in its own frame. */
export function supportCoreExact(shape: Shape, x: f64, y: f64, z: f64): void {
  if (!supportRounds(shape)) return supportCore(shape, x, y, z);
  let best = -Infinity;
  let winner: u32 = 0;
  for (let i: u32 = 0; i < shape.vertexCount; i++) {
    const at = <usize>i << 2;
    const dot = <f64>load<f32>(shape.xs + at) * x + <f64>load<f32>(shape.ys + at) * y + <f64>load<f32>(shape.zs + at) * z;
    if (dot > best) {
      best = dot;
      winner = i;
    }
  }
  setVertex(shape, winner);
}
