// Pairs with a formula. All in the frame of A, on cores: radii are added by the caller.
// Each yields { distance, normal, pointA, pointB } with pointB - pointA = distance * normal.
import { addScaled, clamp, cross, dot, length, negate, perpendicular, scale, sub, vec } from "./vec.mjs";

const ORIGIN = vec(0, 0, 0);
const UNITS = [vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)];

/** Between two points; at a distance of 0 along `fallback`. */
function between(pointA, pointB, fallback) {
  const d = sub(pointB, pointA);
  const distance = length(d);
  return { distance, normal: distance > 0 ? scale(d, 1 / distance) : fallback, pointA, pointB };
}

export const sphereSphere = (_A, _B, { offset }) => between(ORIGIN, offset, vec(0, 1, 0));

/** Capsule A, sphere B. */
export function capsuleSphere(A, _B, { offset }) {
  return between(vec(0, clamp(offset.y, -A.halfHeight, A.halfHeight), 0), offset, vec(1, 0, 0));
}

/** Box A, sphere B. */
export function boxSphere(A, _B, { offset }) {
  return boxPoint(A.halfExtents, offset);
}

function boxPoint(h, p) {
  const nearest = clampToBox(p, h);
  const result = between(nearest, p, UNITS[0]);
  if (result.distance > 0) return result;
  // Inside: out through the nearest face.
  const gaps = { x: h.x - Math.abs(p.x), y: h.y - Math.abs(p.y), z: h.z - Math.abs(p.z) };
  const k = gaps.x <= gaps.y && gaps.x <= gaps.z ? "x" : gaps.y <= gaps.z ? "y" : "z";
  const side = p[k] < 0 ? -1 : 1;
  const normal = { ...ORIGIN, [k]: side };
  return { distance: -gaps[k], normal, pointA: { ...p, [k]: side * h[k] }, pointB: p };
}

/** Closest points of two segments (Ericson 5.1.9), parallel and degenerate ones too. */
export function capsuleCapsule(A, B, { rotation, offset }) {
  const u = vec(0, 1, 0);
  const v = rotation.y;
  const uv = dot(u, v);
  const apart = 1 - uv * uv;
  const du = dot(u, offset);
  const dv = dot(v, offset);
  let s = apart > 1e-12 ? clamp((du - uv * dv) / apart, -A.halfHeight, A.halfHeight) : 0;
  const t = clamp(s * uv - dv, -B.halfHeight, B.halfHeight);
  s = clamp(t * uv + du, -A.halfHeight, A.halfHeight);
  const t2 = clamp(s * uv - dv, -B.halfHeight, B.halfHeight);
  const n = cross(u, v);
  const l = length(n);
  return between(vec(0, s, 0), addScaled(offset, v, t2), l > 1e-9 ? scale(n, 1 / l) : perpendicular(v));
}

/** Box A, capsule B: the squared distance of a point on the segment to the box is convex and piecewise quadratic. */
export function boxCapsule(A, B, place) {
  const h = A.halfExtents;
  const p = place.offset;
  const d = place.rotation.y;
  const t = nearestOnSegment(h, p, d, B.halfHeight);
  const onSegment = addScaled(p, d, t);
  const result = between(clampToBox(onSegment, h), onSegment, UNITS[0]);
  return result.distance > 1e-14 * A.bound ? result : segmentInBox(h, p, d, B.halfHeight);
}

/** The t in [-half, half] at which p + t d is nearest to the box: where the slope of the squared distance is zero. */
function nearestOnSegment(h, p, d, half) {
  const slope = (t) => {
    let sum = 0;
    for (const k of ["x", "y", "z"]) {
      const x = p[k] + t * d[k];
      sum += d[k] * (x - clamp(x, -h[k], h[k]));
    }
    return sum;
  };
  if (slope(-half) >= 0) return -half;
  if (slope(half) <= 0) return half;
  // The slope is linear between the t at which a coordinate crosses a face.
  let low = -half;
  let high = half;
  for (const k of ["x", "y", "z"]) {
    for (const face of [-h[k], h[k]]) {
      const t = (face - p[k]) / d[k];
      if (!(t > low && t < high)) continue;
      if (slope(t) < 0) low = t;
      else high = t;
    }
  }
  const atLow = slope(low);
  const rise = slope(high) - atLow;
  return rise > 0 ? low - (atLow / rise) * (high - low) : low;
}

/** A segment that enters the box: the least way out over 3 faces and 3 edge crosses. */
function segmentInBox(h, p, d, half) {
  let best = null;
  const test = (axis, edge) => {
    const along = dot(axis, p);
    const reach = Math.abs(axis.x) * h.x + Math.abs(axis.y) * h.y + Math.abs(axis.z) * h.z;
    const separation = Math.abs(along) - reach - half * Math.abs(dot(axis, d));
    const bias = edge < 0 ? 0 : 1e-12 * reach;
    if (!best || separation > best.separation + bias) {
      best = { separation, normal: along < 0 ? negate(axis) : axis, edge };
    }
  };
  for (const axis of UNITS) test(axis, -1);
  UNITS.forEach((axis, i) => {
    const n = cross(axis, d);
    const l = length(n);
    if (l > 1e-6) test(scale(n, 1 / l), i);
  });
  const { separation, normal, edge } = best;
  if (edge < 0) {
    const toward = dot(normal, d);
    // A segment level with the face: any of its points will do that lies over the face.
    const t = Math.abs(toward) > 1e-9 ? (toward > 0 ? -half : half) : nearestOnSegment(h, p, d, half);
    const pointB = addScaled(p, d, t);
    return { distance: separation, normal, pointA: addScaled(pointB, normal, -separation), pointB };
  }
  const corner = vec(normal.x < 0 ? -h.x : h.x, normal.y < 0 ? -h.y : h.y, normal.z < 0 ? -h.z : h.z);
  const u = UNITS[edge];
  const ud = dot(u, d);
  const r = sub(p, corner);
  const t = (ud * dot(u, r) - dot(d, r)) / (1 - ud * ud);
  const pointB = addScaled(p, d, t);
  return { distance: separation, normal, pointA: addScaled(pointB, normal, -separation), pointB };
}

const clampToBox = (p, h) => vec(clamp(p.x, -h.x, h.x), clamp(p.y, -h.y, h.y), clamp(p.z, -h.z, h.z));
