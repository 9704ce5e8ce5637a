import { describe, expect, test } from "vitest";
import {
  ArgumentError,
  type ErrorCode,
  emptyResult,
  type Narrowphase,
  NarrowphaseError,
  Status,
} from "../dist/index.js";
import { BACKENDS, instance } from "./helpers/instances.js";

const ORIGIN = [0, 0, 0, 0, 0, 0, 1];
const at = (x: number) => [x, 0, 0, 0, 0, 0, 1];
const LARGE = 1e13;

// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
type Wrong = any;

interface Scene {
  readonly np: Narrowphase;
  readonly other: Narrowphase;
}

/** What is called, the argument that the error names, and its code. */
type Row = readonly [name: string, call: (scene: Scene) => unknown, argument: string, code: ErrorCode];

const single = (poseB: Wrong) => (scene: Scene) => {
  const ball = scene.np.sphere({ radius: 1 });
  try {
    return scene.np.distance(ball, ORIGIN, ball, poseB);
  } finally {
    scene.np.remove(ball);
  }
};

const ROWS: readonly Row[] = [
  ["no size", ({ np }) => np.sphere(undefined as Wrong), "size", "INVALID_TYPE"],
  ["no radius", ({ np }) => np.sphere({} as Wrong), "radius", "INVALID_TYPE"],
  ["a string", ({ np }) => np.sphere({ radius: "1" } as Wrong), "radius", "INVALID_TYPE"],
  ["a NaN radius", ({ np }) => np.sphere({ radius: NaN }), "radius", "INVALID_NUMBER"],
  ["a negative radius", ({ np }) => np.sphere({ radius: -1 }), "radius", "OUT_OF_RANGE"],
  ["an infinite radius", ({ np }) => np.sphere({ radius: Infinity }), "radius", "INVALID_NUMBER"],
  ["a huge radius", ({ np }) => np.sphere({ radius: LARGE }), "radius", "OUT_OF_RANGE"],
  ["a negative height", ({ np }) => np.capsule({ halfHeight: -1, radius: 1 }), "halfHeight", "OUT_OF_RANGE"],
  ["a NaN height", ({ np }) => np.segment({ halfHeight: NaN }), "halfHeight", "INVALID_NUMBER"],
  ["two half extents", ({ np }) => np.box({ halfExtents: [1, 1] }), "halfExtents", "INVALID_LENGTH"],
  ["no half extents", ({ np }) => np.box({} as Wrong), "halfExtents", "INVALID_TYPE"],
  ["a NaN half extent", ({ np }) => np.box({ halfExtents: [1, NaN, 1] }), "halfExtents[1]", "INVALID_NUMBER"],
  ["a negative half extent", ({ np }) => np.box({ halfExtents: [1, 1, -1] }), "halfExtents[2]", "OUT_OF_RANGE"],
  ["x, y and no z", ({ np }) => np.box({ halfExtents: { x: 1, y: 1 } as Wrong }), "halfExtents.z", "INVALID_TYPE"],
  ["a number", ({ np }) => np.box({ halfExtents: [1, 1, 1] }, 0.1 as Wrong), "rounding", "INVALID_TYPE"],
  ["a negative rounding", ({ np }) => np.hull([0, 0, 0], { radius: -1 }), "rounding.radius", "OUT_OF_RANGE"],
  ["a NaN cylinder", ({ np }) => np.cylinder({ halfHeight: 1, radius: NaN }), "radius", "INVALID_NUMBER"],
  ["a negative cone", ({ np }) => np.cone({ halfHeight: 1, radius: -2 }), "radius", "OUT_OF_RANGE"],
  ["two corners", ({ np }) => np.triangle([0, 0, 0, 1, 1, 1]), "vertices", "INVALID_LENGTH"],
  [
    "a corner of two numbers",
    ({ np }) =>
      np.triangle([
        [0, 0, 0],
        [1, 0],
        [0, 1, 0],
      ]),
    "vertices[1]",
    "INVALID_LENGTH",
  ],
  ["a NaN corner", ({ np }) => np.triangle([0, 0, 0, 1, 0, 0, 0, NaN, 0]), "vertices[7]", "INVALID_NUMBER"],
  ["no points", ({ np }) => np.hull([]), "positions", "INVALID_LENGTH"],
  ["a stride of 4", ({ np }) => np.hull([1, 2, 3, 4]), "positions", "INVALID_LENGTH"],
  ["an infinite point", ({ np }) => np.hull([0, 0, 0, 0, 0, -Infinity]), "positions[5]", "INVALID_NUMBER"],
  ["a hole", ({ np }) => np.hull([0, undefined as Wrong, 0]), "positions[1]", "INVALID_TYPE"],
  ["no array", ({ np }) => np.hull(5 as Wrong), "positions", "INVALID_TYPE"],
  ["a zero normal", ({ np }) => np.plane({ normal: [0, 0, 0] }), "normal", "ZERO_NORMAL"],
  ["a NaN normal", ({ np }) => np.plane({ normal: [0, NaN, 0] }), "normal[1]", "INVALID_NUMBER"],
  ["an infinite offset", ({ np }) => np.halfSpace({ normal: [0, 1, 0], offset: Infinity }), "offset", "INVALID_NUMBER"],

  ["six numbers", single([0, 0, 0, 0, 0, 1]), "poseB", "INVALID_LENGTH"],
  ["sixteen numbers", single(new Float32Array(16)), "poseB", "INVALID_LENGTH"],
  ["null", single(null), "poseB", "INVALID_TYPE"],
  ["a function", single(() => ORIGIN), "poseB", "INVALID_TYPE"],
  ["a NaN position", single([0, NaN, 0, 0, 0, 0, 1]), "poseB[1]", "INVALID_NUMBER"],
  ["an infinite position", single([0, 0, Infinity, 0, 0, 0, 1]), "poseB[2]", "INVALID_NUMBER"],
  ["a position too far", single([2e15, 0, 0, 0, 0, 0, 1]), "poseB[0]", "OUT_OF_RANGE"],
  ["a string in a pose", single(["0", 0, 0, 0, 0, 0, 1]), "poseB[0]", "INVALID_TYPE"],
  ["a NaN quaternion", single([0, 0, 0, NaN, 0, 0, 1]), "poseB[3]", "INVALID_NUMBER"],
  ["an infinite quaternion", single([0, 0, 0, 0, 0, 0, -Infinity]), "poseB[6]", "INVALID_NUMBER"],
  ["a zero quaternion", single([0, 0, 0, 0, 0, 0, 0]), "poseB", "ZERO_QUATERNION"],
  ["a tiny quaternion", single([0, 0, 0, 0, 0, 0, 1e-16]), "poseB", "ZERO_QUATERNION"],
  ["no quaternion", single({ position: [0, 0, 0] }), "poseB.quaternion", "INVALID_TYPE"],
  ["no position", single({ quaternion: [0, 0, 0, 1] }), "poseB.position", "INVALID_TYPE"],
  ["a 2D position", single({ position: [0, 0], quaternion: [0, 0, 0, 1] }), "poseB.position", "INVALID_LENGTH"],
  [
    "a vector for a quaternion",
    single({ position: [0, 0, 0], quaternion: [0, 0, 1] }),
    "poseB.quaternion",
    "INVALID_LENGTH",
  ],
  [
    "a NaN in an object",
    single({ position: { x: 0, y: NaN, z: 0 }, quaternion: { x: 0, y: 0, z: 0, w: 1 } }),
    "poseB.position[1]",
    "INVALID_NUMBER",
  ],
  [
    "a quaternion without w",
    single({ position: { x: 0, y: 0, z: 0 }, quaternion: { x: 0, y: 0, z: 1 } }),
    "poseB.quaternion[3]",
    "INVALID_TYPE",
  ],

  ["no shape", ({ np }) => np.intersects(null as Wrong, ORIGIN, np.point(), ORIGIN), "shapeA", "INVALID_TYPE"],
  [
    "a look-alike",
    ({ np }) => np.distance({ id: 1, kind: "sphere" } as Wrong, ORIGIN, np.point(), ORIGIN),
    "shapeA",
    "INVALID_TYPE",
  ],
  [
    "an empty shape",
    ({ np }) => np.intersects(Object.create(Object.getPrototypeOf(np.point())), ORIGIN, np.point(), ORIGIN),
    "shapeA",
    "INVALID_TYPE",
  ],
  ["a foreign shape", ({ np, other }) => np.distance(np.point(), ORIGIN, other.point(), ORIGIN), "shapeB", "FOREIGN"],
  ["a foreign shape to remove", ({ np, other }) => np.remove(other.point()), "shape", "FOREIGN"],
  [
    "a removed shape",
    ({ np }) => {
      const shape = np.point();
      np.remove(shape);
      // The new shape has the place of the old one.
      np.point();
      np.contact(np.point(), ORIGIN, shape, ORIGIN);
    },
    "shapeB",
    "REMOVED_SHAPE",
  ],
  [
    "a shape removed twice",
    ({ np }) => {
      const shape = np.hull([0, 0, 0, 1, 1, 1]);
      np.remove(shape);
      np.remove(shape);
    },
    "shape",
    "REMOVED_SHAPE",
  ],
  [
    "a NaN limit",
    ({ np }) => np.distance(np.point(), ORIGIN, np.point(), ORIGIN, { maxDistance: NaN }),
    "options.maxDistance",
    "INVALID_NUMBER",
  ],
  [
    "a negative limit",
    ({ np }) => np.contact(np.point(), ORIGIN, np.point(), ORIGIN, { maxDistance: -1 }),
    "options.maxDistance",
    "OUT_OF_RANGE",
  ],
  [
    "a number for options",
    ({ np }) => np.distance(np.point(), ORIGIN, np.point(), ORIGIN, 10 as Wrong),
    "options",
    "INVALID_TYPE",
  ],
  [
    "an empty out",
    ({ np }) => np.distance(np.point(), ORIGIN, np.point(), ORIGIN, {}, {} as Wrong),
    "out.normal",
    "INVALID_LENGTH",
  ],
  [
    "a short out",
    ({ np }) => np.distance(np.point(), ORIGIN, np.point(), ORIGIN, {}, { ...emptyResult(), pointB: [0] }),
    "out.pointB",
    "INVALID_LENGTH",
  ],

  ["half a body", ({ np }) => np.bodies(1.5), "capacity", "OUT_OF_RANGE"],
  ["negative pairs", ({ np }) => np.pairs(-1), "capacity", "OUT_OF_RANGE"],
  ["NaN results", ({ np }) => np.distances(NaN), "capacity", "INVALID_NUMBER"],
  ["no capacity", ({ np }) => np.overlaps(undefined as Wrong), "capacity", "INVALID_TYPE"],
  ["too much capacity", ({ np }) => np.cache(2 ** 40), "capacity", "OUT_OF_RANGE"],
  ["a NaN reserve", ({ np }) => np.reserve(NaN), "bytes", "INVALID_NUMBER"],
  ["a body beyond capacity", ({ np }) => np.bodies(2).set(2, np.point(), ORIGIN), "index", "OUT_OF_RANGE"],
  ["a body with a bad pose", ({ np }) => np.bodies(2).set(1, np.point(), [1]), "pose", "INVALID_LENGTH"],
  ["a body with a foreign shape", ({ np, other }) => np.bodies(2).set(1, other.point(), ORIGIN), "shape", "FOREIGN"],
  ["count beyond capacity", ({ np }) => Object.assign(np.bodies(2), { count: 3 }), "count", "OUT_OF_RANGE"],
  ["count of half a pair", ({ np }) => Object.assign(np.pairs(2), { count: 0.5 }), "count", "OUT_OF_RANGE"],
  ["odd indices", ({ np }) => np.pairs(2).set([0, 1, 2]), "indices", "INVALID_LENGTH"],
  ["too many indices", ({ np }) => np.pairs(2).set([0, 1, 2, 3, 4, 5]), "indices", "INVALID_LENGTH"],
  ["a negative index", ({ np }) => np.pairs(2).set([0, -1]), "indices[1]", "OUT_OF_RANGE"],
  ["a NaN index", ({ np }) => np.pairs(2).set([NaN, 1]), "indices[0]", "INVALID_NUMBER"],
  ["no indices", ({ np }) => np.pairs(2).set(undefined as Wrong), "indices", "INVALID_TYPE"],
  ["results too small", batch((np) => ({ results: np.distances(1) })), "results.capacity", "INVALID_LENGTH"],
  ["a cache too small", batch((np) => ({ cache: np.cache(1) })), "options.cache.capacity", "INVALID_LENGTH"],
  ["overlaps for results", batch((np) => ({ results: np.overlaps(2) })), "results", "INVALID_TYPE"],
  ["results for a cache", batch((np) => ({ cache: np.distances(2) })), "options.cache", "INVALID_TYPE"],
  ["pairs for bodies", batch((np) => ({ bodies: np.pairs(2) })), "bodies", "INVALID_TYPE"],
  ["no pairs", batch(() => ({ pairs: null })), "pairs", "INVALID_TYPE"],
  ["foreign bodies", batch((_, other) => ({ bodies: other.bodies(2) })), "bodies", "FOREIGN"],
  ["foreign pairs", batch((_, other) => ({ pairs: other.pairs(2) })), "pairs", "FOREIGN"],
  ["foreign results", batch((_, other) => ({ results: other.distances(2) })), "results", "FOREIGN"],
  ["a foreign cache", batch((_, other) => ({ cache: other.cache(2) })), "options.cache", "FOREIGN"],
  ["disposed bodies", batch((np) => ({ bodies: disposed(np.bodies(2)) })), "bodies", "DISPOSED"],
  ["disposed pairs", batch((np) => ({ pairs: disposed(np.pairs(2)) })), "pairs", "DISPOSED"],
  ["disposed results", batch((np) => ({ results: disposed(np.distances(2)) })), "results", "DISPOSED"],
  ["a disposed cache", batch((np) => ({ cache: disposed(np.cache(2)) })), "options.cache", "DISPOSED"],
  [
    "overlaps too small",
    ({ np }) => np.intersectsBatch(np.bodies(2), twoPairs(np), np.overlaps(1)),
    "overlaps.capacity",
    "INVALID_LENGTH",
  ],
  [
    "disposed overlaps",
    ({ np }) => np.intersectsBatch(np.bodies(2), twoPairs(np), disposed(np.overlaps(2))),
    "overlaps",
    "DISPOSED",
  ],
  ["a disposed array", ({ np }) => disposed(np.bodies(2)).pose, "columns", "DISPOSED"],
  ["a disposed cache to clear", ({ np }) => disposed(np.cache(2)).clear(), "columns", "DISPOSED"],
];

