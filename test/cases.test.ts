// Cases from bug reports of other libraries: fixtures/cases.json, with the right values from two exact routes.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerCase } from "../scripts/case-answer.mjs";
import { BACKENDS, instance } from "./helpers/instances.js";

type Triple = [number, number, number];

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly dim: number;
  readonly input: unknown;
  readonly expected: {
    readonly signedDistance?: number;
    readonly signedDistanceOfF32Input?: number;
    readonly tolF32?: number;
    readonly intersects?: boolean | "touching";
    readonly normalAtoB?: Triple;
    readonly normalUnique?: boolean;
    readonly equallyGoodNormals?: readonly Triple[];
    readonly anyNormalPerpendicularTo?: Triple;
    readonly pointsUnique?: boolean;
    readonly pointA?: Triple;
    readonly pointB?: Triple;
    readonly depthFormula?: string;
    readonly allCount?: number;
    readonly hit?: boolean;
    readonly t?: number;
    readonly point?: Triple;
    readonly normal?: Triple;
    readonly invariant?: string;
    readonly startsOverlapping?: boolean;
    readonly startSignedDistance?: number;
    readonly closestApproach?: number;
    readonly normalOnB?: Triple;
    readonly pointOnB?: Triple;
    readonly count?: number;
    readonly contacts?: readonly { readonly point: Triple; readonly depth: number }[];
  };
}

const file = new URL("fixtures/cases.json", import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));
const solid = cases.filter(({ kind, dim }) => dim === 3 && (kind === "distance" || kind === "penetration"));

const rays = cases.filter(({ kind, dim }) => dim === 3 && kind === "raycast");
const casts = cases.filter(({ kind, dim }) => dim === 3 && kind === "cast");
const manifolds = cases.filter(({ kind, dim }) => dim === 3 && kind === "manifold");

interface RayInput {
  readonly ray: { readonly origin: Triple; readonly dir: Triple };
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const apart = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The largest number of the input stands for the scene's size. */
function sizeOf(input: unknown): number {
  const numbers = JSON.stringify(input).match(/-?\d+(\.\d+)?(e[-+]?\d+)?/g) ?? [];
  return Math.max(...numbers.map((number) => Math.abs(Number(number))));
}

describe.each(BACKENDS)("cases on the %s backend", async (backend) => {
  const np = await instance(backend);

  test("there are some", () =>
    expect([solid.length, rays.length, casts.length, manifolds.length]).toEqual([24, 7, 7, 3]));

  test.each(rays.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const answer = answerCase(np, one);
    const { expected } = one;
    const { origin, dir } = (one.input as RayInput).ray;
    const tolerance = expected.tolF32 ?? 1e-5 * sizeOf(one.input);
    expect(answer).not.toHaveProperty("error");
    expect(answer).not.toHaveProperty("unsupported");
    if (expected.hit !== undefined) expect(answer.hit).toBe(expected.hit);
    if (!answer.hit) return;

    const { t, point, normal } = answer;
    expect(Math.abs(Math.hypot(...(normal as Triple)) - 1)).toBeLessThan(1e-6);
    const along = origin.map((x, k) => x + t * (dir[k] as number)) as Triple;
    expect(apart(point, along)).toBeLessThanOrEqual(expected.invariant ? 1e-3 : tolerance);
    if (expected.t !== undefined) expect(Math.abs(t - expected.t)).toBeLessThanOrEqual(tolerance);
    if (expected.point) expect(apart(point, expected.point)).toBeLessThanOrEqual(tolerance);
    if (expected.normal) expect(apart(normal, expected.normal)).toBeLessThan(2e-3);
  });

  test.each(casts.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const answer = answerCase(np, one);
    const { expected } = one;
    const tolerance = Math.min(expected.tolF32 ?? Infinity, 1e-5 * sizeOf(one.input));
    const near = (is: number, should: number) => expect(Math.abs(is - should)).toBeLessThanOrEqual(tolerance);
    expect(answer).not.toHaveProperty("error");
    expect(answer).not.toHaveProperty("unsupported");
    expect(answer.hit).toBe(expected.hit);
    if (expected.startsOverlapping !== undefined) expect(answer.startsOverlapping).toBe(expected.startsOverlapping);
    if (expected.startSignedDistance !== undefined) near(answer.startSignedDistance, expected.startSignedDistance);
    if (expected.closestApproach !== undefined) near(answer.closestApproach, expected.closestApproach);
    if (expected.t !== undefined) near(answer.t, expected.t);
    if (expected.normalOnB) expect(apart(answer.normalOnB, expected.normalOnB)).toBeLessThan(2e-3);
    const point = expected.point ?? expected.pointOnB;
    if (point) expect(apart(answer.pointB, point)).toBeLessThanOrEqual(tolerance);
  });

