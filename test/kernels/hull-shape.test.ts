// The hull of points as a shape: nothing of it is lost, and its mesh is the surface of the same solid.

import { describe, expect, test } from "vitest";
import { KIND_HULL } from "../../src/layout.js";
import { type Cloud, cloud, flat, inBall, lattice, namedClouds, repeated, rings, slab } from "../helpers/clouds.js";
import { BACKENDS, rawExports } from "../helpers/instances.js";
import { dot, random, randomQuaternion, randomUnit, type Triple } from "../helpers/random.js";

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  allocate(bytes: number): number;
  release(address: number): void;
  liveBytes(): number;
  createHull(points: number, count: number, radius: number): number;
  removeShape(handle: number): number;
  shapeOf(handle: number): number;
}

interface HullShape {
  readonly bytes: string;
  readonly rank: number;
  readonly vertices: Triple[];
  readonly center: Triple;
  /** None where the shape has no mesh. */
  readonly faces: number[][];
  readonly planes: [...Triple, number][];
  readonly neighbours: number[][];
}

const SEED = 21;
const next = random(SEED);
const turned = randomQuaternion(next);

const FLAT: [string, Cloud][] = [
  ["a square and what lies in it", lattice(5, 5, 1)],
  [
    "a lattice in a plane that is none of the axes",
    flat([...Array(25).keys()].map((i) => [i % 5, Math.floor(i / 5), (i % 5) - 2 * Math.floor(i / 5)])),
  ],
  [
    "a triangle",
    flat([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]),
  ],
  ["a circle, four times", repeated(rings(32, 2, 1, 1).slice(0, 96), 4)],
  ["a wall, far away", cloud(100, () => [2048 + next(), -7, next()])],
];
const THIN: [string, Cloud, number][] = [
  ["one point", flat([[1, 2, 3]]), 1],
  ["one point, often", flat(Array(9).fill([1, 2, 3])), 1],
  [
    "two points",
    flat([
      [1, 2, 3],
      [0, 2, 3],
    ]),
    2,
  ],
  ["a line", cloud(20, (i) => [(i * 7) % 20, 5, -3]), 2],
  [
    "a line that is none of the axes, back and forth",
    cloud(60, (i) => [0.25, 0.5, -0.75].map((x) => x * ((i * 7) % 20))),
    2,
  ],
];
const SOLID: [string, Cloud][] = [
  ...namedClouds(SEED).map(([name, points]): [string, Cloud] => [name, points]),
  ...[1e-8, 1e-7, 1e-6].map((thickness): [string, Cloud] => [
    `slab of ${thickness}, turned`,
    slab(60, thickness, next, turned),
  ]),
  ["a square, turned, thick by what f32 rounds", lattice(7, 7, 1, turned)],
  [
    "a circle, turned, thick by what f32 rounds",
    cloud(64, (i) => [...rings(64, 2, 1, 1, turned).subarray(3 * i, 3 * i + 3)]),
  ],
  [
    "a small cluster on a large body",
    cloud(400, (i) => (i % 2 ? inBall(next).map((x) => x * 1e-7) : inBall(next).map((x) => x + 1))),
  ],
  ["a cube grid, far away", lattice(4, 4, 4, turned, [4096, 0, -1e5])],
];

const hullOf = (kernel: Kernel, points: Cloud, radius = 0): HullShape => {
  const address = kernel.allocate(points.length * 4);
  new Float32Array(kernel.memory.buffer, address, points.length).set(points);
  const handle = kernel.createHull(address, points.length / 3, radius);
  kernel.release(address);
  const { buffer } = kernel.memory;
  const shape = kernel.shapeOf(handle);
  // As in assembly/shape/shape.ts.
  const words = new Uint32Array(buffer, shape, 17);
  const [kind, , , , , , rank, count, xs, ys, zs, , , , , , meshAt] = words as unknown as number[] & Uint32Array;
  expect(kind).toBe(KIND_HULL);
  const axes = [xs, ys, zs].map((block) => new Float32Array(buffer, block, count));
  const center = [...new Float32Array(buffer, shape + 44, 3)] as Triple;
  const vertices = Array.from({ length: count as number }, (_, i) => axes.map((axis) => axis[i]) as Triple);
  let bytes = JSON.stringify([rank, vertices, center]);
  let faces: number[][] = [];
  let neighbours: number[][] = [];
  let planes: [...Triple, number][] = [];
  if (meshAt) {
    const [faceCount, faceOffsets, faceVertices, planeAt, neighbourOffsets, neighbourAt] = new Uint32Array(
      buffer,
      meshAt,
      6,
    ) as unknown as [number, number, number, number, number, number];
    const lists = (offsetsAt: number, itemsAt: number, length: number) => {
      const offsets = new Uint32Array(buffer, offsetsAt, length + 1);
      return Array.from({ length }, (_, i) => [
        ...new Uint32Array(
          buffer,
          itemsAt + 4 * (offsets[i] as number),
          (offsets[i + 1] as number) - (offsets[i] as number),
        ),
      ]);
    };
    faces = lists(faceOffsets, faceVertices, faceCount);
    neighbours = lists(neighbourOffsets, neighbourAt, count as number);
    planes = Array.from(
      { length: faceCount },
      (_, i) => [...new Float64Array(buffer, planeAt + 32 * i, 4)] as [...Triple, number],
    );
    bytes +=
      JSON.stringify([faces, neighbours]) +
      Buffer.from(new Uint8Array(buffer, planeAt, 32 * faceCount)).toString("hex");
  }
  kernel.removeShape(handle);
  return { bytes, rank: rank as number, vertices, center, faces, planes, neighbours };
};

