// The surface that Quickhull grows: points, triangles and outside sets in flat storage from the arena.
// Points lie on an integer grid, |coordinate| <= 2^38, so a difference fits 39 bits and every orientation test can be
// answered exactly. A triangle is counter-clockwise from outside; a face sees the points strictly in front of it. With exact
// answers the seen faces are always one disk and a cone over its rim has no triangle without area, coplanar or not.

import { allocate, release } from "../memory";
import { HULL_FACE_SLOP, HULL_SLIVER } from "../tolerance";

export const NONE: u32 = 0xffff_ffff;

@unmanaged
export class HullPoint {
  x: f64; y: f64; z: f64;
  /** The next one in the outside set. Later the number of edges that bend here. */
  next: u32;
  /** Of a vertex on the rim while a cone is built: the face whose rim edge starts here. Later a stamp of facets, then a number. */
  mark: u32;
}
const POINT_BYTES: u32 = <u32>offsetof<HullPoint>();

@unmanaged
export class HullFace {
  /** (v1 - v0) x (v2 - v0), not unit: the distances below are volumes, times this length. */
  normalX: f64; normalY: f64; normalZ: f64;
  offset: f64;
  /** What rounding can do to `normal . p - offset`. */
  slop: f64;
  /** Of the first point in the outside set. */
  farthest: f64;
  v0: u32; v1: u32; v2: u32;
  /** Across the edges v0-v1, v1-v2, v2-v0: the face's number times 4 plus the edge's number there. */
  twin0: u32; twin1: u32; twin2: u32;
  /** Head of the outside set, its farthest point first. */
  outside: u32;
  nextPending: u32;
  /** Next in the free list; later the facet that the triangle belongs to. */
  region: u32;
  alive: u16;
  /** In the queue. Later bit k says that edge k bends. */
  pending: u16;
}
const FACE_BYTES: u32 = <u32>offsetof<HullFace>();
const FIRST_FACES: u32 = 256;

let points: usize = 0;
let faces: usize = 0;
/** For each face slot 4 words: two of the stack of edges to visit, one killed face, one created face. */
let lists: usize = 0;
let faceCapacity: u32 = 0;
let freeFace: u32 = NONE;
let firstPending: u32 = NONE;
let lastPending: u32 = NONE;
let createdCount: u32 = 0;
let killedCount: u32 = 0;

/** Face slots in use, dead ones included. */
export let faceCount: u32 = 0;
export let aliveCount: u32 = 0;

@inline export function hullPoint(index: u32): HullPoint { return changetype<HullPoint>(points + <usize>index * POINT_BYTES); }
@inline export function hullFace(index: u32): HullFace { return changetype<HullFace>(faces + <usize>index * FACE_BYTES); }
@inline export function faceVertex(face: HullFace, edge: u32): u32 { return load<u32>(changetype<usize>(face) + (edge << 2), offsetof<HullFace>("v0")); }
@inline export function faceTwin(face: HullFace, edge: u32): u32 { return load<u32>(changetype<usize>(face) + (edge << 2), offsetof<HullFace>("twin0")); }
@inline export function nextEdge(edge: u32): u32 { return edge == 2 ? 0 : edge + 1; }
@inline function setTwin(index: u32, edge: u32, twin: u32): void { store<u32>(changetype<usize>(hullFace(index)) + (edge << 2), twin, offsetof<HullFace>("twin0")); }

/** Storage for `count` points and the first faces; false when there is no room. */
export function openMesh(count: u32): bool {
  faceCount = 0;
  aliveCount = 0;
  freeFace = NONE;
  firstPending = NONE;
  lastPending = NONE;
  faceCapacity = FIRST_FACES;
  points = count <= 0x7fff_0000 / POINT_BYTES ? allocate(count * POINT_BYTES) : 0;
  faces = allocate(FIRST_FACES * FACE_BYTES);
  lists = allocate(FIRST_FACES * 16);
  return points != 0 && faces != 0 && lists != 0;
}

export function closeMesh(): void {
  release(points);
  release(faces);
  release(lists);
  points = 0;
  faces = 0;
  lists = 0;
}

