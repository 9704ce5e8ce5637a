// Shapes of the plane. A shape is a convex core and a radius that is added to it, or several of those (a compound).
//
// Every core is a ring of edges, counter-clockwise, each an outward normal and the point where it starts. A point is a box
// of no extent and a segment one of no width: their ring has four edges, some of no length, whose normals stay. So kernels
// need no cases: a rounded corner lies between the normals of two edges, always less than half a turn apart.

import { KIND_2D_CIRCLE, KIND_2D_COMPOUND, KIND_2D_POLYGON } from "./layout";
import { allocate } from "../memory";
import { HASH_SEED, hashBytes, rankOf, register } from "../shape/handle";

@unmanaged
export class Shape2D {
  // The first four in this order: lanes are gathered by one load.
  kind: u32;
  /** Added to the core: a circle's or capsule's own radius, any other shape's rounding. */
  radius: f32;
  /** Half extents of a core that is a box: a circle has none, a capsule stands along y. */
  x: f32;
  y: f32;
  /** Of the circle about `center` that holds the shape, radius included. */
  boundingRadius: f32;
  /** The kind in the top 4 bits, then a hash of the contents: orders a pair the same way in every instance. */
  rank: u32;
  edges: usize;
  edgeCount: u32;
  /** Points of the core without repetition: the start of every edge, or of every second one of a segment across its edges. */
  vertexCount: u32;
  vertexStride: u32;
  /** Addresses of the convex pieces as u32; a convex shape is its only piece. */
  pieces: usize;
  pieceCount: u32;
  centerX: f64;
  centerY: f64;
}
const SHAPE_BYTES: u32 = (<u32>offsetof<Shape2D>() + 15) & ~15;

@unmanaged
export class Edge {
  /** Unit, outward. */
  normalX: f64;
  normalY: f64;
  /** Where it starts; it ends where the next one starts. */
  x: f64;
  y: f64;
}
export const EDGE_BYTES: u32 = <u32>offsetof<Edge>();

/** A circle, capsule or box. `x, y`: half extents of the core. */
export function createCore2D(kind: u32, x: f32, y: f32, radius: f32): u32 {
  const pointer = allocate(SHAPE_BYTES + 4 * EDGE_BYTES + 16);
  if (!pointer) return 0;
  const shape = changetype<Shape2D>(pointer);
  shape.x = x;
  shape.y = y;
  const edges = pointer + SHAPE_BYTES;
  setEdge(edges, 0, 0, -1, -x, -y);
  setEdge(edges, 1, 1, 0, x, -y);
  setEdge(edges, 2, 0, 1, x, y);
  setEdge(edges, 3, -1, 0, -x, y);
  setPiece(shape, kind, radius, edges, 4);
  const wide = x > 0, high = y > 0;
  shape.vertexCount = wide && high ? 4 : wide || high ? 2 : 1;
  shape.vertexStride = wide ? EDGE_BYTES : 2 * EDGE_BYTES;
  shape.pieces = edges + 4 * EDGE_BYTES;
  shape.pieceCount = 1;
  store<u32>(shape.pieces, <u32>pointer);
  shape.rank = rankOf(kind, hashBytes(HASH_SEED, pointer + offsetof<Shape2D>("radius"), 12));
  return register(pointer);
}

/**
 * A convex polygon or, of `pieceCount` above 1, a compound of them. `points`: 2 floats each, piece after piece; `counts`: u32
 * for each piece. The points of a piece are strictly convex and counter-clockwise, or one, or two.
 */
export function createPolygons2D(points: usize, counts: usize, pieceCount: u32, radius: f32): u32 {
  let pointCount: u32 = 0, edgeCount: u32 = 0;
  for (let i: u32 = 0; i < pieceCount; i++) {
    const count = load<u32>(counts + 4 * i);
    pointCount += count;
    edgeCount += ringOf(count);
  }
  const table = (4 * pieceCount + 15) & ~15;
  const records = pieceCount > 1 ? pieceCount + 1 : 1;
  const pointer = allocate(records * SHAPE_BYTES + table + edgeCount * EDGE_BYTES);
  if (!pointer) return 0;
  const shape = changetype<Shape2D>(pointer);
  shape.pieces = pointer + records * SHAPE_BYTES;
  shape.pieceCount = pieceCount;
  let edges = shape.pieces + table, from = points;
  for (let i: u32 = 0; i < pieceCount; i++) {
    const count = load<u32>(counts + 4 * i);
    const piece = pieceCount > 1 ? pointer + (i + 1) * SHAPE_BYTES : pointer;
    store<u32>(shape.pieces + 4 * i, <u32>piece);
    writePolygon(changetype<Shape2D>(piece), edges, from, count, radius);
    edges += <usize>ringOf(count) * EDGE_BYTES;
    from += <usize>count * 8;
  }
  if (pieceCount > 1) boundPieces(shape);
  shape.kind = pieceCount > 1 ? KIND_2D_COMPOUND : KIND_2D_POLYGON;
  shape.radius = radius;
  shape.rank = rankOf(shape.kind, hashBytes(hashBytes(HASH_SEED, pointer + offsetof<Shape2D>("radius"), 4), points, 8 * pointCount));
  return register(pointer);
}

