// Contact manifolds: the contact of each row as the distance query finds it, then up to two points where the support features
// along its normal lie over each other (clipping of the incident edge by the reference edge, Gregorius 2015).
//
// The frame has its origin at A's position, x along the tangent and y along the normal. At both ends of the stretch of x that
// the two edges share, each surface is met on a line along the normal, so pointB - pointA = separation * normal holds, and A
// and B have the same part: neither is the reference.

import { STATUS_OK } from "../layout";
import { coreDistance, edgeAfter, measure, normalX, normalY } from "./closest";
import { answerPairs, areNear, setSinglePair, singlePair, singleShapes, singleStatus } from "./distance";
import { MANIFOLD_2D_POINTS, singleAnswer2D, singleInput2D } from "./layout";
import { cos, localX2D, localY2D, setRelativePose2D, sin, tx, ty } from "./pose";
import { beginDistances2D, poseA, poseB, resolveRow2D, shapeA, shapeB, swapped } from "./row";
import { EDGE_BYTES, Edge, Shape2D, pieceAt } from "./shape";
import {
  MANIFOLD_CORNER, MANIFOLD_LEVEL, MANIFOLD_MERGE, MANIFOLD_NORMALS, MANIFOLD_SLOP, MANIFOLD_STEEP,
} from "./tolerance";

const CHUNK_ROWS: u32 = 256;
// The contact of each row of a chunk.
const distances: usize = memory.data(1024, 16);
const pointsOnA: usize = memory.data(2048, 16);
const pointsOnB: usize = memory.data(2048, 16);

/** Columns are described in src/two/manifold.ts. Returns the number of rows that have points. */
export function manifoldPairs2D(
  counts: usize, normal: usize, pointA: usize, pointB: usize, separation: usize, id: usize, status: usize,
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32, limit: f32,
): u32 {
  let touching: u32 = 0;
  for (let base: u32 = 0; base < count; base += CHUNK_ROWS) {
    const size = min<u32>(count - base, CHUNK_ROWS), chunkPairs = pairs + (<usize>base << 3);
    beginDistances2D(distances, normal + (<usize>base << 3), pointsOnA, pointsOnB, status + base, limit);
    answerPairs(shapes, poses, bodyCount, chunkPairs, size);
    for (let row: u32 = 0; row < size; row++) {
      const at = <usize>(base + row);
      pointCount = 0;
      if (load<u8>(status + at) == STATUS_OK) {
        resolveRow2D(shapes, poses, bodyCount, chunkPairs, row);
        findPoints(row, normal + (at << 3), <f64>limit);
        touching++;
      }
      store<u8>(counts + at, <u8>pointCount);
      writePoints(pointA + (at << 4), pointB + (at << 4), separation + (at << 3), id + (at << 3));
    }
  }
  return touching;
}

const singleCount: usize = memory.data(4, 16);

/** As `distancePair2D`: normal, points on A, points on B, separations, ids. Returns the status, and the count above 8 bits. */
export function manifoldPair2D(handleA: u32, handleB: u32, limit: f32): u32 {
  setSinglePair(handleA, handleB);
  const answer = singleAnswer2D;
  manifoldPairs2D(
    singleCount, answer, answer + 8, answer + 24, answer + 40, answer + 48, singleStatus, singleShapes, singleInput2D, 2,
    singlePair, 1, limit,
  );
  return (<u32>load<u8>(singleCount) << 8) | load<u8>(singleStatus);
}

// ---------------------------------------------------------------- the points of one row

@unmanaged
class ContactPoint {
  x: f64;
  /** Height of A's surface. */
  y: f64;
  separation: f64;
  id: u32;
}
const POINT_BYTES: usize = 32;
/** From left to right. */
const points: usize = memory.data(64, 16);
let pointCount: u32 = 0;
/** As the distance query finds it. */
const contact = changetype<ContactPoint>(memory.data(32, 16));

