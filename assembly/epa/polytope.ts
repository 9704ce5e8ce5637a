// The polytope of EPA: a closed triangle surface in fixed capacity, faces counter-clockwise from outside.

import { aX, aY, aZ, wX, wY, wZ } from "../shape/support";
import { EPA_MAX_FACES, EPA_MAX_VERTICES } from "../tolerance";

@unmanaged
export class PolytopeVertex {
  /** b - a, the point of K. */
  x: f64; y: f64; z: f64;
  /** The point of A. */
  ax: f64; ay: f64; az: f64;
}
const VERTEX_BYTES: u32 = <u32>offsetof<PolytopeVertex>();
const vertices: usize = memory.data(EPA_MAX_VERTICES * 48, 16);

@unmanaged
export class Face {
  /** Unit and outward; 0 in a face without area. */
  normalX: f64; normalY: f64; normalZ: f64;
  v0: PolytopeVertex; v1: PolytopeVertex; v2: PolytopeVertex;
  /** Across the edges v0-v1, v1-v2, v2-v0: the face's number times 4 plus the edge's number there. */
  twin0: u32; twin1: u32; twin2: u32;
  alive: u32;
  /** Keeps the floats of the next face on 8 bytes: the JavaScript build reads them from a Float64Array. */
  padding: u32;
}
const FACE_BYTES: u32 = <u32>offsetof<Face>();
const faces: usize = memory.data(EPA_MAX_FACES * 64, 16);
/** Plane distance from the origin; Infinity in a face that cannot be chosen: dead, or without area. */
const distances: usize = memory.data(EPA_MAX_FACES * 8, 16);
/** Edges to visit, as twins; each visible face pushes two. */
const stack: usize = memory.data(EPA_MAX_FACES * 8, 16);
/** Faces of the cone over the horizon are threaded by the vertex their rim edge starts at. */
const faceFrom: usize = memory.data(EPA_MAX_VERTICES * 4, 16);

export let vertexCount: u32 = 0;
export let faceCount: u32 = 0;

@inline export function faceAt(index: u32): Face { return changetype<Face>(faces + index * FACE_BYTES); }
@inline export function polytopeVertexAt(index: u32): PolytopeVertex { return changetype<PolytopeVertex>(vertices + index * VERTEX_BYTES); }
@inline export function planeDistance(index: u32): f64 { return load<f64>(distances + (index << 3)); }
@inline function numberOf(vertex: PolytopeVertex): usize { return (changetype<usize>(vertex) - vertices) / VERTEX_BYTES; }

export function clearPolytope(): void {
  vertexCount = 0;
  faceCount = 0;
}

export function newPolytopeVertex(): PolytopeVertex {
  return polytopeVertexAt(vertexCount++);
}

export function popPolytopeVertex(): void {
  vertexCount--;
}

/** Appends the support point found last. */
export function pushPolytopeVertex(): PolytopeVertex {
  const vertex = newPolytopeVertex();
  vertex.x = wX; vertex.y = wY; vertex.z = wZ;
  vertex.ax = aX; vertex.ay = aY; vertex.az = aZ;
  return vertex;
}

/** The four faces of the tetrahedron of the first four vertices. */
export function buildTetrahedron(): void {
  const a = polytopeVertexAt(0), d = polytopeVertexAt(3);
  let b = polytopeVertexAt(1), c = polytopeVertexAt(2);
  const bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
  const cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
  const volume = (by * cz - bz * cy) * (d.x - a.x) + (bz * cx - bx * cz) * (d.y - a.y) + (bx * cy - by * cx) * (d.z - a.z);
  if (volume > 0) { // d must lie behind a, b, c
    const swapped = b;
    b = c;
    c = swapped;
  }
  addFace(a, b, c);
  addFace(a, d, b);
  addFace(b, d, c);
  addFace(c, d, a);
  link(0, 0, 1, 2);
  link(0, 1, 2, 2);
  link(0, 2, 3, 2);
  link(1, 1, 2, 0);
  link(2, 1, 3, 0);
  link(3, 1, 1, 0);
}

