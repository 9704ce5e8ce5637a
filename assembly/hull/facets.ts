// Triangles of a finished hull merged into polygons.
// A facet grows from its largest triangle over neighbours that lie within the tolerance of that triangle's plane, which
// therefore supports the whole hull. One that is no convex disk is grown again with less tolerance, in the end alone.
// Then vertices between just two facets go, if they lie on the edge that remains.

import { allocate, release } from "../memory";
import { HULL_MERGE_COSINE } from "../tolerance";
import {
  faceCount, faceTwin, faceVertex, HullFace, hullFace, HullPoint, hullPoint, NONE, nextEdge, normalLength, sideOf, volumeAt,
} from "./hull-mesh";

const BUCKETS: u32 = 4096;
const MAX_ATTEMPTS: u32 = 3;

/** A polygon: its vertices are `length` words of `loops` from `start` on. */
@unmanaged
export class Facet {
  /** The triangle that it grew from. */
  seed: u32;
  start: u32;
  length: u32;
  /** Vertices that stay. */
  kept: u32;
}
const FACET_BYTES: u32 = <u32>offsetof<Facet>();

/** What a vertex knows about the facets around it. */
@unmanaged
export class Corner {
  /** Facets around it; 0 in a point that is no vertex. */
  degree: u32;
  /** The first two of them. */
  first: u32; second: u32;
}
const CORNER_BYTES: u32 = <u32>offsetof<Corner>();

let facets: usize = 0;
let loops: usize = 0;
let members: usize = 0;
let corners: usize = 0;
let memberCount: u32 = 0;
let loopEnd: u32 = 0;
let stamp: u32 = 0;
export let facetCount: u32 = 0;

@inline export function facetAt(index: u32): Facet { return changetype<Facet>(facets + index * FACET_BYTES); }
@inline export function loopAt(index: u32): u32 { return load<u32>(loops + (index << 2)); }
@inline export function cornerAt(index: u32): Corner { return changetype<Corner>(corners + index * CORNER_BYTES); }
@inline function memberAt(index: u32): u32 { return load<u32>(members + (index << 2)); }

/** Merges within `tolerance`, in units of the grid; 0 merges what is exactly coplanar. False when there is no room. */
export function mergeFaces(pointCount: u32, tolerance: f64): bool {
  facets = allocate(faceCount * FACET_BYTES);
  loops = allocate(faceCount * 12);
  members = allocate(faceCount << 2);
  corners = allocate(pointCount * CORNER_BYTES);
  const order = allocate((faceCount + BUCKETS) << 2);
  if (!facets || !loops || !members || !corners || !order) {
    release(order);
    return false;
  }
  stamp = 0;
  for (let i: u32 = 0; i < pointCount; i++) hullPoint(i).mark = 0;
  const count = sortBySize(order);
  growFacets(order, count, tolerance);
  if (!dropStraightCorners(tolerance)) {
    // Polygons that share an edge twice: only rounding within the tolerance makes them, what is coplanar cannot.
    memory.fill(corners, 0, pointCount * CORNER_BYTES);
    growFacets(order, count, 0);
    dropStraightCorners(0);
  }
  release(order);
  return true;
}

/** The two sides of a flat cloud, whose hull in the plane is `count` words at `list`, as facets without a seed. */
export function makeTwoSided(pointCount: u32, list: usize, count: u32): bool {
  facets = allocate(2 * FACET_BYTES);
  loops = allocate(count << 3);
  corners = allocate(pointCount * CORNER_BYTES);
  if (!facets || !loops || !corners) return false;
  facetCount = 2;
  for (let side: u32 = 0; side < 2; side++) {
    const facet = facetAt(side);
    facet.seed = NONE;
    facet.start = side * count;
    facet.length = count;
    facet.kept = count;
  }
  for (let i: u32 = 0; i < count; i++) {
    const vertex = load<u32>(list + (i << 2));
    store<u32>(loops + (i << 2), vertex);
    store<u32>(loops + ((2 * count - 1 - i) << 2), vertex);
    cornerAt(vertex).degree = 2;
  }
  return true;
}

