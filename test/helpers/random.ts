// Seeded numbers, directions, poses and the little vector algebra that the kernel tests share.

import { random, randomPose } from "./instances.js";

export { random, randomPose };

export type Triple = [number, number, number];

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  (a[0] as number) * (b[0] as number) + (a[1] as number) * (b[1] as number) + (a[2] as number) * (b[2] as number);

export function randomUnit(next: () => number): Triple {
  for (;;) {
    const v: Triple = [2 * next() - 1, 2 * next() - 1, 2 * next() - 1];
    const length = Math.hypot(...v);
    if (length > 0.1 && length <= 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
}

/** Uniform over the rotations, unit to the rounding of f32. */
export function randomQuaternion(next: () => number): number[] {
  const u = next();
  const v = 2 * Math.PI * next();
  const w = 2 * Math.PI * next();
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)].map(Math.fround);
}

/** `q` need not be unit. */
export function rotate(q: ArrayLike<number>, v: ArrayLike<number>): Triple {
  const [x, y, z, w] = Array.from(q) as [number, number, number, number];
  const [a, b, c] = Array.from(v) as Triple;
  const s = 2 / (x * x + y * y + z * z + w * w);
  const [tx, ty, tz] = [s * (y * c - z * b), s * (z * a - x * c), s * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** The rotation `b`, then `a`. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const [ax, ay, az, aw] = Array.from(a) as [number, number, number, number];
  const [bx, by, bz, bw] = Array.from(b) as [number, number, number, number];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
