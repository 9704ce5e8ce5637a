// The simplex of GJK, and its point closest to the origin (Ericson 5.1.2, 5.1.5, 5.1.6, in f64).
// Areas come from cross products with edge vectors, not from products of dot products: for shapes far apart that
// loses one power of distance over size instead of two.

import { SIMPLEX_FLAT_SQUARED } from "../tolerance";
import { aIndex, aX, aY, aZ, bIndex, wX, wY, wZ } from "../shape/support";

@unmanaged
export class SimplexVertex {
  /** b - a, the point of K. */
  x: f64; y: f64; z: f64;
  /** The point of A. */
  ax: f64; ay: f64; az: f64;
  /** Barycentric weight in the closest point. */
  weight: f64;
  indexA: u32;
  indexB: u32;
}
const VERTEX_BYTES: u32 = <u32>offsetof<SimplexVertex>();
const vertices: usize = memory.data(4 * 64, 16);

/** Vertices in use; 4 only when the origin is inside. */
export let simplexCount: u32 = 0;

// The closest point to the origin.
export let vX: f64 = 0, vY: f64 = 0, vZ: f64 = 0;

// A candidate: up to three of the vertices, their weights, the closest point.
let trialSquared: f64 = 0;
let trialX: f64 = 0, trialY: f64 = 0, trialZ: f64 = 0;
let trialCount: u32 = 0;
let trial0: u32 = 0, trial1: u32 = 0, trial2: u32 = 0;
let weight0: f64 = 0, weight1: f64 = 0, weight2: f64 = 0;

@inline
export function vertexAt(index: u32): SimplexVertex {
  return changetype<SimplexVertex>(vertices + index * VERTEX_BYTES);
}

export function clearSimplex(): void {
  simplexCount = 0;
}

/** Appends the support point found last. */
export function pushSupport(): void {
  const vertex = vertexAt(simplexCount++);
  vertex.x = wX; vertex.y = wY; vertex.z = wZ;
  vertex.ax = aX; vertex.ay = aY; vertex.az = aZ;
  vertex.indexA = aIndex;
  vertex.indexB = bIndex;
}

/** Whether the support point found last is a vertex already. */
export function hasSupport(): bool {
  for (let i: u32 = 0; i < simplexCount; i++) {
    const vertex = vertexAt(i);
    if (vertex.x == wX && vertex.y == wY && vertex.z == wZ) return true;
  }
  return false;
}

export const REDUCED: u32 = 0;
export const INSIDE: u32 = 1;
export const NO_PROGRESS: u32 = 2;

/**
 * Moves v to the point of the simplex closest to the origin and drops the vertices it does not need. The newest
 * vertex must be the last. Unless v comes nearer than `squared`, nothing changes but that the newest vertex goes.
 */
export function reduceSimplex(squared: f64): u32 {
  const count = simplexCount;
  if (count == 1) {
    const a = vertexAt(0);
    setTrial1(0, a);
  } else if (count == 2) {
    trySegment(0, 1);
  } else if (count == 3) {
    tryTriangle(0, 1, 2);
  } else if (tryTetrahedron()) {
    return INSIDE;
  }
  if (!(trialSquared < squared)) {
    simplexCount--;
    return NO_PROGRESS;
  }
  keepTrial();
  return REDUCED;
}

function keepTrial(): void {
  vX = trialX; vY = trialY; vZ = trialZ;
  simplexCount = trialCount;
  keepVertex(0, trial0, weight0);
  if (trialCount > 1) keepVertex(1, trial1, weight1);
  if (trialCount > 2) keepVertex(2, trial2, weight2);
}

/** Trials name their vertices in rising order, so none is overwritten before it moves. */
@inline
function keepVertex(to: u32, from: u32, weight: f64): void {
  const target = vertexAt(to);
  if (to != from) {
    // Field by field: `memory.copy` leaves WebAssembly for a call.
    const source = vertexAt(from);
    target.x = source.x; target.y = source.y; target.z = source.z;
    target.ax = source.ax; target.ay = source.ay; target.az = source.az;
    target.indexA = source.indexA;
    target.indexB = source.indexB;
  }
  target.weight = weight;
}

@inline
function setTrial1(i: u32, a: SimplexVertex): void {
  trialCount = 1;
  trial0 = i;
  weight0 = 1;
  setTrialPoint(a.x, a.y, a.z);
}

@inline
function setTrialPoint(x: f64, y: f64, z: f64): void {
  trialX = x; trialY = y; trialZ = z;
  trialSquared = x * x + y * y + z * z;
}

/** The point of the segment at `t` from i to j. */
@inline
function setTrial2(i: u32, j: u32, a: SimplexVertex, b: SimplexVertex, t: f64): void {
  trialCount = 2;
  trial0 = i; trial1 = j;
  weight0 = 1 - t; weight1 = t;
  setTrialPoint(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z));
}

function trySegment(i: u32, j: u32): void {
  const a = vertexAt(i), b = vertexAt(j);
  const x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
  const along = -(a.x * x + a.y * y + a.z * z);
  const squared = x * x + y * y + z * z;
  if (along <= 0) setTrial1(i, a);
  else if (along >= squared) setTrial1(j, b);
  else setTrial2(i, j, a, b, along / squared);
}

