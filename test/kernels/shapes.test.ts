// Every kind of shape: rounded ones, one solid in two forms, planes, and triangles down to a point.

import { describe, expect, test } from "vitest";
import { BACKENDS, instance } from "../helpers/instances.js";
import { dot, random, randomQuaternion, randomUnit, rotate, type Triple } from "../helpers/random.js";
import { BOUNDED, randomPair, randomPairs, randomSpec, shareOfHits } from "./random-scene.js";
import {
  type Answers,
  answer,
  at,
  coreOf,
  describePair,
  extent,
  f,
  floats,
  type Pair,
  type Spec,
  toSurface,
  triple,
  truth,
} from "./scene.js";

const ROUNDED = ["box", "hull", "triangle", "cylinder", "cone"] as const;
const rounded = randomPairs(ROUNDED, 12, 41, 0.5, 1.8);
const everyKind = randomPairs(BOUNDED, 5, 42, 0, 1.2);

/** What is wrong with a row, or nothing. */
function check(pair: Pair, answers: Answers, i: number, right: number): string[] {
  const size = extent(pair) || 1;
  const distance = answers.distance[i] as number;
  const [normal, pointA, pointB] = [answers.normal, answers.pointA, answers.pointB].map((c) => triple(c, i)) as [
    Triple,
    Triple,
    Triple,
  ];
  const wrong = [
    !(Math.abs(distance - right) <= (right > 0 ? 2e-6 : 5e-6) * size) && `${distance} for ${right}`,
    (answers.status[i] as number) > 1 && `status ${answers.status[i]}`,
    (answers.intersects[i] === 1) !== distance <= 0 && "intersects",
    answers.contact[i] !== (distance <= 0 ? distance : Number.POSITIVE_INFINITY) && "contact",
    !(Math.abs(Math.hypot(...normal) - 1) < 1e-6) && `normal ${normal}`,
    !(
      Math.hypot(...normal.map((x, k) => (pointB[k] as number) - (pointA[k] as number) - distance * x)) <=
      1e-5 * size
    ) && `points ${pointA} ${pointB}`,
  ];
  return wrong.filter((text) => text !== false).map((text) => `${i}: ${text}: ${describePair(pair)}`);
}

