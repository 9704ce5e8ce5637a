// Tolerances are relative: a scene at another scale or far from the origin has the same answers.

import { describe, expect, test } from "vitest";
import { BACKENDS, instance } from "../helpers/instances.js";
import { BOUNDED, randomPairs, shareOfHits } from "./random-scene.js";
import { type Answers, answer, describePair, extent, f, floats, type Pair, type Spec, triple, truth } from "./scene.js";

const scaleValue = (value: unknown, by: number): unknown => {
  if (typeof value === "number") return f(value * by);
  if (Array.isArray(value)) return value.map((x) => scaleValue(x, by));
  return Object.fromEntries(Object.entries(value as object).map(([key, x]) => [key, scaleValue(x, by)]));
};
const scaled = ({ a, poseA, b, poseB }: Pair, by: number): Pair => {
  const spec = ([kind, ...rest]: Spec): Spec => [kind, ...rest.map((x) => scaleValue(x, by))];
  const pose = (p: readonly number[]) => p.map((x, k) => (k < 3 ? f(x * by) : x));
  return { a: spec(a), poseA: pose(poseA), b: spec(b), poseB: pose(poseB) };
};

/** Points are spheres and segments are capsules, so two of these may be of one kind. */
const ALIASES = new Set(["point", "sphere", "segment", "capsule"]);

const base = randomPairs(BOUNDED, 4, 71, 0.2, 1.4);
const unit = base.pairs;

/** Positions are rounded to f32 there, so the truth is taken of what is left. */
const far = unit.map((pair) => {
  const to = (pose: readonly number[]) => floats(pose.map((x, k) => (k < 3 ? x + (k === 1 ? -1e5 : 1e5) : x)));
  return { ...pair, poseA: to(pair.poseA), poseB: to(pair.poseB) };
});
const farTruth = far.map(truth);

test("hits of seed 71 are 30 to 70 per cent", () => {
  expect(shareOfHits(base.distances)).toBeGreaterThan(0.3);
  expect(shareOfHits(base.distances)).toBeLessThan(0.7);
});

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test.each([1e-4, 1e-2, 1e5, 1e9])("scaled by %d", (by) => {
    const pairs = unit.map((pair) => scaled(pair, by));
    const [ones, others] = [answer(np, unit), answer(np, pairs)];
    const wrong: string[] = [];
    for (const [i, pair] of unit.entries()) {
      const size = extent(pair) || 1;
      const [x, y] = [ones.distance[i] as number, (others.distance[i] as number) / by];
      // Scaling rounds every number once more, positions at up to 5 extents.
      if (!(Math.abs(x - y) <= 4e-6 * size)) wrong.push(`${i}: ${y} for ${x}: ${describePair(pair)}`);
      if (Math.abs(x) > 1e-4 * size && ones.intersects[i] !== others.intersects[i]) wrong.push(`${i}: intersects`);
      if ((others.intersects[i] === 1) !== y <= 0) wrong.push(`${i}: sign`);
      if (!(Math.abs(Math.hypot(...triple(others.normal, i)) - 1) < 1e-6)) wrong.push(`${i}: normal`);
      if ((others.status[i] as number) > 1) wrong.push(`${i}: status`);
    }
    expect(wrong).toEqual([]);
  });

  test("scaled by a power of two: the same bits, scaled", () => {
    const by = 2 ** -10;
    // Two shapes of one kind are ordered by their contents, which the scale changes.
    const mixed = unit.filter(({ a, b }) => a[0] !== b[0] && ![a[0], b[0]].every((kind) => ALIASES.has(kind)));
    const [ones, others] = [mixed, mixed.map((pair) => scaled(pair, by))].map((pairs) => answer(np, pairs)) as [
      Answers,
      Answers,
    ];
    const wrong = mixed.filter((_, i) => others.distance[i] !== (ones.distance[i] as number) * by);
    expect(wrong.map(describePair)).toEqual([]);
  });

  test("1e5 from the origin", () => {
    const answers = answer(np, far);
    const wrong: string[] = [];
    for (const [i, pair] of far.entries()) {
      const size = extent(pair) || 1;
      const [distance, right] = [answers.distance[i] as number, farTruth[i] as number];
      if (!(Math.abs(distance - right) <= 5e-6 * size))
        wrong.push(`${i}: ${distance} for ${right}: ${describePair(pair)}`);
      if (Math.abs(right) > 1e-4 * size && (answers.intersects[i] === 1) !== right <= 0) wrong.push(`${i}: intersects`);
    }
    expect(wrong).toEqual([]);
  });
});