/** The edge of a piece that faces along the normal: y = leftY + slope (x - left), away from its own body. */
@unmanaged
class Side {
  left: f64;
  right: f64;
  leftY: f64;
  slope: f64;
  radius: f64;
  leftId: u32;
  rightId: u32;
  edgeId: u32;
}
const sideA = changetype<Side>(memory.data(56, 16)), sideB = changetype<Side>(memory.data(56, 16));
/** Half of an id: two bits for what it is, a vertex or an edge, and 14 for which one. */
const ID_EDGE: u32 = 1 << 14;
const ID_MASK: u32 = ID_EDGE - 1;

/** The normal from the canonical A to B, in the world, in the frames of A and of B. */
let nx: f64 = 0, ny: f64 = 0, ax: f64 = 0, ay: f64 = 0, bx: f64 = 0, by: f64 = 0;
/** How far B's position is from A's. */
let offsetX: f64 = 0, offsetY: f64 = 0;
/** Points nearer to each other than this are one. */
let merge: f64 = 0;

function findPoints(row: u32, normal: usize, limit: f64): void {
  const a = changetype<Shape2D>(shapeA), b = changetype<Shape2D>(shapeB);
  const sign: f64 = swapped ? -1 : 1;
  nx = sign * <f64>load<f32>(normal);
  ny = sign * <f64>load<f32>(normal, 4);
  const witness = (swapped ? pointsOnB : pointsOnA) + (<usize>row << 3);
  const wx = <f64>load<f32>(witness) - <f64>load<f32>(poseA), wy = <f64>load<f32>(witness, 4) - <f64>load<f32>(poseA, 4);
  setPoint(contact, wx * ny - wy * nx, wx * nx + wy * ny, <f64>load<f32>(distances + (<usize>row << 2)), 0);

  setRelativePose2D(poseA, poseB);
  ax = localX2D(nx, ny);
  ay = localY2D(nx, ny);
  bx = cos * ax + sin * ay;
  by = cos * ay - sin * ax;
  offsetX = tx * ay - ty * ax;
  offsetY = tx * ax + ty * ay;
  const size = <f64>a.boundingRadius + <f64>b.boundingRadius;
  merge = MANIFOLD_MERGE * size;
  if (a.pieceCount == 1 && b.pieceCount == 1) {
    setSides(a, a, b, b);
    contact.id = contactId();
    addEnds(limit);
  } else findPointsOfPieces(a, b, limit);
  keepContact(MANIFOLD_SLOP * size);
}

/** Pieces that touch along about the same normal stand beside each other, as the feet of a table do. */
function findPointsOfPieces(a: Shape2D, b: Shape2D, limit: f64): void {
  const radii = <f64>a.radius + <f64>b.radius;
  let least: f64 = Infinity;
  for (let i: u32 = 0; i < a.pieceCount; i++) {
    for (let j: u32 = 0; j < b.pieceCount; j++) {
      const pieceA = pieceAt(a, i), pieceB = pieceAt(b, j);
      if (!areNear(pieceA, pieceB, limit) || !measure(pieceA, pieceB, limit + radii)) continue;
      if (!(normalX * ax + normalY * ay >= MANIFOLD_NORMALS)) continue;
      setSides(a, pieceA, b, pieceB);
      if (coreDistance < least) {
        least = coreDistance;
        contact.id = contactId();
      }
      addEnds(limit);
    }
  }
}

/** Makes the contact one of the points: in place of the deepest one if that is it, else of the nearer. */
function keepContact(slop: f64): void {
  if (!pointCount) return addPoint(contact.x, contact.y, contact.separation, contact.id);
  const deeper = pointAt(pointCount == 2 && pointAt(1).separation < pointAt(0).separation ? 1 : 0);
  if (deeper.separation <= contact.separation + slop) {
    deeper.separation = contact.separation;
    // Of two that are level the other is not deeper by a rounding.
    const last = pointAt(pointCount - 1), first = pointAt(0);
    first.separation = max<f64>(first.separation, contact.separation);
    last.separation = max<f64>(last.separation, contact.separation);
  } else if (pointCount == 1) addPoint(contact.x, contact.y, contact.separation, contact.id);
  else {
    const nearer = pointAt(contact.x - pointAt(0).x > pointAt(1).x - contact.x ? 1 : 0);
    setPoint(nearer, contact.x, contact.y, contact.separation, contact.id);
  }
}

