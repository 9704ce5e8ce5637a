// Shape records.
// A shape is a core (point, segment, box, vertices, cylinder, cone, plane) and a radius that is added to the core
// (Minkowski sum with a ball). A record is written once and shared by every body that names it.

import { KIND_BOX, KIND_CAPSULE, KIND_CONE, KIND_CYLINDER, KIND_SPHERE, KIND_TRIANGLE } from "../layout";
import { allocate } from "../memory";
import { HASH_SEED, hashBytes, rankOf, register } from "./handle";

@unmanaged
export class Shape {
  kind: u32;
  /** Added to the core: a sphere's or capsule's own radius, any other shape's rounding. */
  radius: f32;
  // Core parameters: box half extents; segment, cylinder, cone: half height in y, base radius in x; plane: unit normal.
  x: f32;
  y: f32;
  z: f32;
  /** Of the sphere about `center` that holds the shape, radius included. */
  boundingRadius: f32;
  /** The kind in the top 4 bits, then a hash of the contents: orders a pair the same way in every instance. */
  rank: u32;
  /** Vertices in the blocks, a multiple of 4 times 4 bytes each; the padding repeats the first vertex. */
  vertexCount: u32;
  xs: usize;
  ys: usize;
  zs: usize;
  // What was subtracted from the vertices: 0 on an axis unless the cloud lies far off it.
  centerX: f32;
  centerY: f32;
  centerZ: f32;
  /** Of a plane, along its normal. */
  offset: f32;
  /** Of the sphere about `center` that holds the core: the length that tolerances are relative to. */
  coreRadius: f32;
  /** Of a hull with faces, a Mesh in the frame of the core (points less `center`); else 0. */
  mesh: usize;
}
/** Rounded up, so that the vertex blocks behind it start on 16 bytes. */
const SHAPE_BYTES: u32 = (<u32>offsetof<Shape>() + 15) & ~15;

export function createSphere(radius: f32): u32 {
  return createCore(KIND_SPHERE, 0, 0, 0, radius, 0);
}

export function createCapsule(halfHeight: f32, radius: f32): u32 {
  return createCore(KIND_CAPSULE, 0, halfHeight, 0, radius, halfHeight);
}

export function createBox(halfX: f32, halfY: f32, halfZ: f32, radius: f32): u32 {
  return createCore(KIND_BOX, halfX, halfY, halfZ, radius, length(halfX, halfY, halfZ));
}

export function createCylinder(halfHeight: f32, baseRadius: f32, radius: f32): u32 {
  return createCore(KIND_CYLINDER, baseRadius, halfHeight, 0, radius, length(halfHeight, baseRadius, 0));
}

export function createCone(halfHeight: f32, baseRadius: f32, radius: f32): u32 {
  return createCore(KIND_CONE, baseRadius, halfHeight, 0, radius, length(halfHeight, baseRadius, 0));
}

/** `kind`: plane (the surface `normal . x = offset`) or half-space (the solid `normal . x <= offset`). */
export function createPlane(kind: u32, normalX: f32, normalY: f32, normalZ: f32, offset: f32): u32 {
  const pointer = allocate(SHAPE_BYTES);
  if (!pointer) return 0;
  const shape = changetype<Shape>(pointer);
  shape.kind = kind;
  shape.x = normalX;
  shape.y = normalY;
  shape.z = normalZ;
  shape.offset = offset;
  shape.boundingRadius = Infinity;
  shape.rank = rankOf(kind, hashBytes(hashBytes(HASH_SEED, pointer + offsetof<Shape>("x"), 12), pointer + offsetof<Shape>("offset"), 4));
  return register(pointer);
}

/** `points`: 3 of 3 floats. */
export function createTriangle(points: usize, radius: f32): u32 {
  const pointer = newVertices(KIND_TRIANGLE, points, 3, radius, 0);
  return pointer ? register(pointer) : 0;
}

/**
 * An unregistered triangle or hull of `count` points of 3 floats, all of which are kept, in order; 0 when there is no room.
 * `extra`: bytes for a Mesh, which the caller fills.
 */
export function newVertices(kind: u32, points: usize, count: u32, radius: f32, extra: u32): usize {
  const padded = (count + 3) & ~3;
  const pointer = allocate(SHAPE_BYTES + 3 * 4 * padded + extra);
  if (!pointer) return 0;
  const shape = changetype<Shape>(pointer);
  shape.kind = kind;
  shape.radius = radius;
  shape.vertexCount = count;
  shape.xs = pointer + SHAPE_BYTES;
  shape.ys = shape.xs + 4 * padded;
  shape.zs = shape.ys + 4 * padded;
  if (extra) shape.mesh = shape.zs + 4 * padded;
  shape.centerX = centreCoordinates(shape.xs, points, count, padded);
  shape.centerY = centreCoordinates(shape.ys, points + 4, count, padded);
  shape.centerZ = centreCoordinates(shape.zs, points + 8, count, padded);
  let farthest: f32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    farthest = max<f32>(farthest, length(load<f32>(shape.xs + 4 * i), load<f32>(shape.ys + 4 * i), load<f32>(shape.zs + 4 * i)));
  }
  setRadii(shape, farthest);
  shape.rank = rankOf(kind, hashBytes(hashBytes(HASH_SEED, pointer + offsetof<Shape>("radius"), 4), points, 12 * count));
  return pointer;
}

function createCore(kind: u32, x: f32, y: f32, z: f32, radius: f32, coreRadius: f32): u32 {
  const pointer = allocate(SHAPE_BYTES);
  if (!pointer) return 0;
  const shape = changetype<Shape>(pointer);
  shape.kind = kind;
  shape.radius = radius;
  shape.x = x;
  shape.y = y;
  shape.z = z;
  setRadii(shape, coreRadius);
  shape.rank = rankOf(kind, hashBytes(HASH_SEED, pointer + offsetof<Shape>("radius"), 16));
  return register(pointer);
}

/** Rounded up, so that rounding never makes a bounding sphere too small. */
function setRadii(shape: Shape, coreRadius: f32): void {
  shape.coreRadius = coreRadius;
  shape.boundingRadius = (coreRadius + shape.radius) * <f32>1.000001;
}

/**
 * Copies one coordinate of every point into its block, less the middle of its range when that is farther from 0
 * than 3 half ranges (Sterbenz: the differences are then exact), so that f32 scans work on small numbers.
 * Returns what was subtracted.
 */
function centreCoordinates(block: usize, points: usize, count: u32, padded: u32): f32 {
  let low: f32 = Infinity;
  let high: f32 = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    low = min<f32>(low, load<f32>(points + 12 * i));
    high = max<f32>(high, load<f32>(points + 12 * i));
  }
  const middle = low * <f32>0.5 + high * <f32>0.5;
  const center = abs<f32>(middle) > <f32>3 * (high * <f32>0.5 - low * <f32>0.5) ? middle : 0;
  for (let i: u32 = 0; i < padded; i++) {
    store<f32>(block + 4 * i, load<f32>(points + (i < count ? 12 * i : 0)) - center);
  }
  return center;
}

function length(x: f32, y: f32, z: f32): f32 {
  return <f32>sqrt<f64>(<f64>x * <f64>x + <f64>y * <f64>y + <f64>z * <f64>z);
}
