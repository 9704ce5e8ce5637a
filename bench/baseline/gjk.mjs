// GJK distance between two cores (van den Bergen 2003, chapter 4), in the frame of A.
// The Minkowski difference is A - B: the vector v from the origin to its nearest point is pointA - pointB.
import { add, addScaled, cross, dot, negate, rotate, rotateBack, scale, sub, vec } from "./vec.mjs";

/** @typedef {import("./vec.mjs").Vec3} Vec3 */
/** @typedef {{ w: Vec3, a: Vec3, b: Vec3 }} Vertex   w = a - b */

const MAX_ITERATIONS = 128;
/** Stop when v.v - v.w <= CONVERGED * v.v: the distance is then right to CONVERGED, relatively. */
const CONVERGED = 1e-9;
/** Below this part of the size, squared, the origin counts as inside. */
const TOUCHING = 1e-24;

/** The vertex of A - B that is farthest along d. */
export function supportVertex(A, B, place, d) {
  const a = A.support(d);
  const b = add(rotate(place.rotation, B.support(rotateBack(place.rotation, negate(d)))), place.offset);
  return { w: sub(a, b), a, b };
}

/**
 * @param {{ rotation: object, offset: Vec3 }} place  B in the frame of A
 * @param {number} maxDistance  give up beyond it
 * @param {number} enough  stop at this distance or nearer: the caller only asks whether it is reached
 * @returns {{ overlap: boolean, beyond: boolean, v: Vec3, simplex: Vertex[], weights: number[] }}
 */
export function gjk(A, B, place, maxDistance, enough = 0) {
  /** @type {Vertex[]} */
  let simplex = [];
  let weights = [];
  let v = negate(place.offset);
  let vv = dot(v, v);
  if (vv === 0) v = vec(1, 0, 0);
  let size = 0;
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    const vertex = supportVertex(A, B, place, negate(v));
    const { w } = vertex;
    const vw = dot(v, w);
    if (vw > 0 && vw * vw > maxDistance * maxDistance * dot(v, v)) {
      return { overlap: false, beyond: true, v, simplex, weights };
    }
    if (i > 0 && (vv - vw <= CONVERGED * vv || simplex.some((s) => same(s.w, w)))) break;
    size = Math.max(size, dot(w, w));
    const nearest = nearestToOrigin([...simplex, vertex], vw > 0);
    if (nearest.inside) return { overlap: true, beyond: false, v: nearest.v, ...nearest };
    const next = dot(nearest.v, nearest.v);
    if (i > 0 && next >= vv) break;
    ({ v, simplex, weights } = nearest);
    vv = next;
    if (vv <= TOUCHING * size) return { overlap: true, beyond: false, v, simplex, weights };
    if (vv <= enough * enough) break;
  }
  return { overlap: false, beyond: false, v, simplex, weights };
}

const same = (a, b) => a.x === b.x && a.y === b.y && a.z === b.z;

/** @param {boolean} outside  a separating plane is known: whatever rounding says, the origin is not inside */
function nearestToOrigin(simplex, outside) {
  switch (simplex.length) {
    case 1:
      return point(simplex[0]);
    case 2:
      return segment(simplex[0], simplex[1]);
    case 3:
      return triangle(simplex[0], simplex[1], simplex[2]);
    default:
      return tetrahedron(simplex, outside);
  }
}

const point = (a) => ({ v: a.w, simplex: [a], weights: [1], inside: false });

function segment(a, b) {
  const e = sub(b.w, a.w);
  const t = -dot(a.w, e);
  const ee = dot(e, e);
  if (t <= 0) return point(a);
  if (t >= ee) return point(b);
  const s = t / ee;
  return { v: addScaled(a.w, e, s), simplex: [a, b], weights: [1 - s, s], inside: false };
}

/** Voronoi regions (Ericson 5.1.5); the areas come from the normal, which cancels less than products of dots. */
function triangle(a, b, c) {
  const ab = sub(b.w, a.w);
  const ac = sub(c.w, a.w);
  const n = cross(ab, ac);
  const nn = dot(n, n);
  const areaA = dot(cross(b.w, c.w), n);
  const areaB = dot(cross(c.w, a.w), n);
  const areaC = dot(cross(a.w, b.w), n);
  if (nn > 0 && areaA > 0 && areaB > 0 && areaC > 0) {
    const sum = areaA + areaB + areaC;
    const weights = [areaA / sum, areaB / sum, areaC / sum];
    return { v: scale(n, dot(a.w, n) / nn), simplex: [a, b, c], weights, inside: false };
  }
  return nearer(nearer(segment(a, b), segment(b, c)), segment(c, a));
}

function tetrahedron([a, b, c, d], outside) {
  let best = null;
  let all = null;
  for (const [p, q, r, other] of [
    [a, b, c, d],
    [a, c, d, b],
    [a, d, b, c],
    [b, d, c, a],
  ]) {
    const n = cross(sub(q.w, p.w), sub(r.w, p.w));
    const beyond = -dot(p.w, n) * dot(sub(other.w, p.w), n) <= 0;
    if (!beyond && !outside) continue;
    const face = triangle(p, q, r);
    all = all ? nearer(all, face) : face;
    if (beyond) best = best ? nearer(best, face) : face;
  }
  return best ?? all ?? { v: vec(0, 0, 0), simplex: [a, b, c, d], weights: [], inside: true };
}

const nearer = (p, q) => (dot(q.v, q.v) < dot(p.v, p.v) ? q : p);

/** The point of A and the point of B that the weights give. */
export function witnesses(simplex, weights) {
  let pointA = vec(0, 0, 0);
  let pointB = vec(0, 0, 0);
  for (let i = 0; i < simplex.length; i++) {
    pointA = addScaled(pointA, simplex[i].a, weights[i]);
    pointB = addScaled(pointB, simplex[i].b, weights[i]);
  }
  return { pointA, pointB };
}
