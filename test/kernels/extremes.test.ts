// The ends of what is accepted: sizes 0 and 1e12, positions 1e15, quaternions of any length, hulls of few points.

import { describe, expect, test } from "vitest";
import { BACKENDS, instance } from "../helpers/instances.js";
import { random, randomQuaternion, randomUnit } from "../helpers/random.js";
import { BOUNDED, randomPair, randomSpec } from "./random-scene.js";
import {
  type Answers,
  answer,
  at,
  describePair,
  extent,
  f,
  floats,
  type Pair,
  type Spec,
  triple,
  truth,
} from "./scene.js";

const flatSpecs: Spec[] = [
  ["box", { halfExtents: [0, 0.5, 0.75] }],
  ["box", { halfExtents: [0.5, 0, 0.75] }],
  ["box", { halfExtents: [0.5, 0, 0] }],
  ["box", { halfExtents: [0, 0, 0.75] }],
  ["box", { halfExtents: [0, 0, 0] }],
  ["box", { halfExtents: [0, 0.5, 0] }, { radius: 0.25 }],
  ["sphere", { radius: 0 }],
  ["capsule", { halfHeight: 0, radius: 0.5 }],
  ["capsule", { halfHeight: 0, radius: 0 }],
  ["segment", { halfHeight: 0 }],
  ["cylinder", { halfHeight: 0.5, radius: 0 }],
  ["cylinder", { halfHeight: 0, radius: 0.5 }],
  ["cylinder", { halfHeight: 0, radius: 0 }],
  ["cone", { halfHeight: 0.5, radius: 0 }],
  ["cone", { halfHeight: 0, radius: 0.5 }],
  ["cone", { halfHeight: 0, radius: 0 }, { radius: 0.25 }],
  ["hull", [0.25, 0.5, 0.75]],
  ["hull", [0.25, 0.5, 0.75, -0.5, 0, 0.25]],
  ["hull", [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]],
  ["hull", [0.5, 0, 0.5, -0.5, 0, 0.5, -0.5, 0, -0.5, 0.5, 0, -0.5, 0, 0, 0.25]],
  ["hull", [0, 0, 0, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.125, 0.125, 0.125]],
  ["hull", [0.5, 0.25, 0, 0.5, 0.25, 0, 0.5, 0.25, 0, 0.5, 0.25, 0, 0.5, 0.25, 0]],
  ["hull", [1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]],
  ["triangle", [0, 0, 0, 0, 0, 0, 0, 0, 0]],
];

/** No NaN anywhere, and either an answer with a unit normal or a status that says why not. */
function sane(pair: Pair, answers: Answers, i: number): string[] {
  const columns = [answers.normal, answers.pointA, answers.pointB].map((column) => triple(column, i));
  const distance = answers.distance[i] as number;
  const status = answers.status[i] as number;
  const found: string[] = [];
  if (Number.isNaN(distance) || columns.flat().some((x) => !Number.isFinite(x))) found.push(`not finite ${columns}`);
  if (status <= 1 && !(Math.abs(Math.hypot(...(columns[0] as number[])) - 1) < 1e-6))
    found.push(`normal ${columns[0]}`);
  if (status > 3 || status <= 1 !== Number.isFinite(distance)) found.push(`status ${status}`);
  if (status <= 1 && (answers.intersects[i] === 1) !== distance <= 0) found.push("intersects");
  return found.map((text) => `${i}: ${text}, ${distance}: ${describePair(pair)}`);
}

