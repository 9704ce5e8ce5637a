// Outlines: cleaned, and checked to be convex.

import { PolygonError } from "../errors.js";
import { hullIndices, orientation } from "./hull.js";

/** Flat x, y of f32 values. */
export type Outline = readonly number[];

/**
 * The corners of a convex polygon in counter-clockwise order. Repeated points and points inside an edge are dropped; either
 * winding will do. Throws a `PolygonError` if the outline turns both ways or goes around more than once.
 */
export function convexOutline(points: Outline): number[] {
  const outline = clean(points);
  const corners = hullIndices(outline);
  // Convex: the hull has every corner, in the same cyclic order or in the reverse one.
  const count = outline.length / 2;
  const start = corners[0] ?? 0;
  const step = corners[1] === (start + 1) % count ? 1 : count - 1;
  if (corners.length !== count || corners.some((corner, k) => corner !== (start + k * step) % count)) {
    if (count > 2) {
      throw new PolygonError(
        "NOT_CONVEX",
        "the outline is not convex: use hull() for its hull, or compound() of its convex pieces",
      );
    }
  }
  return pick(outline, corners);
}

/** The convex hull as flat points. */
export function hullOutline(points: Outline): number[] {
  return pick(points, hullIndices(points));
}

/** Without points that repeat the one before, or that lie inside the edge between their neighbours. */
export function clean(points: Outline): number[] {
  const distinct: number[] = [];
  const total = points.length / 2;
  for (let i = 0; i < total; i++) {
    const [x, y] = at(points, i);
    const [px, py] = at(points, (i + total - 1) % total);
    if (x !== px || y !== py) distinct.push(x, y);
  }
  if (distinct.length === 0) return points.slice(0, 2);
  const count = distinct.length / 2;
  if (count < 3) return distinct;
  const kept: number[] = [];
  for (let i = 0; i < count; i++) {
    const [ax, ay] = at(distinct, (i + count - 1) % count);
    const [bx, by] = at(distinct, i);
    const [cx, cy] = at(distinct, (i + 1) % count);
    const straight = orientation(ax, ay, bx, by, cx, cy) === 0 && (ax - bx) * (cx - bx) + (ay - by) * (cy - by) < 0;
    if (!straight) kept.push(bx, by);
  }
  return kept;
}

export function at(points: Outline, index: number): [number, number] {
  return [points[2 * index] as number, points[2 * index + 1] as number];
}

export function pick(points: Outline, indices: readonly number[]): number[] {
  return indices.flatMap((index) => at(points, index));
}