/**
 * Room for one more point: Euler bounds the rim by the faces it encloses plus 2, and the faces it removes are freed only
 * after the cone stands, so twice the faces alive plus 4. All in all at most 4 slots for each vertex of the hull, which
 * may be far fewer than the points, so the storage doubles instead of starting there.
 */
function reserveFaces(): bool {
  const needed: u32 = 2 * aliveCount + 4;
  if (needed <= faceCapacity) return true;
  let capacity = faceCapacity << 1;
  while (capacity < needed) capacity <<= 1;
  if (capacity > 0x7fff_0000 / FACE_BYTES) return false;
  const grown = allocate(capacity * FACE_BYTES);
  const grownLists = allocate(capacity << 4);
  if (!grown || !grownLists) {
    release(grown);
    release(grownLists);
    return false;
  }
  memory.copy(grown, faces, faceCount * FACE_BYTES);
  release(faces);
  release(lists);
  faces = grown;
  lists = grownLists;
  faceCapacity = capacity;
  return true;
}

// ---------------------------------------------------------------- orientation

/** Volume, times 6, of the tetrahedron of a face and a point: positive in front; off by at most the face's slop. */
@inline
export function volumeAt(face: HullFace, point: HullPoint): f64 {
  return face.normalX * point.x + face.normalY * point.y + face.normalZ * point.z - face.offset;
}

/** 1 in front of the face, -1 behind it, 0 in its plane; exact. */
@inline
export function sideOf(face: HullFace, point: HullPoint): i32 {
  const volume = volumeAt(face, point);
  if (volume > face.slop) return 1;
  if (volume < -face.slop) return -1;
  return orientation(hullPoint(face.v0), hullPoint(face.v1), hullPoint(face.v2), point);
}

const LIMB: i64 = (1 << 20) - 1;
let limb0: i64 = 0;
let limb1: i64 = 0;
let limb2: i64 = 0;
let limb3: i64 = 0;

/** Sign of (b - a) x (c - a) . (p - a), in integers of 120 bits: four limbs of 20 bits, the last one signed. */
export function orientation(a: HullPoint, b: HullPoint, c: HullPoint, p: HullPoint): i32 {
  const bx = <i64>(b.x - a.x), by = <i64>(b.y - a.y), bz = <i64>(b.z - a.z);
  const cx = <i64>(c.x - a.x), cy = <i64>(c.y - a.y), cz = <i64>(c.z - a.z);
  limb0 = 0;
  limb1 = 0;
  limb2 = 0;
  limb3 = 0;
  addProduct(by, cz, bz, cy, <i64>(p.x - a.x));
  addProduct(bz, cx, bx, cz, <i64>(p.y - a.y));
  addProduct(bx, cy, by, cx, <i64>(p.z - a.z));
  limb1 += limb0 >> 20;
  limb2 += limb1 >> 20;
  limb3 += limb2 >> 20;
  if (limb3 != 0) return limb3 > 0 ? 1 : -1;
  return i32(((limb0 | limb1 | limb2) & LIMB) != 0);
}

/** Adds (a b - c d) e to the limbs. Factors have 39 bits and a sign, so no product below passes 2^60. */
function addProduct(a: i64, b: i64, c: i64, d: i64, e: i64): void {
  const low = a * (b & LIMB) - c * (d & LIMB);
  const high = a * (b >> 20) - c * (d >> 20) + (low >> 20);
  limb0 += (low & LIMB) * e;
  limb1 += (high & LIMB) * e;
  limb2 += ((high >> 20) & LIMB) * e;
  limb3 += (high >> 40) * e;
}

/** a b - c d of integers below 2^39, rounded once: its sign is exact. */
export function exactMinor(a: f64, b: f64, c: f64, d: f64): f64 {
  const x = <i64>a, y = <i64>b, z = <i64>c, w = <i64>d;
  const low = x * (y & LIMB) - z * (w & LIMB);
  const high = x * (y >> 20) - z * (w >> 20) + (low >> 20);
  return <f64>high * <f64>(LIMB + 1) + <f64>(low & LIMB);
}

// ---------------------------------------------------------------- growth

