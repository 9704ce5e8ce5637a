// Contact manifolds: points of hand-made scenes, and what holds for the points of any pair.

import { describe, expect, test } from "vitest";
import { ArgumentError, emptyManifold, Status } from "../../dist/index.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { multiply, random, randomQuaternion, rotate } from "../helpers/random.js";
import { answerManifolds, oneManifold } from "./manifolds.js";
import { BOUNDED, type Bounded, randomPair, randomSpec, shareOfHits } from "./random-scene.js";
import { at, extent, f, floats, make, ORIGIN, type Pair, type Spec, toSurface, truth } from "./scene.js";

/** Pairs of a choice of kinds; the whole run takes 10000: MANIFOLD_PAIRS=10000 npx vitest run test/kernels/manifold.test.ts */
const PAIRS = Number(process.env.MANIFOLD_PAIRS ?? 60);

const turn = (axis: number, degrees: number) => {
  const half = (degrees * Math.PI) / 360;
  const q = [0, 0, 0, Math.cos(half)];
  q[axis] = Math.sin(half);
  return q;
};
const [X, Y, Z] = [0, 1, 2];
const upright = (x: number, y: number, z: number, q: readonly number[] = [0, 0, 0, 1]) => [x, y, z, ...q];

const cube: Spec = ["box", { halfExtents: [1, 1, 1] }];
const small: Spec = ["box", { halfExtents: [0.5, 0.5, 0.5] }];
const slab: Spec = ["box", { halfExtents: [5, 1, 5] }];
const cubeHull: Spec = [
  "hull",
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, i & 2, i & 4].map((x) => (x ? 1 : -1))),
];
const capsule: Spec = ["capsule", { halfHeight: 1, radius: 0.5 }];
const cylinder: Spec = ["cylinder", { halfHeight: 1, radius: 0.5 }];
const cone: Spec = ["cone", { halfHeight: 1, radius: 0.5 }];
const triangle: Spec = ["triangle", [-1, 0, -1, -1, 0, 1, 1, 0, 0]];
/** The side of a cone lies level when it is turned by this much. */
const SLANT = (Math.atan2(0.5, 2) * 180) / Math.PI;

