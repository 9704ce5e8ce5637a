// What JavaScript gets of a convex hull: a mesh of polygons, and its mass.

import { HULL_COPLANAR, HULL_NO_MEMORY, HULL_TOO_FEW_POINTS } from "../layout";
import { allocate } from "../memory";
import { Mesh } from "../shape/mesh";
import { mergeFaces } from "./facets";
import { faceCount, hullFace, hullPoint, NONE } from "./hull-mesh";
import { cornerTotal, meshBytes, numberVertices, vertexTotal, writeMesh } from "./mesh-writer";
import { closeHull, gridX, gridY, gridZ, growHull, HULL_SOLID, largestError, makeFlat, openHull, pointCount, scale, usedTolerance } from "./quickhull";

/** The answer, in one block: this, then the arrays. Numbers are in the frame and the units of the points. */
@unmanaged
export class HullRecord {
  volume: f64;
  centerX: f64; centerY: f64; centerZ: f64;
  /** About the centre of mass, for a density of 1. */
  inertiaXX: f64; inertiaYY: f64; inertiaZZ: f64;
  inertiaXY: f64; inertiaYZ: f64; inertiaZX: f64;
  /** How far a point may lie in front of a face: 0 unless the vertices were limited. */
  maxError: f64;
  /** The one that was used. */
  tolerance: f64;
  vertexCount: u32;
  /** Corners of all faces: twice the edges. */
  cornerCount: u32;
  /** f32 x 3 a vertex. */
  vertices: u32;
  /** Of each vertex among the points. */
  indices: u32;
}
const MESH_AT: u32 = <u32>offsetof<HullRecord>();
/** With its Mesh; rounded up, so that the arrays behind it start on 16 bytes. */
const RECORD_BYTES: u32 = (MESH_AT + <u32>offsetof<Mesh>() + 15) & ~15;

/**
 * Hull of `count` points of 3 floats, all finite and at most 1e12: the address of a HullRecord, to be released, or one of
 * the HULL_ statuses. `tolerance` is a length; a negative one stands for the default. `maxVertices` 0 is no limit. `flat` 1:
 * coplanar points have a hull with two sides.
 */
export function convexHull(input: usize, count: u32, tolerance: f64, maxVertices: u32, flat: u32): usize {
  if (count < 4 - flat) return HULL_TOO_FEW_POINTS;
  const answer = openHull(count) ? hullOf(input, tolerance, maxVertices, flat) : HULL_NO_MEMORY;
  closeHull();
  return answer;
}

function hullOf(input: usize, tolerance: f64, maxVertices: u32, flat: u32): usize {
  const status = growHull(input, tolerance, maxVertices);
  const solid = status == HULL_SOLID;
  if (!solid && !(flat && status == HULL_COPLANAR)) return status;
  const error = solid && maxVertices ? largestError() : 0;
  if (!(solid ? mergeFaces(pointCount, usedTolerance * scale) : makeFlat())) return HULL_NO_MEMORY;
  const pointer = write(input);
  if (pointer == HULL_NO_MEMORY) return pointer;
  const record = changetype<HullRecord>(pointer);
  record.maxError = error;
  record.tolerance = usedTolerance;
  if (solid) writeMass(record);
  return pointer;
}

function write(input: usize): usize {
  numberVertices(false);
  const pointer = allocate(RECORD_BYTES + meshBytes() + vertexTotal * 16);
  if (!pointer) return HULL_NO_MEMORY;
  const record = changetype<HullRecord>(pointer);
  record.vertexCount = vertexTotal;
  record.cornerCount = cornerTotal;
  record.vertices = <u32>pointer + RECORD_BYTES + meshBytes();
  record.indices = record.vertices + vertexTotal * 12;
  writeMesh(changetype<Mesh>(pointer + MESH_AT), pointer + RECORD_BYTES, 0, 0, 0);
  for (let i: u32 = 0; i < pointCount; i++) {
    const number = hullPoint(i).mark;
    if (number == NONE) continue;
    memory.copy(record.vertices + number * 12, input + i * 12, 12);
    store<u32>(record.indices + (number << 2), i);
  }
  return pointer;
}

/**
 * Sums over the tetrahedra of a vertex and each triangle, before merging. With edges e1, e2, e3 from the common vertex:
 * 6 V = det, the first moment is V / 4 sum e, the second V / 20 (sum e e' + (sum e)(sum e)').
 */
function writeMass(record: HullRecord): void {
  let origin = NONE;
  let volume: f64 = 0, mx: f64 = 0, my: f64 = 0, mz: f64 = 0;
  let xx: f64 = 0, yy: f64 = 0, zz: f64 = 0, xy: f64 = 0, yz: f64 = 0, zx: f64 = 0;
  for (let i: u32 = 0; i < faceCount; i++) {
    const face = hullFace(i);
    if (!face.alive) continue;
    if (origin == NONE) origin = face.v0;
    const o = hullPoint(origin), p = hullPoint(face.v0), q = hullPoint(face.v1), r = hullPoint(face.v2);
    const ax = (p.x - o.x) / scale, ay = (p.y - o.y) / scale, az = (p.z - o.z) / scale;
    const bx = (q.x - o.x) / scale, by = (q.y - o.y) / scale, bz = (q.z - o.z) / scale;
    const cx = (r.x - o.x) / scale, cy = (r.y - o.y) / scale, cz = (r.z - o.z) / scale;
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx, sy = ay + by + cy, sz = az + bz + cz;
    volume += det;
    mx += det * sx;
    my += det * sy;
    mz += det * sz;
    xx += det * (ax * ax + bx * bx + cx * cx + sx * sx);
    yy += det * (ay * ay + by * by + cy * cy + sy * sy);
    zz += det * (az * az + bz * bz + cz * cz + sz * sz);
    xy += det * (ax * ay + bx * by + cx * cy + sx * sy);
    yz += det * (ay * az + by * bz + cy * cz + sy * sz);
    zx += det * (az * ax + bz * bx + cz * cx + sz * sx);
  }
  const o = hullPoint(origin);
  const x = mx / (4 * volume), y = my / (4 * volume), z = mz / (4 * volume);
  volume /= 6;
  record.volume = volume;
  record.centerX = gridX(o) + x;
  record.centerY = gridY(o) + y;
  record.centerZ = gridZ(o) + z;
  // Second moments about the centre of mass.
  const sxx = xx / 120 - volume * x * x, syy = yy / 120 - volume * y * y, szz = zz / 120 - volume * z * z;
  record.inertiaXX = syy + szz;
  record.inertiaYY = szz + sxx;
  record.inertiaZZ = sxx + syy;
  record.inertiaXY = volume * x * y - xy / 120;
  record.inertiaYZ = volume * y * z - yz / 120;
  record.inertiaZX = volume * z * x - zx / 120;
}

