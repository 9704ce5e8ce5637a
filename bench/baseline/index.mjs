// Collision queries as a good JavaScript developer writes them today: doubles, {x, y, z} objects, no WebAssembly.
// The benchmark measures against it, and the tests use it as a second opinion.
import { boxCapsule, boxSphere, capsuleCapsule, capsuleSphere, sphereSphere } from "./analytic.mjs";
import { boxBoxAxis, boxBoxPoints } from "./box-box.mjs";
import { epa } from "./epa.mjs";
import { gjk, witnesses } from "./gjk.mjs";
import { add, addScaled, dot, length, negate, rotate, rotateBack, rotation, scale, sub } from "./vec.mjs";

export { box, capsule, cone, cylinder, hull, sphere, triangle } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Shape} Shape */
/** @typedef {import("./vec.mjs").Vec3} Vec3 */
/** @typedef {{ position: Vec3, quaternion: import("./vec.mjs").Quaternion }} Pose */
/** @typedef {{ distance: number, normal: Vec3, pointA: Vec3, pointB: Vec3 }} Answer
 *   world frame; the normal goes from A to B; pointB - pointA = distance * normal; distance < 0 is an overlap */

/**
 * @param {Shape} A @param {Pose} poseA @param {Shape} B @param {Pose} poseB
 * @param {number} [maxDistance]  give up beyond it
 * @returns {Answer | null}  null when farther apart than maxDistance
 */
export function distance(A, poseA, B, poseB, maxDistance = Number.POSITIVE_INFINITY) {
  const swapped = RANK[A.kind] < RANK[B.kind];
  const answer = swapped ? ordered(B, poseB, A, poseA, maxDistance) : ordered(A, poseA, B, poseB, maxDistance);
  if (!answer || !swapped) return answer;
  return { distance: answer.distance, normal: negate(answer.normal), pointA: answer.pointB, pointB: answer.pointA };
}

/** As distance, but null unless they overlap or are nearer than maxDistance. */
export function contact(A, poseA, B, poseB, maxDistance = 0) {
  return distance(A, poseA, B, poseB, maxDistance);
}

/** Touching counts. @returns {boolean} */
export function intersects(A, poseA, B, poseB) {
  if (RANK[A.kind] < RANK[B.kind]) return intersects(B, poseB, A, poseA);
  const radii = A.radius + B.radius;
  if (boundsApart(A, poseA, B, poseB, 0)) return false;
  const place = relative(rotation(poseA.quaternion), poseA, poseB);
  const formula = FORMULAS[A.kind]?.[B.kind];
  if (formula) return formula(A, B, place).distance <= radii;
  if (A.kind === "box" && B.kind === "box" && radii === 0) return boxBoxAxis(A, B, place, 0).separation <= 0;
  const { overlap, beyond, v } = gjk(A, B, place, radii, radii);
  return overlap || (!beyond && length(v) <= radii);
}

// The higher rank is computed as A, so that each pair needs one formula.
const RANK = { sphere: 0, capsule: 1, box: 2, triangle: 3, hull: 4, cylinder: 5, cone: 6 };

const FORMULAS = {
  sphere: { sphere: sphereSphere },
  capsule: { sphere: capsuleSphere, capsule: capsuleCapsule },
  box: { sphere: boxSphere, capsule: boxCapsule },
};

function ordered(A, poseA, B, poseB, maxDistance) {
  if (boundsApart(A, poseA, B, poseB, maxDistance)) return null;
  const turnA = rotation(poseA.quaternion);
  const place = relative(turnA, poseA, poseB);
  const core = coreAnswer(A, B, place, maxDistance + A.radius + B.radius);
  const d = core ? core.distance - A.radius - B.radius : Number.POSITIVE_INFINITY;
  if (!core || d > maxDistance) return null;
  const toWorld = (p) => add(rotate(turnA, p), poseA.position);
  return {
    distance: d,
    normal: rotate(turnA, core.normal),
    pointA: toWorld(addScaled(core.pointA, core.normal, A.radius)),
    pointB: toWorld(addScaled(core.pointB, core.normal, -B.radius)),
  };
}

function boundsApart(A, poseA, B, poseB, maxDistance) {
  const d = sub(poseB.position, poseA.position);
  const reach = A.bound + A.radius + B.bound + B.radius + maxDistance;
  return dot(d, d) > reach * reach;
}

/** B in the frame of A. */
function relative(turnA, poseA, poseB) {
  const turnB = rotation(poseB.quaternion);
  return {
    rotation: { x: rotateBack(turnA, turnB.x), y: rotateBack(turnA, turnB.y), z: rotateBack(turnA, turnB.z) },
    offset: rotateBack(turnA, sub(poseB.position, poseA.position)),
  };
}

function coreAnswer(A, B, place, maxDistance) {
  const formula = FORMULAS[A.kind]?.[B.kind];
  if (formula) return formula(A, B, place);
  if (A.kind === "box" && B.kind === "box") return boxBox(A, B, place, maxDistance);
  return gjkEpa(A, B, place, maxDistance);
}

function boxBox(A, B, place, maxDistance) {
  const axis = boxBoxAxis(A, B, place, maxDistance);
  if (axis.separation > maxDistance) return null;
  if (axis.separation > 0) {
    const near = gjk(A, B, place, maxDistance);
    if (!near.overlap) return near.beyond ? null : separated(near);
  }
  return { distance: axis.separation, normal: axis.normal, ...boxBoxPoints(A, B, place, axis) };
}

function gjkEpa(A, B, place, maxDistance) {
  const near = gjk(A, B, place, maxDistance);
  if (near.beyond) return null;
  if (!near.overlap) return separated(near);
  const { depth, normal, pointA } = epa(A, B, place, near.simplex);
  return { distance: -depth, normal, pointA, pointB: addScaled(pointA, normal, -depth) };
}

function separated({ v, simplex, weights }) {
  const d = length(v);
  return { distance: d, normal: scale(v, -1 / d), ...witnesses(simplex, weights) };
}
