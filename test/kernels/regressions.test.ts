// Inputs that once had wrong answers, with the right ones.

import { beforeAll, describe, expect, test } from "vitest";
import { type DistanceResult, load, type Narrowphase, type Pose } from "../../dist/index.js";

const ORIGIN = [0, 0, 0, 0, 0, 0, 1];
const at = (x: number, y: number, z: number): Pose => [x, y, z, 0, 0, 0, 1];

describe.each(["simd", "scalar", "js"] as const)("%s", (backend) => {
  let np: Narrowphase;
  beforeAll(async () => {
    np = await load({ backend });
  });

  test("a segment along a box that is a segment: the points are on both", () => {
    const sliver = np.box({ halfExtents: [0, 0.01, 0] });
    const { distance, pointA, pointB } = np.distance(
      sliver,
      ORIGIN,
      np.segment({ halfHeight: 1 }),
      at(0, 0.9, 0),
    ) as DistanceResult;
    expect(distance).toBe(0);
    for (const [x, y, z] of [pointA, pointB]) {
      expect([x, z]).toEqual([0, 0]);
      expect(y).toBeGreaterThanOrEqual(-0.1 - 1e-6);
      expect(y).toBeLessThanOrEqual(0.01 + 1e-6);
    }
  });

  test.each([
    [0.4998, 0.5],
    [1.0973657, 1.1057706],
  ])("the center of a cylinder that is a little wider than high (%d, %d) leaves by a cap", (halfHeight, radius) => {
    const { distance } = np.distance(np.cylinder({ halfHeight, radius }), ORIGIN, np.point(), ORIGIN) as DistanceResult;
    expect(Math.abs(distance + halfHeight)).toBeLessThan(1e-6);
  });

  test("a size whose square vanishes is refused, 0 is not", () => {
    for (const make of [
      () => np.sphere({ radius: 1e-24 }),
      () => np.box({ halfExtents: [1, 1e-24, 1] }),
      () => np.hull([0, 0, 0], { radius: 1e-24 }),
    ]) {
      expect(make).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    }
    expect(np.intersects(np.sphere({ radius: 0 }), ORIGIN, np.point(), ORIGIN)).toBe(true);
  });

  test("touching is 0, not -0", () => {
    const floor = np.box({ halfExtents: [1, 0, 1] });
    const tetrahedron = np.hull([0, 0, 0, 1, 1, 0, 0, 1, 1, -1, 1, 0]);
    const { distance } = np.distance(tetrahedron, ORIGIN, floor, ORIGIN) as DistanceResult;
    expect(distance).toBe(0);
  });
});