export function closeFacets(): void {
  release(facets);
  release(loops);
  release(members);
  release(corners);
  facets = 0;
  loops = 0;
  members = 0;
  corners = 0;
}

/** Live triangles from large to small, by the leading bits of their area; equal ones in order. Returns their number. */
function sortBySize(order: usize): u32 {
  const starts = order + (faceCount << 2);
  for (let i: u32 = 0; i < faceCount; i++) {
    if (!hullFace(i).alive) continue;
    const counter = starts + (bucketOf(hullFace(i)) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
  let total: u32 = 0;
  for (let b: u32 = 0; b < BUCKETS; b++) {
    const size = load<u32>(starts + (b << 2));
    store<u32>(starts + (b << 2), total);
    total += size;
  }
  for (let i: u32 = 0; i < faceCount; i++) {
    if (!hullFace(i).alive) continue;
    const counter = starts + (bucketOf(hullFace(i)) << 2);
    const place = load<u32>(counter);
    store<u32>(order + (place << 2), i);
    store<u32>(counter, place + 1);
  }
  return total;
}

/** 8 buckets to a power of two; areas on the grid are below 2^80, those below 2^-400 share the last one. */
@inline
function bucketOf(face: HullFace): u32 {
  const bits = <u32>(reinterpret<u64>(normalLength(face)) >> 49); // exponent and 3 bits of mantissa
  const top: u32 = (1023 + 96) << 3;
  return min<u32>(top - min<u32>(bits, top), BUCKETS - 1);
}

function growFacets(order: usize, count: u32, tolerance: f64): void {
  facetCount = 0;
  loopEnd = 0;
  for (let i: u32 = 0; i < faceCount; i++) hullFace(i).region = NONE;
  for (let i: u32 = 0; i < count; i++) {
    const seed = load<u32>(order + (i << 2));
    if (hullFace(seed).region != NONE) continue;
    growFacet(seed, tolerance);
  }
}

function growFacet(seed: u32, tolerance: f64): void {
  const facet = facetAt(facetCount);
  facet.seed = seed;
  facet.start = loopEnd;
  let slack = tolerance;
  for (let attempt: u32 = 0; ; attempt++) {
    flood(seed, slack);
    if (memberCount == 1 || (walkRim() && isConvex(seed, slack))) break;
    for (let i: u32 = 0; i < memberCount; i++) hullFace(memberAt(i)).region = NONE;
    if (slack == 0) {
      hullFace(seed).region = facetCount;
      memberCount = 1;
      break;
    }
    slack = attempt < MAX_ATTEMPTS ? slack * 0.0625 : 0;
  }
  if (memberCount == 1) {
    const face = hullFace(seed);
    const loop = loops + (facet.start << 2);
    store<u32>(loop, face.v0);
    store<u32>(loop, face.v1, 4);
    store<u32>(loop, face.v2, 8);
    loopEnd = facet.start + 3;
  }
  facet.length = loopEnd - facet.start;
  facet.kept = facet.length;
  for (let i = facet.start; i < loopEnd; i++) {
    const corner = cornerAt(loopAt(i));
    if (corner.degree == 0) corner.first = facetCount;
    else if (corner.degree == 1) corner.second = facetCount;
    corner.degree++;
  }
  facetCount++;
}

/** Collects the triangles around the seed that lie in its plane. */
function flood(seed: u32, slack: f64): void {
  const face = hullFace(seed);
  const length = normalLength(face);
  hullFace(seed).region = facetCount;
  store<u32>(members, seed);
  memberCount = 1;
  for (let i: u32 = 0; i < memberCount; i++) {
    const member = hullFace(memberAt(i));
    for (let edge: u32 = 0; edge < 3; edge++) {
      const twin = faceTwin(member, edge);
      const neighbour = hullFace(twin >> 2);
      if (neighbour.region != NONE) continue;
      const opposite = hullPoint(faceVertex(neighbour, (twin & 3) == 0 ? 2 : (twin & 3) - 1));
      if (slack > 0) {
        if (volumeAt(face, opposite) < -slack * length || !turnsLittle(face, neighbour, length)) continue;
      } else if (sideOf(face, opposite) != 0) {
        continue;
      }
      neighbour.region = facetCount;
      store<u32>(members + (memberCount << 2), twin >> 2);
      memberCount++;
    }
  }
}

@inline
function turnsLittle(face: HullFace, neighbour: HullFace, length: f64): bool {
  const other = normalLength(neighbour);
  const dot = face.normalX * neighbour.normalX + face.normalY * neighbour.normalY + face.normalZ * neighbour.normalZ;
  return dot > HULL_MERGE_COSINE * length * other;
}

/** Writes the rim of the members behind `loopEnd`; false unless it is one loop that meets each vertex once. */
function walkRim(): bool {
  let rim: u32 = 0;
  let start = NONE;
  for (let i: u32 = 0; i < memberCount; i++) {
    const member = hullFace(memberAt(i));
    for (let edge: u32 = 0; edge < 3; edge++) {
      if (hullFace(faceTwin(member, edge) >> 2).region == facetCount) continue;
      rim++;
      start = (memberAt(i) << 2) | edge;
    }
  }
  if (rim < 3) return false;
  const first = facetAt(facetCount).start;
  stamp++;
  let at = start;
  let count: u32 = 0;
  do {
    const face = hullFace(at >> 2);
    const vertex = faceVertex(face, at & 3);
    if (hullPoint(vertex).mark == stamp) return false;
    hullPoint(vertex).mark = stamp;
    store<u32>(loops + ((first + count) << 2), vertex);
    count++;
    // Around the end of this edge, through the members, to the next edge of the rim.
    let next = (at & ~3) | nextEdge(at & 3);
    for (;;) {
      const twin = faceTwin(hullFace(next >> 2), next & 3);
      if (hullFace(twin >> 2).region != facetCount) break;
      next = (twin & ~3) | nextEdge(twin & 3);
    }
    at = next;
  } while (at != start);
  loopEnd = first + count;
  return count == rim;
}

/** No corner of the loop turns inwards by more than the slack. */
function isConvex(seed: u32, slack: f64): bool {
  const face = hullFace(seed);
  const first = facetAt(facetCount).start;
  let a = loopAt(loopEnd - 2), b = loopAt(loopEnd - 1);
  for (let i = first; i < loopEnd; i++) {
    const c = loopAt(i);
    if (turnsInwards(face, a, b, c, slack)) return false;
    a = b;
    b = c;
  }
  return true;
}

/** Whether b lies farther inside the edge from a to c than the slack; one unit is the rounding of the grid. */
function turnsInwards(face: HullFace, a: u32, b: u32, c: u32, slack: f64): bool {
  const p = hullPoint(a), q = hullPoint(b), r = hullPoint(c);
  const ux = r.x - p.x, uy = r.y - p.y, uz = r.z - p.z;
  const vx = q.x - p.x, vy = q.y - p.y, vz = q.z - p.z;
  const bend = face.normalX * (vy * uz - vz * uy) + face.normalY * (vz * ux - vx * uz) + face.normalZ * (vx * uy - vy * ux);
  return bend < -max<f64>(slack, 1) * normalLength(face) * sqrt<f64>(ux * ux + uy * uy + uz * uz);
}

/**
 * Drops vertices that lie on the edge between two facets, unless a neighbour would turn inwards without them. False if
 * two facets then share an edge in a way that no surface has.
 */
function dropStraightCorners(tolerance: f64): bool {
  for (let f: u32 = 0; f < facetCount; f++) {
    const facet = facetAt(f);
    for (let i: u32 = 0; i < facet.length; i++) {
      const vertex = loopAt(facet.start + i);
      const corner = cornerAt(vertex);
      if (corner.degree != 2) continue;
      const first = facetAt(corner.first), second = facetAt(corner.second);
      if (first.kept == 3 || second.kept == 3 || !isStraight(facet, i, tolerance)) continue;
      const other = corner.first == f ? second : first;
      if (!isStraight(other, placeOf(other, vertex), tolerance)) continue;
      first.kept--;
      second.kept--;
      corner.degree = 0;
    }
  }
  return edgesPair();
}

/** Whether a facet can do without the vertex at place i. */
function isStraight(facet: Facet, i: u32, tolerance: f64): bool {
  const before = keptBefore(facet, i), after = keptAfter(facet, i);
  const a = loopAt(facet.start + before), b = loopAt(facet.start + after);
  if (distanceToSegment(hullPoint(loopAt(facet.start + i)), hullPoint(a), hullPoint(b)) > max<f64>(tolerance, 1)) return false;
  const seed = hullFace(facet.seed);
  return !turnsInwards(seed, loopAt(facet.start + keptBefore(facet, before)), a, b, tolerance)
    && !turnsInwards(seed, a, b, loopAt(facet.start + keptAfter(facet, after)), tolerance);
}

function placeOf(facet: Facet, vertex: u32): u32 {
  let i: u32 = 0;
  while (loopAt(facet.start + i) != vertex) i++;
  return i;
}

function keptBefore(facet: Facet, i: u32): u32 {
  do i = (i == 0 ? facet.length : i) - 1;
  while (cornerAt(loopAt(facet.start + i)).degree == 0);
  return i;
}

function keptAfter(facet: Facet, i: u32): u32 {
  do i = i + 1 == facet.length ? 0 : i + 1;
  while (cornerAt(loopAt(facet.start + i)).degree == 0);
  return i;
}

/** Infinity beside the ends. */
function distanceToSegment(p: HullPoint, a: HullPoint, b: HullPoint): f64 {
  const ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
  const vx = p.x - a.x, vy = p.y - a.y, vz = p.z - a.z;
  const squared = ux * ux + uy * uy + uz * uz;
  const along = ux * vx + uy * vy + uz * vz;
  if (!(along > 0 && along < squared)) return Infinity;
  const cx = uy * vz - uz * vy, cy = uz * vx - ux * vz, cz = ux * vy - uy * vx;
  return sqrt<f64>((cx * cx + cy * cy + cz * cz) / squared);
}

/**
 * Whether no edge lies in more than two polygons. Merging keeps every edge of the triangles or drops it on both sides, so
 * only an edge that replaced straight corners could meet another one between the same ends: looked for from its facets.
 */
function edgesPair(): bool {
  for (let f: u32 = 0; f < facetCount; f++) {
    const facet = facetAt(f);
    if (facet.kept < 3) return false;
    if (facet.kept == facet.length) continue;
    for (let i: u32 = 0; i < facet.length; i++) {
      const from = loopAt(facet.start + i);
      if (cornerAt(from).degree == 0) continue;
      const next = keptAfter(facet, i);
      if (next != (i + 1 == facet.length ? 0 : i + 1) && joined(from, loopAt(facet.start + next))) return false;
    }
  }
  return true;
}

/** Whether some triangle has an edge from `from` to `to`: the edge that replaces a chain must be new. */
function joined(from: u32, to: u32): bool {
  for (let i: u32 = 0; i < faceCount; i++) {
    const face = hullFace(i);
    if (!face.alive) continue;
    if ((face.v0 == from && face.v1 == to) || (face.v1 == from && face.v2 == to) || (face.v2 == from && face.v0 == to)) {
      const edge: u32 = face.v0 == from ? 0 : face.v1 == from ? 1 : 2;
      // Inside a facet it is a diagonal, which no polygon keeps.
      if (hullFace(faceTwin(face, edge) >> 2).region != face.region) return true;
    }
  }
  return false;
}
