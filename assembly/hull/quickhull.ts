// Quickhull: Barber, Dobkin, Huhdanpaa 1996, in three dimensions.
// The points are snapped to an integer grid of 2^-38 of half their extent, on which orientation is exact (hull-mesh.ts):
// the triangles are convex without a tolerance, and the tolerance only says what counts as flat and what merges (facets.ts).

import { HULL_ALL_EQUAL, HULL_COLLINEAR, HULL_COPLANAR, HULL_NO_MEMORY } from "../layout";
import { allocate, release } from "../memory";
import { HULL_FLAT, HULL_GRID_BITS, HULL_TOLERANCE } from "../tolerance";
import { closeFacets, makeTwoSided } from "./facets";
import {
  addFarthest, assignPoint, buildTetrahedron, closeMesh, faceCount, farthestPending, hullFace, HullPoint, hullPoint, NONE, normalLength,
  openMesh, orientation, queueCreated, takePending, volumeAt,
} from "./hull-mesh";
import { planarHull } from "./planar-hull";

/** Above every HULL_ status: there are triangles. */
export const HULL_SOLID: u32 = 5;

export let pointCount: u32 = 0;
let middleX: f64 = 0;
let middleY: f64 = 0;
let middleZ: f64 = 0;
/** Units of the grid in one of the points; a power of two. */
export let scale: f64 = 0;
/** The tolerance of the call, a length. */
export let usedTolerance: f64 = 0;
let sumOfLargest: f64 = 0;
// What a cloud without a volume still has: where it starts, where it ends, and the normal of its plane (unit).
export let firstEnd: u32 = 0;
export let lastEnd: u32 = 0;
export let flatX: f64 = 0, flatY: f64 = 0, flatZ: f64 = 0;
const extremes: usize = memory.data(24, 16);

/** Takes `count` points of 3 floats, all finite and at most 1e12, and room for them; false when there is none. Then closeHull(). */
export function openHull(count: u32): bool {
  pointCount = count;
  return openMesh(count);
}

export function closeHull(): void {
  closeFacets();
  closeMesh();
}

/**
 * Triangles around the points, or one of the HULL_ statuses: HULL_SOLID, HULL_NO_MEMORY, or why there are none. Flat is
 * what is thinner than `tolerance`, a length; a negative one stands for the default. `maxVertices` 0 is no limit.
 */
export function growHull(input: usize, tolerance: f64, maxVertices: u32): u32 {
  firstEnd = 0;
  lastEnd = 0;
  if (!snap(input)) return HULL_ALL_EQUAL;
  usedTolerance = tolerance < 0 ? HULL_TOLERANCE * sumOfLargest : tolerance;
  const status = firstFaces(max<f64>(usedTolerance * scale, HULL_FLAT));
  if (status) return status;
  const limit = max<u32>(maxVertices, 4);
  for (let vertices: u32 = 4; maxVertices == 0 || vertices < limit; vertices++) {
    const face = maxVertices ? farthestPending() : takePending();
    if (face == NONE) break;
    if (!addFarthest(face)) return HULL_NO_MEMORY;
    queueCreated();
  }
  return HULL_SOLID;
}

// ---------------------------------------------------------------- the grid

/** Puts the points on the grid and finds the extreme ones along the axes; false when all are equal. */
function snap(input: usize): bool {
  const x = findExtremes(input, 0);
  const halfX = halfRange, largestX = largestOfAxis;
  const y = findExtremes(input, 1);
  const halfY = halfRange, largestY = largestOfAxis;
  const z = findExtremes(input, 2);
  const half = max<f64>(max<f64>(halfX, halfY), halfRange);
  if (!(half > 0)) return false;
  sumOfLargest = largestX + largestY + largestOfAxis;
  // The power of two above `half` becomes 2^HULL_GRID_BITS.
  const exponent = <i32>(reinterpret<u64>(half) >> 52) - 1022;
  scale = reinterpret<f64>(<u64>(1023 + HULL_GRID_BITS - exponent) << 52);
  // On the grid, so that what is coplanar stays so.
  middleX = nearest<f64>(x * scale) / scale;
  middleY = nearest<f64>(y * scale) / scale;
  middleZ = nearest<f64>(z * scale) / scale;
  for (let i: u32 = 0; i < pointCount; i++) {
    const from = input + i * 12;
    const point = hullPoint(i);
    point.x = nearest<f64>((<f64>load<f32>(from) - middleX) * scale);
    point.y = nearest<f64>((<f64>load<f32>(from, 4) - middleY) * scale);
    point.z = nearest<f64>((<f64>load<f32>(from, 8) - middleZ) * scale);
  }
  return true;
}

// A point of the grid in the units and the frame of the points.
@inline export function gridX(point: HullPoint): f64 { return middleX + point.x / scale; }
@inline export function gridY(point: HullPoint): f64 { return middleY + point.y / scale; }
@inline export function gridZ(point: HullPoint): f64 { return middleZ + point.z / scale; }

let halfRange: f64 = 0;
let largestOfAxis: f64 = 0;

