// crashcat: a physics engine in JavaScript, after Jolt. One call a pair by collideShapeVsShape. Convex radius 0. It has
// no cone and no boolean query, so `intersects` stops at any hit.
import {
  box,
  capsule,
  collideShapeVsShape,
  convexHull,
  createAnyCollideShapeCollector,
  createClosestCollideShapeCollector,
  createDefaultCollideShapeSettings,
  cylinder,
  EMPTY_SUB_SHAPE_ID,
  registerAll,
  sphere,
} from "crashcat";
import { TYPES } from "../corpus.mjs";
import { eachPair, hit } from "./each-pair.mjs";

/** Wide enough for every gap of the corpus. */
const MAX_SEPARATION = 8;

function makeShape({ type, sizes: s }) {
  if (type === TYPES.sphere) return sphere.create({ radius: s[0] });
  if (type === TYPES.capsule) return capsule.create({ halfHeightOfCylinder: s[0], radius: s[1] });
  if (type === TYPES.cylinder) return cylinder.create({ halfHeight: s[0], radius: s[1], convexRadius: 0 });
  if (type === TYPES.box) return box.create({ halfExtents: [s[0], s[1], s[2]], convexRadius: 0 });
  return convexHull.create({ positions: [...s], convexRadius: 0 });
}

export async function load() {
  registerAll();
  const no = EMPTY_SUB_SHAPE_ID;
  return {
    name: "crashcat",
    /** @returns {import("./each-pair.mjs").Run | null} */
    prepare(scene, query) {
      if (scene.shapes.some(({ type }) => type === TYPES.cone)) return null;
      const { count, a, b, poseA: P, poseB: Q } = scene;
      const shapes = scene.shapes.map(makeShape);
      const settings = createDefaultCollideShapeSettings();
      settings.maxSeparationDistance = query === "distance" ? MAX_SEPARATION : 0;
      settings.collectFaces = false;
      const collector =
        query === "intersects" ? createAnyCollideShapeCollector() : createClosestCollideShapeCollector();
      const answer = (i) => {
        const p = 7 * i;
        collector.reset();
        // biome-ignore format: one line a body
        collideShapeVsShape(collector, settings,
          shapes[a[i]], no, 0, P[p], P[p + 1], P[p + 2], P[p + 3], P[p + 4], P[p + 5], P[p + 6], 1, 1, 1,
          shapes[b[i]], no, 0, Q[p], Q[p + 1], Q[p + 2], Q[p + 3], Q[p + 4], Q[p + 5], Q[p + 6], 1, 1, 1);
        return collector.hit;
      };
      const signed = (i) => {
        const found = answer(i);
        if (!found) return Number.NaN;
        const [x, y, z] = found.penetrationAxis;
        const s = 1 / Math.sqrt(x * x + y * y + z * z);
        hit[0] = x * s;
        hit[1] = y * s;
        hit[2] = z * s;
        for (let k = 0; k < 3; k++) {
          hit[3 + k] = found.pointA[k];
          hit[6 + k] = found.pointB[k];
        }
        return -found.penetration;
      };
      return eachPair(count, query === "intersects" ? (i) => (answer(i) ? 1 : 0) : signed);
    },
  };
}
