import { describe, expect, test } from "vitest";
import { type Narrowphase, OutOfMemoryError, type Shape } from "../dist/index.js";
import { BACKENDS, instance, random } from "./helpers/instances.js";

const ORIGIN = [0, 0, 0, 0, 0, 0, 1];
const at = (x: number) => [x, 0, 0, 0, 0, 0, 1];

/** Works as it should, whatever happened before. */
function expectUsable(np: Narrowphase): void {
  const ball = np.sphere({ radius: 1 });
  expect(np.distance(ball, ORIGIN, ball, at(3))?.distance).toBe(1);
  np.remove(ball);
}

describe.each(BACKENDS)("memory of the %s backend", (backend) => {
  test("columns keep their values and their arrays work when memory grows", async () => {
    const np = await instance(backend);
    const ball = np.sphere({ radius: 1 });
    const bodies = np.bodies(2);
    bodies.set(0, ball, ORIGIN);
    bodies.set(1, ball, at(3));
    const pairs = np.pairs(1);
    pairs.set([0, 1]);
    const results = np.distances(1);
    const before = bodies.pose;
    const { memoryBytes } = np.stats();

    np.reserve(memoryBytes);
    expect(np.stats().memoryBytes).toBeGreaterThan(memoryBytes);
    expect(before.buffer === bodies.pose.buffer).toBe(false);
    expect([...bodies.pose]).toEqual([...ORIGIN, ...at(3)]);
    expect([...bodies.shape]).toEqual([ball.id, ball.id]);
    expect([...pairs.indices]).toEqual([0, 1]);
    expect(np.distanceBatch(bodies, pairs, results)).toBe(0);
    expect([...results.distance]).toEqual([1]);
    bodies.pose[7] = 1;
    expect(np.distanceBatch(bodies, pairs, results)).toBe(1);
    expectUsable(np);
  });

  test("a hull whose making grows memory is right", async () => {
    const np = await instance(backend);
    const next = random(3);
    const positions = Float32Array.from({ length: 300_000 }, () => next() - 0.5);
    positions.set([2, 0, 0], 3000);
    const ball = np.sphere({ radius: 1 });
    const columns = np.bodies(10);
    columns.set(9, ball, at(9));
    const { memoryBytes } = np.stats();
    np.reserve(1);
    const hull = np.hull(positions);
    expect(np.stats().memoryBytes).toBeGreaterThan(memoryBytes);
    expect(np.distance(hull, ORIGIN, ball, at(4))?.distance).toBeCloseTo(1, 6);
    expect([...columns.pose.subarray(63)]).toEqual(at(9));
  });

  test("a batch allocates nothing", async () => {
    const np = await instance(backend);
    const [box, hull] = [np.box({ halfExtents: [1, 1, 1] }), np.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];
    const bodies = np.bodies(200);
    const next = random(5);
    for (let i = 0; i < 200; i++) bodies.set(i, next() < 0.5 ? box : hull, at(4 * next()));
    const pairs = np.pairs(1000);
    pairs.set(Array.from({ length: 2000 }, () => Math.floor(200 * next())));
    const [results, overlaps, cache] = [np.distances(1000), np.overlaps(1000), np.cache(1000)];
    const run = () => {
      np.distanceBatch(bodies, pairs, results, { cache });
      np.intersectsBatch(bodies, pairs, overlaps);
    };
    run();
    const before = np.stats();
    for (let i = 0; i < 5; i++) run();
    expect(np.stats()).toEqual(before);
  });

  test("dispose and remove give everything back", async () => {
    const np = await instance(backend);
    const before = np.stats().liveBytes;
    const shapes = [
      np.sphere({ radius: 1 }),
      np.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
      np.triangle([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      np.plane({ normal: [0, 1, 0] }),
    ];
    const columns = [np.bodies(10), np.pairs(10), np.distances(10), np.overlaps(10), np.cache(10)];
    expect(np.stats().shapes).toBe(4);
    expect(np.stats().liveBytes).toBeGreaterThan(before);
    for (const one of columns) {
      one.dispose();
      one.dispose();
    }
    for (const shape of shapes) np.remove(shape);
    expect(np.stats()).toMatchObject({ shapes: 0, liveBytes: before });
  });

  test("out of memory is a typed error and the instance stays usable", async () => {
    const np = await instance(backend);
    const before = np.stats().liveBytes;
    expect(() => np.reserve(2 ** 32 + 16)).toThrow(OutOfMemoryError);
    expect(() => np.reserve(2 ** 31 - 1)).toThrow(OutOfMemoryError);
    expect(() => np.cache(2 ** 27 - 1)).toThrow(OutOfMemoryError);
    expect(np.stats().liveBytes).toBe(before);
    expectUsable(np);
  });
});

describe("churn", () => {
  test("10,000 shapes made and removed 4,000 times leave memory flat", async () => {
    const np = await instance("simd");
    const shapes: Shape[] = new Array(10_000);
    const round = () => {
      for (let i = 0; i < shapes.length; i++) {
        shapes[i] = i % 2 ? np.sphere({ radius: 1 }) : np.capsule({ halfHeight: 1, radius: 1 });
      }
      for (const shape of shapes) np.remove(shape);
    };
    round();
    const before = np.stats();
    for (let i = 1; i < 4_000; i++) round();
    expect(np.stats()).toEqual(before);
    expectUsable(np);
  });

  test.each(BACKENDS)("shapes and columns of mixed sizes leave memory flat on %s", async (backend) => {
    const np = await instance(backend);
    const round = (seed: number) => {
      const next = random(seed);
      const live: (() => void)[] = [];
      for (let i = 0; i < 400; i++) {
        if (live.length > 0 && next() < 0.5) live.splice(Math.floor(next() * live.length), 1)[0]?.();
        else if (next() < 0.5) {
          const hull = np.hull(Float32Array.from({ length: 3 * Math.ceil(60 * next()) }, next));
          live.push(() => np.remove(hull));
        } else {
          const columns = np.distances(Math.floor(1000 * next()));
          live.push(() => columns.dispose());
        }
      }
      for (const free of live) free();
    };
    for (let seed = 0; seed < 20; seed++) round(seed);
    // The tables have grown to what a round needs.
    const before = np.stats();
    for (let seed = 0; seed < 20; seed++) round(seed);
    expect(np.stats()).toEqual(before);
    expect(before.shapes).toBe(0);
    expectUsable(np);
  });
});