/** The first lowest and the first highest point along an axis; returns the middle between them. */
function findExtremes(input: usize, axis: u32): f64 {
  const from = input + (axis << 2);
  let low = load<f32>(from), high = low;
  let lowest: u32 = 0, highest: u32 = 0;
  for (let i: u32 = 1; i < pointCount; i++) {
    const value = load<f32>(from + i * 12);
    if (value < low) {
      low = value;
      lowest = i;
    } else if (value > high) {
      high = value;
      highest = i;
    }
  }
  store<u32>(extremes + (axis << 3), lowest);
  store<u32>(extremes + (axis << 3), highest, 4);
  halfRange = (<f64>high - <f64>low) * 0.5;
  largestOfAxis = max<f64>(abs<f64>(low), abs<f64>(high));
  return (<f64>low + <f64>high) * 0.5;
}

// ---------------------------------------------------------------- the first tetrahedron

/** Spans the first tetrahedron and gives every point to a face of it, or says why there is none. */
function firstFaces(flat: f64): u32 {
  let a: u32 = 0, b: u32 = 0;
  let most: f64 = 0;
  for (let i: u32 = 0; i < 6; i++) {
    for (let j = i + 1; j < 6; j++) {
      const p = load<u32>(extremes + (i << 2)), q = load<u32>(extremes + (j << 2));
      const squared = distanceSquared(hullPoint(p), hullPoint(q));
      if (squared <= most) continue;
      most = squared;
      a = p;
      b = q;
    }
  }
  if (most <= flat * flat) return HULL_ALL_EQUAL;
  firstEnd = min<u32>(a, b);
  lastEnd = max<u32>(a, b);

  const p = hullPoint(a), q = hullPoint(b);
  const ux = q.x - p.x, uy = q.y - p.y, uz = q.z - p.z;
  const base = most;
  let c: u32 = 0;
  most = 0;
  for (let i: u32 = 0; i < pointCount; i++) {
    const r = hullPoint(i);
    const vx = r.x - p.x, vy = r.y - p.y, vz = r.z - p.z;
    const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    const squared = x * x + y * y + z * z;
    if (squared <= most) continue;
    most = squared;
    c = i;
  }
  if (most <= flat * flat * base) return HULL_COLLINEAR;

  const r = hullPoint(c);
  const vx = r.x - p.x, vy = r.y - p.y, vz = r.z - p.z;
  const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
  let d: u32 = 0;
  const length = sqrt<f64>(most);
  flatX = x / length; flatY = y / length; flatZ = z / length;
  most = 0;
  for (let i: u32 = 0; i < pointCount; i++) {
    const s = hullPoint(i);
    const height = abs<f64>(x * (s.x - p.x) + y * (s.y - p.y) + z * (s.z - p.z));
    if (height <= most) continue;
    most = height;
    d = i;
  }
  if (most <= flat * length) return HULL_COPLANAR;
  let side = orientation(p, q, r, hullPoint(d));
  // In a cloud like a needle the height can be rounding: any point that is off the plane will do.
  for (let i: u32 = 0; i < pointCount && side == 0; i++) {
    d = i;
    side = orientation(p, q, r, hullPoint(i));
  }
  if (side == 0) return HULL_COPLANAR;
  if (side > 0) buildTetrahedron(a, c, b, d);
  else buildTetrahedron(a, b, c, d);
  for (let i: u32 = 0; i < pointCount; i++) assignPoint(i);
  queueCreated();
  return 0;
}

function distanceSquared(p: HullPoint, q: HullPoint): f64 {
  const x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
  return x * x + y * y + z * z;
}

/** The largest distance in front of any face of any point that was left outside, a length. */
export function largestError(): f64 {
  let most: f64 = 0;
  for (let i: u32 = 0; i < faceCount; i++) {
    if (!hullFace(i).alive) continue;
    for (let index = hullFace(i).outside; index != NONE; index = hullPoint(index).next) {
      for (let j: u32 = 0; j < faceCount; j++) {
        const face = hullFace(j);
        if (face.alive) most = max<f64>(most, volumeAt(face, hullPoint(index)) / normalLength(face));
      }
    }
  }
  return most / scale;
}

// ---------------------------------------------------------------- flat clouds

/** After HULL_COPLANAR: the hull in the plane, as two facets back to back. False when there is no room. */
export function makeFlat(): bool {
  const pairs = allocate(pointCount << 4);
  const list = allocate((pointCount + 1) << 2);
  const scratch = allocate((pointCount + 1) << 2);
  const done = pairs != 0 && list != 0 && scratch != 0 && makeTwoSided(pointCount, list, projectedHull(pairs, list, scratch));
  release(pairs);
  release(list);
  release(scratch);
  return done;
}

/** Along the axis that the normal leans to most: integers stay integers, and what lies on a line stays on it. */
function projectedHull(pairs: usize, list: usize, scratch: usize): u32 {
  const x = abs<f64>(flatX), y = abs<f64>(flatY), z = abs<f64>(flatZ);
  const axis: u32 = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const leans = axis == 0 ? flatX : axis == 1 ? flatY : flatZ;
  if (leans < 0) {
    flatX = -flatX; flatY = -flatY; flatZ = -flatZ;
  }
  for (let i: u32 = 0; i < pointCount; i++) {
    const p = hullPoint(i);
    store<f64>(pairs + (i << 4), axis == 0 ? p.y : axis == 1 ? p.z : p.x);
    store<f64>(pairs + (i << 4), axis == 0 ? p.z : axis == 1 ? p.x : p.y, 8);
  }
  return planarHull(pairs, pointCount, list, scratch);
}
