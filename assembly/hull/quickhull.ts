// Quickhull: Barber, Dobkin, Huhdanpaa 1996, in three dimensions.
// The points are snapped to an integer grid of 2^-38 of half their extent, on which orientation is exact (hull-mesh.ts):
// the triangles are convex without a tolerance, and the tolerance only says what counts as flat and what merges (facets.ts).

import { allocate } from "../memory";
import { HULL_FLAT, HULL_GRID_BITS, HULL_TOLERANCE } from "../tolerance";
import { HULL_ALL_EQUAL, HULL_COLLINEAR, HULL_COPLANAR, HULL_NO_MEMORY, HULL_TOO_FEW_POINTS } from "../layout";
import { closeFacets, cornerAt, facetAt, facetCount, loopAt, mergeFaces } from "./facets";
import {
  addFarthest, aliveCount, assignPoint, buildTetrahedron, closeMesh, faceCount, farthestPending, HullFace, hullFace, HullPoint, hullPoint,
  NONE, normalLength, openMesh, orientation, queueCreated, takePending, volumeAt,
} from "./hull-mesh";

/** The answer, in one block: this, then the arrays. Numbers are in the frame and the units of the points. */
@unmanaged
export class HullMesh {
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
  faceCount: u32;
  /** Corners of all faces: twice the edges. */
  cornerCount: u32;
  /** f64 x 4 a face: unit outward normal, then its dot with the points of the plane. */
  planes: u32;
  /** f32 x 3 a vertex. */
  vertices: u32;
  /** Of each vertex among the points. */
  indices: u32;
  /** Where the corners of a face start; one more closes the last. */
  faceOffsets: u32;
  /** Vertices around each face, counter-clockwise from outside. */
  faceVertices: u32;
  /** Where the neighbours of a vertex start; one more closes the last. */
  neighbourOffsets: u32;
  neighbours: u32;
}
/** Rounded up, so that the arrays behind it start on 16 bytes. */
const MESH_BYTES: u32 = (<u32>offsetof<HullMesh>() + 15) & ~15;

let pointCount: u32 = 0;
let middleX: f64 = 0;
let middleY: f64 = 0;
let middleZ: f64 = 0;
/** Units of the grid in one of the points; a power of two. */
let scale: f64 = 0;
let sumOfLargest: f64 = 0;
const extremes: usize = memory.data(24, 16);

/**
 * Hull of `count` points of 3 floats, all finite and at most 1e12: the address of a HullMesh, to be released, or one of
 * the HULL_ statuses. `tolerance` is a length; a negative one stands for the default. `maxVertices` 0 is no limit.
 */
export function convexHull(input: usize, count: u32, tolerance: f64, maxVertices: u32): usize {
  if (count < 4) return HULL_TOO_FEW_POINTS;
  pointCount = count;
  let answer: usize = HULL_NO_MEMORY;
  if (openMesh(count)) answer = hullOf(input, tolerance, maxVertices);
  closeFacets();
  closeMesh();
  return answer;
}

