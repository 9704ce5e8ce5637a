// Quickhull on every backend: the surface is closed and convex, holds every point and is the same everywhere.

import { describe, expect, test } from "vitest";
import { type ConvexHull, type ConvexHullOptions, HullError, type Narrowphase } from "../../dist/index.js";
import { type Cloud, cloud, flat, inBall, lattice, namedClouds, repeated, rings, slab } from "../helpers/clouds.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { random, randomQuaternion, randomUnit, type Triple } from "../helpers/random.js";

const next = random(12);
const turned = randomQuaternion(next);
const clouds = namedClouds(11);

const SMALL = Array.from({ length: 120 }, (_, i): Cloud => {
  const count = 4 + Math.floor(9 * next());
  return cloud(count, () => (i % 2 ? [0, 0, 0].map(() => Math.floor(3 * next())) : inBall(next)));
});

const FLAT: [string, string, ArrayLike<number>, ConvexHullOptions?][] = [
  ["three points", "TOO_FEW_POINTS", [0, 0, 0, 1, 0, 0, 0, 1, 0]],
  ["one point", "TOO_FEW_POINTS", [0, 0, 0]],
  ["equal points", "ALL_EQUAL", Array(30).fill(0.3)],
  ["points within the tolerance of one", "ALL_EQUAL", cloud(50, () => inBall(next)), { tolerance: 3 }],
  ["a line along an axis", "COLLINEAR", cloud(20, (i) => [i, 5, -3])],
  ["a line that is none of the axes", "COLLINEAR", cloud(20, (i) => [i * 0.3, i * 0.7, i * -1.1])],
  ["two points", "COLLINEAR", cloud(20, (i) => [i % 2, 0, 0])],
  ["a plane along the axes", "COPLANAR", cloud(200, () => [next(), 3, next()])],
  ["a plane that is none of the axes", "COPLANAR", slab(200, 0, next, turned)],
  ["a slab thinner than the tolerance", "COPLANAR", slab(200, 0.01, next, turned), { tolerance: 0.02 }],
  ["a circle, four times", "COPLANAR", repeated(rings(32, 2, 1, 1).slice(0, 96), 4)],
];

/** The loops of a CSR list. */
function lists({ offsets, indices }: ConvexHull["faces"]): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, i) => [...indices.subarray(offsets[i], offsets[i + 1])]);
}

const vertex = (hull: ConvexHull, i: number): Triple => [...hull.vertices.subarray(3 * i, 3 * i + 3)] as Triple;
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: ArrayLike<number>, b: Triple) =>
  (a[0] as number) * b[0] + (a[1] as number) * b[1] + (a[2] as number) * b[2];

