// Concave polygons as convex pieces. An entry of its own, `narrowphase/2d/concave`, as only this needs earcut.

import earcut from "earcut";
import { PolygonError } from "../errors.js";
import { areaOf, hullIndices, orientation } from "./hull.js";
import { at, clean, type Outline, pick } from "./outline.js";
import { type Points, readOutline } from "./shapes.js";

export { PolygonError, type PolygonErrorCode } from "../errors.js";
export type { Points } from "./shapes.js";

/**
 * Splits a simple polygon of at least three points, in either winding, into convex pieces for `compound`, each flat x, y and
 * counter-clockwise: triangles by ear clipping, joined where the result stays convex (Hertel and Mehlhorn 1983). Numbers are
 * rounded to f32; points that repeat their neighbour or lie inside an edge are dropped. Throws a `PolygonError`
 * (`SELF_INTERSECTING`) if edges cross or touch.
 */
export function convexPieces(points: Points): number[][] {
  const outline = clean(readOutline(points));
  const count = outline.length / 2;
  if (count < 3) return [pick(outline, hullIndices(outline))];
  checkSimple(outline);
  const corners = earcut(outline);
  const turn = (a: number, b: number, c: number) =>
    orientation(...at(outline, a), ...at(outline, b), ...at(outline, c));
  const pieces: (number[] | undefined)[] = [];
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3) as [number, number, number];
    const side = turn(a, b, c);
    if (side !== 0) pieces.push(side > 0 ? [a, b, c] : [a, c, b]);
  }
  join(pieces, turn);
  const whole = pieces.filter((piece) => piece !== undefined);
  const area = whole.reduce((sum, piece) => sum + areaOf(pick(outline, piece)), 0);
  const expected = Math.abs(areaOf(outline));
  if (!(Math.abs(area - expected) <= 1e-9 * expected)) {
    throw new PolygonError("SELF_INTERSECTING", "the outline is too close to touching itself to be split");
  }
  return whole.map((piece) => pick(outline, hullIndicesOf(outline, piece)));
}

/** Removes each diagonal whose two corners stay convex without it. */
function join(pieces: (number[] | undefined)[], turn: (a: number, b: number, c: number) => number): void {
  const owners = new Map<string, number>();
  for (const [i, piece] of pieces.entries()) eachEdge(piece as number[], (a, b) => owners.set(`${a} ${b}`, i));
  for (const [key, owner] of [...owners]) {
    const [a, b] = key.split(" ").map(Number) as [number, number];
    const first = owners.get(key);
    const second = owners.get(`${b} ${a}`);
    if (first === undefined || second === undefined || first === second || owner === undefined) continue;
    const p = pieces[first] as number[];
    const q = pieces[second] as number[];
    // p runs a b ..., q runs b a ...: joined, a comes after q's way from a, and b before it.
    const ring = [...rotated(p, b), ...rotated(q, a).slice(1, -1)];
    const convexAt = (corner: number) => {
      const k = ring.indexOf(corner);
      const n = ring.length;
      return turn(ring[(k + n - 1) % n] as number, corner, ring[(k + 1) % n] as number) >= 0;
    };
    if (!convexAt(a) || !convexAt(b)) continue;
    pieces[first] = ring;
    pieces[second] = undefined;
    owners.delete(key);
    owners.delete(`${b} ${a}`);
    eachEdge(ring, (from, to) => owners.set(`${from} ${to}`, first));
  }
}

function eachEdge(ring: readonly number[], visit: (from: number, to: number) => void): void {
  for (const [k, corner] of ring.entries()) visit(corner, ring[(k + 1) % ring.length] as number);
}

function rotated(ring: readonly number[], first: number): number[] {
  const k = ring.indexOf(first);
  return [...ring.slice(k), ...ring.slice(0, k)];
}

/** The strictly convex corners of a ring of indices, counter-clockwise. */
function hullIndicesOf(points: Outline, ring: readonly number[]): number[] {
  return hullIndices(pick(points, ring)).map((k) => ring[k] as number);
}

/** Throws if two edges meet anywhere but at the corner between them. */
function checkSimple(outline: Outline): void {
  const count = outline.length / 2;
  for (let i = 0; i < count; i++) {
    const [ax, ay] = at(outline, i);
    const [bx, by] = at(outline, (i + 1) % count);
    // A corner that turns straight back runs along its own edge.
    const [cx, cy] = at(outline, (i + 2) % count);
    if (orientation(ax, ay, bx, by, cx, cy) === 0 && (ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0)
      throw crossing(i, i + 1);
    for (let j = i + 2; j < count - (i === 0 ? 1 : 0); j++) {
      const [px, py] = at(outline, j);
      const [qx, qy] = at(outline, (j + 1) % count);
      if (Math.max(ax, bx) < Math.min(px, qx) || Math.max(px, qx) < Math.min(ax, bx)) continue;
      if (Math.max(ay, by) < Math.min(py, qy) || Math.max(py, qy) < Math.min(ay, by)) continue;
      const sides =
        Math.sign(orientation(ax, ay, bx, by, px, py)) * Math.sign(orientation(ax, ay, bx, by, qx, qy)) <= 0 &&
        Math.sign(orientation(px, py, qx, qy, ax, ay)) * Math.sign(orientation(px, py, qx, qy, bx, by)) <= 0;
      if (sides) throw crossing(i, j);
    }
  }
}

function crossing(i: number, j: number): PolygonError {
  return new PolygonError(
    "SELF_INTERSECTING",
    `the outline meets itself: edge ${i} and edge ${j} without repeated points`,
  );
}
