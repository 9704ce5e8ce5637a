// Box against box by separating axes (Gottschalk 1996), in the frame of A: 3 + 3 face normals and 9 edge pairs.
import { add, addScaled, clamp, cross, dot, length, negate, rotate, rotateBack, scale, sub, vec } from "./vec.mjs";

const AXES = ["x", "y", "z"];
const UNITS = [vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)];
/** Shorter crosses belong to edges that are parallel, whose axes the faces cover. */
const PARALLEL = 1e-6;
/** An edge pair must be better than a face by this part of the size: at a tie the face wins. */
const FACE_WINS = 1e-9;

/**
 * The axis of least overlap, or of largest separation as soon as it is more than maxDistance.
 * @returns {{ separation: number, normal: object, feature: number, i: number, j: number }}
 *   feature 0: face i of A, 1: face j of B, 2: edge i of A and edge j of B
 */
export function boxBoxAxis(A, B, { rotation, offset }, maxDistance) {
  const a = A.halfExtents;
  const b = B.halfExtents;
  const columns = [rotation.x, rotation.y, rotation.z];
  const bias = FACE_WINS * (A.bound + B.bound);
  const best = { separation: Number.NEGATIVE_INFINITY, normal: UNITS[0], feature: 0, i: 0, j: 0 };

  const test = (axis, feature, i, j) => {
    const along = dot(axis, offset);
    const reachA = Math.abs(axis.x) * a.x + Math.abs(axis.y) * a.y + Math.abs(axis.z) * a.z;
    const reachB =
      Math.abs(dot(axis, rotation.x)) * b.x +
      Math.abs(dot(axis, rotation.y)) * b.y +
      Math.abs(dot(axis, rotation.z)) * b.z;
    const separation = Math.abs(along) - reachA - reachB;
    if (separation > best.separation + (feature === 2 ? bias : 0)) {
      best.separation = separation;
      best.normal = along < 0 ? negate(axis) : axis;
      best.feature = feature;
      best.i = i;
      best.j = j;
    }
    return separation > maxDistance;
  };

  for (let i = 0; i < 3; i++) if (test(UNITS[i], 0, i, 0)) return best;
  for (let j = 0; j < 3; j++) if (test(columns[j], 1, 0, j)) return best;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const axis = cross(UNITS[i], columns[j]);
      const l = length(axis);
      if (l > PARALLEL && test(scale(axis, 1 / l), 2, i, j)) return best;
    }
  }
  return best;
}

/** The points that touch when B goes by the depth along the normal; pointB - pointA = separation * normal. */
export function boxBoxPoints(A, B, place, { separation, normal, feature, i, j }) {
  const localNormal = rotateBack(place.rotation, normal);
  if (feature === 0) {
    // B's deepest feature against the face of A.
    const pointB = featureInFace(A, B, place, normal, negate(localNormal));
    return { pointA: addScaled(pointB, normal, -separation), pointB };
  }
  if (feature === 1) {
    const inverse = inversePlace(place);
    const local = featureInFace(B, A, inverse, negate(localNormal), normal);
    const pointA = add(rotate(place.rotation, local), place.offset);
    return { pointA, pointB: addScaled(pointA, normal, separation) };
  }
  const p = A.support(normal);
  const q = add(rotate(place.rotation, B.support(negate(localNormal))), place.offset);
  const u = UNITS[i];
  const v = [place.rotation.x, place.rotation.y, place.rotation.z][j];
  // Closest points of the two lines p + s u and q + t v; the axis is along u x v, so they are not parallel.
  const d = sub(p, q);
  const uv = dot(u, v);
  const s = (uv * dot(v, d) - dot(u, d)) / (1 - uv * uv);
  const pointA = addScaled(p, u, s);
  return { pointA, pointB: addScaled(pointA, normal, separation) };
}

function inversePlace({ rotation: m, offset }) {
  const rotation = { x: vec(m.x.x, m.y.x, m.z.x), y: vec(m.x.y, m.y.y, m.z.y), z: vec(m.x.z, m.y.z, m.z.z) };
  return { rotation, offset: negate(rotateBack(m, offset)) };
}

/**
 * The deepest point of `other` below a face of `base`, in base's frame. When an edge or a face of `other` is level with
 * the face, a point of it that also lies over the face.
 */
function featureInFace(base, other, place, normal, direction) {
  const size = base.bound + other.bound;
  const h = other.halfExtents;
  const vertex = other.support(direction);
  const level = AXES.filter((k) => Math.abs(direction[k]) * h[k] <= 1e-9 * size);
  const toBase = (p) => add(rotate(place.rotation, p), place.offset);
  if (level.length === 0) return toBase(vertex);
  let local = { ...vertex };
  for (const k of level) local[k] = 0;
  // Alternating projections between the face of `base` and the level feature meet in a point of both.
  for (let n = 0; n < 16; n++) {
    const p = toBase(local);
    const inFace = clampToBox(p, base.halfExtents);
    const moved = sub(inFace, p);
    const back = rotateBack(place.rotation, addScaled(moved, normal, -dot(moved, normal)));
    local = { ...local };
    for (const k of level) local[k] = clamp(local[k] + back[k], -h[k], h[k]);
  }
  return toBase(local);
}

const clampToBox = (p, h) => vec(clamp(p.x, -h.x, h.x), clamp(p.y, -h.y, h.y), clamp(p.z, -h.z, h.z));
