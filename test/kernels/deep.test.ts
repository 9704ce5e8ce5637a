// Depths of cylinders and cones in symmetric places, where a whole ring of normals is equally good or nearly so: coaxial,
// concentric, at the center of something 10,000 times as large. The exact depth, the status ok, points on the surfaces.

import { describe, expect, test } from "vitest";
import { BACKENDS, instance } from "../helpers/instances.js";
import { signedDistance } from "../helpers/oracle.mjs";
import { multiply, random, randomQuaternion, rotate } from "../helpers/random.js";
import { type Bounded, randomSpec } from "./random-scene.js";
import {
  answer,
  at,
  describePair,
  extent,
  f,
  floats,
  hash,
  type Pair,
  type Spec,
  toSurface,
  triple,
  truth,
} from "./scene.js";

const SEED = 4_711;
const OUTER = ["cylinder", "cone"] as const;
const INNER = ["box", "hull", "triangle", "segment", "point", "cylinder", "cone"] as const;
const SIZES = [1, 100, 1e4];

/** The pose of the inner shape in the frame of the outer one, which is about `size` large. */
type Place = (next: () => number, size: number) => number[];
const spin = (next: () => number) => {
  const angle = Math.PI * next();
  return [0, Math.sin(angle), 0, Math.cos(angle)];
};
/** A tenth to a ten-millionth, and either sign. */
const little = (next: () => number) => 10 ** (-1 - 6 * next()) * (2 * next() - 1);
const PLACES: Record<string, Place> = {
  "about one center": (next) => [0, 0, 0, ...randomQuaternion(next)],
  "about one axis": (next, size) => [0, 0.3 * size * (next() - 0.5), 0, ...spin(next)],
  "about one axis, upside down": (next, size) => [
    0,
    0.3 * size * (next() - 0.5),
    0,
    ...multiply([1, 0, 0, 0], spin(next)),
  ],
  "nearly about one axis": (next, size) => [
    size * little(next),
    0.3 * size * (next() - 0.5),
    size * little(next),
    ...multiply([little(next), 0, little(next), 1], spin(next)),
  ],
  "centered on the axis": (next, size) => [0, 0.4 * size * (next() - 0.5), 0, ...randomQuaternion(next)],
  "at right angles": () => [0, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  "off the axis": (next, size) => [...[0, 1, 2].map(() => 0.2 * size * (next() - 0.5)), ...randomQuaternion(next)],
};

function scaled([kind, sizes]: Spec, by: number): Spec {
  return [kind, Object.fromEntries(Object.entries(sizes as object).map(([name, size]) => [name, f(by * size)]))];
}

function pairsIn(place: Place, next: () => number): Pair[] {
  return OUTER.flatMap((outer) =>
    INNER.flatMap((inner) =>
      SIZES.map((size, i) => {
        const a = scaled(randomSpec(outer, next), size);
        const b = randomSpec(inner as Bounded, next);
        const local = place(next, size);
        // Every other one upright, where symmetry is exact.
        const turn = i % 2 ? randomQuaternion(next) : [0, 0, 0, 1];
        const poseA = floats([0, 0, 0, ...turn]);
        return { a, poseA, b, poseB: floats([...rotate(turn, local.slice(0, 3)), ...multiply(turn, local.slice(3))]) };
      }),
    ),
  );
}

const next = random(SEED);
const scenes = Object.entries(PLACES).map(([name, place]) => {
  const pairs = pairsIn(place, next);
  return { name, pairs, distances: pairs.map(truth) };
});

const cylinder = (halfHeight: number, radius: number): Spec => ["cylinder", { halfHeight, radius }];
const cone = (halfHeight: number, radius: number): Spec => ["cone", { halfHeight, radius }];
const onAxis = (y: number, halfHeight: number, radius: number) =>
  Math.min(halfHeight + y, ((halfHeight - y) * radius) / Math.hypot(2 * halfHeight, radius));
const upsideDown = [0, 0, 0, 1, 0, 0, 0];

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test.each<[string, Spec, Spec, number[], number]>([
    ["cylinders, side by side in no direction", cylinder(2, 1), cylinder(3, 0.5), at(0, 0.5), 1.5],
    ["cylinders, through the caps", cylinder(0.25, 2), cylinder(0.5, 3), at(0, 0.125), 0.625],
    ["a segment on the axis", cylinder(2, 1), ["segment", { halfHeight: 1 }], at(0), 1],
    ["a point on the axis of a cone", cone(1, 1), ["point"], at(0, 0.25), onAxis(0.25, 1, 1)],
    ["a sphere there", cone(1, 1), ["sphere", { radius: 0.5 }], at(0, 0.25), onAxis(0.25, 1, 1) + 0.5],
    // h(n) + h(-n) is least where n is across the mantle: the width of the cone.
    ["equal cones", cone(1, 1), cone(1, 1), at(0), 4 / Math.sqrt(5)],
    // Twice the depth of the common center in either.
    ["equal cones, one upside down", cone(1, 1), cone(1, 1), upsideDown, 2 * onAxis(0, 1, 1)],
    ["a cone 10,000 times as large", cone(1e4, 1e4), ["point"], at(0), onAxis(0, 1e4, 1e4)],
    ["a flat disk in a flat disk", cylinder(0, 1), cylinder(0, 1), at(0), 0],
    ["a disk across a disk", cylinder(0, 1), cylinder(0, 1), [0, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2], 1],
  ])("%s", (_, a, b, poseB, depth) => {
    const pair = { a, poseA: at(0), b, poseB };
    const { distance, status } = answer(np, [pair]);
    expect(status[0]).toBe(0);
    expect(Math.abs((distance[0] as number) + depth)).toBeLessThan(3e-7 * extent(pair));
  });

  test.each(scenes)(`$name, seed ${SEED}`, ({ pairs, distances }) => {
    const answers = answer(np, pairs);
    const wrong: string[] = [];
    const pushed = (by: number) =>
      answer(
        np,
        pairs.map((pair, i) => {
          const step = by * extent(pair) - (answers.distance[i] as number);
          const normal = triple(answers.normal, i);
          return { ...pair, poseB: pair.poseB.map((x, k) => (k < 3 ? x + step * (normal[k] as number) : x)) };
        }),
      );
    const [inward, outward] = [pushed(-1e-5), pushed(1e-5)];
    for (const [i, pair] of pairs.entries()) {
      const size = extent(pair);
      const [distance, right] = [answers.distance[i] as number, distances[i] as number];
      const say = (what: string) => wrong.push(`${i}: ${what}, ${distance} for ${right}: ${describePair(pair)}`);
      if (!(Math.abs(distance - right) <= 1e-6 * size)) say("error");
      if (answers.status[i] !== 0) say(`status ${answers.status[i]}`);
      const [normal, pointA, pointB] = [answers.normal, answers.pointA, answers.pointB].map((c) => triple(c, i)) as [
        number[],
        number[],
        number[],
      ];
      if (!(Math.abs(Math.hypot(...normal) - 1) < 1e-6)) say(`normal ${normal}`);
      for (const k of [0, 1, 2]) {
        const off = (pointB[k] as number) - (pointA[k] as number) - distance * (normal[k] as number);
        if (!(Math.abs(off) <= 1e-6 * size)) say(`points ${off}`);
      }
      if (!(Math.abs(toSurface(pointA, pair.a, pair.poseA)) <= 5e-6 * size)) say(`pointA ${pointA}`);
      if (!(Math.abs(toSurface(pointB, pair.b, pair.poseB)) <= 5e-6 * size)) say(`pointB ${pointB}`);
      if (inward.intersects[i] !== 1) say("pushed by less than the depth");
      if (outward.intersects[i] !== 0) say("pushed apart");
    }
    const mirrored = answer(
      np,
      pairs.map(({ a, poseA, b, poseB }) => ({ a: b, poseA: poseB, b: a, poseB: poseA })),
    );
    const same = (x: Float32Array, y: Float32Array) => x.every((value, i) => value === y[i]);
    const mirrors =
      same(mirrored.distance, answers.distance) &&
      same(
        mirrored.normal.map((x) => 0 - x),
        answers.normal,
      ) &&
      same(mirrored.pointA, answers.pointB) &&
      same(mirrored.pointB, answers.pointA);
    if (!mirrors) wrong.push("not mirrored");
    expect(wrong).toEqual([]);
  });
});

test("every backend gives the same bits", async () => {
  const pairs = scenes.flatMap((scene) => scene.pairs);
  const hashes = await Promise.all(BACKENDS.map(async (backend) => hash(answer(await instance(backend), pairs))));
  expect(new Set(hashes).size).toBe(1);
});

// The oracle took the direction of a rounding residue for that from one axis to the other, and was off by half the depth.
test("the oracle knows a point on the axis of a cone, wherever the cone is turned", () => {
  const turns = random(1);
  const off = Array.from({ length: 200 }, () => {
    const q = randomQuaternion(turns);
    const [halfHeight, radius, y] = [f(0.3 + turns()), f(0.3 + turns()), 0.1 * (turns() - 0.5)];
    const place = rotate(q, [0, y, 0]);
    const found = signedDistance(
      { t: 0, p: [0] },
      [...place, 0, 0, 0, 1],
      { t: 5, p: [halfHeight, radius] },
      [0, 0, 0, ...q],
      {
        witness: false,
      },
    );
    return Math.abs(found.sd + onAxis(y, halfHeight, radius));
  });
  expect(Math.max(...off)).toBeLessThan(1e-12);
});
