// Support features: the vertex, edge or face of a core that a contact normal points at, projected along the normal.
//
// In the plane across the normal a feature is a convex polygon, counter-clockwise about the normal, of 1, 2 or more corners;
// over the plane it is a linear height along the normal. Both shapes are brought into one such plane, so that clipping
// (clip-polygon.ts) is a matter of two dimensions and a contact is where the two heights are compared.

import { localX, localY, localZ, setRotation } from "../math/pose";
import { Shape } from "../shape/shape";

@unmanaged
export class Corner {
  x: f64;
  y: f64;
  /** Along the normal. */
  height: f64;
  /** Its number on the shape. */
  vertex: u32;
  padding: u32;
}
export const CORNER_BYTES: usize = offsetof<Corner>();

/** A face with more vertices than this gives some of them, spread evenly. */
export const MAX_CORNERS: i32 = 96;

@unmanaged
export class Feature {
  // Height over (x, y): height + slopeX x + slopeY y.
  height: f64;
  slopeX: f64;
  slopeY: f64;
  /** Rounding of an edge, to be added outside of it. A face has it in its corners. */
  radius: f64;
  /** How far beside an edge the surface is still there, to the rounding that is allowed. */
  reach: f64;
  /** Cosine of the angle between the face and the plane. */
  level: f64;
  /** Corners. 0: a face without end. */
  count: i32;
  /** Its number on the shape. */
  face: u32;
  corners: usize;
}
const FEATURE_BYTES: i32 = 64;
export const featureA: Feature = changetype<Feature>(memory.data(FEATURE_BYTES, 16));
export const featureB: Feature = changetype<Feature>(memory.data(FEATURE_BYTES, 16));
featureA.corners = memory.data(MAX_CORNERS * 32, 16);
featureB.corners = memory.data(MAX_CORNERS * 32, 16);

// @ts-ignore: decorator
@inline export function cornerAt(feature: Feature, index: i32): Corner {
  return changetype<Corner>(feature.corners + <usize>index * CORNER_BYTES);
}

// ---------------------------------------------------------------- the plane

/** The axes of the plane (u, v) and the normal n as a core sees them, and where its center is in the plane and along n. */
@unmanaged
export class Frame {
  ux: f64; uy: f64; uz: f64;
  vx: f64; vy: f64; vz: f64;
  nx: f64; ny: f64; nz: f64;
  ox: f64; oy: f64; oh: f64;
}
const FRAME_BYTES: i32 = 96;
/** In the world; the origin is A's position. */
export const plane: Frame = changetype<Frame>(memory.data(FRAME_BYTES, 16));
export const frameA: Frame = changetype<Frame>(memory.data(FRAME_BYTES, 16));
export const frameB: Frame = changetype<Frame>(memory.data(FRAME_BYTES, 16));

/** The plane across the unit vector n; its axes by Duff et al. 2017. */
export function setPlane(nx: f64, ny: f64, nz: f64): void {
  const sign: f64 = nz < 0 ? -1 : 1;
  const a = -1 / (sign + nz), b = nx * ny * a;
  plane.ux = 1 + sign * nx * nx * a; plane.uy = sign * b; plane.uz = -sign * nx;
  plane.vx = b; plane.vy = sign + ny * ny * a; plane.vz = -ny;
  plane.nx = nx; plane.ny = ny; plane.nz = nz;
}

/** `origin`: A's pose. The positions are subtracted first: far from the world's origin nothing is lost. */
export function setFrame(frame: Frame, shape: Shape, pose: usize, origin: usize): void {
  setRotation(pose);
  const dx = <f64>load<f32>(pose) - <f64>load<f32>(origin);
  const dy = <f64>load<f32>(pose, 4) - <f64>load<f32>(origin, 4);
  const dz = <f64>load<f32>(pose, 8) - <f64>load<f32>(origin, 8);
  for (let k: usize = 0; k < 3; k++) {
    const from = changetype<usize>(plane) + k * 24, to = changetype<usize>(frame) + k * 24;
    const x = load<f64>(from), y = load<f64>(from, 8), z = load<f64>(from, 16);
    const lx = localX(x, y, z), ly = localY(x, y, z), lz = localZ(x, y, z);
    store<f64>(to, lx);
    store<f64>(to, ly, 8);
    store<f64>(to, lz, 16);
    const center = lx * <f64>shape.centerX + ly * <f64>shape.centerY + lz * <f64>shape.centerZ;
    store<f64>(changetype<usize>(frame) + (k << 3), (x * dx + y * dy + z * dz) + center, offsetof<Frame>("ox"));
  }
}