function hullOf(input: usize, tolerance: f64, maxVertices: u32): usize {
  if (!snap(input)) return HULL_ALL_EQUAL;
  const used = tolerance < 0 ? HULL_TOLERANCE * sumOfLargest : tolerance;
  const slack = used * scale;
  const status = firstFaces(max<f64>(slack, HULL_FLAT));
  if (status) return status;
  const limit = max<u32>(maxVertices, 4);
  for (let vertices: u32 = 4; maxVertices == 0 || vertices < limit; vertices++) {
    const face = maxVertices ? farthestPending() : takePending();
    if (face == NONE) break;
    if (!addFarthest(face)) return HULL_NO_MEMORY;
    queueCreated();
  }
  const error = maxVertices ? largestError() : 0;
  if (!mergeFaces(pointCount, slack)) return HULL_NO_MEMORY;
  const mesh = write(input);
  if (mesh == HULL_NO_MEMORY) return mesh;
  changetype<HullMesh>(mesh).maxError = error / scale;
  changetype<HullMesh>(mesh).tolerance = used;
  writeMass(changetype<HullMesh>(mesh));
  return mesh;
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

/** The largest distance in front of any face of any point that was left outside. */
function largestError(): f64 {
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
  return most;
}

// ---------------------------------------------------------------- the answer

function write(input: usize): usize {
  let vertexCount: u32 = 0;
  let cornerCount: u32 = 0;
  for (let f: u32 = 0; f < facetCount; f++) cornerCount += facetAt(f).kept;
  for (let i: u32 = 0; i < pointCount; i++) vertexCount += u32(cornerAt(i).degree != 0);

  const pointer = allocate(MESH_BYTES + facetCount * 32 + ((facetCount + vertexCount * 5 + cornerCount * 2 + 2) << 2));
  if (!pointer) return HULL_NO_MEMORY;
  const mesh = changetype<HullMesh>(pointer);
  mesh.vertexCount = vertexCount;
  mesh.faceCount = facetCount;
  mesh.cornerCount = cornerCount;
  mesh.planes = <u32>pointer + MESH_BYTES;
  mesh.vertices = mesh.planes + facetCount * 32;
  mesh.indices = mesh.vertices + vertexCount * 12;
  mesh.faceOffsets = mesh.indices + (vertexCount << 2);
  mesh.faceVertices = mesh.faceOffsets + ((facetCount + 1) << 2);
  mesh.neighbourOffsets = mesh.faceVertices + (cornerCount << 2);
  mesh.neighbours = mesh.neighbourOffsets + ((vertexCount + 1) << 2);
  writeVertices(mesh, input);
  writeFaces(mesh);
  writeNeighbours(mesh);
  return pointer;
}

/** In the order of the points. Leaves its number in each vertex's mark, and the neighbour offsets. */
function writeVertices(mesh: HullMesh, input: usize): void {
  let number: u32 = 0;
  let neighbours: u32 = 0;
  for (let i: u32 = 0; i < pointCount; i++) {
    const degree = cornerAt(i).degree;
    if (degree == 0) continue;
    hullPoint(i).mark = number;
    memory.copy(mesh.vertices + number * 12, input + i * 12, 12);
    store<u32>(mesh.indices + (number << 2), i);
    store<u32>(mesh.neighbourOffsets + (number << 2), neighbours);
    neighbours += degree;
    number++;
  }
  store<u32>(mesh.neighbourOffsets + (number << 2), neighbours);
}

function writeFaces(mesh: HullMesh): void {
  let end: u32 = 0;
  for (let f: u32 = 0; f < facetCount; f++) {
    const facet = facetAt(f);
    store<u32>(mesh.faceOffsets + (f << 2), end);
    for (let i: u32 = 0; i < facet.length; i++) {
      const vertex = loopAt(facet.start + i);
      if (cornerAt(vertex).degree == 0) continue;
      store<u32>(mesh.faceVertices + (end << 2), hullPoint(vertex).mark);
      end++;
    }
    const face = hullFace(facet.seed);
    const p = hullPoint(face.v0);
    const length = normalLength(face);
    const x = face.normalX / length, y = face.normalY / length, z = face.normalZ / length;
    const plane = mesh.planes + f * 32;
    store<f64>(plane, x);
    store<f64>(plane, y, 8);
    store<f64>(plane, z, 16);
    store<f64>(plane, x * (middleX + p.x / scale) + y * (middleY + p.y / scale) + z * (middleZ + p.z / scale), 24);
  }
  store<u32>(mesh.faceOffsets + (facetCount << 2), end);
}

/** Each edge runs both ways, once in each of its faces, so the edges that leave a vertex name all its neighbours. */
function writeNeighbours(mesh: HullMesh): void {
  for (let f: u32 = 0; f < mesh.faceCount; f++) {
    const start = mesh.faceVertices + (load<u32>(mesh.faceOffsets + (f << 2)) << 2);
    const end = mesh.faceVertices + (load<u32>(mesh.faceOffsets + (f << 2), 4) << 2);
    for (let at = start; at < end; at += 4) {
      const from = load<u32>(at);
      const to = load<u32>(at + 4 == end ? start : at + 4);
      // The next free place, counted in the offset, which is put back below.
      const cursor = mesh.neighbourOffsets + (from << 2);
      const place = load<u32>(cursor);
      store<u32>(mesh.neighbours + (place << 2), to);
      store<u32>(cursor, place + 1);
    }
  }
  for (let v = mesh.vertexCount; v > 0; v--) {
    store<u32>(mesh.neighbourOffsets + (v << 2), load<u32>(mesh.neighbourOffsets + ((v - 1) << 2)));
  }
  store<u32>(mesh.neighbourOffsets, 0);
}

/**
 * Sums over the tetrahedra of a vertex and each triangle, before merging. With edges e1, e2, e3 from the common vertex:
 * 6 V = det, the first moment is V / 4 sum e, the second V / 20 (sum e e' + (sum e)(sum e)').
 */
function writeMass(mesh: HullMesh): void {
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
  mesh.volume = volume;
  mesh.centerX = middleX + o.x / scale + x;
  mesh.centerY = middleY + o.y / scale + y;
  mesh.centerZ = middleZ + o.z / scale + z;
  // Second moments about the centre of mass.
  const sxx = xx / 120 - volume * x * x, syy = yy / 120 - volume * y * y, szz = zz / 120 - volume * z * z;
  mesh.inertiaXX = syy + szz;
  mesh.inertiaYY = szz + sxx;
  mesh.inertiaZZ = sxx + syy;
  mesh.inertiaXY = volume * x * y - xy / 120;
  mesh.inertiaYZ = volume * y * z - yz / 120;
  mesh.inertiaZX = volume * z * x - zx / 120;
}