/** name, A, pose, B, pose, depth, points on A. The normal is +y. */
type Scene = readonly [
  name: string,
  a: Spec,
  poseA: number[],
  b: Spec,
  poseB: number[],
  points: number[][],
  limit?: number,
];
const square = (size: number, y: number) => [
  [-size, y, -size],
  [-size, y, size],
  [size, y, -size],
  [size, y, size],
];
const SCENES: readonly Scene[] = [
  ["face on face, contained", cube, at(0), small, at(0, 1.4), square(0.5, 1)],
  ["the larger on top", small, at(0), cube, at(0, 1.4), square(0.5, 0.5)],
  ["equal boxes", cube, at(0), cube, at(0, 1.9), square(1, 1)],
  [
    "face on face, in part",
    cube,
    at(0),
    cube,
    at(1.5, 1.9, 0.5),
    [
      [0.5, 1, -0.5],
      [0.5, 1, 1],
      [1, 1, -0.5],
      [1, 1, 1],
    ],
  ],
  ["a hull on a hull", cubeHull, at(0), cubeHull, at(0, 1.9), square(1, 1)],
  ["a box on a hull", cubeHull, at(0), small, at(0, 1.4), square(0.5, 1)],
  ["a hull on a box", slab, at(0), cubeHull, at(2, 1.9, 1), [...square(1, 1).map(([x, y, z]) => [x + 2, y, z + 1])]],
  [
    "edge on face",
    slab,
    at(0),
    cube,
    upright(0, 1.9 + Math.SQRT2 - 1, 0, turn(X, 45)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a hull's edge on a face",
    slab,
    at(0),
    cubeHull,
    upright(0, 1.9 + Math.SQRT2 - 1, 0, turn(X, 45)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "edge across edge",
    cube,
    upright(0, 0, 0, turn(X, 45)),
    cube,
    upright(0, 2 * Math.SQRT2 - 0.1, 0, turn(Z, 45)),
    [[0, Math.SQRT2, 0]],
  ],
  [
    "hull edges that cross",
    cubeHull,
    upright(0, 0, 0, turn(X, 45)),
    cubeHull,
    upright(0, 2 * Math.SQRT2 - 0.1, 0, turn(Z, 45)),
    [[0, Math.SQRT2, 0]],
  ],
  [
    "vertex on face",
    slab,
    at(0),
    cube,
    upright(0, 0.9 + Math.sqrt(3), 0, multiply(turn(X, (Math.atan(Math.SQRT2) * 180) / Math.PI), turn(Y, 45))),
    [[0, 1, 0]],
  ],
  [
    "a capsule on a box",
    slab,
    at(0),
    capsule,
    upright(0, 1.4, 0, turn(Z, 90)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a capsule over a rim",
    cube,
    at(0),
    capsule,
    upright(0.75, 1.4, 0, turn(Z, 90)),
    [
      [-0.25, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a capsule on a hull",
    cubeHull,
    at(0),
    capsule,
    upright(0, 1.4, 0, turn(Z, 90)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a capsule on a triangle",
    triangle,
    at(0),
    capsule,
    upright(-0.5, 0.4, 0, turn(X, 90)),
    [
      [-0.5, 0, -0.75],
      [-0.5, 0, 0.75],
    ],
  ],
  [
    "parallel capsules",
    capsule,
    upright(0, 0, 0, turn(Z, 90)),
    capsule,
    upright(0.5, 0.9, 0, turn(Z, 90)),
    [
      [-0.5, 0.5, 0],
      [1, 0.5, 0],
    ],
  ],
  [
    "crossed capsules",
    capsule,
    upright(0, 0, 0, turn(Z, 90)),
    capsule,
    upright(0.5, 0.9, 0, turn(X, 90)),
    [[0.5, 0.5, 0]],
  ],
  ["capsules in a row", capsule, at(0), capsule, at(0, 2.9), [[0, 1.5, 0]]],
  [
    "a cylinder stands",
    slab,
    at(0),
    cylinder,
    at(0, 1.9),
    [
      [0.5, 1, 0],
      [-0.5, 1, 0],
      [0, 1, 0.5],
      [0, 1, -0.5],
    ],
  ],
  [
    "a cylinder lies",
    slab,
    at(0),
    cylinder,
    upright(0, 1.4, 0, turn(Z, 90)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a cylinder lies on a hull",
    cubeHull,
    at(0),
    cylinder,
    upright(0, 1.4, 0, turn(Z, 90)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a cylinder on its rim",
    slab,
    at(0),
    cylinder,
    upright(0, 0.9 + 1.5 * Math.SQRT1_2, 0, turn(Z, 45)),
    [[0.5 * Math.SQRT1_2, 1, 0]],
  ],
  [
    "cylinders stand on each other",
    cylinder,
    at(0),
    cylinder,
    at(0, 1.9),
    [
      [0.5, 1, 0],
      [-0.5, 1, 0],
      [0, 1, 0.5],
      [0, 1, -0.5],
    ],
  ],
  [
    "cylinders lie along each other",
    cylinder,
    upright(0, 0, 0, turn(Z, 90)),
    cylinder,
    upright(0.5, 0.9, 0, turn(Z, 90)),
    [
      [-0.5, 0.5, 0],
      [1, 0.5, 0],
    ],
  ],
  [
    "a cone stands",
    slab,
    at(0),
    cone,
    at(0, 1.9),
    [
      [0.5, 1, 0],
      [-0.5, 1, 0],
      [0, 1, 0.5],
      [0, 1, -0.5],
    ],
  ],
  ["a cone on its tip", slab, at(0), cone, upright(0, 1.9, 0, turn(X, 180)), [[0, 1, 0]]],
  ["a cone lies", slab, at(0), cone, upright(0, 0.9 + Math.sin((SLANT * Math.PI) / 180), 0, turn(Z, 90 + SLANT)), []],
  [
    "a triangle on a box",
    slab,
    at(0),
    triangle,
    at(0, 0.9),
    [
      [-1, 1, -1],
      [-1, 1, 1],
      [1, 1, 0],
    ],
  ],
  ["a ball on a box", slab, at(0), ["sphere", { radius: 0.5 }], at(2, 1.4), [[2, 1, 0]]],
  ["a ball on a ball", ["sphere", { radius: 1 }], at(0), ["sphere", { radius: 0.5 }], at(0, 1.4), [[0, 1, 0]]],
  ["a box on a half-space", ["halfSpace", { normal: [0, 1, 0] }], at(0), cube, at(0, 0.9), square(1, 0)],
  ["a box on a plane", ["plane", { normal: [0, 1, 0] }], at(0), small, at(0, 0.4), square(0.5, 0)],
  [
    "a capsule on a half-space",
    ["halfSpace", { normal: [0, 1, 0] }],
    at(0),
    capsule,
    upright(0, 0.4, 0, turn(Z, 90)),
    [
      [-1, 0, 0],
      [1, 0, 0],
    ],
  ],
  [
    "a cylinder on a half-space",
    ["halfSpace", { normal: [0, 1, 0] }],
    at(0),
    cylinder,
    at(0, 0.9),
    [
      [0.5, 0, 0],
      [-0.5, 0, 0],
      [0, 0, 0.5],
      [0, 0, -0.5],
    ],
  ],
  [
    "rounded boxes",
    ["box", { halfExtents: [1, 0.8, 1] }, { radius: 0.2 }],
    at(0),
    ["box", { halfExtents: [0.5, 0.4, 0.5] }, { radius: 0.1 }],
    at(0, 1.4),
    square(0.5, 1),
  ],
  ["a rounded hull", slab, at(0), ["hull", cubeHull[1], { radius: 0.25 }], at(0, 2.15), square(1, 1)],
  [
    "a rounded edge on a face",
    slab,
    at(0),
    ["box", { halfExtents: [1, 1, 1] }, { radius: 0.25 }],
    upright(0, 2.15 + Math.SQRT2 - 1, 0, turn(X, 45)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "a rounded cylinder stands",
    slab,
    at(0),
    ["cylinder", { halfHeight: 1, radius: 0.5 }, { radius: 0.25 }],
    at(0, 2.15),
    [
      [0.5, 1, 0],
      [-0.5, 1, 0],
      [0, 1, 0.5],
      [0, 1, -0.5],
    ],
  ],
  [
    "a rounded cylinder lies",
    slab,
    at(0),
    ["cylinder", { halfHeight: 1, radius: 0.5 }, { radius: 0.25 }],
    upright(0, 1.65, 0, turn(Z, 90)),
    [
      [-1, 1, 0],
      [1, 1, 0],
    ],
  ],
  ["apart, within the limit", slab, at(0), small, at(0, 1.6), square(0.5, 1), 0.2],
];
const DEPTH = 0.1;

const sorted = (points: readonly (readonly number[])[]) =>
  [...points].sort((p, q) =>
    p.reduce((d, x, k) => d || (Math.abs(x - (q[k] as number)) < 1e-4 ? 0 : x - (q[k] as number)), 0),
  );
const swapHalves = (id: number) => ((id << 16) | (id >>> 16)) >>> 0;
const swapPair = ({ a, poseA, b, poseB }: Pair): Pair => ({ a: b, poseA: poseB, b: a, poseB: poseA });

/** What is wrong with the points of a pair with an answer; errors are parts of the extent. */
function faults(
  pair: Pair,
  { normal, points, distance }: ReturnType<typeof answerManifolds>["manifolds"][number],
  surfaces: boolean,
): string[] {
  const size = extent(pair);
  // The points are f32 in the world.
  const rounding = 2.4e-7 * Math.max(...pair.poseA.slice(0, 3).map(Math.abs), ...pair.poseB.slice(0, 3).map(Math.abs));
  const tolerance = 5e-6 * size + rounding;
  const wrong: string[] = [];
  if (!(Math.abs(Math.hypot(...normal) - 1) < 1e-6)) wrong.push(`normal ${normal}`);
  if (Math.min(...points.map((p) => p.separation)) !== distance)
    wrong.push(`deepest ${points.map((p) => p.separation)} for ${distance}`);
  for (const { pointA, pointB, separation } of points) {
    if (![...pointA, ...pointB, separation].every(Number.isFinite)) wrong.push(`not finite ${pointA} ${pointB}`);
    const off = Math.hypot(...pointA.map((x, k) => (pointB[k] as number) - x - separation * (normal[k] as number)));
    if (!(off <= tolerance)) wrong.push(`points ${off / size} apart`);
    if (!surfaces) continue;
    for (const [point, spec, pose] of [
      [pointA, pair.a, pair.poseA],
      [pointB, pair.b, pair.poseB],
    ] as const) {
      const off = Math.abs(toSurface(point, spec, pose));
      if (!(off <= SURFACE * size + rounding)) wrong.push(`${spec[0]} missed by ${off / size}`);
    }
  }
  return wrong;
}
const SURFACE = 2e-5;

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  describe("scenes", () => {
    const moves = [
      ["as they are", (pose: readonly number[]) => [...pose]],
      ["turned and far off", (pose: readonly number[]) => moved(pose)],
    ] as const;
    const q = randomQuaternion(random(71));
    const away = [30, -20, 10];
    const moved = ([x, y, z, ...turned]: readonly number[]) => [
      ...rotate(q, [x, y, z] as number[]).map((v, k) => v + (away[k] as number)),
      ...multiply(q, turned),
    ];

    describe.each(moves)("%s", (name, move) => {
      test.each(SCENES)("%s", (_, a, poseA, b, poseB, expected, limit) => {
        const pair = { a, poseA: move(poseA), b, poseB: move(poseB) };
        const manifold = oneManifold(np, pair, limit);
        const slack = name === moves[0][0] ? 2e-6 : 2e-5;
        const back = (p: readonly number[]) =>
          name === moves[0][0]
            ? p
            : rotate(
                [...q.slice(0, 3).map((x) => -x), q[3] as number],
                p.map((x, k) => x - (away[k] as number)),
              );
        const depth = limit === undefined ? -DEPTH : DEPTH;
        if (manifold === null) throw new Error("no manifold");
        const normal = name === moves[0][0] ? [0, 1, 0] : rotate(q, [0, 1, 0]);
        if (expected.length > 0) {
          expect(Math.hypot(...manifold.normal.map((x, k) => x - (normal[k] as number)))).toBeLessThan(2e-3);
          const points = sorted(manifold.points.map((p) => back(p.pointA)));
          expect(points.length).toBe(expected.length);
          const off = sorted(expected).map((p, i) =>
            Math.hypot(...p.map((x, k) => x - ((points[i] as number[])[k] as number))),
          );
          expect(Math.max(...off)).toBeLessThan(a[0] === "cylinder" || b[0] === "cylinder" ? 2e-3 : slack);
        } else expect(manifold.count).toBe(2);
        for (const { separation } of manifold.points) expect(Math.abs(separation - depth)).toBeLessThan(slack);
        expect(new Set(manifold.points.map((p) => p.id)).size).toBe(manifold.count);
      });
    });

    test("a box on a slab at every yaw: its four corners, with their ids", () => {
      const ids = new Map<string, number>();
      for (let degrees = 0; degrees < 360; degrees++) {
        const pose = upright(0.25, 1.49, -0.5, turn(Y, degrees));
        const manifold = oneManifold(np, { a: slab, poseA: at(0), b: small, poseB: pose });
        expect(manifold?.count).toBe(4);
        for (const { pointA, pointB, separation, id } of manifold?.points ?? []) {
          expect(Math.abs(separation + 0.01)).toBeLessThan(1e-6);
          expect(Math.abs((pointA[1] as number) - 1)).toBeLessThan(1e-6);
          const local = rotate(
            turn(Y, -degrees),
            pointB.map((x, k) => x - (pose[k] as number)),
          );
          expect(Math.hypot(Math.abs(local[0]) - 0.5, local[1] + 0.5, Math.abs(local[2]) - 0.5)).toBeLessThan(2e-6);
          const corner = local.map((x) => x > 0).join();
          expect(ids.get(corner) ?? id).toBe(id);
          ids.set(corner, id);
        }
      }
      expect(ids.size).toBe(4);
    });

    test("equal boxes, one turned by 45 degrees: four of the eight corners of the region", () => {
      const pair = { a: cube, poseA: at(0), b: cube, poseB: upright(0, 1.9, 0, turn(Y, 45)) };
      const manifold = oneManifold(np, pair);
      expect(manifold?.count).toBe(4);
      for (const { separation } of manifold?.points ?? []) expect(separation).toBeCloseTo(-0.1, 5);
      const [A, B] = [make(np, cube), make(np, cube)];
      const region = np.contactRegion(A, pair.poseA, B, pair.poseB);
      expect(region?.count).toBe(8);
      // In order around the normal.
      const angles = region?.points.map(({ pointA }) => Math.atan2(pointA[2], pointA[0])) ?? [];
      const steps = angles.map((angle, i) => (angle - (angles[(i + 1) % 8] as number) + 4 * Math.PI) % (2 * Math.PI));
      for (const step of steps) expect(step).toBeCloseTo(Math.PI / 4, 4);
    });

    test("regions: a rim has 32 corners, what is apart has none", () => {
      const [A, B] = [make(np, slab), make(np, cylinder)];
      expect(np.contactRegion(A, at(0), B, at(0, 1.9))?.count).toBe(32);
      const out = emptyManifold(64);
      expect(np.contactRegion(A, at(0), B, at(0, 2.1), out)).toBeNull();
      expect(out).toMatchObject({ count: 0, normal: [0, 0, 0], status: "beyond" });
    });

    test("ids stay while a box slides, sinks, rocks and turns a little", () => {
      const next = random(72);
      const ids = new Set<string>();
      for (let i = 0; i < 100; i++) {
        const jitter = () => 1e-4 * (next() - 0.5);
        const tilt = [jitter(), jitter(), jitter(), 1];
        const poseB = [0.01 * i + jitter(), 1.49 + jitter(), jitter(), ...tilt];
        const manifold = oneManifold(np, { a: slab, poseA: at(0), b: small, poseB }, 0.02);
        ids.add(String(manifold?.points.map((p) => p.id).sort()));
      }
      expect(ids.size).toBe(1);
    });
  });

  describe("random pairs", () => {
    const kinds = BOUNDED.flatMap((a) => BOUNDED.map((b) => [a, b] as [Bounded, Bounded])).filter(
      ([a, b]) => BOUNDED.indexOf(a) <= BOUNDED.indexOf(b),
    );

    test.each([0, 0.2])(
      "%d of rounding: points on the surfaces, the deepest is the contact's, swapped the mirror image",
      (rounding) => {
        const next = random(73 + rounding);
        const pairs = kinds.flatMap(([a, b]) =>
          Array.from({ length: 6 }, () =>
            randomPair(randomSpec(a, next, rounding * next()), randomSpec(b, next, rounding * next()), next, 1.6),
          ),
        );
        const { manifolds, touching } = answerManifolds(np, pairs, 0.05);
        const mirrored = answerManifolds(np, pairs.map(swapPair), 0.05).manifolds;
        const wrong: string[] = [];
        for (const [i, pair] of pairs.entries()) {
          const [one, other] = [manifolds[i], mirrored[i]] as [(typeof manifolds)[0], (typeof manifolds)[0]];
          const name = `${pair.a[0]} ${pair.b[0]} ${i}`;
          if (one.count > 0 !== Number.isFinite(one.distance))
            wrong.push(`${name}: ${one.count} points at ${one.distance}`);
          if (one.count) wrong.push(...faults(pair, one, backend === "simd").map((fault) => `${name}: ${fault}`));
          const mirror = {
            ...other,
            normal: other.normal.map((x) => 0 - x),
            points: other.points.map(({ pointA, pointB, separation, id }) => ({
              pointA: pointB,
              pointB: pointA,
              separation,
              id: swapHalves(id),
            })),
          };
          if (JSON.stringify(one) !== JSON.stringify(mirror)) wrong.push(`${name}: no mirror`);
        }
        expect(wrong).toEqual([]);
        expect(touching).toBe(manifolds.filter((m) => m.count > 0).length);
        expect(shareOfHits(manifolds.map((m) => m.distance))).toBeGreaterThan(0.3);
        expect(shareOfHits(manifolds.map((m) => m.distance))).toBeLessThan(0.7);
      },
    );

    test(`${PAIRS} overlapping pairs of each kind: none without points, no NaN`, () => {
      const next = random(75);
      const wrong: string[] = [];
      for (const [a, b] of kinds) {
        // Nearly all overlap; shapes are shared, poses are not.
        const pairs: Pair[] = [];
        for (let k = 0; k < PAIRS; k += 50) {
          const [A, B] = [randomSpec(a, next, k % 100 ? 0.1 : 0), randomSpec(b, next, k % 100 ? 0.1 : 0)];
          for (let i = 0; i < Math.min(50, PAIRS - k); i++) pairs.push(randomPair(A, B, next, 0.6));
        }
        const { manifolds } = answerManifolds(np, pairs);
        for (const [i, pair] of pairs.entries()) {
          const one = manifolds[i] as (typeof manifolds)[0];
          const overlaps = one.distance <= 0;
          if (overlaps !== one.count > 0 || one.count > 4)
            wrong.push(`${a} ${b} ${i}: ${one.count} points at ${one.distance}`);
          if (overlaps) wrong.push(...faults(pair, one, false).map((fault) => `${a} ${b} ${i}: ${fault}`));
        }
      }
      expect(wrong.slice(0, 20)).toEqual([]);
    }, 120000);

    test("planes and half-spaces", () => {
      const next = random(76);
      const pairs = (["plane", "halfSpace"] as const).flatMap((kind) =>
        BOUNDED.flatMap((b) =>
          Array.from({ length: 8 }, (): Pair => {
            const normal = floats([next() - 0.5, next() - 0.5, next() + 0.1]);
            return {
              a: [kind, { normal, offset: f(next() - 0.5) }],
              poseA: floats([next(), next(), next(), ...randomQuaternion(next)]),
              b: randomSpec(b, next, 0.1),
              poseB: floats([next(), next(), next(), ...randomQuaternion(next)]),
            };
          }),
        ),
      );
      const { manifolds } = answerManifolds(np, pairs);
      const wrong: string[] = [];
      for (const [i, pair] of pairs.entries()) {
        const { count, points, distance, normal } = manifolds[i] as (typeof manifolds)[0];
        if (count > 0 !== distance <= 0) wrong.push(`${i}: ${count} points at ${distance}`);
        if (count && Math.min(...points.map((p) => p.separation)) !== distance) wrong.push(`${i}: not ${distance}`);
        for (const { pointA, pointB, separation } of points) {
          const off = Math.hypot(
            ...pointA.map((x, k) => (pointB[k] as number) - x - separation * (normal[k] as number)),
          );
          const outside = Math.abs(toSurface(pointB, pair.b, pair.poseB));
          if (!(off < 2e-6 && outside < 1e-5)) wrong.push(`${i} ${pair.b[0]}: ${off} ${outside}`);
        }
      }
      expect(wrong).toEqual([]);
      const { status } = manifolds[0] as (typeof manifolds)[0];
      expect(status).toBeLessThanOrEqual(Status.beyond);
      const two = {
        a: pairs[0]?.a as Spec,
        poseA: at(0),
        b: ["halfSpace", { normal: [1, 0, 0] }] as Spec,
        poseB: at(0),
      };
      expect(answerManifolds(np, [two]).manifolds[0]).toMatchObject({ count: 0, status: Status.unbounded });
    });
  });

  test.each([1e-4, 1e-2, 1e3, 1e5])("sizes times %d", (scale) => {
    const scaled = ([kind, size, ...rest]: Spec): Spec => {
      const by = (x: unknown): unknown =>
        typeof x === "number"
          ? x * scale
          : Array.isArray(x)
            ? x.map(by)
            : Object.fromEntries(Object.entries(x as object).map(([k, v]) => [k, k === "normal" ? v : by(v)]));
      return [kind, by(size), ...rest.map(by)];
    };
    const pose = (p: readonly number[]) => p.map((x, k) => (k < 3 ? x * scale : x));
    for (const [name, a, poseA, b, poseB, , limit] of SCENES) {
      const one = oneManifold(np, { a, poseA, b, poseB }, limit);
      const other = oneManifold(
        np,
        { a: scaled(a), poseA: pose(poseA), b: scaled(b), poseB: pose(poseB) },
        limit && limit * scale,
      );
      expect([name, other?.count]).toEqual([name, one?.count]);
      // Scaling may exchange which of the two is computed as A, and so turn the order of the points.
      const byId = (manifold: typeof one) => [...(manifold?.points ?? [])].sort((p, q) => p.id - q.id);
      const others = byId(other);
      expect([name, ...others.map((p) => p.id)]).toEqual([name, ...byId(one).map((p) => p.id)]);
      for (const [i, p] of byId(one).entries()) {
        expect(Math.abs((others[i] as typeof p).separation / scale - p.separation)).toBeLessThan(4e-6);
      }
    }
  });

  test.each([0, 1, 3, 4, 5, 17, 1030])("%i rows: the bits of single queries, zeros where there is nothing", (count) => {
    const next = random(count);
    const specs = BOUNDED.map((kind) => randomSpec(kind, next));
    const pick = () => specs[Math.floor(next() * specs.length)] as Spec;
    const pairs = Array.from({ length: count }, () => randomPair(pick(), pick(), next, 1.2));
    const { manifolds } = answerManifolds(np, pairs, 0.1);
    const wrong: number[] = [];
    for (const [i, pair] of pairs.entries()) {
      const { count: points, normal, points: list } = manifolds[i] as (typeof manifolds)[0];
      const single = oneManifold(np, pair, 0.1);
      if (
        points === 0
          ? single !== null
          : JSON.stringify([normal, list]) !== JSON.stringify([single?.normal, single?.points])
      )
        wrong.push(i);
    }
    expect(wrong).toEqual([]);
  });

  test("bad rows have a status and no points, good ones beside them do", () => {
    const box = make(np, cube);
    const bodies = np.bodies(4);
    for (let i = 0; i < 4; i++) bodies.set(i, box, at(1.5 * i));
    bodies.shape[2] = 0;
    bodies.pose[7 * 3] = NaN;
    const pairs = np.pairs(5);
    pairs.set([0, 1, 0, 2, 3, 1, 0, 9, 1, 0]);
    const results = np.manifolds(5);
    for (const column of [results.pointA, results.pointB, results.normal, results.separation]) column.fill(7);
    results.count.fill(7);
    results.id.fill(7);
    expect(np.manifoldBatch(bodies, pairs, results)).toBe(2);
    expect([...results.count]).toEqual([4, 0, 0, 0, 4]);
    expect([...results.status]).toEqual([
      Status.ok,
      Status.invalidShape,
      Status.invalidPose,
      Status.invalidIndex,
      Status.ok,
    ]);
    for (const column of [results.pointA, results.pointB])
      expect([...column.subarray(12, 48)].every((x) => x === 0)).toBe(true);
    expect([...results.separation.subarray(4, 16), ...results.id.subarray(4, 16)].every((x) => x === 0)).toBe(true);
  });

  test("misuse names the argument", () => {
    const box = make(np, cube);
    const [bodies, pairs, results] = [np.bodies(2), np.pairs(2), np.manifolds(2)];
    pairs.set([0, 1, 1, 0]);
    // biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
    type Wrong = any;
    const single = (out: Wrong, options?: Wrong) => () => np.manifold(box, [...ORIGIN], box, [...ORIGIN], options, out);
    const batch = (m: Wrong, o?: Wrong) => () => np.manifoldBatch(bodies, pairs, m, o);
    const rows: [() => unknown, string, string][] = [
      [single({}), "out.normal", "INVALID_LENGTH"],
      [single(7), "out", "INVALID_TYPE"],
      [single(emptyManifold(3)), "out.points", "INVALID_LENGTH"],
      [single({ ...emptyManifold(), points: [1, 2, 3, 4] }), "out.points[0]", "INVALID_TYPE"],
      [
        single({ ...emptyManifold(), points: Array(4).fill({ pointA: [1] }) }),
        "out.points[0].pointA",
        "INVALID_LENGTH",
      ],
      [single(undefined, { maxDistance: -1 }), "options.maxDistance", "OUT_OF_RANGE"],
      [
        () => np.contactRegion(box, [...ORIGIN], box, [...ORIGIN], emptyManifold() as Wrong),
        "out.points",
        "INVALID_LENGTH",
      ],
      [() => np.manifolds(-1), "capacity", "OUT_OF_RANGE"],
      [batch(np.distances(2)), "manifolds", "INVALID_TYPE"],
      [batch(np.manifolds(1)), "manifolds.capacity", "INVALID_LENGTH"],
      [batch(results, { maxDistance: NaN }), "options.maxDistance", "INVALID_NUMBER"],
      [batch(results, { cache: np.cache(1) }), "options.cache.capacity", "INVALID_LENGTH"],
      [batch(results, { cache: results }), "options.cache", "INVALID_TYPE"],
    ];
    for (const [call, argument, code] of rows) {
      let error: unknown;
      try {
        call();
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(ArgumentError);
      expect(error).toMatchObject({ argument, code });
    }
    expect(np.manifold(box, [...ORIGIN], box, at(1.5))?.count).toBe(4);
  });
});

test("every backend has the same bits", async () => {
  const next = random(77);
  const pairs = BOUNDED.flatMap((a) =>
    BOUNDED.flatMap((b) =>
      Array.from({ length: 4 }, () =>
        randomPair(randomSpec(a, next, 0.1 * next()), randomSpec(b, next, 0.1 * next()), next, 1.2),
      ),
    ),
  );
  const bytes = await Promise.all(
    BACKENDS.map(async (backend) => answerManifolds(await instance(backend), pairs, 0.1).bytes),
  );
  for (const other of bytes.slice(1)) expect(Buffer.compare(other, bytes[0] as Uint8Array)).toBe(0);
  const overlaps = pairs.filter((pair) => truth(pair) <= 0).length / pairs.length;
  expect(overlaps).toBeGreaterThan(0.3);
});
