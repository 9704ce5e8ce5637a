// Vectors as plain objects, the way most JavaScript libraries have them.

/** @typedef {{ x: number, y: number, z: number }} Vec3 */
/** @typedef {{ x: number, y: number, z: number, w: number }} Quaternion */

export const vec = (x, y, z) => ({ x, y, z });
export const add = (a, b) => vec(a.x + b.x, a.y + b.y, a.z + b.z);
export const sub = (a, b) => vec(a.x - b.x, a.y - b.y, a.z - b.z);
export const scale = (a, s) => vec(a.x * s, a.y * s, a.z * s);
/** a + b * s */
export const addScaled = (a, b, s) => vec(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
export const negate = (a) => vec(-a.x, -a.y, -a.z);
export const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
export const cross = (a, b) => vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
export const length = (a) => Math.sqrt(dot(a, a));
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** A unit vector perpendicular to `a`, which need not be unit; for a zero vector the X axis. */
export function perpendicular(a) {
  const x = Math.abs(a.x);
  const y = Math.abs(a.y);
  const z = Math.abs(a.z);
  const axis = x <= y && x <= z ? vec(1, 0, 0) : y <= z ? vec(0, 1, 0) : vec(0, 0, 1);
  const p = cross(a, axis);
  const l = length(p);
  return l > 0 ? scale(p, 1 / l) : vec(1, 0, 0);
}

/** The rotation matrix of a quaternion of any length: columns x, y, z. */
export function rotation(q) {
  const s = 2 / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {
    x: vec(1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y + q.w * q.z), s * (q.x * q.z - q.w * q.y)),
    y: vec(s * (q.x * q.y - q.w * q.z), 1 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z + q.w * q.x)),
    z: vec(s * (q.x * q.z + q.w * q.y), s * (q.y * q.z - q.w * q.x), 1 - s * (q.x * q.x + q.y * q.y)),
  };
}

/** M * v */
export const rotate = (m, v) =>
  vec(
    m.x.x * v.x + m.y.x * v.y + m.z.x * v.z,
    m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
    m.x.z * v.x + m.y.z * v.y + m.z.z * v.z,
  );

/** The inverse rotation: M transposed times v. */
export const rotateBack = (m, v) => vec(dot(m.x, v), dot(m.y, v), dot(m.z, v));
