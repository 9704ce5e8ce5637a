// A shape is a core with a support mapping, and a radius that rounds it. All shapes have the same fields, so that
// the engine sees one object layout.
import { dot, length, vec } from "./vec.mjs";

/** @typedef {import("./vec.mjs").Vec3} Vec3 */
/**
 * @typedef {object} Shape
 * @property {"sphere" | "capsule" | "box" | "triangle" | "hull" | "cylinder" | "cone"} kind
 * @property {number} radius    rounding of the core
 * @property {number} bound     radius of the ball around the local origin that holds the core
 * @property {(direction: Vec3) => Vec3} support   farthest point of the core, in local space
 * @property {number} halfHeight    capsule (of its segment), cylinder, cone
 * @property {Vec3} halfExtents     box
 * @property {Vec3[]} vertices      triangle, hull
 */

const ORIGIN = vec(0, 0, 0);

/** @returns {Shape} */
const shape = (kind, radius, bound, support, { halfHeight = 0, halfExtents = ORIGIN, vertices = [] } = {}) => ({
  kind,
  radius,
  bound,
  support,
  halfHeight,
  halfExtents,
  vertices,
});

export const sphere = (radius) => shape("sphere", radius, 0, () => ORIGIN);

/** Along Y; halfHeight is half the segment. */
export function capsule(halfHeight, radius) {
  const top = vec(0, halfHeight, 0);
  const bottom = vec(0, -halfHeight, 0);
  return shape("capsule", radius, halfHeight, (d) => (d.y < 0 ? bottom : top), { halfHeight });
}

export function box(halfExtents, radius = 0) {
  const { x, y, z } = halfExtents;
  const support = (d) => vec(d.x < 0 ? -x : x, d.y < 0 ? -y : y, d.z < 0 ? -z : z);
  return shape("box", radius, length(halfExtents), support, { halfExtents });
}

/** Along Y. */
export function cylinder(halfHeight, baseRadius, radius = 0) {
  const support = (d) => {
    const side = Math.sqrt(d.x * d.x + d.z * d.z);
    const s = side > 0 ? baseRadius / side : 0;
    return vec(d.x * s, d.y < 0 ? -halfHeight : halfHeight, d.z * s);
  };
  return shape("cylinder", radius, Math.hypot(halfHeight, baseRadius), support, { halfHeight });
}

/** Along Y, apex up. */
export function cone(halfHeight, baseRadius, radius = 0) {
  const apex = vec(0, halfHeight, 0);
  const support = (d) => {
    const side = Math.sqrt(d.x * d.x + d.z * d.z);
    if (2 * halfHeight * d.y >= baseRadius * side) return apex;
    const s = side > 0 ? baseRadius / side : 0;
    return vec(d.x * s, -halfHeight, d.z * s);
  };
  return shape("cone", radius, Math.hypot(halfHeight, baseRadius), support, { halfHeight });
}

/** @param {Vec3[]} vertices in any order; inner points do no harm */
export const hull = (vertices, radius = 0) => pointSet("hull", vertices, radius);

export const triangle = (a, b, c, radius = 0) => pointSet("triangle", [a, b, c], radius);

function pointSet(kind, vertices, radius) {
  const support = (d) => {
    let best = vertices[0];
    let most = dot(best, d);
    for (let i = 1; i < vertices.length; i++) {
      const h = dot(vertices[i], d);
      if (h > most) {
        most = h;
        best = vertices[i];
      }
    }
    return best;
  };
  return shape(kind, radius, Math.max(...vertices.map(length)), support, { vertices });
}