function batch(wrong: (np: Narrowphase, other: Narrowphase) => Wrong): Row[1] {
  return ({ np, other }) => {
    const right = { bodies: np.bodies(2), pairs: twoPairs(np), results: np.distances(2), cache: np.cache(2) };
    const { bodies, pairs, results, cache } = { ...right, ...wrong(np, other) };
    return np.distanceBatch(bodies, pairs, results, { cache });
  };
}

function twoPairs(np: Narrowphase) {
  const pairs = np.pairs(2);
  pairs.set([0, 1, 1, 0]);
  return pairs;
}

function disposed<T extends { dispose(): void }>(columns: T): T {
  columns.dispose();
  return columns;
}

function expectUsable(np: Narrowphase): void {
  const ball = np.sphere({ radius: 1 });
  expect(np.distance(ball, ORIGIN, ball, at(3))).toMatchObject({ distance: 1, pointB: [2, 0, 0] });
  np.remove(ball);
}

describe.each(BACKENDS)("misuse of the %s backend", async (backend) => {
  const [np, other] = [await instance(backend), await instance(backend)];

  test.each(ROWS)("%s", (_, call, argument, code) => {
    let thrown: unknown;
    try {
      call({ np, other });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ArgumentError);
    expect(thrown).toBeInstanceOf(NarrowphaseError);
    expect(thrown).toMatchObject({ name: "ArgumentError", argument, code });
    expect((thrown as Error).message).toMatch(/ must be .*, got ./);
    expect((thrown as Error).message.startsWith(argument)).toBe(true);
    expectUsable(np);
  });

  test("bad rows get a status, good rows beside them an answer", () => {
    const ball = np.sphere({ radius: 1 });
    const gone = np.sphere({ radius: 1 });
    const bad: [status: number, change: (pose: Float32Array, shape: Uint32Array) => void][] = [
      [Status.invalidShape, (_, shape) => shape.fill(0)],
      [Status.invalidShape, (_, shape) => shape.fill(gone.id)],
      [Status.invalidShape, (_, shape) => shape.fill(0xffffffff)],
      [Status.invalidPose, (pose) => pose.fill(NaN, 0, 1)],
      [Status.invalidPose, (pose) => pose.fill(Infinity, 2, 3)],
      [Status.invalidPose, (pose) => pose.fill(-2e15, 1, 2)],
      [Status.invalidPose, (pose) => pose.fill(0)],
      [Status.invalidPose, (pose) => pose.fill(NaN, 3, 4)],
      [Status.invalidPose, (pose) => pose.fill(Infinity, 6, 7)],
      [Status.invalidPose, (pose) => pose.fill(3e38)],
      [Status.invalidPose, (pose) => pose.fill(NaN)],
    ];
    const n = bad.length;
    const bodies = np.bodies(n + 3);
    for (let i = 0; i < n + 3; i++) bodies.set(i, ball, at(i === n + 1 ? 3 : 0));
    bad.forEach(([, change], i) => {
      change(bodies.pose.subarray(7 * i, 7 * i + 7), bodies.shape.subarray(i, i + 1));
    });
    np.remove(gone);
    bodies.count = n + 2;

    // Each bad body on either side, an index out of range on either side, and a good pair after each.
    const [good, near, outside] = [n, n + 1, n + 2];
    const wrong = [...bad.keys(), outside, 0xffffffff].flatMap((body) => [good, body, body, good]);
    const rows = wrong.length / 2;
    const indices = Array.from({ length: rows }, (_, i) => [
      wrong[2 * i] as number,
      wrong[2 * i + 1] as number,
      good,
      near,
    ]);
    const statuses = [...bad.map(([status]) => status), Status.invalidIndex, Status.invalidIndex].flatMap((s) => [
      s,
      s,
    ]);
    const pairs = np.pairs(2 * rows);
    pairs.set(indices.flat());
    const [results, overlaps] = [np.distances(2 * rows), np.overlaps(2 * rows)];

    expect(np.distanceBatch(bodies, pairs, results)).toBe(0);
    expect(np.intersectsBatch(bodies, pairs, overlaps)).toBe(0);
    expect([...results.status]).toEqual(statuses.flatMap((status) => [status, Status.ok]));
    expect([...overlaps.status]).toEqual([...results.status]);
    expect([...results.distance]).toEqual(statuses.flatMap(() => [Infinity, 1]));
    expect([...results.normal]).toEqual(statuses.flatMap(() => [0, 0, 0, 1, 0, 0]));
    expect([...results.pointA]).toEqual(statuses.flatMap(() => [0, 0, 0, 1, 0, 0]));
    expect([...results.pointB]).toEqual(statuses.flatMap(() => [0, 0, 0, 2, 0, 0]));
    expect(overlaps.intersects.every((value) => value === 0)).toBe(true);
    expectUsable(np);
  });

  test("an empty batch answers nothing and writes nothing", () => {
    const [bodies, pairs, results, overlaps] = [np.bodies(0), np.pairs(0), np.distances(1), np.overlaps(1)];
    results.distance[0] = 7;
    overlaps.intersects[0] = 7;
    expect(np.distanceBatch(bodies, pairs, results)).toBe(0);
    expect(np.contactBatch(bodies, pairs, results)).toBe(0);
    expect(np.intersectsBatch(bodies, pairs, overlaps)).toBe(0);
    expect([results.distance[0], overlaps.intersects[0]]).toEqual([7, 7]);
    pairs.set([]);
    expect(np.distanceBatch(bodies, pairs, np.distances(0))).toBe(0);
    expectUsable(np);
  });
});