/** What is wrong with a hull, or nothing. */
function faults(hull: ConvexHull, points: Cloud): string[] {
  const wrong: string[] = [];
  const faces = lists(hull.faces);
  const extent = [0, 1, 2].reduce((most, axis) => {
    const values = [...points].filter((_, i) => i % 3 === axis);
    return Math.max(most, Math.max(...values) - Math.min(...values));
  }, 0);
  const size = points.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  // The grid, and what f64 leaves of a plane that far from the origin.
  const slop = 2 ** -36 * extent + 2 ** -49 * size;

  let [front, off] = [0, 0];
  for (const [f, face] of faces.entries()) {
    const [normal, offset] = [hull.planes.subarray(4 * f, 4 * f + 3), hull.planes[4 * f + 3] as number];
    if (!(Math.abs(Math.hypot(...normal) - 1) < 1e-12)) wrong.push(`normal of face ${f}: ${normal}`);
    for (let i = 0; i < points.length; i += 3)
      front = Math.max(front, dot(normal, [...points.subarray(i, i + 3)] as Triple) - offset);
    for (const v of face) off = Math.max(off, offset - dot(normal, vertex(hull, v)));
    // Counter-clockwise about the normal, and no corner turns inwards.
    for (let i = 0; i < face.length; i++) {
      const [a, b, c] = [0, 1, 2].map((k) => vertex(hull, face[(i + k) % face.length] as number)) as [
        Triple,
        Triple,
        Triple,
      ];
      const bend = dot(normal, cross(minus(b, a), minus(c, a)));
      const side = Math.hypot(...minus(c, a));
      if (bend < -2 * (hull.tolerance + slop) * side)
        wrong.push(`corner ${i} of face ${f} turns inwards by ${bend / side}`);
    }
    if (new Set(face).size !== face.length || face.length < 3) wrong.push(`face ${f} is ${face}`);
  }
  if (front > hull.maxError * (1 + 1e-9) + slop) wrong.push(`a point ${front} in front of a face`);
  if (off > hull.tolerance + slop) wrong.push(`a vertex ${off} behind its face`);

  const edges = faces.flatMap((face) => face.map((v, i) => `${v} ${face[(i + 1) % face.length]}`));
  const set = new Set(edges);
  if (set.size !== edges.length) wrong.push("an edge twice in one direction");
  if (edges.some((edge) => !set.has(edge.split(" ").reverse().join(" ")))) wrong.push("an open edge");
  const vertexCount = hull.indices.length;
  if (vertexCount - edges.length / 2 + faces.length !== 2) {
    wrong.push(`Euler: ${vertexCount} - ${edges.length / 2} + ${faces.length}`);
  }
  const neighbours = lists(hull.adjacency).flatMap((list, v) => list.map((w) => `${v} ${w}`));
  if (neighbours.sort().join() !== edges.sort().join()) wrong.push("neighbours are not the edges");
  if (new Set(hull.faces.indices).size !== vertexCount) wrong.push("a vertex without a face");
  for (const [v, index] of hull.indices.entries()) {
    if ([0, 1, 2].some((k) => hull.vertices[3 * v + k] !== points[3 * index + k]))
      wrong.push(`vertex ${v} is not point ${index}`);
  }
  if (!(hull.volume > 0)) wrong.push(`volume ${hull.volume}`);
  return wrong;
}

/** Six times the volume and the number of extreme points, from every triple of points: for a handful. */
function bruteForce(points: Cloud): { volume: number; planes: Set<string> } {
  const each = Array.from({ length: points.length / 3 }, (_, i) => [...points.subarray(3 * i, 3 * i + 3)] as Triple);
  const all = [...new Map(each.map((p) => [p.join(), p])).values()];
  const planes = new Set<string>();
  for (const [i, a] of all.entries())
    for (const [j, b] of all.entries())
      for (const c of all.slice(j + 1)) {
        if (j <= i) continue;
        for (const normal of [cross(minus(b, a), minus(c, a)), cross(minus(c, a), minus(b, a))]) {
          const length = Math.hypot(...normal);
          if (length < 1e-9 || all.some((p) => dot(normal, minus(p, a)) > 1e-12)) continue;
          const offset = dot(normal, a);
          planes.add(
            [...normal, offset].map((x) => (x / length + 0).toFixed(6).replace("-0.000000", "0.000000")).join(),
          );
        }
      }
  const origin = all
    .reduce((sum, p): Triple => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0])
    .map((x) => x / all.length) as Triple;
  return { volume: volumeOf(all, origin), planes };
}

