// Seeded point clouds for hulls.

import bunny from "bunny";
import { random, randomQuaternion, randomUnit, rotate, type Triple } from "./random.js";

export type Cloud = Float32Array<ArrayBuffer>;

export const flat = (points: readonly (readonly number[])[]): Cloud => Float32Array.from(points.flat());
export const cloud = (count: number, point: (i: number) => readonly number[]): Cloud =>
  flat(Array.from({ length: count }, (_, i) => point(i)));

export function inBall(next: () => number): Triple {
  for (;;) {
    const p: Triple = [2 * next() - 1, 2 * next() - 1, 2 * next() - 1];
    if (Math.hypot(...p) <= 1) return p;
  }
}

export function lattice(nx: number, ny: number, nz: number, q = [0, 0, 0, 1], origin = [0, 0, 0]): Cloud {
  const points: number[][] = [];
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++) points.push(rotate(q, [i, j, k]).map((x, axis) => x + (origin[axis] as number)));
  return flat(points);
}

/** `rings` rings of `sides` points; the radius goes from `bottom` to `top`. */
export function rings(sides: number, rings: number, bottom: number, top: number, q = [0, 0, 0, 1]): Cloud {
  return cloud(sides * rings, (i) => {
    const t = Math.floor(i / sides) / (rings - 1);
    const angle = (2 * Math.PI * (i % sides)) / sides;
    const radius = bottom + t * (top - bottom);
    return rotate(q, [radius * Math.cos(angle), 2 * t - 1, radius * Math.sin(angle)]);
  });
}

export function slab(count: number, thickness: number, next: () => number, q = [0, 0, 0, 1]): Cloud {
  return cloud(count, () => rotate(q, [2 * next() - 1, 2 * next() - 1, thickness * next()]));
}

export function repeated(points: Cloud, times: number): Cloud {
  return Float32Array.from({ length: points.length * times }, (_, i) => points[i % points.length] as number);
}

/** Of every sort, by name; `tolerance` and the like are for convexHull. */
export function namedClouds(
  seed: number,
): [name: string, points: Cloud, options?: { tolerance?: number; maxVertices?: number }][] {
  const next = random(seed);
  const turned = randomQuaternion(next);
  return [
    ["ball", cloud(2000, () => inBall(next))],
    ["sphere", cloud(1500, () => randomUnit(next))],
    ["sphere, merged coarsely", cloud(1500, () => randomUnit(next)), { tolerance: 1e-2 }],
    ["sphere, merged into a few", cloud(1000, () => randomUnit(next)), { tolerance: 0.2 }],
    ["sphere, at most 40 vertices", cloud(1500, () => randomUnit(next)), { maxVertices: 40 }],
    ["ball, at most 4 vertices", cloud(500, () => inBall(next)), { maxVertices: 4 }],
    ["cube grid", lattice(10, 10, 10)],
    ["cube grid, turned", lattice(9, 9, 9, turned)],
    ["cube grid, turned, as it is", lattice(6, 6, 6, turned), { tolerance: 0 }],
    ["cube grid, far away", lattice(5, 5, 5, [0, 0, 0, 1], [1e6, -1e6, 1e6]), { tolerance: 0 }],
    ["cube grid, 1e9 times", lattice(5, 6, 7, turned).map((x) => x * 1e9)],
    ["cube grid, 1e-9 times", lattice(5, 6, 7, turned).map((x) => x * 1e-9)],
    ["cube grid, 1e-40 times", lattice(5, 6, 7).map((x) => x * 1e-40)],
    ["cylinder rings", rings(64, 12, 1, 1)],
    ["cylinder rings, turned", rings(48, 9, 1, 1, turned)],
    ["cone", rings(64, 12, 1, 0)],
    ["cone, turned", rings(40, 7, 1, 0, turned)],
    ["long needle", cloud(500, () => [next() * 1e-5, next() * 1000, next() * 1e-5]), { tolerance: 0 }],
    [
      "lattice points in a ball",
      flat(
        [...Array(9261).keys()]
          .map((i) => [(i % 21) - 10, (Math.floor(i / 21) % 21) - 10, Math.floor(i / 441) - 10])
          .filter((p) => Math.hypot(...p) <= 10),
      ),
    ],
    ["integer lattice, drawn at random", cloud(400, () => [0, 0, 0].map(() => Math.floor(8 * next())))],
    [
      "duplicated points",
      repeated(
        cloud(100, () => inBall(next)),
        7,
      ),
    ],
    ["duplicated cube", repeated(lattice(2, 2, 2), 20)],
    ["bunny", flat(bunny.positions)],
    ...[1e-5, 1e-4, 1e-3].map((thickness): [string, Cloud] => [
      `slab of ${thickness}, turned`,
      slab(300, thickness, next, turned),
    ]),
    ...[1e-7, 1e-6, 1e-5, 1e-4, 1e-3].flatMap(
      (thickness): [string, Cloud, { tolerance?: number; maxVertices?: number }?][] => [
        [`slab of ${thickness}, as it is`, slab(400, thickness, next), { tolerance: 0 }],
        [`slab of ${thickness}, turned, as it is`, slab(400, thickness, next, turned), { tolerance: 0 }],
      ],
    ),
  ];
}