/** Adds both ends of the stretch that the sides share, where they are not farther apart than `limit`. */
function addEnds(limit: f64): void {
  if (abs<f64>(sideA.slope) > MANIFOLD_STEEP || abs<f64>(sideB.slope) > MANIFOLD_STEEP) return;
  const left = max<f64>(sideA.left, sideB.left), right = min<f64>(sideA.right, sideB.right);
  if (!(right - left > merge)) return;
  addEnd(left, right - left, limit);
  addEnd(right, right - left, limit);
}

function addEnd(x: f64, stretch: f64, limit: f64): void {
  const top = heightAt(sideA, x), separation = heightBelow(x) - top;
  if (separation <= limit) addPoint(x, top, separation, idAt(sideA, x, stretch) | (idAt(sideB, x, stretch) << 16));
}

/** Keeps the leftmost and the rightmost; of points that are one, the deeper. */
function addPoint(x: f64, y: f64, separation: f64, id: u32): void {
  const first = pointAt(0), second = pointAt(1);
  if (pointCount == 0) {
    pointCount = 1;
    return setPoint(first, x, y, separation, id);
  }
  if (pointCount == 1) {
    if (abs<f64>(x - first.x) > merge) {
      pointCount = 2;
      if (x > first.x) return setPoint(second, x, y, separation, id);
      memory.copy(points + POINT_BYTES, points, POINT_BYTES);
      return setPoint(first, x, y, separation, id);
    }
    if (separation < first.separation) setPoint(first, x, y, separation, id);
    return;
  }
  if (x < first.x - merge || (x <= first.x + merge && separation < first.separation)) setPoint(first, x, y, separation, id);
  else if (x > second.x + merge || (x >= second.x - merge && separation < second.separation)) setPoint(second, x, y, separation, id);
}

// @ts-ignore: decorator
@inline function pointAt(index: u32): ContactPoint {
  return changetype<ContactPoint>(points + <usize>index * POINT_BYTES);
}

function setPoint(point: ContactPoint, x: f64, y: f64, separation: f64, id: u32): void {
  point.x = x;
  point.y = y;
  point.separation = separation;
  point.id = id;
}

/** For the caller's order of A and B; what is not in use becomes 0. */
function writePoints(pointA: usize, pointB: usize, separation: usize, id: usize): void {
  for (let i: u32 = 0; i < MANIFOLD_2D_POINTS; i++) {
    const onA = (swapped ? pointB : pointA) + (<usize>i << 3), onB = (swapped ? pointA : pointB) + (<usize>i << 3);
    const at = <usize>i << 2;
    if (i >= pointCount) {
      store<u64>(onA, 0);
      store<u64>(onB, 0);
      store<u32>(separation + at, 0);
      store<u32>(id + at, 0);
      continue;
    }
    const point = pointAt(i), y = point.y + point.separation;
    const originX = <f64>load<f32>(poseA), originY = <f64>load<f32>(poseA, 4);
    store<f32>(onA, <f32>(originX + point.x * ny + point.y * nx));
    store<f32>(onA, <f32>(originY - point.x * nx + point.y * ny), 4);
    store<f32>(onB, <f32>(originX + point.x * ny + y * nx));
    store<f32>(onB, <f32>(originY - point.x * nx + y * ny), 4);
    store<f32>(separation + at, <f32>point.separation + <f32>0);
    store<u32>(id + at, swapped ? (point.id << 16) | (point.id >> 16) : point.id);
  }
}

// ---------------------------------------------------------------- sides