/** Of the hull, as cones from `origin` over the convex polygon of each supporting plane. */
function volumeOf(all: readonly Triple[], origin: Triple): number {
  const seen = new Set<string>();
  let volume = 0;
  for (const a of all)
    for (const b of all)
      for (const c of all) {
        const n = cross(minus(b, a), minus(c, a));
        const length = Math.hypot(...n);
        if (length < 1e-9 || all.some((p) => dot(n, minus(p, a)) > 1e-12)) continue;
        const on = all.filter((p) => Math.abs(dot(n, minus(p, a))) <= 1e-12 * (1 + length));
        const key = on.map((p) => all.indexOf(p)).join();
        if (seen.has(key)) continue;
        seen.add(key);
        const middle = on
          .reduce((sum, p): Triple => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0])
          .map((x) => x / on.length) as Triple;
        const u = minus(b, a);
        const v = cross(n, u).map((x) => x / length) as Triple;
        const angle = (p: Triple) => Math.atan2(dot(v, minus(p, middle)), dot(u, minus(p, middle)));
        // Points on the rim only: those with no turn are on an edge, those inside would break the fan.
        const rim = on.filter((p) =>
          on.some((q) => q !== p && on.every((r) => dot(n, cross(minus(q, p), minus(r, p))) >= -1e-12)),
        );
        const around = rim.filter((p) => Math.hypot(...minus(p, middle)) > 1e-12).sort((p, q) => angle(p) - angle(q));
        for (const [i, p] of around.entries()) {
          volume +=
            dot(
              cross(minus(p, origin), minus(around[(i + 1) % around.length] as Triple, origin)),
              minus(middle, origin),
            ) / 6;
        }
      }
  return Math.abs(volume);
}

const attempt = (np: Narrowphase, points: ArrayLike<number>, options?: ConvexHullOptions): ConvexHull | HullError => {
  try {
    return np.convexHull(points, options);
  } catch (error) {
    if (error instanceof HullError) return error;
    throw error;
  }
};