// ---------------------------------------------------------------- building features

/** Adds the point (x, y, z) of the core. */
export function put(frame: Frame, feature: Feature, x: f64, y: f64, z: f64, vertex: u32): void {
  const corner = cornerAt(feature, feature.count++);
  corner.x = frame.ox + (frame.ux * x + frame.uy * y + frame.uz * z);
  corner.y = frame.oy + (frame.vx * x + frame.vy * y + frame.vz * z);
  corner.height = frame.oh + (frame.nx * x + frame.ny * y + frame.nz * z);
  corner.vertex = vertex;
}

/** The plane of a face with the unit normal (x, y, z) or its opposite, through the first corner. Takes up the rounding. */
export function setFace(frame: Frame, feature: Feature, side: f64, x: f64, y: f64, z: f64): void {
  const u = frame.ux * x + frame.uy * y + frame.uz * z, v = frame.vx * x + frame.vy * y + frame.vz * z;
  const along = frame.nx * x + frame.ny * y + frame.nz * z;
  const out = side * along < 0 ? -feature.radius : feature.radius;
  if (out != 0) {
    for (let i = 0; i < feature.count; i++) {
      const corner = cornerAt(feature, i);
      corner.x += out * u;
      corner.y += out * v;
      corner.height += out * along;
    }
    feature.radius = 0;
  }
  feature.level = abs<f64>(along);
  setSlopes(feature, -u / along, -v / along);
}

/** The line through the first two corners; the foremost of them where it is seen end-on. */
export function setEdge(feature: Feature, side: f64): void {
  const a = cornerAt(feature, 0), b = cornerAt(feature, 1);
  const dx = b.x - a.x, dy = b.y - a.y, dh = b.height - a.height;
  const squared = dx * dx + dy * dy;
  feature.count = 2;
  if (squared <= END_ON_SQUARED * (squared + dh * dh)) {
    if (side * dh > 0) copyCorner(feature, 1, 0);
    feature.count = 1;
    return;
  }
  setSlopes(feature, dh / squared * dx, dh / squared * dy);
}
/** Squared: an edge of which less than this part of its length is seen is seen end-on. */
const END_ON_SQUARED: f64 = 1e-4;

/**
 * Of a face that is seen edge-on: at its foremost corner the edge that falls back less. From there on no way into the face
 * rises more than along the edge, so what rounds the edge is the surface.
 */
export function setForemostEdge(feature: Feature, side: f64): void {
  const count = feature.count;
  let top = 0;
  for (let i = 1; i < count; i++) {
    if (side * (cornerAt(feature, i).height - cornerAt(feature, top).height) > 0) top = i;
  }
  const before = (top == 0 ? count : top) - 1, after = top + 1 == count ? 0 : top + 1;
  const other = steepness(feature, top, before) < steepness(feature, top, after) ? before : after;
  copyCorner(feature, min<i32>(top, other), 0);
  copyCorner(feature, max<i32>(top, other), 1);
  setEdge(feature, side);
}

/** Squared. */
function steepness(feature: Feature, from: i32, to: i32): f64 {
  const a = cornerAt(feature, from), b = cornerAt(feature, to);
  const dx = a.x - b.x, dy = a.y - b.y, dh = a.height - b.height;
  return dh * dh / (dx * dx + dy * dy);
}

function setSlopes(feature: Feature, slopeX: f64, slopeY: f64): void {
  const corner = cornerAt(feature, 0);
  feature.slopeX = slopeX;
  feature.slopeY = slopeY;
  feature.height = corner.height - slopeX * corner.x - slopeY * corner.y;
}

function copyCorner(feature: Feature, from: i32, to: i32): void {
  memory.copy(changetype<usize>(cornerAt(feature, to)), changetype<usize>(cornerAt(feature, from)), CORNER_BYTES);
}