test("hits are 30 to 70 per cent", () => {
  for (const { distances } of [rounded, everyKind]) {
    expect(shareOfHits(distances)).toBeGreaterThan(0.3);
    expect(shareOfHits(distances)).toBeLessThan(0.7);
  }
});

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  describe("kinds", () => {
    test.each([
      ["every kind against every kind, seed 42", everyKind],
      ["rounded shapes: the cores' distance or depth and the radii, seed 41", rounded],
    ])("%s", (_, { pairs, distances }) => {
      const answers = answer(np, pairs);
      const wrong = pairs.flatMap((pair, i) => {
        const found = check(pair, answers, i, distances[i] as number);
        const off = [
          toSurface(triple(answers.pointA, i), pair.a, pair.poseA),
          toSurface(triple(answers.pointB, i), pair.b, pair.poseB),
        ];
        if (!off.every((x) => Math.abs(x) <= 2e-5 * extent(pair)))
          found.push(`${i}: off by ${off}: ${describePair(pair)}`);
        return found;
      });
      expect(wrong).toEqual([]);
    });

    test.each([1e-3, -1e-3, 1e-5, -1e-5, 0])("every kind against every kind, %d extents from touching", (gap) => {
      const start = [...everyKind.pairs, ...rounded.pairs];
      const { distance, normal } = answer(np, start);
      const pairs = start.map((pair, i) => {
        const by = gap * extent(pair) - (distance[i] as number);
        const n = triple(normal, i);
        return { ...pair, poseB: pair.poseB.map((x, k) => (k < 3 ? f(x + by * (n[k] as number)) : x)) };
      });
      const answers = answer(np, pairs);
      expect(pairs.flatMap((pair, i) => check(pair, answers, i, truth(pair)))).toEqual([]);
    });
  });

  describe("one solid in two forms, seed 43", () => {
    const next = random(43);
    const others = BOUNDED.flatMap((kind) => Array.from({ length: 16 }, () => randomSpec(kind, next)));
    const forms: [string, Spec, Spec][] = [];
    for (let i = 0; i < 6; i++) {
      const [x, y, z] = [next() + 0.1, next() + 0.1, next() + 0.1].map(f) as Triple;
      const radius = f(0.3 * next());
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
      const triangle = floats(Array.from({ length: 9 }, () => 2 * next() - 1));
      forms.push(
        ["box and hull", ["box", { halfExtents: [x, y, z] }], ["hull", corners]],
        ["rounded box and hull", ["box", { halfExtents: [x, y, z] }, { radius }], ["hull", corners, { radius }]],
        ["capsule and hull", ["capsule", { halfHeight: y, radius }], ["hull", [0, -y, 0, 0, y, 0], { radius }]],
        ["segment and capsule", ["segment", { halfHeight: y }], ["capsule", { halfHeight: y, radius: 0 }]],
        ["point and sphere", ["point"], ["sphere", { radius: 0 }]],
        ["sphere and hull", ["sphere", { radius: x }], ["hull", [0, 0, 0], { radius: x }]],
        ["triangle and hull", ["triangle", triangle, { radius }], ["hull", triangle, { radius }]],
        [
          "cylinder and capsule",
          ["cylinder", { halfHeight: y, radius: 0 }, { radius }],
          ["capsule", { halfHeight: y, radius }],
        ],
        ["box and sphere", ["box", { halfExtents: [0, 0, 0] }, { radius }], ["sphere", { radius }]],
      );
    }
    const names = [...new Set(forms.map(([name]) => name))];

    test.each(names)("%s", (name) => {
      const place = random(44);
      const cases = forms
        .filter((form) => form[0] === name)
        .flatMap(([, one, two]) =>
          others.map((other) => {
            const pair = randomPair(one, other, place, 1.2);
            return [pair, { ...pair, a: two }] as [Pair, Pair];
          }),
        );
      const ones = answer(
        np,
        cases.map(([one]) => one),
      );
      const twos = answer(
        np,
        cases.map(([, two]) => two),
      );
      const wrong = cases.filter(([one], i) => {
        const apart = Math.abs((ones.distance[i] as number) - (twos.distance[i] as number));
        return !(apart <= 4e-6 * (extent(one) || 1));
      });
      expect(wrong.map(([one]) => describePair(one))).toEqual([]);
    });
  });

  describe("planes and half-spaces, seed 45", () => {
    const next = random(45);
    /** The support of a rounded core along a direction, in world axes. */
    const reach = (spec: Spec, pose: readonly number[], d: Triple) => {
      const { t, p, radius } = coreOf(spec);
      const q = pose.slice(3) as number[];
      const l = rotate([-(q[0] as number), -(q[1] as number), -(q[2] as number), q[3] as number], d);
      const [h, r] = p as [number, number];
      const side = Math.hypot(l[0], l[2]);
      const core = () => {
        if (t === 0) return 0;
        if (t === 1) return p.reduce((sum, x, k) => sum + x * Math.abs(l[k] as number), 0);
        if (t === 2) return h * Math.abs(l[1]);
        if (t === 4) return h * Math.abs(l[1]) + r * side;
        if (t === 5) return Math.max(h * l[1], -h * l[1] + r * side);
        return Math.max(...Array.from({ length: p.length / 3 }, (_, i) => dot(p.slice(3 * i, 3 * i + 3), l)));
      };
      return core() + radius + dot(pose, d);
    };

    test.each(["plane", "halfSpace"])("%s against every bounded kind: the formula", (kind) => {
      const pairs: Pair[] = [];
      const rights: number[] = [];
      for (let i = 0; i < 400; i++) {
        const a = randomSpec(BOUNDED[i % BOUNDED.length] as (typeof BOUNDED)[number], next, i % 2 ? 0.3 * next() : 0);
        const local = randomUnit(next);
        const length = 0.5 + 4 * next();
        const offset = f(2 * next() - 1);
        const poses = [0, 1].map(() =>
          floats([...[next(), next(), next()].map((x) => 2 * x - 1), ...randomQuaternion(next)]),
        );
        const [poseA, poseB] = poses as [number[], number[]];
        const pair: Pair = { a, poseA, b: [kind, { normal: local.map((x) => x * length), offset }], poseB };
        const n = rotate(poseB.slice(3), local);
        const level = offset + dot(poseB, n);
        const above = -reach(a, poseA, n.map((x) => -x) as Triple) - level;
        const below = level - reach(a, poseA, n);
        rights.push(kind === "plane" ? Math.max(above, below) : above);
        pairs.push(i % 3 ? pair : { a: pair.b, poseA: poseB, b: a, poseB: poseA });
      }
      expect(shareOfHits(rights)).toBeGreaterThan(0.3);
      expect(shareOfHits(rights)).toBeLessThan(0.8);
      const answers = answer(np, pairs);
      const wrong = pairs.filter((_, i) => {
        const distance = answers.distance[i] as number;
        const right = rights[i] as number;
        const gap = triple(answers.normal, i).map(
          (x, k) => (answers.pointB[3 * i + k] as number) - (answers.pointA[3 * i + k] as number) - distance * x,
        );
        return !(
          Math.abs(distance - right) <= 2e-6 &&
          answers.status[i] === 0 &&
          (answers.intersects[i] === 1) === distance <= 0 &&
          Math.hypot(...gap) <= 2e-6
        );
      });
      expect(wrong.map(describePair)).toEqual([]);
    });

    const UP = { normal: [0, 1, 0], offset: 1 };
    const DOWN = { normal: [0, -2, 0], offset: 1 };
    const TILTED = { normal: [0, 1, 1], offset: 0 };
    const tumbled = floats([1, 2, 3, ...randomQuaternion(random(46))]);
    const cases: [string, Spec, Spec, number[], number | "unbounded"][] = [
      ["parallel planes", ["plane", UP], ["plane", UP], at(0, 3), 3],
      ["parallel planes below", ["plane", UP], ["plane", UP], at(0, -3), 3],
      ["parallel planes that face each other", ["plane", UP], ["plane", DOWN], at(0, 5), 3],
      ["one plane twice", ["plane", UP], ["plane", UP], at(7, 0, 7), 0],
      ["crossing planes", ["plane", UP], ["plane", TILTED], at(0), "unbounded"],
      ["half-spaces apart", ["halfSpace", UP], ["halfSpace", DOWN], at(0, 5), 3],
      ["half-spaces in each other", ["halfSpace", UP], ["halfSpace", DOWN], at(0, -1), -3],
      ["half-spaces that look one way", ["halfSpace", UP], ["halfSpace", UP], at(0, 5), "unbounded"],
      ["crossing half-spaces", ["halfSpace", UP], ["halfSpace", TILTED], at(0, 100), "unbounded"],
      ["plane over a half-space", ["halfSpace", UP], ["plane", UP], at(0, 2), 2],
      ["plane in a half-space", ["halfSpace", UP], ["plane", UP], at(0, -2), -2],
      ["plane through a half-space", ["halfSpace", UP], ["plane", UP], tumbled, "unbounded"],
    ];
    test.each(cases)("%s", (_, a, b, poseB, right) => {
      for (const pair of [
        { a, poseA: at(0), b, poseB },
        { a: b, poseA: poseB, b: a, poseB: at(0) },
      ]) {
        const answers = answer(np, [pair]);
        const unbounded = right === "unbounded";
        expect(answers.distance[0]).toBe(unbounded ? Number.NEGATIVE_INFINITY : right);
        expect(answers.status[0]).toBe(unbounded ? 3 : 0);
        expect(answers.intersects[0]).toBe(unbounded || right <= 0 ? 1 : 0);
        expect(Math.hypot(...triple(answers.normal, 0))).toBe(unbounded ? 0 : 1);
      }
    });
  });

  describe("triangles and segments", () => {
    const flat: Spec = ["triangle", [0, 0, 0, 2, 0, 0, 0, 2, 0]];
    const twoEqual: Spec = ["triangle", [0, 0, 0, 0, 0, 0, 2, 0, 0]];
    const collinear: Spec = ["triangle", [0, 0, 0, 1, 0, 0, 2, 0, 0]];
    const allEqual: Spec = ["triangle", [1, 0, 0, 1, 0, 0, 1, 0, 0]];
    const up: Spec = ["segment", { halfHeight: 1 }];
    const ball: Spec = ["sphere", { radius: 0.5 }];
    const block: Spec = ["box", { halfExtents: [1, 1, 1] }];
    const quarterTurn = (x: number, y: number, z: number) => [x, y, z, 0, 0, 1, 1];
    const cases: [string, Spec, Spec, number[], number][] = [
      ["a triangle and itself", flat, flat, at(0), 0],
      ["coplanar triangles that overlap", flat, flat, at(0.5, 0.25), 0],
      ["coplanar triangles that share an edge", flat, ["triangle", [2, 0, 0, 0, 2, 0, 2, 2, 0]], at(0), 0],
      ["coplanar triangles apart", flat, flat, at(3), 1],
      ["coplanar triangles, corner to edge", flat, flat, at(2, 2), Math.SQRT2],
      ["parallel triangles", flat, flat, at(0.5, 0.25, 0.75), 0.75],
      ["triangle over a line", twoEqual, flat, at(0, 0, 2), 2],
      ["two equal vertices in a triangle's plane", twoEqual, flat, at(0.5, -0.5), 0],
      ["two equal vertices apart", twoEqual, twoEqual, at(0, 1, 1), Math.SQRT2],
      ["two equal vertices, crossing", twoEqual, twoEqual, quarterTurn(1, -1, 0), 0],
      ["collinear vertices and a ball", collinear, ball, at(1, 1), 0.5],
      ["collinear vertices through a ball", collinear, ball, at(1, 0.25), -0.25],
      ["collinear vertices, end to end", collinear, collinear, at(5), 3],
      ["collinear vertices on one line", collinear, collinear, at(1), 0],
      ["collinear vertices in a box", collinear, block, at(1.5), -1],
      ["a point of a triangle and a ball", allEqual, ball, at(1, 2), 1.5],
      ["a point of a triangle in a ball's middle", allEqual, ball, at(1), -0.5],
      ["a point of a triangle and itself", allEqual, allEqual, at(0), 0],
      ["segments crossing in their middles", up, up, quarterTurn(0, 0, 0), 0],
      ["segments crossing off their middles", up, up, quarterTurn(0.5, 0.5, 0), 0],
      ["segments end to middle", up, up, quarterTurn(1, 0, 0), 0],
      ["segments that pass each other", up, up, quarterTurn(0.25, 0.25, 0.5), 0.5],
      ["a segment and itself", up, up, at(0), 0],
      ["segments on one line, overlapping", up, up, at(0, 1), 0],
      ["segments on one line, apart", up, up, at(0, 2.5), 0.5],
      ["parallel segments", up, up, at(0.5, 0.5), 0.5],
      ["a segment through a triangle", flat, up, [0.5, 0.5, 0, 1, 0, 0, 1], 0.5],
      ["a segment that ends on a triangle", flat, up, [0.5, 0.5, 1, 1, 0, 0, 1], 0],
    ];
    // The segment through the triangle leaves soonest sideways: (0.5, 0.5) is 0.5 from two sides.
    const depths = new Set(["a segment through a triangle"]);
    test.each(cases)("%s", (name, a, b, poseB, value) => {
      const right = depths.has(name) ? -value : value;
      for (const pair of [
        { a, poseA: at(0), b, poseB },
        { a: b, poseA: poseB, b: a, poseB: at(0) },
      ]) {
        const answers = answer(np, [pair]);
        expect(check(pair, answers, 0, right)).toEqual([]);
      }
    });
  });
});