/** Edges of the ring around that many points. */
@inline
function ringOf(count: u32): u32 {
  return count > 2 ? count : 4;
}

function writePolygon(piece: Shape2D, edges: usize, points: usize, count: u32, radius: f32): void {
  piece.vertexCount = count;
  piece.vertexStride = EDGE_BYTES;
  const x = <f64>load<f32>(points), y = <f64>load<f32>(points, 4);
  if (count > 2) {
    for (let i: u32 = 0; i < count; i++) writeEdge(edges, i, points + 8 * <usize>i, points + 8 * <usize>(i + 1 < count ? i + 1 : 0));
  } else if (count == 2) {
    // A box of no width about the segment: the sides between the two caps.
    writeEdge(edges, 1, points, points + 8);
    const side = changetype<Edge>(edges + EDGE_BYTES);
    const nx = side.normalX, ny = side.normalY, endX = <f64>load<f32>(points, 8), endY = <f64>load<f32>(points, 12);
    setEdge(edges, 0, ny, -nx, x, y);
    setEdge(edges, 2, -ny, nx, endX, endY);
    setEdge(edges, 3, -nx, -ny, endX, endY);
    piece.vertexStride = 2 * EDGE_BYTES;
  } else {
    setEdge(edges, 0, 0, -1, x, y);
    setEdge(edges, 1, 1, 0, x, y);
    setEdge(edges, 2, 0, 1, x, y);
    setEdge(edges, 3, -1, 0, x, y);
  }
  setPiece(piece, KIND_2D_POLYGON, radius, edges, ringOf(count));
}

function writeEdge(edges: usize, index: u32, start: usize, end: usize): void {
  const x = <f64>load<f32>(start), y = <f64>load<f32>(start, 4);
  const dx = <f64>load<f32>(end) - x, dy = <f64>load<f32>(end, 4) - y;
  const scale = 1 / sqrt<f64>(dx * dx + dy * dy);
  setEdge(edges, index, dy * scale, -dx * scale, x, y);
}

function setEdge(edges: usize, index: u32, normalX: f64, normalY: f64, x: f64, y: f64): void {
  const edge = changetype<Edge>(edges + <usize>index * EDGE_BYTES);
  edge.normalX = normalX;
  edge.normalY = normalY;
  edge.x = x;
  edge.y = y;
}

/** What a piece has in common with every other; its bounding circle is about the middle of its box. */
function setPiece(piece: Shape2D, kind: u32, radius: f32, edges: usize, edgeCount: u32): void {
  piece.kind = kind;
  piece.radius = radius;
  piece.edges = edges;
  piece.edgeCount = edgeCount;
  let lowX: f64 = Infinity, lowY: f64 = Infinity, highX: f64 = -Infinity, highY: f64 = -Infinity;
  const end = edges + <usize>edgeCount * EDGE_BYTES;
  for (let at = edges; at < end; at += EDGE_BYTES) {
    const edge = changetype<Edge>(at);
    lowX = min<f64>(lowX, edge.x);
    lowY = min<f64>(lowY, edge.y);
    highX = max<f64>(highX, edge.x);
    highY = max<f64>(highY, edge.y);
  }
  piece.centerX = (lowX + highX) * 0.5;
  piece.centerY = (lowY + highY) * 0.5;
  let farthest: f64 = 0;
  for (let at = edges; at < end; at += EDGE_BYTES) {
    const x = changetype<Edge>(at).x - piece.centerX, y = changetype<Edge>(at).y - piece.centerY;
    farthest = max<f64>(farthest, x * x + y * y);
  }
  // Rounded up, so that rounding never makes a bounding circle too small.
  piece.boundingRadius = <f32>((sqrt<f64>(farthest) + <f64>radius) * 1.000001);
}

function boundPieces(shape: Shape2D): void {
  for (let i: u32 = 0; i < shape.pieceCount; i++) {
    const piece = pieceAt(shape, i);
    shape.centerX += piece.centerX / <f64>shape.pieceCount;
    shape.centerY += piece.centerY / <f64>shape.pieceCount;
  }
  for (let i: u32 = 0; i < shape.pieceCount; i++) {
    const piece = pieceAt(shape, i);
    const x = piece.centerX - shape.centerX, y = piece.centerY - shape.centerY;
    const reach = sqrt<f64>(x * x + y * y) + <f64>piece.boundingRadius;
    shape.boundingRadius = max<f32>(shape.boundingRadius, <f32>(reach * 1.000001));
  }
}

@inline
export function pieceAt(shape: Shape2D, index: u32): Shape2D {
  return changetype<Shape2D>(<usize>load<u32>(shape.pieces + (<usize>index << 2)));
}

/** The vertex after one, around the core. */
@inline
export function vertexAfter(shape: Shape2D, vertex: usize): usize {
  const next = vertex + shape.vertexStride;
  return next - shape.edges < <usize>(shape.vertexCount * shape.vertexStride) ? next : shape.edges;
}

/** Whether the lanes answer for it: everything but polygons and compounds is a box, of some or no extent, with a radius. */
@inline
export function isBox(shape: Shape2D): bool {
  return shape.kind < KIND_2D_POLYGON;
}

@inline
export function isCircle(shape: Shape2D): bool {
  return shape.kind == KIND_2D_CIRCLE;
}

