// Every family of the corpus in every regime against the certified oracle, and the properties that need no oracle.

import { describe, expect, test } from "vitest";
import { FAMILIES, REGIMES, scene } from "../../bench/corpus.mjs";
import { BACKENDS, instance } from "../helpers/instances.js";
import { dot, multiply, random, randomQuaternion, rotate } from "../helpers/random.js";
import { answer, describePair, extent, floats, fromCorpus, type Pair, toSurface, triple, truth } from "./scene.js";

const SEED = 20_011;

/** The oracle builds large hulls slowly. */
function countOf(family: string): number {
  if (family.endsWith("1024")) return 6;
  return family.endsWith("256") ? 16 : 48;
}

interface Known {
  readonly pairs: readonly Pair[];
  readonly distances: readonly number[];
}

const known = new Map<string, Known>();
function knownOf(family: string, regime: string): Known {
  const name = `${family}.${regime}`;
  let found = known.get(name);
  if (found === undefined) {
    const pairs = fromCorpus(scene(family, regime, { pairs: countOf(family), seed: SEED }));
    found = { pairs, distances: pairs.map(truth) };
    known.set(name, found);
  }
  return found;
}

/** Points that were found on the surface; the backends give the same ones. */
const onSurface = new Map<string, boolean>();
function isOnSurface(
  point: number[],
  spec: Pair["a"],
  pose: readonly number[],
  tolerance: number,
  key: string,
): boolean {
  const name = `${key} ${point.join()}`;
  const found = onSurface.get(name) ?? Math.abs(toSurface(point, spec, pose)) <= tolerance;
  onSurface.set(name, found);
  return found;
}

const moveB = (pair: Pair, by: number[]): Pair => ({
  ...pair,
  poseB: pair.poseB.map((x, k) => (k < 3 ? x + (by[k] as number) : x)),
});

test(`hits of seed ${SEED} are 30 to 70 per cent`, () => {
  const distances = FAMILIES.flatMap((family) => REGIMES.flatMap((regime) => knownOf(family, regime).distances));
  const share = distances.filter((distance) => distance <= 0).length / distances.length;
  expect(distances.length).toBeGreaterThan(3000);
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.7);
});

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);
  const scenes = FAMILIES.flatMap((family) => REGIMES.map((regime) => [family, regime] as const));

  test.each(scenes)(`%s %s against the oracle`, (family, regime) => {
    const { pairs, distances } = knownOf(family, regime);
    const answers = answer(np, pairs);
    const wrong: string[] = [];
    for (const [i, pair] of pairs.entries()) {
      const size = extent(pair);
      const right = distances[i] as number;
      const distance = answers.distance[i] as number;
      const say = (what: string) => wrong.push(`${i}: ${what}, ${distance} for ${right}: ${describePair(pair)}`);
      if (Math.abs(right) > 1e-4 * size && distance <= 0 !== right <= 0) say("verdict");
      if (!(Math.abs(distance - right) <= (right > 0 ? 2e-6 : 5e-6) * size)) say("error");
      if (answers.status[i] !== 0) say(`status ${answers.status[i]}`);
      if ((answers.intersects[i] === 1) !== distance <= 0) say("intersects");
      if (answers.contact[i] !== (distance <= 0 ? distance : Number.POSITIVE_INFINITY)) say("contact");

      const [normal, pointA, pointB] = [answers.normal, answers.pointA, answers.pointB].map((c) => triple(c, i)) as [
        number[],
        number[],
        number[],
      ];
      if (!(Math.abs(Math.hypot(...normal) - 1) < 1e-6)) say(`normal ${normal}`);
      for (const k of [0, 1, 2]) {
        const off = (pointB[k] as number) - (pointA[k] as number) - distance * (normal[k] as number);
        if (!(Math.abs(off) <= 1e-5 * size)) say(`points ${off}`);
      }
      const key = `${family} ${regime} ${i}`;
      if (!isOnSurface(pointA, pair.a, pair.poseA, 2e-5 * size, `${key} A`)) say(`pointA ${pointA}`);
      if (!isOnSurface(pointB, pair.b, pair.poseB, 2e-5 * size, `${key} B`)) say(`pointB ${pointB}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(scenes)(`%s %s pushed, moved and swapped`, (family, regime) => {
    const { pairs } = knownOf(family, regime);
    const answers = answer(np, pairs);
    const wrong: string[] = [];
    const say = (what: string, i: number) => wrong.push(`${i}: ${what}: ${describePair(pairs[i] as Pair)}`);

    // An overlap ends within 1e-4 of the depth, and not before. Pairs apart meet at the distance: past it, two
    // slanted corners may slip by each other.
    const pushed = (by: number) =>
      answer(
        np,
        pairs.map((pair, i) => {
          const step = by * extent(pair) - (answers.distance[i] as number);
          return moveB(
            pair,
            triple(answers.normal, i).map((x) => step * x),
          );
        }),
      );
    const [inward, touching, outward] = [pushed(-1e-4), pushed(0), pushed(1e-4)];
    for (const [i, pair] of pairs.entries()) {
      const size = extent(pair);
      if (answers.intersects[i] === 1 && inward.intersects[i] !== 1) say("pushed by less than the depth", i);
      if (outward.intersects[i] !== 0) say("pushed apart", i);
      if (!(Math.abs(touching.distance[i] as number) <= 5e-6 * size + 2e-6)) say("pushed to touch", i);
    }

    const next = random(SEED);
    const turn = randomQuaternion(next);
    const shift = floats([next(), next(), next()].map((x) => 10 * x - 5));
    const move = (pose: readonly number[]) => [
      ...rotate(turn, pose.slice(0, 3)).map((x, k) => x + (shift[k] as number)),
      ...multiply(turn, pose.slice(3)),
    ];
    const moved = answer(
      np,
      pairs.map(({ a, poseA, b, poseB }) => ({ a, poseA: move(poseA), b, poseB: move(poseB) })),
    );
    for (const [i, pair] of pairs.entries()) {
      // The new poses are rounded to f32 at up to 20 from the origin.
      const slack = 1e-5 * extent(pair) + 4e-6;
      if (!(Math.abs((moved.distance[i] as number) - (answers.distance[i] as number)) <= slack)) say("moved", i);
    }

    const mirrored = answer(
      np,
      pairs.map(({ a, poseA, b, poseB }) => ({ a: b, poseA: poseB, b: a, poseB: poseA })),
    );
    for (const i of pairs.keys()) {
      const same = (x: number[], y: number[]) => x.every((value, k) => value === y[k]);
      const mirror =
        mirrored.distance[i] === answers.distance[i] &&
        same(
          triple(mirrored.normal, i).map((x) => -x),
          triple(answers.normal, i),
        ) &&
        same(triple(mirrored.pointA, i), triple(answers.pointB, i)) &&
        same(triple(mirrored.pointB, i), triple(answers.pointA, i));
      if (!mirror) say("swapped", i);
    }
    expect(wrong).toEqual([]);
  });
});

test("the algebra of the tests turns as a rotation matrix does", () => {
  const next = random(3);
  const [p, q] = [randomQuaternion(next), randomQuaternion(next)];
  const v = [1, -2, 3];
  const twice = rotate(p, rotate(q, v));
  expect(Math.hypot(...rotate(multiply(p, q), v).map((x, k) => x - (twice[k] as number)))).toBeLessThan(1e-6);
  expect(dot(rotate(p, v), rotate(p, [3, 0, -1]))).toBeCloseTo(0, 6);
});
