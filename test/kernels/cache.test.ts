// The pair cache: fewer steps for pairs that move little, and the same answers whatever its rows hold.

import { describe, expect, test } from "vitest";
import type { Narrowphase, PairCache, Shape } from "../../dist/index.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { random, randomQuaternion, randomUnit } from "../helpers/random.js";
import { BOUNDED, type Bounded, randomSpec } from "./random-scene.js";
import { extent, floats, make, type Spec, triple } from "./scene.js";

const PAIRS = 64;
const CACHE_WORDS = 12;

/** Pairs of two kinds, `gap` extents apart along a random direction, that drift and turn a little every frame. */
function movingScene(np: Narrowphase, a: Bounded, b: Bounded, gap: number, seed: number) {
  const next = random(seed);
  const bodies = np.bodies(2 * PAIRS);
  const pairs = np.pairs(PAIRS);
  pairs.set(Array.from({ length: 2 * PAIRS }, (_, i) => i));
  const sizes: number[] = [];
  const motion = Array.from({ length: PAIRS }, (_, i) => {
    // Rounded boxes among themselves are answered by other kernels as well; the radius must not disturb either.
    const specs = [randomSpec(a, next, a === "box" ? 0.1 : 0), randomSpec(b, next, b === "box" ? 0.1 : 0)] as [
      Spec,
      Spec,
    ];
    const size = extent({ a: specs[0], b: specs[1], poseA: [], poseB: [] });
    sizes.push(size);
    const away = randomUnit(next).map((x) => x * size * gap);
    bodies.set(2 * i, make(np, specs[0]), floats([0, 0, 0, ...randomQuaternion(next)]));
    bodies.set(2 * i + 1, make(np, specs[1]), floats([...away, ...randomQuaternion(next)]));
    return [...randomUnit(next).map((x) => 1e-4 * size * x), ...randomUnit(next).map((x) => 1e-4 * x)];
  });
  const step = () => {
    for (const [i, by] of motion.entries()) {
      for (let k = 0; k < 6; k++) {
        const pose = bodies.pose;
        pose[7 * (2 * i + 1) + k] = (pose[7 * (2 * i + 1) + k] as number) + (by[k] as number);
      }
    }
  };
  return { bodies, pairs, sizes, step };
}

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test.each([
    ["hull", "hull", 2.2],
    ["hull", "hull", 4],
    ["box", "hull", 2.2],
    ["box", "box", 2.2],
    ["capsule", "hull", 2.2],
    ["triangle", "hull", 2.2],
    ["triangle", "triangle", 2.2],
  ] as const)("%s and %s, %d extents apart, moving slowly: at most 2 steps a frame", (a, b, gap) => {
    const { bodies, pairs, sizes, step } = movingScene(np, a, b, gap, 61);
    const [cached, fresh] = [np.distances(PAIRS, { iterations: true }), np.distances(PAIRS, { iterations: true })];
    const cache = np.cache(PAIRS);
    let [steps, freshSteps, rows] = [0, 0, 0];
    const wrong: string[] = [];
    for (let frame = 0; frame < 12; frame++) {
      const hits = np.distanceBatch(bodies, pairs, cached, { cache });
      if (np.distanceBatch(bodies, pairs, fresh) !== hits) wrong.push(`frame ${frame}: hits`);
      for (let i = 0; i < PAIRS; i++) {
        const apart = Math.abs((cached.distance[i] as number) - (fresh.distance[i] as number));
        if (!(apart <= 2e-6 * (sizes[i] as number)))
          wrong.push(`frame ${frame}, ${i}: ${cached.distance[i]} ${fresh.distance[i]}`);
        if (frame === 0 || (fresh.distance[i] as number) <= 0) continue;
        steps += cached.iterations?.[i] as number;
        freshSteps += fresh.iterations?.[i] as number;
        rows++;
      }
      step();
    }
    expect(wrong).toEqual([]);
    expect(rows).toBeGreaterThan(6 * PAIRS);
    expect(steps / rows).toBeLessThanOrEqual(2);
    expect(freshSteps).toBeGreaterThan(steps);
  });

  /** What is wrong when each row holds what another pair left there, or worse. */
  function dirty(spoil: (words: Uint32Array, next: () => number) => void): string[] {
    const next = random(62);
    const specs = BOUNDED.flatMap((kind) => [randomSpec(kind, next), randomSpec(kind, next, 0.2)]);
    specs.push(["hull", [0.5, 0.5, 0.5]], ["plane", { normal: [0, 1, 0] }], ["halfSpace", { normal: [1, 1, 0] }]);
    const shapes = specs.map((spec) => make(np, spec));
    const count = shapes.length ** 2;
    const bodies = np.bodies(2 * count);
    const pairs = np.pairs(count);
    pairs.set(Array.from({ length: 2 * count }, (_, i) => i));
    const [cached, fresh] = [np.distances(count), np.distances(count)];
    const cache = np.cache(count);
    const words = wordsOf(cache);
    const wrong: string[] = [];
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < count; i++) {
        // Another pair of shapes on the row each round.
        const [a, b] = [Math.floor(i / shapes.length), (i + 5 * round) % shapes.length];
        const away = 1.5 * next();
        bodies.set(2 * i, shapes[a] as Shape, [0, 0, 0, ...randomQuaternion(next)]);
        bodies.set(2 * i + 1, shapes[b] as Shape, [
          ...randomUnit(next).map((x) => away * x),
          ...randomQuaternion(next),
        ]);
      }
      spoil(words, next);
      const hits = np.distanceBatch(bodies, pairs, cached, { cache });
      const right = np.distanceBatch(bodies, pairs, fresh);
      if (hits !== right) wrong.push(`round ${round}: ${hits} hits for ${right}`);
      for (let i = 0; i < count; i++) {
        const [x, y] = [cached.distance[i] as number, fresh.distance[i] as number];
        // Depths of smooth shapes come from EPA, which may end on another face within its own tolerance.
        const agree = x === y || Math.abs(x - y) <= (y > 0 ? 4e-6 : 1e-5);
        const unit = Math.abs(Math.hypot(...triple(cached.normal, i)) - Number(Number.isFinite(y))) < 1e-6;
        const kinds = () =>
          `${specs[Math.floor(i / shapes.length)]?.[0]} ${specs[(i + 5 * round) % shapes.length]?.[0]}`;
        if (!agree || !unit) wrong.push(`round ${round}, row ${i}, ${kinds()}: ${x} for ${y}`);
      }
    }
    for (const columns of [bodies, pairs, cached, fresh, cache]) columns.dispose();
    return wrong;
  }

  test("rows of other shapes do no harm", () => {
    expect(dirty(() => {})).toEqual([]);
  });

  test("nor do words of any other finite kind", () => {
    const spoil = (words: Uint32Array, next: () => number) => {
      for (const k of words.keys()) words[k] = garbage(next);
    };
    expect(dirty(spoil)).toEqual([]);
  });

  // The start of a core without vertices (cylinder, cone) is read from the row. A direction that is not finite must be
  // passed over, for the answer of an empty row. Taken as it is, it gave -1.5 and NaN for -1.25.
  test.each([
    ["NaN", 0x7fc00000],
    ["Infinity", 0x7f800000],
  ])("nor does a direction of %s", (_, bits) => {
    const spoil = (words: Uint32Array, next: () => number) => {
      for (const k of words.keys()) words[k] = k % CACHE_WORDS === 0 ? 1 + Math.floor(4 * next()) : bits;
    };
    expect(dirty(spoil)).toEqual([]);
  });

  test("a cylinder and a sphere in it, with a row of NaN", () => {
    const bodies = np.bodies(2);
    bodies.set(0, np.cylinder({ halfHeight: 1, radius: 1 }), [0, 0, 0, 0, 0, 0, 1]);
    bodies.set(1, np.sphere({ radius: 0.5 }), [0, 0.25, 0, 0, 0, 0, 1]);
    const pairs = np.pairs(1);
    pairs.set([0, 1]);
    const [results, cache] = [np.distances(1), np.cache(1)];
    wordsOf(cache).fill(0x7fc00000);
    wordsOf(cache)[0] = 2;
    np.distanceBatch(bodies, pairs, results, { cache });
    expect(results.distance[0]).toBe(-1.25);
    expect(triple(results.pointA, 0)).toEqual([0, 1, 0]);
  });
});

/** The words of a cache, which only its own class is meant to touch. */
function wordsOf(cache: PairCache): Uint32Array {
  return (cache as unknown as { array(column: number): Uint32Array }).array(0);
}

/** Small numbers pass for counts and indices, others for floats. */
function garbage(next: () => number): number {
  const choice = next();
  if (choice < 0.4) return Math.floor(6 * next());
  if (choice < 0.6) return Math.floor(64 * next());
  const word = Math.floor(4294967296 * next());
  return (word & 0x7f800000) === 0x7f800000 ? 0 : word;
}
