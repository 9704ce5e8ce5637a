// Cases of the plane from bug reports of other libraries: ../fixtures/cases.json, with the right values from two exact routes.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { load } from "../../dist/2d.js";
import { answerCase2D } from "../../scripts/case-answer-2d.mjs";
import { BACKENDS } from "../helpers/instances.js";

type Pair = [number, number];

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly dim: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own
  readonly input: any;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own
  readonly expected: any;
}

const cases: Case[] = JSON.parse(readFileSync(new URL("../fixtures/cases.json", import.meta.url), "utf8"));
const planar = cases.filter(({ dim }) => dim === 2);
const apart = (a: Pair, b: Pair) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The largest number of the input stands for the scene's size. */
function toleranceOf({ input, expected }: Case): number {
  const numbers = JSON.stringify(input).match(/-?\d+(\.\d+)?(e[-+]?\d+)?/g) ?? [];
  return expected.tolF32 ?? 1e-5 * Math.max(...numbers.map((number) => Math.abs(Number(number))));
}

describe.each(BACKENDS)("cases of the plane on the %s backend", async (backend) => {
  const np = await load({ backend });
  const of = (...kinds: string[]) =>
    planar.filter(({ kind }) => kinds.includes(kind)).map((one) => [one.id, one] as const);

  test.each(of("distance", "penetration"))("%s", (_, one) => {
    const { expected } = one;
    const tolerance = toleranceOf(one);
    const answer = answerCase2D(np, one);
    expect(answer).not.toHaveProperty("error");
    expect(Math.abs(answer.distance - expected.signedDistanceOfF32Input)).toBeLessThanOrEqual(tolerance);
    expect(answer.intersects).toBe(answer.distance <= 0);
    if (expected.intersects !== "touching") expect(answer.intersects).toBe(expected.intersects);
    const { normal, pointA, pointB } = answer;
    expect(Math.abs(Math.hypot(...(normal as Pair)) - 1)).toBeLessThan(1e-6);
    expect(apart(normal, expected.normalAtoB)).toBeLessThan(2e-3);
    const off = [0, 1].map((k) => Math.abs(pointB[k] - pointA[k] - answer.distance * normal[k]));
    expect(Math.max(...off)).toBeLessThanOrEqual(tolerance);
    if (expected.pointsUnique !== false && expected.pointA) {
      expect(apart(pointA, expected.pointA)).toBeLessThanOrEqual(10 * tolerance);
      expect(apart(pointB, expected.pointB)).toBeLessThanOrEqual(10 * tolerance);
    }
  });

  test.each(of("hull"))("%s", (_, one) => {
    const { expected, input } = one;
    const answer = answerCase2D(np, one);
    const from = answer.hullCcw.indexOf(expected.hullCcw[0]);
    expect(from).toBeGreaterThanOrEqual(0);
    const corners = [...answer.hullCcw.slice(from), ...answer.hullCcw.slice(0, from)];
    const allowed = new Set(expected.mayContain ?? []);
    // Rounded to f32, points on an edge may stick out.
    expect(corners.filter((i) => !allowed.has(i))).toEqual(expected.hullCcw);
    expect(Math.abs(answer.area - expected.area)).toBeLessThanOrEqual(1e-6 * Math.max(1, expected.area));
    expect(input.points.length).toBeGreaterThanOrEqual(answer.vertexCount);
  });
});
