// Support of large hulls by hill climbing, seen through planes: the distance to one is a single support point.

import { describe, expect, test } from "vitest";
import { type Cloud, cloud, flat, inBall, lattice, rings } from "../helpers/clouds.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { dot, random, randomQuaternion, randomUnit, type Triple } from "../helpers/random.js";

const SEED = 31;
const next = random(SEED);
const turned = randomQuaternion(next);
const AT_ORIGIN = [0, 0, 0, 0, 0, 0, 1];

const CLOUDS: [string, Cloud][] = [
  ["sphere", cloud(3000, () => randomUnit(next))],
  ["sphere, far away", cloud(600, () => randomUnit(next).map((x) => 300 * x + 2048))],
  ["needle", cloud(900, () => randomUnit(next).map((x, k) => x * (k === 1 ? 1 : 1e-4)))],
  ["plate", cloud(900, () => randomUnit(next).map((x, k) => x * (k === 1 ? 1e-6 : 1)))],
  ["prism of many sides, its caps level", rings(500, 2, 1, 1)],
  ["prism of many sides, turned", rings(400, 2, 1, 1, turned)],
  ["cone of many sides", rings(700, 2, 1, 0, turned)],
  ["disc", cloud(1000, (i) => [Math.cos((i * Math.PI) / 500), 0, Math.sin((i * Math.PI) / 500)])],
  ["disc, turned", cloud(1000, (i) => [...rings(1000, 2, 1, 1, turned).subarray(3 * i, 3 * i + 3)])],
  [
    "lattice points in a ball",
    flat(
      [...Array(29791).keys()]
        .map((i) => [(i % 31) - 15, (Math.floor(i / 31) % 31) - 15, Math.floor(i / 961) - 15])
        .filter((p) => Math.hypot(...p) <= 15),
    ),
  ],
  [
    "a small cluster on a large body",
    cloud(1500, (i) => (i % 2 ? randomUnit(next).map((x) => x * 1e-7) : randomUnit(next).map((x) => x + 1))),
  ],
  [
    "a finely cut edge",
    cloud(1200, (i) =>
      i < 1000
        ? [i, 1e-7 * i * (999 - i), 0]
        : inBall(next).map((x, k) => [500 + 300 * x, -200 + 100 * x, 400 * x][k] as number),
    ),
  ],
  ["rounded box", cloud(2000, (i) => randomUnit(next).map((x, k) => 0.1 * x + ((i >> k) & 1 ? 1 : -1)))],
  ["cube grid, turned", lattice(9, 9, 9, turned)],
];

/** At random, along the axes, and across edges and faces of the points. */
function directionsFor(points: Cloud): Triple[] {
  const corner = () => {
    const i = 3 * Math.floor((next() * points.length) / 3);
    return [...points.subarray(i, i + 3)] as Triple;
  };
  const unit = (v: Triple): Triple[] => {
    const length = Math.hypot(...v);
    return length > 0 ? [v.map((x) => x / length) as Triple] : [];
  };
  const minus = (a: Triple, b: Triple) => a.map((x, k) => x - (b[k] as number)) as Triple;
  const cross = (a: Triple, b: Triple): Triple => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  return [
    ...[0, 1, 2].flatMap((axis) => [1, -1].map((side) => [0, 1, 2].map((k) => (k === axis ? side : 0)) as Triple)),
    ...Array.from({ length: 60 }, () => randomUnit(next)),
    ...Array.from({ length: 40 }, () => {
      const [a, b, c] = [corner(), corner(), corner()];
      return unit(cross(minus(b, a), minus(c, a)));
    }).flat(),
  ].map((direction) => direction.map(Math.fround) as Triple);
}

describe.each(BACKENDS)(`climbing on the %s backend (seed ${SEED})`, async (backend) => {
  const np = await instance(backend);

  test.each(CLOUDS)("%s", (_, points) => {
    const hull = np.hull(points);
    const size = points.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    let worst = 0;
    for (const normal of directionsFor(points)) {
      const halfSpace = np.halfSpace({ normal });
      const { distance } = np.distance(hull, AT_ORIGIN, halfSpace, AT_ORIGIN) as { distance: number };
      np.remove(halfSpace);
      let lowest = Infinity;
      for (let i = 0; i < points.length; i += 3) lowest = Math.min(lowest, dot(points.subarray(i, i + 3), normal));
      worst = Math.max(worst, Math.abs(distance - lowest / Math.hypot(...normal)));
    }
    // A rounding to f32 of the answer, one of the normal.
    expect(worst / size).toBeLessThan(3e-7);
    np.remove(hull);
  });

  test("the answer does not depend on what was asked before, nor on a cache", () => {
    const hulls = CLOUDS.map(([, points]) => np.hull(points));
    const bodies = np.bodies(2 * hulls.length);
    const pairs = np.pairs(64);
    const indices = Array.from({ length: 128 }, () => Math.floor(next() * 2 * hulls.length));
    for (let i = 0; i < 2 * hulls.length; i++) {
      bodies.set(i, hulls[i % hulls.length] as (typeof hulls)[0], [
        ...randomUnit(next).map((x) => 2 * x),
        ...randomQuaternion(next),
      ]);
    }
    const results = np.distances(64);
    const ask = (order: number[], cache?: ReturnType<typeof np.cache>) => {
      pairs.set(order.flatMap((row) => indices.slice(2 * row, 2 * row + 2)));
      np.distanceBatch(bodies, pairs, results, cache ? { cache } : undefined);
      const rows = new Map(
        order.map((row, i) => [
          row,
          [
            results.distance[i],
            ...results.normal.slice(3 * i, 3 * i + 3),
            ...results.pointA.slice(3 * i, 3 * i + 3),
          ].join(),
        ]),
      );
      return [...Array(64).keys()].map((row) => rows.get(row));
    };
    const forward = ask([...Array(64).keys()]);
    expect(ask([...Array(64).keys()].reverse())).toEqual(forward);
    expect(ask([...Array(64).keys()], np.cache(64))).toEqual(forward);
    for (const [row, answer] of forward.entries()) {
      const [a, b] = indices.slice(2 * row) as [number, number];
      const pose = (i: number) => [...bodies.pose.subarray(7 * i, 7 * i + 7)];
      const shape = (i: number) => hulls[i % hulls.length] as (typeof hulls)[0];
      const single = np.distance(shape(a), pose(a), shape(b), pose(b)) as {
        distance: number;
        normal: number[];
        pointA: number[];
      };
      expect([single.distance, ...single.normal, ...single.pointA].join()).toBe(answer);
    }
    for (const hull of hulls) np.remove(hull);
  });
});