const next = random(81);
const full = BOUNDED.flatMap((kind) => [randomSpec(kind, next), randomSpec(kind, next, 0.2)]);
const flatPairs = flatSpecs.flatMap((a) => [...flatSpecs, ...full].map((b) => randomPair(a, b, next, 1.2)));
const flatTruth = flatPairs.map(truth);
const everything: Spec[] = [
  ...flatSpecs,
  ...full,
  ["plane", { normal: [0, 1, 0], offset: 0.25 }],
  ["halfSpace", { normal: [1, 2, 2], offset: 0.25 }],
];
const squared = (a: readonly Spec[], poseA: readonly number[], b: readonly Spec[], poseB: readonly number[]) =>
  a.flatMap((one) => b.map((other): Pair => ({ a: one, poseA, b: other, poseB })));

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test("sizes of 0 and hulls of few points against the oracle, seed 81", () => {
    const answers = answer(np, flatPairs);
    const wrong = flatPairs.flatMap((pair, i) => {
      const found = sane(pair, answers, i);
      const [distance, right] = [answers.distance[i] as number, flatTruth[i] as number];
      const size = extent(pair) || 1;
      if (!(Math.abs(distance - right) <= (right > 0 ? 2e-6 : 5e-6) * size)) {
        found.push(`${i}: ${distance} for ${right}: ${describePair(pair)}`);
      }
      return found;
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ["coincident", at(0), at(0)],
    ["turned on one spot", at(0), [0, 0, 0, 1, 2, 3, 4]],
    ["a hair apart", at(0), at(1e-30, 0, 1e-38)],
    ["in line", at(0), at(0, 1)],
    ["1e15 from the origin", at(1e15, -1e15, 1e15), at(1e15, -1e15, 1e15)],
    ["2e15 apart", at(1e15, -1e15, 1e15), at(-1e15, 1e15, -1e15)],
    ["1e15 apart", at(0), at(0, 1e15)],
  ])("every kind against every kind, %s", (_, poseA, poseB) => {
    const pairs = squared(everything, poseA, everything, poseB);
    const answers = answer(np, pairs);
    const limited = answer(np, pairs, 0.5);
    expect(pairs.flatMap((pair, i) => [...sane(pair, answers, i), ...sane(pair, limited, i)])).toEqual([]);
    for (const i of pairs.keys()) {
      const within = (answers.distance[i] as number) <= 0.5;
      if (within) expect(limited.distance[i]).toBe(answers.distance[i]);
    }
  });

  test("sizes of 1e12 against the same and against sizes of 1", () => {
    const BIG = 1e12;
    const vast: Spec[] = [
      ["sphere", { radius: BIG }],
      ["capsule", { halfHeight: BIG, radius: BIG }],
      ["segment", { halfHeight: BIG }],
      ["box", { halfExtents: [BIG, BIG, BIG] }],
      ["box", { halfExtents: [BIG, 1, 0] }, { radius: BIG }],
      ["box", { halfExtents: [1, 1, 1] }, { radius: BIG }],
      ["triangle", [BIG, 0, 0, 0, BIG, 0, 0, 0, BIG]],
      ["hull", [BIG, 0, 0, 0, BIG, 0, 0, 0, BIG, -BIG, -BIG, -BIG]],
      ["hull", [BIG, BIG, BIG]],
      ["cylinder", { halfHeight: BIG, radius: 1 }],
      ["cylinder", { halfHeight: 1, radius: BIG }],
      ["cone", { halfHeight: BIG, radius: BIG }, { radius: BIG }],
      ["plane", { normal: [1, 0, 0], offset: BIG }],
      ["halfSpace", { normal: [0, 0, 1], offset: -BIG }],
    ];
    const place = random(82);
    const poses = [
      at(0),
      at(0.5 * BIG, 0.25 * BIG),
      floats([3 * BIG, BIG, -BIG, ...randomQuaternion(place)]),
      floats([-1, 0.5, 0.25, ...randomQuaternion(place)]),
      floats([...randomUnit(place).map((x) => 1e15 * x), ...randomQuaternion(place)]),
    ];
    const pairs = poses.flatMap((poseB) => squared(vast, at(0), [...vast, ...everything], poseB));
    const answers = answer(np, pairs);
    expect(pairs.flatMap((pair, i) => sane(pair, answers, i))).toEqual([]);
    const wrong: string[] = [];
    for (const [i, pair] of pairs.entries()) {
      const bounded = [pair.a, pair.b].every(([kind]) => kind !== "plane" && kind !== "halfSpace");
      if (!bounded || i % 31 > 0) continue;
      const right = truth(pair);
      // A distance far beyond the sizes is itself rounded to f32.
      const tolerance = 5e-6 * extent(pair) + 2 ** -23 * Math.abs(right);
      const distance = answers.distance[i] as number;
      if (!(Math.abs(distance - right) <= tolerance))
        wrong.push(`${i}: ${distance} for ${right}: ${describePair(pair)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([1e-10, 1e-3, 1e10])("quaternions of length %d", (length) => {
    const longer = (pose: readonly number[]) => pose.map((x, k) => (k < 3 ? x : f(x * length)));
    const pairs = flatPairs.filter((_, i) => i % 3 === 0);
    const stretched = pairs.map((pair) => ({ ...pair, poseA: longer(pair.poseA), poseB: longer(pair.poseB) }));
    const [ones, others] = [answer(np, pairs), answer(np, stretched)];
    const wrong = stretched.flatMap((pair, i) => {
      const found = sane(pair, others, i);
      const [x, y] = [ones.distance[i] as number, others.distance[i] as number];
      if (!(Math.abs(x - y) <= 4e-6 * (extent(pair) || 1))) found.push(`${i}: ${y} for ${x}: ${describePair(pair)}`);
      return found;
    });
    expect(wrong).toEqual([]);
  });
});