function tryTriangle(i: u32, j: u32, k: u32): void {
  const a = vertexAt(i), b = vertexAt(j), c = vertexAt(k);
  const ax = a.x, ay = a.y, az = a.z;
  const bx = b.x, by = b.y, bz = b.z;
  const cx = c.x, cy = c.y, cz = c.z;
  const abx = bx - ax, aby = by - ay, abz = bz - az;
  const acx = cx - ax, acy = cy - ay, acz = cz - az;

  const aAlongAB = -(ax * abx + ay * aby + az * abz);
  const aAlongAC = -(ax * acx + ay * acy + az * acz);
  if (aAlongAB <= 0 && aAlongAC <= 0) return setTrial1(i, a);
  const bAlongAB = -(bx * abx + by * aby + bz * abz);
  const bAlongAC = -(bx * acx + by * acy + bz * acz);
  if (bAlongAB >= 0 && bAlongAC <= bAlongAB) return setTrial1(j, b);
  const cAlongAB = -(cx * abx + cy * aby + cz * abz);
  const cAlongAC = -(cx * acx + cy * acy + cz * acz);
  if (cAlongAC >= 0 && cAlongAB <= cAlongAC) return setTrial1(k, c);

  const nx = aby * acz - abz * acy, ny = abz * acx - abx * acz, nz = abx * acy - aby * acx;
  const bcx = cx - bx, bcy = cy - by, bcz = cz - bz;
  // n . (a x ab) and its like: twice the area opposite each vertex, as seen along n, times |n|.
  const areaC = nx * (ay * abz - az * aby) + ny * (az * abx - ax * abz) + nz * (ax * aby - ay * abx);
  if (areaC <= 0 && aAlongAB >= 0 && bAlongAB <= 0) return setTrial2(i, j, a, b, aAlongAB / (aAlongAB - bAlongAB));
  const areaB = nx * (acy * cz - acz * cy) + ny * (acz * cx - acx * cz) + nz * (acx * cy - acy * cx);
  if (areaB <= 0 && aAlongAC >= 0 && cAlongAC <= 0) return setTrial2(i, k, a, c, aAlongAC / (aAlongAC - cAlongAC));
  const areaA = nx * (by * bcz - bz * bcy) + ny * (bz * bcx - bx * bcz) + nz * (bx * bcy - by * bcx);
  const bAlongBC = bAlongAC - bAlongAB;
  const cAlongCB = cAlongAB - cAlongAC;
  if (areaA <= 0 && bAlongBC >= 0 && cAlongCB >= 0) return setTrial2(j, k, b, c, bAlongBC / (bAlongBC + cAlongCB));

  const sum = areaA + areaB + areaC;
  const squared = nx * nx + ny * ny + nz * nz;
  if (!(sum > 0 && squared > 0)) return tryEdges(i, j, k);
  trialCount = 3;
  trial0 = i; trial1 = j; trial2 = k;
  weight0 = areaA / sum; weight1 = areaB / sum; weight2 = areaC / sum;
  // Along the normal exactly: the weighted sum would lose the direction of a short v.
  const height = (ax * nx + ay * ny + az * nz) / squared;
  setTrialPoint(nx * height, ny * height, nz * height);
}

/** A triangle without area is its edges. */
function tryEdges(i: u32, j: u32, k: u32): void {
  trySegment(i, j);
  const squaredIJ = trialSquared;
  trySegment(i, k);
  const squaredIK = trialSquared;
  trySegment(j, k);
  if (squaredIJ <= squaredIK && squaredIJ <= trialSquared) trySegment(i, j);
  else if (squaredIK <= trialSquared) trySegment(i, k);
}

/**
 * The three faces at the newest vertex: the fourth held the last v, and the newest vertex lies on the origin's side of it.
 * True when the origin is inside.
 */
function tryTetrahedron(): bool {
  const a = vertexAt(3), b = vertexAt(0), c = vertexAt(1), d = vertexAt(2);
  const ax = a.x, ay = a.y, az = a.z;
  const abx = b.x - ax, aby = b.y - ay, abz = b.z - az;
  const acx = c.x - ax, acy = c.y - ay, acz = c.z - az;
  const adx = d.x - ax, ady = d.y - ay, adz = d.z - az;
  // Normals of the faces abc, acd, adb; all point inward if the volume is positive, outward if it is negative.
  const bcx = aby * acz - abz * acy, bcy = abz * acx - abx * acz, bcz = abx * acy - aby * acx;
  const cdx = acy * adz - acz * ady, cdy = acz * adx - acx * adz, cdz = acx * ady - acy * adx;
  const dbx = ady * abz - adz * aby, dby = adz * abx - adx * abz, dbz = adx * aby - ady * abx;
  const volume = bcx * adx + bcy * ady + bcz * adz;
  // Flat: it has no inside, any face may hold the closest point.
  const flat = volume * volume <= SIMPLEX_FLAT_SQUARED * (bcx * bcx + bcy * bcy + bcz * bcz) * (adx * adx + ady * ady + adz * adz);
  const side: f64 = volume > 0 ? 1 : -1;
  const outsideBC = flat || side * (bcx * ax + bcy * ay + bcz * az) > 0;
  const outsideCD = flat || side * (cdx * ax + cdy * ay + cdz * az) > 0;
  const outsideDB = flat || side * (dbx * ax + dby * ay + dbz * az) > 0;

  let best = Infinity;
  let bestFace = 0;
  if (outsideBC) {
    tryTriangle(0, 1, 3);
    best = trialSquared;
    bestFace = 1;
  }
  if (outsideDB) {
    tryTriangle(0, 2, 3);
    if (trialSquared < best) {
      best = trialSquared;
      bestFace = 2;
    }
  }
  if (outsideCD) {
    tryTriangle(1, 2, 3);
    if (trialSquared < best) bestFace = 3;
  }
  if (bestFace == 0) return true;
  // The last trial stands; an earlier one that was better is made again.
  if (bestFace == 1 && (outsideDB || outsideCD)) tryTriangle(0, 1, 3);
  else if (bestFace == 2 && outsideCD) tryTriangle(0, 2, 3);
  return false;
}
