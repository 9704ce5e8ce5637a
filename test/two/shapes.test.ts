// Shapes of the plane: by hand, degenerate ones, outlines of every kind, compounds, batches of any size and bad rows.

import { describe, expect, test } from "vitest";
import { load, type Narrowphase, type NarrowphaseError, PolygonError, Status } from "../../dist/2d.js";
import { convexPieces } from "../../dist/concave.js";
import { BACKENDS, random } from "../helpers/instances.js";
import { type Point, pointDistance } from "./oracle.js";
import { answer, FAMILIES, randomScenes, type Scene } from "./scene.js";

const ORIGIN = [0, 0, 1, 0];
const at = (x: number, y = 0) => [x, y, 1, 0];

// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
type Wrong = any;

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await load({ backend });
  const kit = {
    ball: np.circle({ radius: 1 }),
    dot: np.point(),
    pill: np.capsule({ halfHeight: 2, radius: 0.5 }),
    stick: np.segment({ halfHeight: 1 }),
    crate: np.box({ halfExtents: [2, 1] }),
    pillow: np.box({ halfExtents: { x: 2, y: 1 } }, { radius: 0.25 }),
    plate: np.box({ halfExtents: [3, 0] }),
    wedge: np.polygon([0, 0, 4, 0, 0, 3]),
    slab: np.hull([-1, -1, 1, 1]),
    spot: np.hull([[5, 5]]),
  };
  type Name = keyof typeof kit;

  test.each<[Name, number[], Name, number[] | { x: number; y: number; angle: number }, number, Point | null]>([
    ["ball", ORIGIN, "ball", at(3), 1, [1, 0]],
    ["ball", ORIGIN, "ball", at(0, -1.5), -0.5, [0, -1]],
    ["ball", ORIGIN, "ball", ORIGIN, -2, [0, 1]],
    ["dot", ORIGIN, "dot", at(3, 4), 5, [0.6, 0.8]],
    ["dot", ORIGIN, "dot", ORIGIN, 0, [0, 1]],
    ["ball", at(0, 5), "crate", ORIGIN, 3, [0, -1]],
    ["ball", at(0, 1.5), "crate", ORIGIN, -0.5, [0, -1]],
    ["ball", at(5, 5), "crate", ORIGIN, 4, [-0.6, -0.8]],
    ["ball", ORIGIN, "crate", ORIGIN, -2, null],
    ["pill", ORIGIN, "pill", at(2, 0), 1, [1, 0]],
    ["pill", ORIGIN, "pill", { x: 0, y: 0, angle: Math.PI / 2 }, -3, null],
    ["stick", ORIGIN, "stick", { x: 2, y: 0, angle: Math.PI / 2 }, 1, [1, 0]],
    ["stick", ORIGIN, "stick", at(0, 5), 3, [0, 1]],
    ["stick", ORIGIN, "stick", at(0, 1), 0, null],
    ["crate", ORIGIN, "crate", at(5), 1, [1, 0]],
    ["crate", ORIGIN, "crate", at(7, 6), 5, [0.6, 0.8]],
    ["crate", ORIGIN, "crate", at(3.5), -0.5, [1, 0]],
    ["crate", ORIGIN, "crate", [2 + Math.SQRT2 + 1, 0, 1, 1], Math.SQRT2 + 1 - 3 / Math.SQRT2, [1, 0]],
    ["crate", ORIGIN, "pillow", at(5), 0.75, [1, 0]],
    ["plate", ORIGIN, "ball", at(0, 1), 0, [0, 1]],
    ["plate", ORIGIN, "plate", at(7), 1, [1, 0]],
    ["wedge", ORIGIN, "ball", at(-2, 1), 1, [-1, 0]],
    ["wedge", ORIGIN, "dot", at(1, 1), -1, null],
    ["wedge", ORIGIN, "dot", at(5, 0), 1, [1, 0]],
    ["wedge", ORIGIN, "crate", at(6.5, -0.5), 0.5, [1, 0]],
    ["slab", ORIGIN, "dot", at(3, 3), Math.SQRT2 * 2, [Math.SQRT1_2, Math.SQRT1_2]],
    ["slab", ORIGIN, "dot", at(0, 1), Math.SQRT1_2, [-Math.SQRT1_2, Math.SQRT1_2]],
    ["spot", ORIGIN, "ball", at(5, 5), -1, null],
    ["spot", ORIGIN, "spot", at(3, 4), 5, [0.6, 0.8]],
  ])("%s %j and %s %j", (a, poseA, b, poseB, distance, normal) => {
    const found = np.distance(kit[a], poseA, kit[b], poseB);
    expect(found?.distance).toBeCloseTo(distance, 5);
    if (normal) for (const k of [0, 1] as const) expect(found?.normal[k]).toBeCloseTo(normal[k], 5);
    expect(found?.status).toBe("ok");
    expect(np.intersects(kit[a], poseA, kit[b], poseB)).toBe((found?.distance as number) <= 0);
    if (distance > 1e-3) {
      expect(np.contact(kit[a], poseA, kit[b], poseB)).toBeNull();
      expect(np.distance(kit[a], poseA, kit[b], poseB, { maxDistance: 0.99 * distance })).toBeNull();
      expect(np.contact(kit[a], poseA, kit[b], poseB, { maxDistance: 1.01 * distance })?.distance).toBe(
        found?.distance,
      );
    } else if (distance < -1e-3) expect(np.contact(kit[a], poseA, kit[b], poseB)).toEqual(found);
  });

  test("every outline of a polygon is the same shape", () => {
    const outlines = [
      [0, 0, 4, 0, 0, 3],
      [0, 3, 4, 0, 0, 0],
      [0, 0, 0, 0, 2, 0, 4, 0, 4, 0, 0, 3],
      [
        [0, 3],
        [0, 1],
        [0, 0],
        [4, 0],
      ],
    ];
    const scene: Scene[] = [];
    for (const outline of outlines) {
      for (const x of [-2, -0.5, 0.5, 3, 4.5]) {
        scene.push({
          a: ["polygon", outline],
          poseA: ORIGIN,
          b: ["box", { halfExtents: [1, 1] }],
          poseB: [x, 1, 1, 0.3],
        });
      }
    }
    const { distance } = answer(np, scene);
    for (let i = 5; i < scene.length; i++) expect(distance[i]).toBeCloseTo(distance[i % 5] as number, 6);
  });

  test.each([
    ["an arrow", [0, 0, 4, 0, 1, 1, 0, 4], "NOT_CONVEX"],
    [
      "a pentagram",
      Array.from({ length: 10 }, (_, k) => (k % 2 ? Math.sin : Math.cos)(0.8 * Math.PI * (k >> 1))),
      "NOT_CONVEX",
    ],
    ["twice around", [0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1], "NOT_CONVEX"],
    ["a spike", [0, 0, 2, 0, 1, 0, 3, 0], "NOT_CONVEX"],
  ] as const)("polygon refuses %s", (_, points, code) => {
    expect(() => np.polygon(points)).toThrow(PolygonError);
    expect(() => np.polygon(points)).toThrow(expect.objectContaining({ code }));
  });

  test.each([
    ["a bow tie", [0, 0, 2, 2, 2, 0, 0, 2]],
    ["a pentagram", Array.from({ length: 10 }, (_, k) => (k % 2 ? Math.sin : Math.cos)(0.8 * Math.PI * (k >> 1)))],
    ["a corner on an edge", [0, 0, 4, 0, 4, 4, 2, 0, 0, 4]],
    ["two corners in one place", [0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4]],
    ["a spike", [0, 0, 4, 0, 4, 4, 4, 2, 4, 6, 0, 4]],
    ["an edge along another", [0, 0, 4, 0, 4, 4, 3, 4, 3, 0, 1, 0, 1, 4, 0, 4]],
  ])("convexPieces refuses %s", (_, points) => {
    expect(() => convexPieces(points)).toThrow(PolygonError);
    expect(() => convexPieces(points)).toThrow(expect.objectContaining({ code: "SELF_INTERSECTING" }));
  });

  test("a compound of a convex outline is a polygon", () => {
    expect(np.compound(convexPieces([0, 0, 4, 0, 4, 0, 0, 3])).kind).toBe("polygon");
  });

  test.each([31, 32, 33])("compounds hold what their outline holds, seed %i", (seed) => {
    const next = random(seed);
    const outline = starOutline(next, 5 + Math.floor(40 * next()));
    const flat = (seed % 2 ? outline : [...outline].reverse()).flat();
    const shape = np.compound(convexPieces(flat));
    expect(shape.kind).toBe("compound");
    let inside = 0;
    for (let i = 0; i < 400; i++) {
      const point: Point = [3 * next() - 1.5, 3 * next() - 1.5];
      const right = contains(outline, point);
      const found = np.distance(kit.dot, [...point, 1, 0], shape, ORIGIN);
      const gap = Math.min(
        ...outline.map((p, k) =>
          pointDistance(point, { points: [p, outline[(k + 1) % outline.length] as Point], radius: 0 }),
        ),
      );
      inside += Number(right);
      if (gap > 1e-5) expect(np.intersects(kit.dot, [...point, 1, 0], shape, ORIGIN)).toBe(right);
      if (!right) expect(found?.distance).toBeCloseTo(gap, 5);
      // A piece's border is no farther than the outline's.
      else expect(-(found?.distance as number)).toBeLessThanOrEqual(gap + 1e-6);
    }
    expect(inside).toBeGreaterThan(80);
    np.remove(shape);
  });

  test("an L holds a box in its corner", () => {
    const corner = np.compound(
      convexPieces([
        [0, 0],
        [4, 0],
        [4, 1],
        [1, 1],
        [1, 4],
        [0, 4],
      ]),
    );
    const small = np.box({ halfExtents: [0.5, 0.5] });
    expect(np.distance(corner, ORIGIN, small, at(2.5, 2))?.distance).toBeCloseTo(0.5, 6);
    expect(np.distance(corner, ORIGIN, small, at(1.75, 3))?.normal).toEqual([1, 0]);
    expect(np.distance(small, at(1.75, 3), corner, ORIGIN)?.normal).toEqual([-1, 0]);
    const both = np.distance(corner, ORIGIN, corner, [4, 4, -1, 0]);
    expect(both?.distance).toBeCloseTo(-1, 6);
  });

  test("batches of any size and order answer as single queries do", () => {
    const scenes = FAMILIES.flatMap((family, k) => randomScenes(900 + k, family, 9));
    const order = scenes.map((_, i) => (i * 58) % scenes.length);
    const mixed = order.map((i) => scenes[i] as Scene);
    const all = answer(np, mixed);
    for (const count of [0, 1, 3, 4, 5, 17]) {
      const some = answer(np, mixed.slice(0, count));
      for (const key of ["distance", "status", "intersects"] as const) {
        expect(Array.from(some[key])).toEqual(Array.from(all[key].subarray(0, count)));
      }
      for (const key of ["normal", "pointA", "pointB"] as const) {
        expect(Array.from(some[key])).toEqual(Array.from(all[key].subarray(0, 2 * count)));
      }
    }
    // Runs of equal kinds are written together, rows that alternate one by one.
    const sorted = answer(np, scenes);
    expect(order.map((i) => sorted.distance[i])).toEqual(Array.from(all.distance));
    expect(order.map((i) => sorted.pointB[2 * i + 1])).toEqual(order.map((_, k) => all.pointB[2 * k + 1]));
  });

  test("bad rows get a status and good ones beside them an answer", () => {
    const bodies = np.bodies(7);
    const removed = np.circle({ radius: 1 });
    for (let i = 0; i < 7; i++) bodies.set(i, kit.ball, at(3 * i));
    bodies.set(2, removed, ORIGIN);
    np.remove(removed);
    bodies.pose.set([NaN, 0, 1, 0], 4 * 3);
    bodies.pose.set([0, 0, 0, 0], 4 * 4);
    bodies.pose.set([0, 0, 1, Infinity], 4 * 5);
    bodies.count = 6;
    const pairs = np.pairs(8);
    pairs.set([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1, 0, 0, 0]);
    const results = np.distances(8);
    expect(np.distanceBatch(bodies, pairs, results)).toBe(1);
    const { ok, invalidShape, invalidPose, invalidIndex } = Status;
    expect(Array.from(results.status)).toEqual([
      ok,
      invalidShape,
      invalidPose,
      invalidPose,
      invalidPose,
      invalidIndex,
      ok,
      ok,
    ]);
    expect(Array.from(results.distance)).toEqual([1, ...Array(5).fill(Infinity), 1, -2]);
    const overlaps = np.overlaps(8);
    expect(np.intersectsBatch(bodies, pairs, overlaps)).toBe(1);
    expect(Array.from(overlaps.status)).toEqual(Array.from(results.status));
    expect(Array.from(overlaps.intersects)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    for (const columns of [bodies, pairs, results, overlaps]) columns.dispose();
  });

  const MISUSE: [string, (np: Narrowphase) => unknown, string, string][] = [
    ["no radius", () => np.circle({} as Wrong), "radius", "INVALID_TYPE"],
    ["a negative radius", () => np.circle({ radius: -1 }), "radius", "OUT_OF_RANGE"],
    ["three half extents", () => np.box({ halfExtents: [1, 1, 1] }), "halfExtents", "INVALID_LENGTH"],
    ["a NaN half extent", () => np.box({ halfExtents: [1, NaN] }), "halfExtents[1]", "INVALID_NUMBER"],
    ["a negative half extent", () => np.box({ halfExtents: [-1, 1] }), "halfExtents[0]", "OUT_OF_RANGE"],
    ["two points", () => np.polygon([0, 0, 1, 1]), "points", "INVALID_LENGTH"],
    ["half a point", () => np.polygon([0, 0, 1, 1, 2]), "points", "INVALID_LENGTH"],
    ["a NaN point", () => np.hull([0, NaN]), "points[1]", "INVALID_NUMBER"],
    ["a point of three", () => np.hull([[0, 0, 0]] as Wrong), "points[0]", "INVALID_LENGTH"],
    ["no points", () => np.hull([]), "points", "INVALID_LENGTH"],
    ["no array", () => convexPieces(7 as Wrong), "points", "INVALID_TYPE"],
    ["no pieces", () => np.compound([]), "pieces", "INVALID_LENGTH"],
    [
      "a piece of two points",
      () =>
        np.compound([
          [0, 0, 1, 0, 0, 1],
          [0, 0, 1, 1],
        ]),
      "pieces[1]",
      "INVALID_LENGTH",
    ],
    ["a rounding that is none", () => np.hull([0, 0], { radius: NaN }), "rounding.radius", "INVALID_NUMBER"],
    [
      "seven numbers",
      () => np.intersects(kit.ball, ORIGIN, kit.ball, [0, 0, 0, 0, 0, 0, 1]),
      "poseB",
      "INVALID_LENGTH",
    ],
    ["no rotation", () => np.intersects(kit.ball, [0, 0, 0, 0], kit.ball, ORIGIN), "poseA", "ZERO_ROTATION"],
    ["a NaN rotation", () => np.intersects(kit.ball, [0, 0, 1, NaN], kit.ball, ORIGIN), "poseA[3]", "INVALID_NUMBER"],
    [
      "a NaN angle",
      () => np.intersects(kit.ball, { x: 0, y: 0, angle: NaN }, kit.ball, ORIGIN),
      "poseA.angle",
      "INVALID_NUMBER",
    ],
    ["a position too far", () => np.distance(kit.ball, at(1e16), kit.ball, ORIGIN), "poseA[0]", "OUT_OF_RANGE"],
    [
      "a negative limit",
      () => np.contact(kit.ball, ORIGIN, kit.ball, ORIGIN, { maxDistance: -1 }),
      "options.maxDistance",
      "OUT_OF_RANGE",
    ],
    ["a foreign shape", (other) => other.intersects(kit.ball, ORIGIN, kit.ball, ORIGIN), "shapeA", "FOREIGN"],
  ];
  test.each(MISUSE)("%s is refused, and a good query works after it", async (_, call, argument, code) => {
    const other = await load({ backend });
    const thrown = (() => {
      try {
        call(other);
      } catch (error) {
        return error as NarrowphaseError;
      }
    })();
    expect(thrown).toMatchObject({ code, argument });
    expect(np.distance(kit.ball, ORIGIN, kit.ball, at(3))?.distance).toBe(1);
  });

  test("nothing leaks", () => {
    const churn = () => {
      const made = [
        np.circle({ radius: 1 }),
        np.polygon([0, 0, 1, 0, 0, 1]),
        np.compound(convexPieces([0, 0, 4, 0, 1, 1, 0, 4])),
      ];
      for (const shape of made) np.remove(shape);
    };
    for (let i = 0; i < 500; i++) churn();
    const before = np.stats();
    for (let i = 0; i < 5000; i++) churn();
    expect(np.stats()).toEqual(before);
  });
});

/** A polygon around the origin whose corners are at random radii. */
function starOutline(next: () => number, count: number): Point[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.8 * next())) / count;
    const radius = 0.3 + next();
    return [Math.fround(radius * Math.cos(angle)), Math.fround(radius * Math.sin(angle))];
  });
}

/** Crossings of the ray along +x. */
function contains(outline: readonly Point[], [x, y]: Point): boolean {
  return outline.reduce((inside, [ax, ay], k) => {
    const [bx, by] = outline[(k + 1) % outline.length] as Point;
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
}
