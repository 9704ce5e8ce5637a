// A convex polygon clipped by another one (Sutherland and Hodgman 1974), in the plane: the subject is cut by the line of each
// edge of the clipper in turn. A subject of two corners is a segment; it is cut both ways round, and what doubles is merged.

import { Corner, Feature, MAX_CORNERS, cornerAt } from "./feature";

@unmanaged
export class Point {
  x: f64;
  y: f64;
}
const POINT_BYTES: usize = offsetof<Point>();
/** Two convex polygons meet in at most the sum of their corners; as much again for what rounding bends. */
export const MAX_CLIPPED: i32 = 4 * MAX_CORNERS;
const bufferA: usize = memory.data(MAX_CLIPPED * 16, 16);
const bufferB: usize = memory.data(MAX_CLIPPED * 16, 16);
/** Of each corner from the line that cuts. */
const distances: usize = memory.data(MAX_CLIPPED * 8, 16);

/** Corners of the last clip. */
export let clippedCount: i32 = 0;
let clipped: usize = bufferA;

// @ts-ignore: decorator
@inline export function clippedAt(index: i32): Point {
  return at(clipped, index);
}

/** The subject as it is. */
export function startClip(subject: Feature): void {
  clipped = bufferA;
  clippedCount = subject.count;
  for (let i = 0; i < clippedCount; i++) put(bufferA, i, cornerAt(subject, i).x, cornerAt(subject, i).y);
}

/** What the clipper has of the subject. Corners out of it by no more than `rim` stay where they are. */
export function clipPolygon(subject: Feature, clipper: Feature, rim: f64): void {
  startClip(subject);
  const edges = clipper.count;
  let a = cornerAt(clipper, edges - 1);
  for (let i = 0; i < edges && clippedCount > 0; i++) {
    const b = cornerAt(clipper, i);
    cut(a, b, rim);
    a = b;
  }
}

/** Keeps what is left of the line from a to b. */
function cut(a: Corner, b: Corner, rim: f64): void {
  const nx = a.y - b.y, ny = b.x - a.x, limit = nx * a.x + ny * a.y;
  // The length of the edge, within a factor of 1.5.
  const slack = -rim * (abs<f64>(nx) + abs<f64>(ny));
  let outside = false;
  for (let i = 0; i < clippedCount; i++) {
    const p = at(clipped, i), distance = nx * p.x + ny * p.y - limit;
    store<f64>(distances + (<usize>i << 3), distance);
    outside = outside || distance < slack;
  }
  if (!outside) return;

  const from = clipped, to = from == bufferA ? bufferB : bufferA;
  let kept = 0;
  for (let i = 0; i < clippedCount && kept < MAX_CLIPPED - 2; i++) {
    const next = i + 1 == clippedCount ? 0 : i + 1;
    const p = at(from, i), q = at(from, next);
    const distanceP = load<f64>(distances + (<usize>i << 3)), distanceQ = load<f64>(distances + (<usize>next << 3));
    const insideP = distanceP >= slack, insideQ = distanceQ >= slack;
    if (insideP) put(to, kept++, p.x, p.y);
    // Where the inner one is itself beyond the line, it stands in for the crossing.
    if (insideP == insideQ || (insideP ? distanceP : distanceQ) <= 0) continue;
    const share = distanceP / (distanceP - distanceQ);
    put(to, kept++, p.x + share * (q.x - p.x), p.y + share * (q.y - p.y));
  }
  clipped = to;
  clippedCount = kept;
}

// @ts-ignore: decorator
@inline function at(buffer: usize, index: i32): Point {
  return changetype<Point>(buffer + <usize>index * POINT_BYTES);
}

function put(buffer: usize, index: i32, x: f64, y: f64): void {
  const point = at(buffer, index);
  point.x = x;
  point.y = y;
}
