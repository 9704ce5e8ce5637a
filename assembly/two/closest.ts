// Signed distance of two convex cores, in f64 and in the frame of A: the separating axis test, and where it separates, the
// closest points by GJK (Gilbert, Johnson and Keerthi 1988) from the features of the best axis.

import { cos, sin, tx, ty } from "./pose";
import { satByB, satEdge, satVertex, separate, separation } from "./sat";
import { EDGE_BYTES, Edge, Shape2D, vertexAfter } from "./shape";
import { TWO_MAX_ITERATIONS, TWO_TOLERANCE } from "./tolerance";

/** Of the cores, without their radii; the normal from A to B and the point on the core of A, in the frame of A. */
export let coreDistance: f64 = 0;
export let normalX: f64 = 0, normalY: f64 = 0;
export let pointX: f64 = 0, pointY: f64 = 0;
/** The best axis: an edge of A or B that the closest or deepest points lie on; false where they are corners of both. */
export let byEdge: bool = false;

// The closest points lie between two points of the Minkowski difference B - A: w0 + weight (w1 - w0), with their witnesses on A.
let w0x: f64 = 0, w0y: f64 = 0, w1x: f64 = 0, w1y: f64 = 0;
let a0x: f64 = 0, a0y: f64 = 0, a1x: f64 = 0, a1y: f64 = 0;
let weight: f64 = 0, vx: f64 = 0, vy: f64 = 0;

/** False when the cores are farther apart than `limit`; then nothing else is set. */
export function measure(a: Shape2D, b: Shape2D, limit: f64): bool {
  if (!separate(a, b, limit)) return false;
  const edge = changetype<Edge>(satEdge), vertex = changetype<Edge>(satVertex);
  const next = changetype<Edge>(edgeAfter(satByB ? b : a, satEdge));
  // From the edge to the vertex, in the frame of A; the normal of an edge of B points to A.
  const sign: f64 = satByB ? -1 : 1;
  const edgeNX = satByB ? cos * edge.normalX - sin * edge.normalY : edge.normalX;
  const edgeNY = satByB ? sin * edge.normalX + cos * edge.normalY : edge.normalY;
  if (satByB) {
    a0x = vertex.x; a0y = vertex.y;
    a1x = vertex.x; a1y = vertex.y;
    placeB(edge.x, edge.y, true);
    placeB(next.x, next.y, false);
  } else {
    a0x = edge.x; a0y = edge.y;
    a1x = next.x; a1y = next.y;
    placeB(vertex.x, vertex.y, true);
    placeB(vertex.x, vertex.y, false);
  }
  approach();
  byEdge = true;
  normalX = sign * edgeNX;
  normalY = sign * edgeNY;
  coreDistance = separation;
  if (separation > 0 && (weight == 0 || weight == 1)) return descend(a, b, limit);
  // The vertex faces the edge. Of parallel edges it may lie beyond the end, which is as deep: `approach` has clamped it.
  pointX = a0x + weight * (a1x - a0x);
  pointY = a0y + weight * (a1y - a0y);
  return true;
}

/** GJK from the segment w0 w1. In the plane its simplex is always a segment, as the origin is outside. */
function descend(a: Shape2D, b: Shape2D, limit: f64): bool {
  const size = <f64>a.boundingRadius + <f64>b.boundingRadius;
  let squared = vx * vx + vy * vy;
  for (let i: u32 = 0; i < TWO_MAX_ITERATIONS; i++) {
    const onA = farthest(a, vx, vy);
    const onB = farthest(b, -(cos * vx + sin * vy), sin * vx - cos * vy);
    const ax = changetype<Edge>(onA).x, ay = changetype<Edge>(onA).y;
    const bx = changetype<Edge>(onB).x, by = changetype<Edge>(onB).y;
    const wx = tx + cos * bx - sin * by - ax, wy = ty + sin * bx + cos * by - ay;
    // The distance cannot fall by more than gap / |v|.
    const gap = squared - (vx * wx + vy * wy);
    if (gap <= 0 || gap * gap <= TWO_TOLERANCE * TWO_TOLERANCE * size * size * squared) break;
    const oldX = w0x, oldY = w0y, oldAX = a0x, oldAY = a0y, oldWeight = weight, oldVX = vx, oldVY = vy;
    const keptX = w1x, keptY = w1y, keptAX = a1x, keptAY = a1y;
    // w0 w first, then w w1 if that is closer.
    w1x = wx; w1y = wy; a1x = ax; a1y = ay;
    approach();
    const first = vx * vx + vy * vy, firstWeight = weight, firstX = vx, firstY = vy;
    w0x = keptX; w0y = keptY; a0x = keptAX; a0y = keptAY;
    approach();
    let best = vx * vx + vy * vy;
    if (first <= best) {
      best = first;
      weight = firstWeight; vx = firstX; vy = firstY;
      w0x = oldX; w0y = oldY; a0x = oldAX; a0y = oldAY;
    }
    if (best >= squared) {
      w0x = oldX; w0y = oldY; a0x = oldAX; a0y = oldAY;
      w1x = keptX; w1y = keptY; a1x = keptAX; a1y = keptAY;
      weight = oldWeight; vx = oldVX; vy = oldVY;
      break;
    }
    squared = best;
  }
  pointX = a0x + weight * (a1x - a0x);
  pointY = a0y + weight * (a1y - a0y);
  const length = sqrt<f64>(squared);
  // Closer than rounding, the axis gives the better normal.
  if (length <= TWO_TOLERANCE * size) return true;
  byEdge = weight > 0 && weight < 1;
  coreDistance = max<f64>(length, separation);
  normalX = vx / length;
  normalY = vy / length;
  return length <= limit;
}

/** The point of the segment w0 w1 that is closest to the origin. */
function approach(): void {
  const ex = w1x - w0x, ey = w1y - w0y;
  const along = -(w0x * ex + w0y * ey), squared = ex * ex + ey * ey;
  weight = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  if (weight == 1) {
    vx = w1x;
    vy = w1y;
  } else {
    vx = w0x + weight * ex;
    vy = w0y + weight * ey;
  }
}

/** Sets w0 or w1 to a point of B less the witness on A. */
@inline
function placeB(x: f64, y: f64, first: bool): void {
  const bx = tx + cos * x - sin * y, by = ty + sin * x + cos * y;
  if (first) {
    w0x = bx - a0x;
    w0y = by - a0y;
  } else {
    w1x = bx - a1x;
    w1y = by - a1y;
  }
}

/** The vertex farthest along a direction, the first of equals. */
export function farthest(shape: Shape2D, dx: f64, dy: f64): usize {
  let at = shape.edges, best = at;
  let height = dx * changetype<Edge>(at).x + dy * changetype<Edge>(at).y;
  for (let i: u32 = 1; i < shape.vertexCount; i++) {
    at = vertexAfter(shape, at);
    const value = dx * changetype<Edge>(at).x + dy * changetype<Edge>(at).y;
    if (value > height) {
      height = value;
      best = at;
    }
  }
  return best;
}

@inline
export function edgeAfter(shape: Shape2D, edge: usize): usize {
  const next = edge + EDGE_BYTES;
  return next - shape.edges < <usize>(shape.edgeCount * EDGE_BYTES) ? next : shape.edges;
}