const highest = (points: readonly Triple[], direction: Triple) =>
  points.reduce((most, p) => Math.max(most, dot(p, direction)), -Infinity);

/** What is wrong with a hull of points, or nothing. */
function faults(hull: HullShape, points: Cloud, seed: number): string[] {
  const wrong: string[] = [];
  const random01 = random(seed);
  const given = Array.from(
    { length: points.length / 3 },
    (_, i) => [0, 1, 2].map((k) => (points[3 * i + k] as number) - (hull.center[k] as number)) as Triple,
  );
  const extent = Math.max(
    ...[0, 1, 2].map((k) =>
      given.reduce((most, p) => Math.max(most, Math.abs((p[k] as number) - ((given[0] as Triple)[k] as number))), 0),
    ),
  );
  // In the order of the points, each once.
  let place = -1;
  const keys = given.map((p) => p.join());
  for (const v of hull.vertices) {
    const found = keys.indexOf(v.join(), place + 1);
    if (found < 0) wrong.push(`${v} is not a point, in order`);
    else place = found;
  }
  if (new Set(hull.vertices.map((v) => v.join())).size !== hull.vertices.length) wrong.push("equal vertices");

  // The same solid: as far in every direction, those of its own faces and edges among them.
  const directions = [
    ...Array.from({ length: 100 }, () => randomUnit(random01)),
    ...hull.planes.slice(0, 400).map(([x, y, z]): Triple => [x, y, z]),
  ];
  for (const direction of directions) {
    const missing = highest(given, direction) - highest(hull.vertices, direction);
    if (!(missing <= 1e-10 * extent)) wrong.push(`lacks ${missing / extent} in ${direction}`);
  }

  // Closed: each way along an edge once; connected, without holes.
  const edges = new Map<string, number>();
  for (const face of hull.faces)
    for (const [i, v] of face.entries())
      edges.set(`${v}>${face[(i + 1) % face.length]}`, 1 + (edges.get(`${v}>${face[(i + 1) % face.length]}`) ?? 0));
  for (const [edge, times] of edges)
    if (times !== 1 || !edges.has(edge.split(">").reverse().join(">"))) wrong.push(`edge ${edge}`);
  const corners = new Set(hull.faces.flat());
  if (corners.size - edges.size / 2 + hull.faces.length !== 2)
    wrong.push(`Euler ${corners.size} ${edges.size / 2} ${hull.faces.length}`);
  if (hull.faces.some((face) => face.length < 3 || new Set(face).size !== face.length))
    wrong.push("a face that is no polygon");

  // No vertex in front of a face; those of a face in its plane.
  for (const [f, [x, y, z, offset]] of hull.planes.entries()) {
    if (!(Math.abs(Math.hypot(x, y, z) - 1) < 1e-12)) wrong.push(`normal of ${f}`);
    const above = highest(hull.vertices, [x, y, z]) - offset;
    if (!(Math.abs(above) <= 1e-10 * extent)) wrong.push(`plane ${f} is off by ${above / extent}`);
    for (const v of hull.faces[f] as number[]) {
      const below = offset - dot(hull.vertices[v] as Triple, [x, y, z]);
      if (!(below <= 1e-6 * extent)) wrong.push(`vertex ${v} is ${below / extent} below face ${f}`);
    }
  }

  // Neighbours: mutual, and no vertex but the farthest has none that is farther.
  for (const [v, list] of hull.neighbours.entries()) {
    if (list.some((u) => u === v || !hull.neighbours[u]?.includes(v)) || new Set(list).size !== list.length)
      wrong.push(`neighbours of ${v}`);
  }
  for (const direction of directions.slice(0, 60)) {
    let at = Math.floor(random01() * hull.vertices.length);
    for (let better: number | undefined = at; better !== undefined; ) {
      at = better;
      better = (hull.neighbours[at] as number[]).find(
        (u) => dot(hull.vertices[u] as Triple, direction) > dot(hull.vertices[at] as Triple, direction),
      );
    }
    const missing = highest(hull.vertices, direction) - dot(hull.vertices[at] as Triple, direction);
    if (!(missing <= 1e-10 * extent)) wrong.push(`climbing ends ${missing / extent} short`);
  }
  return wrong.slice(0, 10);
}