/** Every byte of the answers, for comparing backends. */
const bytes = (hulls: (ConvexHull | HullError)[]) =>
  hulls.map((hull) =>
    hull instanceof HullError
      ? hull.code
      : [
          hull.vertices,
          hull.indices,
          hull.faces.offsets,
          hull.faces.indices,
          hull.adjacency.offsets,
          hull.adjacency.indices,
          hull.planes,
          Float64Array.of(hull.volume, ...hull.centerOfMass, ...hull.inertia, hull.maxError, hull.tolerance),
        ]
          .map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString("hex"))
          .join(),
  );

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test("a box has its corners, faces, planes and mass", () => {
    const points = Float32Array.from([
      0, 0, 0, 2, 4, 6, 1, 1, 1, 2, 0, 0, 0, 4, 0, 0, 0, 6, 2, 4, 0, 2, 0, 6, 0, 4, 6, 1, 0, 0, 2, 2, 3,
    ]);
    const hull = np.convexHull(points);
    expect([...hull.indices]).toEqual([0, 1, 3, 4, 5, 6, 7, 8]);
    expect(lists(hull.faces).map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(lists(hull.adjacency).map((list) => list.length)).toEqual(Array(8).fill(3));
    expect(faults(hull, points)).toEqual([]);
    expect(hull.volume).toBeCloseTo(48, 12);
    for (const [i, x] of [1, 2, 3].entries()) expect(hull.centerOfMass[i]).toBeCloseTo(x, 12);
    const inertia = [(48 / 12) * (16 + 36), 0, 0, 0, (48 / 12) * (4 + 36), 0, 0, 0, (48 / 12) * (4 + 16)];
    for (const [i, x] of inertia.entries()) expect(hull.inertia[i]).toBeCloseTo(x, 10);
    expect(hull.maxError).toBe(0);
  });

  test("known solids: faces and volumes", () => {
    const measured = (points: Cloud) => {
      const hull = np.convexHull(points);
      return [hull.indices.length, hull.faces.offsets.length - 1, hull.volume];
    };
    const prism = (sides: number) => (sides / 2) * Math.sin((2 * Math.PI) / sides);
    const expected: [Cloud, number, number, number][] = [
      [lattice(2, 2, 2, turned), 8, 6, 1],
      [lattice(9, 9, 9, turned), 8, 6, 512],
      [rings(64, 12, 1, 1), 128, 66, 2 * prism(64)],
      [rings(48, 9, 1, 1, turned), 96, 50, 2 * prism(48)],
      [rings(64, 12, 1, 0), 65, 65, (2 / 3) * prism(64)],
      [
        flat([
          [1, 0, 0],
          [-1, 0, 0],
          [0, 1, 0],
          [0, -1, 0],
          [0, 0, 1],
          [0, 0, -1],
          [0, 0, 0],
        ]),
        6,
        8,
        4 / 3,
      ],
      [
        flat([
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]),
        4,
        4,
        1 / 6,
      ],
    ];
    for (const [points, vertices, faces, volume] of expected) {
      const [v, f, size] = measured(points) as [number, number, number];
      expect([v, f]).toEqual([vertices, faces]);
      expect(Math.abs(size / volume - 1)).toBeLessThan(1e-6);
    }
  });

  test.each(clouds)("%s", (_, points, options) => {
    const hull = np.convexHull(points, options);
    expect(faults(hull, points)).toEqual([]);
    expect(hull.indices.length).toBeLessThanOrEqual(options?.maxVertices ?? Number.POSITIVE_INFINITY);
    if (options?.maxVertices === undefined) expect(hull.maxError).toBe(0);
    else expect(hull.maxError).toBeGreaterThan(0);
  });

  test("the same planes and volume as the hull from all triples, seed 12", () => {
    const wrong = SMALL.flatMap((points, i) => {
      const hull = attempt(np, points, { tolerance: 0 });
      const brute = bruteForce(points);
      if (hull instanceof HullError) return brute.volume > 1e-9 ? [`${i}: ${hull.code} for ${brute.volume}`] : [];
      const planes = lists(hull.faces).map((_, f) =>
        [...hull.planes.subarray(4 * f, 4 * f + 4)]
          .map((x) => (x + 0).toFixed(6).replace("-0.000000", "0.000000"))
          .join(),
      );
      return [
        ...faults(hull, points),
        ...(Math.abs(hull.volume - brute.volume) < 1e-9 ? [] : [`${hull.volume} for ${brute.volume}`]),
        ...(planes.sort().join("\n") === [...brute.planes].sort().join("\n")
          ? []
          : [`${planes.length} planes for ${brute.planes.size}`]),
      ].map((text) => `${i}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  test("few vertices: the error falls as their number grows", () => {
    const points = cloud(800, () => randomUnit(next));
    const errors = [4, 8, 16, 32, 64, 128].map((maxVertices) => np.convexHull(points, { maxVertices }).maxError);
    expect(errors).toEqual([...errors].sort((a, b) => b - a));
    expect(np.convexHull(points, { maxVertices: 800 }).maxError).toBe(0);
  });

  test.each(FLAT)("%s", (_, code, points, options) => {
    expect(attempt(np, points, options)).toMatchObject({ name: "HullError", code });
  });

  test("misuse names the argument", () => {
    const good = [...lattice(2, 2, 2)];
    expect(() => np.convexHull([...good.slice(0, 7), Number.NaN, 0])).toThrow(/positions\[7\]/);
    expect(() => np.convexHull([1, 2])).toThrow(/positions/);
    expect(() => np.convexHull(good, { tolerance: -1 })).toThrow(/options\.tolerance/);
    expect(() => np.convexHull(good, { maxVertices: 3 })).toThrow(/options\.maxVertices/);
    expect(() => np.convexHull(good, { maxVertices: 4.5 })).toThrow(/options\.maxVertices/);
  });

  test("all memory is given back, whatever the outcome", () => {
    const before = np.stats().liveBytes;
    for (const [, points, options] of clouds.slice(0, 8)) np.convexHull(points, options);
    for (const [, , points, options] of FLAT) attempt(np, points, options);
    expect(np.stats().liveBytes).toBe(before);
  });
});

test("every backend writes the same bytes", async () => {
  const [first, ...others] = await Promise.all(
    BACKENDS.map(async (backend) => {
      const np = await instance(backend);
      return bytes([
        ...clouds.map(([, points, options]) => attempt(np, points, options)),
        ...SMALL.map((points) => attempt(np, points)),
        ...FLAT.map(([, , points, options]) => attempt(np, points, options)),
      ]);
    }),
  );
  for (const other of others) expect(other).toEqual(first);
});