  test.each(manifolds.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const answer = answerCase(np, one);
    const { expected } = one;
    const tolerance = expected.tolF32 ?? 1e-5 * sizeOf(one.input);
    expect(answer).not.toHaveProperty("error");
    expect(answer.count).toBe(expected.count);
    expect(answer.contacts.length).toBe(expected.count);
    expect(apart(answer.normal, expected.normalAtoB as Triple)).toBeLessThan(2e-3);
    for (const { point, depth } of expected.contacts ?? []) {
      const found = answer.contacts.find((contact: { point: Triple }) => apart(contact.point, point) <= 10 * tolerance);
      expect(found).toBeDefined();
      expect(Math.abs(found.depth - depth)).toBeLessThanOrEqual(tolerance);
    }
  });

  test.each(solid.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const answer = answerCase(np, one);
    const { expected } = one;
    const tolerance = expected.tolF32 ?? 1e-5 * sizeOf(one.input);
    expect(answer).not.toHaveProperty("error");
    expect(answer).not.toHaveProperty("unsupported");

    if (expected.allCount !== undefined) {
      expect(expected.depthFormula).toBe("1 - y");
      expect(answer.allCount).toBe(expected.allCount);
      const { start, step } = (one.input as { bPositionsY: { start: number; step: number } }).bPositionsY;
      const errors = answer.distances.map((distance: number, i: number) => Math.abs(distance + 1 - (start + i * step)));
      expect(Math.max(...errors)).toBeLessThanOrEqual(tolerance);
      return;
    }

    // The kernels see the input rounded to f32, so that value is the one to meet.
    const distance = expected.signedDistanceOfF32Input ?? (expected.signedDistance as number);
    expect(Math.abs(answer.distance - distance)).toBeLessThanOrEqual(tolerance);
    expect(answer.intersects).toBe(answer.distance <= 0);
    if (expected.intersects !== "touching") expect(answer.intersects).toBe(expected.intersects);
    for (const limited of answer.distances ?? []) if (limited !== null) expect(limited).toBe(answer.distance);

    const { normal, pointA, pointB } = answer;
    expect(Math.abs(Math.hypot(...(normal as Triple)) - 1)).toBeLessThan(1e-6);
    const off = [0, 1, 2].map((k) => Math.abs(pointB[k] - pointA[k] - answer.distance * normal[k]));
    expect(Math.max(...off)).toBeLessThanOrEqual(Math.max(tolerance, 1e-6 * sizeOf(one.input)));

    const good =
      expected.equallyGoodNormals ?? (expected.normalUnique === false ? [] : [expected.normalAtoB as Triple]);
    if (good.length > 0) expect(Math.min(...good.map((right) => apart(right, normal)))).toBeLessThan(2e-3);
    if (expected.anyNormalPerpendicularTo)
      expect(Math.abs(dot(expected.anyNormalPerpendicularTo, normal))).toBeLessThan(1e-3);
    if (expected.pointsUnique) {
      if (expected.pointA) expect(apart(expected.pointA, pointA)).toBeLessThanOrEqual(10 * tolerance);
      if (expected.pointB) expect(apart(expected.pointB, pointB)).toBeLessThanOrEqual(10 * tolerance);
    }
  });
});