describe.each(BACKENDS)(`%s (seed ${SEED})`, async (backend) => {
  const kernel = (await rawExports(backend)) as unknown as Kernel;

  test.each(SOLID)("%s", (_, points) => {
    const hull = hullOf(kernel, points);
    expect(faults(hull, points, SEED)).toEqual([]);
    expect(hull.faces.length).toBeGreaterThan(1);
  });

  test.each(FLAT)("two sides: %s", (_, points) => {
    const hull = hullOf(kernel, points);
    expect(faults(hull, points, SEED)).toEqual([]);
    expect(hull.faces.length).toBe(2);
    expect(hull.faces[0]?.length).toBe(hull.vertices.length);
    const [front, back] = hull.faces.map((face) => {
      const first = face.indexOf(Math.min(...face));
      return [...face.slice(first), ...face.slice(0, first)];
    });
    expect(back?.slice(1).reverse()).toEqual(front?.slice(1));
    expect(hull.planes[1]?.map((x) => 0 - x)).toEqual(hull.planes[0]?.map((x) => x + 0));
  });

  test.each(THIN)("no faces: %s", (_, points, count) => {
    const hull = hullOf(kernel, points);
    expect([hull.vertices.length, hull.faces.length]).toEqual([count, 0]);
    const given = Array.from(
      { length: points.length / 3 },
      (_, i) => [...points.subarray(3 * i, 3 * i + 3)].map((x, k) => x - (hull.center[k] as number)) as Triple,
    );
    for (const direction of Array.from({ length: 20 }, () => randomUnit(next))) {
      expect(highest(hull.vertices, direction)).toBeCloseTo(highest(given, direction), 6);
    }
  });

  test("what is dropped leaves no trace: the rank is that of the hull alone", () => {
    const corners = lattice(2, 2, 2);
    const stuffed = flat([
      ...Array.from({ length: 8 }, (_, i) => [...corners.subarray(3 * i, 3 * i + 3)]),
      [0.5, 0.5, 0.5],
      [0.5, 0, 0],
      [0, 0.25, 0.25],
      [1, 1, 1],
    ]);
    expect(hullOf(kernel, stuffed).bytes).toBe(hullOf(kernel, corners).bytes);
    expect(hullOf(kernel, corners, 0.5).rank).not.toBe(hullOf(kernel, corners).rank);
  });

  test("a box has six faces, a cut one its corner cut off", () => {
    expect(hullOf(kernel, lattice(9, 9, 9)).faces.map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(hullOf(kernel, lattice(9, 9, 9, turned)).faces.map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
    const cut = hullOf(kernel, lattice(5, 5, 5).subarray(3) as Cloud);
    expect(cut.faces.map((face) => face.length).sort()).toEqual([3, 4, 4, 4, 5, 5, 5]);
  });

  test("all memory is given back", () => {
    const before = kernel.liveBytes();
    for (const [, points] of [...SOLID.slice(0, 4), ...FLAT]) hullOf(kernel, points);
    for (const [, points] of THIN) hullOf(kernel, points);
    expect(kernel.liveBytes()).toBe(before);
  });
});

test("every backend makes the same bytes", async () => {
  const [first, ...others] = await Promise.all(
    BACKENDS.map(async (backend) => {
      const kernel = (await rawExports(backend)) as unknown as Kernel;
      return [...SOLID, ...FLAT, ...THIN].map(([, points]) => hullOf(kernel, points).bytes);
    }),
  );
  // Addresses aside, which are no part of the bytes.
  for (const other of others) expect(other).toEqual(first);
});