/** The face nearest to the origin, the first one on ties; faceCount when none can be chosen. */
export function nearestFace(): u32 {
  let nearest = faceCount;
  let least: f64 = Infinity;
  for (let i: u32 = 0; i < faceCount; i++) {
    const distance = planeDistance(i);
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

/**
 * Removes every face that sees `point`, starting from `seed`, and closes the hole with a cone to it.
 * A face without area counts as seeing: it has no side to be on, and keeping it could split the horizon.
 * False when capacity ran out or the horizon is no single loop: the surface is then of no further use.
 */
export function expand(seed: u32, point: PolytopeVertex, slop: f64): bool {
  const first = faceCount;
  kill(seed);
  let top = stack;
  const root = faceAt(seed);
  store<u32>(top, root.twin2);
  store<u32>(top, root.twin1, 4);
  store<u32>(top, root.twin0, 8);
  top += 12;
  while (top > stack) {
    top -= 4;
    const twin = load<u32>(top);
    const face = faceAt(twin >> 2);
    if (!face.alive) continue;
    const edge = twin & 3;
    if (sees(twin >> 2, point, slop)) {
      kill(twin >> 2);
      store<u32>(top, edge == 0 ? face.twin2 : edge == 1 ? face.twin0 : face.twin1);
      store<u32>(top, edge == 0 ? face.twin1 : edge == 1 ? face.twin2 : face.twin0, 4);
      top += 8;
    } else {
      if (faceCount == EPA_MAX_FACES) return false;
      // The hole's edge runs against the edge of the face that stays.
      const from = edge == 0 ? face.v1 : edge == 1 ? face.v2 : face.v0;
      const to = edge == 0 ? face.v0 : edge == 1 ? face.v1 : face.v2;
      store<u32>(faceFrom + (numberOf(from) << 2), faceCount);
      addFace(from, to, point);
      link(faceCount - 1, 0, twin >> 2, edge);
    }
  }
  return closeCone(first);
}

/** Links each new face to the one whose rim edge starts where its own ends; false unless they form one loop. */
function closeCone(first: u32): bool {
  let face = first;
  for (let i = first; i < faceCount; i++) {
    const next = load<u32>(faceFrom + (numberOf(faceAt(face).v1) << 2));
    if (next < first || next >= faceCount || faceAt(next).v0 != faceAt(face).v1) return false;
    link(face, 1, next, 2);
    face = next;
    if (face == first) return i == faceCount - 1;
  }
  return false;
}

@inline
function sees(index: u32, point: PolytopeVertex, slop: f64): bool {
  const distance = planeDistance(index);
  const face = faceAt(index);
  return distance == Infinity || face.normalX * point.x + face.normalY * point.y + face.normalZ * point.z > distance + slop;
}

function kill(index: u32): void {
  faceAt(index).alive = 0;
  store<f64>(distances + (index << 3), Infinity);
}

function addFace(a: PolytopeVertex, b: PolytopeVertex, c: PolytopeVertex): void {
  const face = faceAt(faceCount);
  face.v0 = a;
  face.v1 = b;
  face.v2 = c;
  face.alive = 1;
  const bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
  const cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
  const nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx;
  const squared = nx * nx + ny * ny + nz * nz;
  // Sine of the angle at a below 1e-12: the normal would be rounding.
  let distance: f64 = Infinity;
  if (squared > 1e-24 * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz)) {
    const scale = 1 / sqrt<f64>(squared);
    face.normalX = nx * scale; face.normalY = ny * scale; face.normalZ = nz * scale;
    distance = face.normalX * a.x + face.normalY * a.y + face.normalZ * a.z;
  } else {
    face.normalX = 0; face.normalY = 0; face.normalZ = 0;
  }
  store<f64>(distances + (faceCount << 3), distance);
  faceCount++;
}

function link(i: u32, edgeI: u32, j: u32, edgeJ: u32): void {
  setTwin(faceAt(i), edgeI, (j << 2) | edgeJ);
  setTwin(faceAt(j), edgeJ, (i << 2) | edgeI);
}

@inline
function setTwin(face: Face, edge: u32, twin: u32): void {
  if (edge == 0) face.twin0 = twin;
  else if (edge == 1) face.twin1 = twin;
  else face.twin2 = twin;
}