function setSides(a: Shape2D, pieceA: Shape2D, b: Shape2D, pieceB: Shape2D): void {
  setSide(sideA, a, pieceA, ax, ay);
  setSide(sideB, b, pieceB, -bx, -by);
  // B's own frame is turned by half a turn, and its origin is at B's position.
  const left = sideB.left, leftId = sideB.leftId;
  sideB.leftY += sideB.slope * (sideB.right - left) - offsetY;
  sideB.left = offsetX - sideB.right;
  sideB.right = offsetX - left;
  sideB.slope = -sideB.slope;
  sideB.leftId = sideB.rightId;
  sideB.rightId = leftId;
}

/** Of the piece's edges the one whose normal is nearest to (mx, my), the first of equals. */
function setSide(side: Side, shape: Shape2D, piece: Shape2D, mx: f64, my: f64): void {
  const end = piece.edges + <usize>piece.edgeCount * EDGE_BYTES;
  let best = piece.edges, most: f64 = -Infinity;
  for (let at = piece.edges; at < end; at += EDGE_BYTES) {
    const along = mx * changetype<Edge>(at).normalX + my * changetype<Edge>(at).normalY;
    if (along > most) {
      most = along;
      best = at;
    }
  }
  const next = edgeAfter(piece, best), p = changetype<Edge>(next), q = changetype<Edge>(best);
  side.left = p.x * my - p.y * mx;
  side.right = q.x * my - q.y * mx;
  side.leftY = p.x * mx + p.y * my;
  const width = side.right - side.left;
  side.slope = width > 0 ? (q.x * mx + q.y * my - side.leftY) / width : 0;
  side.radius = <f64>piece.radius;
  side.leftId = vertexId(shape, piece, next);
  side.rightId = vertexId(shape, piece, best);
  side.edgeId = ID_EDGE | (edgeNumber(shape, best) & ID_MASK);
}

// @ts-ignore: decorator
@inline function edgeNumber(shape: Shape2D, edge: usize): u32 {
  return <u32>((edge - pieceAt(shape, 0).edges) / <usize>EDGE_BYTES);
}

/** The vertex where an edge starts. In rings of one or two vertices it is that of several edges, some of no length. */
function vertexId(shape: Shape2D, piece: Shape2D, edge: usize): u32 {
  const index = edgeNumber(shape, edge);
  if (piece.vertexCount > 2 || shape.pieceCount > 1) return index & ID_MASK;
  if (piece.vertexCount == 1) return 0;
  return piece.vertexStride == EDGE_BYTES ? ((index + 1) >> 1) & 1 : index >> 1;
}

/** The surface over or, with its rounding, beside the edge, for an x on the edge. */
function heightAt(side: Side, x: f64): f64 {
  const along = x - side.left, radius = side.radius, slope = side.slope;
  if (radius == 0 || slope == 0) return side.leftY + slope * along + radius;
  const stretch = sqrt<f64>(1 + slope * slope), foot = along + radius * slope / stretch, width = side.right - side.left;
  if (foot >= 0 && foot <= width) return side.leftY + slope * along + radius * stretch;
  const beside = foot < 0 ? along : width - along;
  return side.leftY + (foot < 0 ? 0 : slope * width) + sqrt<f64>(max<f64>(radius * radius - beside * beside, 0));
}

/** The surface of B, whose side looks down. */
// @ts-ignore: decorator
@inline function heightBelow(x: f64): f64 {
  return -heightAt(sideB, x);
}

/** What of a side is at x. The ends of a stretch have ids of their own, however short it is. */
function idAt(side: Side, x: f64, stretch: f64): u32 {
  const width = side.right - side.left, along = x - side.left, near = min<f64>(MANIFOLD_CORNER * width, 0.25 * stretch);
  if (2 * along <= width) return along <= near ? side.leftId : side.edgeId;
  return width - along <= near ? side.rightId : side.edgeId;
}

/** Of a side that is not level, its higher end touches. */
function contactId(): u32 {
  return touchingId(sideA) | (touchingId(sideB) << 16);
}

function touchingId(side: Side): u32 {
  if (abs<f64>(side.slope) <= MANIFOLD_LEVEL) return idAt(side, contact.x, Infinity);
  return side.slope > 0 ? side.rightId : side.leftId;
}
