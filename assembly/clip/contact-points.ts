// Where two features meet: their polygons clipped against each other in the plane across the normal (clipping of the
// incident face by the reference face, Ericson 5.5.7 and Gregorius 2015), and at each corner the two surfaces compared.
//
// Both surfaces are met on a line along the normal, so pointB - pointA = separation * normal holds for every point, and A and
// B have the same part. The reference face, which clips, is the one most nearly across the normal.

import { MAX_CLIPPED, clipPolygon, clippedAt, clippedCount, startClip } from "./clip-polygon";
import { Feature, cornerAt, featureA, featureB } from "./feature";
import { heightAt, riseAt } from "./round";

@unmanaged
export class ContactPoint {
  // (x, y) in the plane, and the height of A's surface along the normal.
  x: f64;
  y: f64;
  height: f64;
  separation: f64;
}
export const POINT_BYTES: usize = offsetof<ContactPoint>();
const points: usize = memory.data((MAX_CLIPPED + 1) * 32, 16);

export let pointCount: i32 = 0;

// @ts-ignore: decorator
@inline export function pointAt(index: i32): ContactPoint {
  return changetype<ContactPoint>(points + <usize>index * POINT_BYTES);
}

/**
 * Finds the points of the two features that are up to `limit` apart, in counter-clockwise order, at least one. The witness
 * (x, y, height) on A's surface and its `separation` are the contact's own, so the deepest point has that. `rim`: how far
 * rounding moves a point. Points nearer to each other than `merge` are one.
 */
export function findContactPoints(x: f64, y: f64, height: f64, separation: f64, limit: f64, rim: f64, merge: f64): void {
  pointCount = 0;
  const countA = featureA.count, countB = featureB.count;
  if (countA == 2 && countB == 2) {
    if (areParallel(featureA, featureB)) {
      for (let i = 0; i < 2; i++) {
        addBeside(featureA, i, featureB, limit, rim, merge);
        addBeside(featureB, i, featureA, limit, rim, merge);
      }
    }
  } else if (countA != 1 && countB != 1 && countA + countB != 0) {
    if (countA == 0) startClip(featureB);
    else if (countB == 0) startClip(featureA);
    else if (countB == 2 || (countA != 2 && featureA.level >= featureB.level)) clipPolygon(featureB, featureA, rim);
    else clipPolygon(featureA, featureB, rim);
    for (let i = 0; i < clippedCount; i++) addPoint(clippedAt(i).x, clippedAt(i).y, limit, merge);
  }

  let deepest = 0;
  for (let i = 1; i < pointCount; i++) if (pointAt(i).separation < pointAt(deepest).separation) deepest = i;
  if (pointCount && pointAt(deepest).separation <= separation + rim) pointAt(deepest).separation = separation;
  // A vertex, edges that cross, or a round edge whose lowest point is none of its corners.
  else put(nearestPoint(x, y, merge), x, y, height, separation);
}

/** The two surfaces over (x, y), if they are up to `limit` apart. Of points that are one the deepest stays. */
function addPoint(x: f64, y: f64, limit: f64, merge: f64): void {
  const top = heightAt(featureA, x, y) + riseAt(featureA, 1, x, y);
  const separation = heightAt(featureB, x, y) - riseAt(featureB, -1, x, y) - top;
  if (!(separation <= limit)) return;
  const index = nearestPoint(x, y, merge);
  if (index == pointCount || separation < pointAt(index).separation) put(index, x, y, top, separation);
}

/** The point that is one with (x, y); `pointCount` if there is none. */
function nearestPoint(x: f64, y: f64, merge: f64): i32 {
  let i = 0;
  for (; i < pointCount; i++) {
    const point = pointAt(i), dx = point.x - x, dy = point.y - y;
    if (dx * dx + dy * dy <= merge * merge) break;
  }
  return i;
}

function put(index: i32, x: f64, y: f64, height: f64, separation: f64): void {
  const point = pointAt(index);
  point.x = x;
  point.y = y;
  point.height = height;
  point.separation = separation;
  if (index == pointCount) pointCount++;
}

/** Two edges, within about 15 degrees. */
function areParallel(f: Feature, g: Feature): bool {
  const a = cornerAt(f, 0), b = cornerAt(f, 1), c = cornerAt(g, 0), d = cornerAt(g, 1);
  const ux = b.x - a.x, uy = b.y - a.y, vx = d.x - c.x, vy = d.y - c.y;
  return abs<f64>(ux * vy - uy * vx) <= 0.25 * abs<f64>(ux * vx + uy * vy);
}

/**
 * Edges that run beside each other touch at both ends of the stretch that they share: at the ends of the one that are
 * beside the other. Rounded ones may be turned a little.
 */
function addBeside(from: Feature, index: i32, edge: Feature, limit: f64, rim: f64, merge: f64): void {
  const p = cornerAt(from, index), a = cornerAt(edge, 0), b = cornerAt(edge, 1);
  const ex = b.x - a.x, ey = b.y - a.y, squared = ex * ex + ey * ey;
  const along = ((p.x - a.x) * ex + (p.y - a.y) * ey) / squared;
  if (!(along >= 0 && along <= 1)) return;
  const dx = a.x + along * ex - p.x, dy = a.y + along * ey - p.y;
  const most = rim + min<f64>(from.reach, edge.reach);
  if (dx * dx + dy * dy <= most * most) addPoint(p.x, p.y, limit, merge);
}
