// A scene of the corpus as the objects that the baseline works on.
import * as baseline from "./baseline/index.mjs";
import { TYPES } from "./corpus.mjs";

/** The baseline's shape of a corpus shape. */
export function toShape({ type, sizes: s }) {
  switch (type) {
    case TYPES.sphere:
      return baseline.sphere(s[0]);
    case TYPES.box:
      return baseline.box({ x: s[0], y: s[1], z: s[2] });
    case TYPES.capsule:
      return baseline.capsule(s[0], s[1]);
    case TYPES.cylinder:
      return baseline.cylinder(s[0], s[1]);
    case TYPES.cone:
      return baseline.cone(s[0], s[1]);
    default:
      return baseline.hull(
        Array.from({ length: s.length / 3 }, (_, i) => ({ x: s[3 * i], y: s[3 * i + 1], z: s[3 * i + 2] })),
      );
  }
}

const toPose = (p, i) => ({
  position: { x: p[7 * i], y: p[7 * i + 1], z: p[7 * i + 2] },
  quaternion: { x: p[7 * i + 3], y: p[7 * i + 4], z: p[7 * i + 5], w: p[7 * i + 6] },
});

/** @param {import("./corpus.mjs").Scene} scene */
export function prepare({ shapes, count, a, b, poseA, poseB }) {
  const made = shapes.map(toShape);
  return Array.from({ length: count }, (_, i) => ({
    A: made[a[i]],
    poseA: toPose(poseA, i),
    B: made[b[i]],
    poseB: toPose(poseB, i),
  }));
}
