// Box against box for the rows that four f32 lanes leave open: the same 15 axes in f64, and where parallel faces or edges
// overlap in an area or a stretch instead of a point, its middle by clipping (Sutherland-Hodgman).
//
// B's face that looks against the normal n is projected along n onto A's face that looks along it, where A's face is a
// rectangle about the origin. tau is how far a point of B's face lies under A's, along n: linear, so deepest at a corner of
// the clipped polygon. Two edges that cross are covered: they bound the two faces.

import {
  AR, AX, AY, AZ, BX, BY, BZ, DX, DY, DZ, FALLBACK, LANE_BLOCK, NX, NY, NZ, PX, PY, PZ, ROTATION_A, ROTATION_B, read, write,
} from "../analytic/lane-block";
import { collideBoxBox } from "./box-box";

/**
 * A quadrilateral cut by four lines has at most eight corners. Rounding can bend a thin one: a cut then gives at most half
 * as many again, 4, 6, 9, 13, 19.
 */
const MAX_CORNERS: i32 = 20;
/** Corners this close to the deepest count as deepest, in sums of half extents: what f32 poses leave of parallel faces. */
const LEVEL: f64 = 5e-7;
/** Widens A's face, so that boxes which touch at its rim keep a point in spite of rounding. */
const RIM: f64 = 1e-9;

@unmanaged
class Corner {
  y: f64;
  z: f64;
  tau: f64;
}
const CORNER_BYTES: usize = offsetof<Corner>();
const cornersIn: usize = memory.data(MAX_CORNERS * 24, 16);
const cornersOut: usize = memory.data(MAX_CORNERS * 24, 16);

/** The f64 lane block in, the f64 lane block out. SEPARATED as in collideBoxBox; FALLBACK is never set. */
export function collideBoxBoxExact(): void {
  collideBoxBox<f64>(Infinity);
  if (load<u64>(LANE_BLOCK + FALLBACK * sizeof<f64>()) == 0) return;
  store<u64>(LANE_BLOCK + FALLBACK * sizeof<f64>(), 0);
  clipWitness();
}

function clipWitness(): void {
  // The normal and B's middle in the frame of A.
  const nx = read<f64>(NX), ny = read<f64>(NY), nz = read<f64>(NZ), dx = read<f64>(DX), dy = read<f64>(DY), dz = read<f64>(DZ);
  const n0 = turned(0, nx, ny, nz), n1 = turned(1, nx, ny, nz), n2 = turned(2, nx, ny, nz);
  const t0 = turned(0, dx, dy, dz), t1 = turned(1, dx, dy, dz), t2 = turned(2, dx, dy, dz);

  // A's face: axis i, spanned by j and k.
  const i = abs(n0) >= abs(n1) && abs(n0) >= abs(n2) ? 0 : abs(n1) >= abs(n2) ? 1 : 2;
  const j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
  const ni = component(i, n0, n1, n2), nj = component(j, n0, n1, n2), nk = component(k, n0, n1, n2);
  const halfI = read<f64>(AX + i), halfJ = read<f64>(AX + j), halfK = read<f64>(AX + k);
  const level = ni < 0 ? -halfI : halfI;

  // B's face: axis l, spanned by m and o.
  const b0 = across(0, n0, n1, n2), b1 = across(1, n0, n1, n2), b2 = across(2, n0, n1, n2);
  const l = abs(b0) >= abs(b1) && abs(b0) >= abs(b2) ? 0 : abs(b1) >= abs(b2) ? 1 : 2;
  const m = l == 2 ? 0 : l + 1, o = l == 0 ? 2 : l - 1;
  const outward = component(l, b0, b1, b2) < 0 ? read<f64>(BX + l) : -read<f64>(BX + l);

  for (let corner = 0; corner < 4; corner++) {
    const alongM = corner == 0 || corner == 3 ? read<f64>(BX + m) : -read<f64>(BX + m);
    const alongO = corner < 2 ? read<f64>(BX + o) : -read<f64>(BX + o);
    const xi = component(i, t0, t1, t2) + outward * entry(i, l) + alongM * entry(i, m) + alongO * entry(i, o);
    const xj = component(j, t0, t1, t2) + outward * entry(j, l) + alongM * entry(j, m) + alongO * entry(j, o);
    const xk = component(k, t0, t1, t2) + outward * entry(k, l) + alongM * entry(k, m) + alongO * entry(k, o);
    const tau = (level - xi) / ni;
    put(cornersIn, corner, xj + tau * nj, xk + tau * nk, tau);
  }

  const size = read<f64>(AX) + read<f64>(AY) + read<f64>(AZ) + read<f64>(BX) + read<f64>(BY) + read<f64>(BZ);
  const rim = RIM * size;
  let count = clip(cornersIn, 4, cornersOut, 1, 0, halfJ + rim);
  count = clip(cornersOut, count, cornersIn, -1, 0, halfJ + rim);
  count = clip(cornersIn, count, cornersOut, 0, 1, halfK + rim);
  count = clip(cornersOut, count, cornersIn, 0, -1, halfK + rim);
  if (count == 0) return; // Not in exact arithmetic; the vertex that the lane found stays.

  let deepest = -Infinity;
  for (let corner = 0; corner < count; corner++) deepest = max(deepest, at(cornersIn, corner).tau);
  let y = 0.0, z = 0.0, used = 0.0;
  for (let corner = 0; corner < count; corner++) {
    const c = at(cornersIn, corner);
    if (c.tau >= deepest - LEVEL * size) {
      y += c.y;
      z += c.z;
      used += 1;
    }
  }
  y /= used;
  z /= used;

  const p0 = i == 0 ? level : j == 0 ? y : z, p1 = i == 1 ? level : j == 1 ? y : z, p2 = i == 2 ? level : j == 2 ? y : z;
  const radius = read<f64>(AR);
  write<f64>(PX, toWorld(0, p0, p1, p2) + radius * nx);
  write<f64>(PY, toWorld(1, p0, p1, p2) + radius * ny);
  write<f64>(PZ, toWorld(2, p0, p1, p2) + radius * nz);
}