/** The four faces of a tetrahedron; d must lie behind a, b, c. */
export function buildTetrahedron(a: u32, b: u32, c: u32, d: u32): void {
  createdCount = 0;
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

/** Gives a point to the first created face that it lies in front of; one that lies in front of none is inside. */
@inline
export function assignPoint(index: u32): void {
  const point = hullPoint(index);
  const created = lists + faceCapacity * 12;
  for (let i: u32 = 0; i < createdCount; i++) {
    const face = hullFace(load<u32>(created + (i << 2)));
    const volume = volumeAt(face, point);
    if (volume < -face.slop) continue;
    if (volume <= face.slop && orientation(hullPoint(face.v0), hullPoint(face.v1), hullPoint(face.v2), point) <= 0) continue;
    const head = face.outside;
    if (head == NONE || volume > face.farthest) {
      point.next = head;
      face.outside = index;
      face.farthest = volume;
    } else {
      point.next = hullPoint(head).next;
      hullPoint(head).next = index;
    }
    return;
  }
}

/** Puts the created faces that have points outside at the end of the queue. */
export function queueCreated(): void {
  const created = lists + faceCapacity * 12;
  for (let i: u32 = 0; i < createdCount; i++) {
    const index = load<u32>(created + (i << 2));
    const face = hullFace(index);
    if (face.outside == NONE || face.pending) continue;
    face.pending = 1;
    face.nextPending = NONE;
    if (firstPending == NONE) firstPending = index;
    else hullFace(lastPending).nextPending = index;
    lastPending = index;
  }
}

/** The face that has waited longest with points outside; NONE when the hull is complete. */
export function takePending(): u32 {
  while (firstPending != NONE) {
    const index = firstPending;
    const face = hullFace(index);
    firstPending = face.nextPending;
    face.pending = 0;
    if (face.alive && face.outside != NONE) return index;
  }
  return NONE;
}

/** The face with the point farthest outside it; NONE when the hull is complete. */
export function farthestPending(): u32 {
  let best = NONE;
  let most: f64 = 0;
  for (let i: u32 = 0; i < faceCount; i++) {
    const face = hullFace(i);
    if (!face.alive || face.outside == NONE) continue;
    const distance = face.farthest / normalLength(face);
    if (best != NONE && distance <= most) continue;
    best = i;
    most = distance;
  }
  return best;
}

/** Adds the farthest point of a face's outside set to the hull; false when there is no room. */
export function addFarthest(seed: u32): bool {
  if (!reserveFaces()) return false;
  const apex = hullFace(seed).outside;
  const point = hullPoint(apex);
  const killed = lists + (faceCapacity << 3);
  createdCount = 0;
  killedCount = 0;
  kill(seed);
  let top = lists;
  const root = hullFace(seed);
  store<u32>(top, root.twin2);
  store<u32>(top, root.twin1, 4);
  store<u32>(top, root.twin0, 8);
  top += 12;
  let last = NONE;
  while (top > lists) {
    top -= 4;
    const twin = load<u32>(top);
    const face = hullFace(twin >> 2);
    if (!face.alive) continue;
    const edge = twin & 3;
    const next = nextEdge(edge);
    if (sideOf(face, point) > 0) {
      kill(twin >> 2);
      store<u32>(top, faceTwin(face, nextEdge(next)));
      store<u32>(top, faceTwin(face, next), 4);
      top += 8;
    } else {
      // The hole's edge runs against the edge of the face that stays.
      const from = faceVertex(face, next);
      last = addFace(from, faceVertex(face, edge), apex);
      hullPoint(from).mark = last;
      link(last, 0, twin >> 2, edge);
    }
  }
  closeCone(last);
  for (let i: u32 = 0; i < killedCount; i++) {
    const index = load<u32>(killed + (i << 2));
    for (let orphan = hullFace(index).outside; orphan != NONE;) {
      const following = hullPoint(orphan).next;
      if (orphan != apex) assignPoint(orphan);
      orphan = following;
    }
  }
  for (let i: u32 = 0; i < killedCount; i++) {
    const index = load<u32>(killed + (i << 2));
    hullFace(index).region = freeFace;
    freeFace = index;
  }
  return true;
}

/** Links each face of the cone to the one whose rim edge starts where its own ends. */
function closeCone(first: u32): void {
  let index = first;
  for (let i: u32 = 0; i < createdCount; i++) {
    const next = hullPoint(hullFace(index).v1).mark;
    link(index, 1, next, 2);
    index = next;
  }
  assert(index == first);
}

function kill(index: u32): void {
  hullFace(index).alive = 0;
  store<u32>(lists + (faceCapacity << 3) + (killedCount << 2), index);
  killedCount++;
  aliveCount--;
}

function addFace(a: u32, b: u32, c: u32): u32 {
  let index = freeFace;
  if (index == NONE) {
    index = faceCount++;
    hullFace(index).pending = 0;
  } else {
    freeFace = hullFace(index).region;
  }
  store<u32>(lists + faceCapacity * 12 + (createdCount << 2), index);
  createdCount++;
  aliveCount++;
  const face = hullFace(index);
  face.v0 = a;
  face.v1 = b;
  face.v2 = c;
  face.outside = NONE;
  face.farthest = 0;
  face.alive = 1;
  const p = hullPoint(a), q = hullPoint(b), r = hullPoint(c);
  const bx = q.x - p.x, by = q.y - p.y, bz = q.z - p.z;
  const cx = r.x - p.x, cy = r.y - p.y, cz = r.z - p.z;
  face.normalX = by * cz - bz * cy;
  face.normalY = bz * cx - bx * cz;
  face.normalZ = bx * cy - by * cx;
  const product = largest(bx, by, bz) * largest(cx, cy, cz);
  if (largest(face.normalX, face.normalY, face.normalZ) < HULL_SLIVER * product) {
    face.normalX = exactMinor(by, cz, bz, cy);
    face.normalY = exactMinor(bz, cx, bx, cz);
    face.normalZ = exactMinor(bx, cy, by, cx);
  }
  face.offset = face.normalX * p.x + face.normalY * p.y + face.normalZ * p.z;
  face.slop = HULL_FACE_SLOP * product;
  return index;
}

@inline
export function normalLength(face: HullFace): f64 {
  return sqrt<f64>(face.normalX * face.normalX + face.normalY * face.normalY + face.normalZ * face.normalZ);
}

@inline
function largest(x: f64, y: f64, z: f64): f64 {
  return max<f64>(abs<f64>(x), max<f64>(abs<f64>(y), abs<f64>(z)));
}

function link(i: u32, edgeI: u32, j: u32, edgeJ: u32): void {
  setTwin(i, edgeI, (j << 2) | edgeJ);
  setTwin(j, edgeJ, (i << 2) | edgeI);
}

// ---------------------------------------------------------------- the finished surface

/** Finds the edges whose two faces are not coplanar, exactly, and counts for each point how many of them it has. */
export function findBends(pointCount: u32): void {
  for (let i: u32 = 0; i < pointCount; i++) hullPoint(i).next = 0;
  for (let i: u32 = 0; i < faceCount; i++) hullFace(i).pending = 0;
  for (let i: u32 = 0; i < faceCount; i++) {
    const face = hullFace(i);
    if (!face.alive) continue;
    for (let edge: u32 = 0; edge < 3; edge++) {
      const twin = faceTwin(face, edge);
      if (twin >> 2 < i) continue;
      const neighbour = hullFace(twin >> 2);
      const after = nextEdge(twin & 3);
      if (sideOf(face, hullPoint(faceVertex(neighbour, nextEdge(after)))) == 0) continue;
      face.pending |= <u16>(<u32>1 << edge);
      neighbour.pending |= <u16>(<u32>1 << (twin & 3));
      hullPoint(faceVertex(face, edge)).next++;
      hullPoint(faceVertex(neighbour, twin & 3)).next++;
    }
  }
}

/** Whether a point is an extreme one: with fewer than three bends it lies inside of a face or of an edge. */
@inline
export function isExtreme(index: u32): bool {
  return hullPoint(index).next >= 3;
}

/** The first edge that bends, turning around the start of `edge` from it on. Edges are face * 4 + edge, as twins. */
export function nextBend(edge: u32): u32 {
  while (!bends(edge)) {
    // Seen from the other side it ends here, and the one after it starts here.
    const twin = faceTwin(hullFace(edge >> 2), edge & 3);
    edge = (twin & ~3) | nextEdge(twin & 3);
  }
  return edge;
}

@inline
export function bends(edge: u32): bool {
  return ((<u32>hullFace(edge >> 2).pending >> (edge & 3)) & 1) != 0;
}