/** Keeps the side a y + b z <= limit of the polygon. Returns the number of corners that are left. */
function clip(from: usize, count: i32, to: usize, a: f64, b: f64, limit: f64): i32 {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const p = at(from, i), q = at(from, i + 1 == count ? 0 : i + 1);
    const insideP = limit - (a * p.y + b * p.z), insideQ = limit - (a * q.y + b * q.z);
    if (insideP >= 0) put(to, kept++, p.y, p.z, p.tau);
    if (insideP >= 0 != insideQ >= 0) {
      const share = insideP / (insideP - insideQ);
      put(to, kept++, p.y + share * (q.y - p.y), p.z + share * (q.z - p.z), p.tau + share * (q.tau - p.tau));
    }
  }
  return kept;
}

// @ts-ignore: decorator
@inline function at(corners: usize, index: i32): Corner {
  return changetype<Corner>(corners + <usize>index * CORNER_BYTES);
}

function put(corners: usize, index: i32, y: f64, z: f64, tau: f64): void {
  const corner = at(corners, index);
  corner.y = y;
  corner.z = z;
  corner.tau = tau;
}

// @ts-ignore: decorator
@inline function component(index: i32, x: f64, y: f64, z: f64): f64 {
  return index == 0 ? x : index == 1 ? y : z;
}

// World to axis `index` of A, and back.
// @ts-ignore: decorator
@inline function turned(index: i32, x: f64, y: f64, z: f64): f64 {
  return x * read<f64>(ROTATION_A + index) + y * read<f64>(ROTATION_A + 3 + index) + z * read<f64>(ROTATION_A + 6 + index);
}

// @ts-ignore: decorator
@inline function toWorld(row: i32, x: f64, y: f64, z: f64): f64 {
  return x * read<f64>(ROTATION_A + 3 * row) + y * read<f64>(ROTATION_A + 3 * row + 1) + z * read<f64>(ROTATION_A + 3 * row + 2);
}

// Column `axis` of R is B's axis in the frame of A.
// @ts-ignore: decorator
@inline function entry(row: i32, axis: i32): f64 {
  return read<f64>(ROTATION_B + 3 * row + axis);
}

// @ts-ignore: decorator
@inline function across(axis: i32, x: f64, y: f64, z: f64): f64 {
  return x * entry(0, axis) + y * entry(1, axis) + z * entry(2, axis);
}
