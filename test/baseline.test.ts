// The JavaScript baseline of the benchmark is the second opinion on the kernels, so it is held to certified answers here.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as baseline from "../bench/baseline/index.mjs";
import { decode, encode, extent, FAMILIES, REGIMES, scene } from "../bench/corpus.mjs";
import { prepare } from "../bench/scenes.mjs";

type Vec3 = { x: number; y: number; z: number };
const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z });
const at = (x: number, y = 0, z = 0, quaternion = { x: 0, y: 0, z: 0, w: 1 }) => ({
  position: vec(x, y, z),
  quaternion,
});
const EIGHTH_TURN_Z = { x: 0, y: 0, z: Math.sin(Math.PI / 8), w: Math.cos(Math.PI / 8) };

/** Signed distances of the first pairs of each scene of seed 1, certified from both sides in double precision. */
const truth: Record<string, number[]> = JSON.parse(
  readFileSync(new URL("../bench/truth.json", import.meta.url), "utf8"),
);

const unitBox = () => baseline.box(vec(1, 1, 1));
const corners = (h: Vec3) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => vec(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z));

describe("hand cases", () => {
  const cases: [string, baseline.Shape, baseline.Pose, baseline.Shape, baseline.Pose, number, Vec3][] = [
    ["spheres apart", baseline.sphere(1), at(0), baseline.sphere(2), at(5), 2, vec(1, 0, 0)],
    ["spheres in each other", baseline.sphere(1), at(0), baseline.sphere(1), at(0, 1.5), -0.5, vec(0, 1, 0)],
    ["sphere over a face", unitBox(), at(0), baseline.sphere(1), at(0, 3), 1, vec(0, 1, 0)],
    ["sphere inside a box", unitBox(), at(0), baseline.sphere(0.5), at(-0.75), -0.75, vec(-1, 0, 0)],
    ["capsules side by side", baseline.capsule(1, 0.5), at(0), baseline.capsule(1, 0.5), at(2), 1, vec(1, 0, 0)],
    ["capsule end over a box", unitBox(), at(0), baseline.capsule(1, 0.5), at(0, 3), 0.5, vec(0, 1, 0)],
    ["capsule through a box", unitBox(), at(0), baseline.capsule(2, 0.5), at(0.75), -0.75, vec(1, 0, 0)],
    ["boxes face to face", unitBox(), at(0), unitBox(), at(2.5), 0.5, vec(1, 0, 0)],
    ["boxes stacked", unitBox(), at(0), unitBox(), at(0, 1.9), -0.1, vec(0, 1, 0)],
    ["edge over a face", unitBox(), at(0), unitBox(), at(0, 2 + Math.SQRT2, 0, EIGHTH_TURN_Z), 1, vec(0, 1, 0)],
    ["cylinders on top", baseline.cylinder(1, 0.5), at(0), baseline.cylinder(1, 0.5), at(0.2, 2.5), 0.5, vec(0, 1, 0)],
    ["cone under a box", baseline.cone(1, 1), at(0), unitBox(), at(0, 1.9), -0.1, vec(0, 1, 0)],
    [
      "rounded boxes",
      baseline.box(vec(1, 1, 1), 0.25),
      at(0),
      baseline.box(vec(1, 1, 1), 0.25),
      at(3),
      0.5,
      vec(1, 0, 0),
    ],
  ];
  test.each(cases)("%s", (_name, A, poseA, B, poseB, distance, normal) => {
    const answer = baseline.distance(A, poseA, B, poseB);
    expect(answer?.distance).toBeCloseTo(distance, 9);
    for (const k of ["x", "y", "z"] as const) {
      expect(answer?.normal[k]).toBeCloseTo(normal[k], 6);
      expect(answer ? answer.pointB[k] - answer.pointA[k] : Number.NaN).toBeCloseTo(distance * normal[k], 6);
    }
    expect(baseline.intersects(A, poseA, B, poseB)).toBe(distance <= 0);
    expect(baseline.contact(A, poseA, B, poseB) !== null).toBe(distance <= 0);
    const mirrored = baseline.distance(B, poseB, A, poseA);
    expect(mirrored?.distance).toBeCloseTo(distance, 9);
  });

  test("beyond maxDistance there is no answer", () => {
    expect(baseline.distance(unitBox(), at(0), unitBox(), at(2.5), 0.4)).toBeNull();
    expect(baseline.distance(unitBox(), at(0), unitBox(), at(2.5), 0.6)).not.toBeNull();
  });

  test("coplanar triangles touch at depth 0", () => {
    const flat = () => baseline.triangle(vec(-1, 0, -1), vec(1, 0, -1), vec(0, 0, 1));
    const answer = baseline.distance(flat(), at(0), flat(), at(0.25));
    expect(answer?.distance).toBeCloseTo(0, 12);
    expect(Math.abs(answer?.normal.y ?? 0)).toBeCloseTo(1, 12);
  });
});

describe.each(FAMILIES)("%s of the corpus", (family) => {
  test.each(REGIMES)("%s: signed distances against the certified ones, properties of the answer", (regime) => {
    const name = `${family}.${regime}`;
    const expected = truth[name] ?? [];
    const data = scene(family, regime, { pairs: expected.length });
    const pairs = prepare(data);
    const wrong: string[] = [];
    for (const [i, d] of expected.entries()) {
      const { A, poseA, B, poseB } = pairs[i];
      const size = extent(data, i);
      const answer = baseline.distance(A, poseA, B, poseB);
      const { normal, pointA, pointB } = answer;
      if (!(Math.abs(answer.distance - d) <= 1e-6 * size)) wrong.push(`${i}: ${answer.distance} for ${d}`);
      if (baseline.intersects(A, poseA, B, poseB) !== d <= 0) wrong.push(`${i}: intersects`);
      if ((baseline.contact(A, poseA, B, poseB) === null) !== d > 0) wrong.push(`${i}: contact`);
      const mirrored = baseline.distance(B, poseB, A, poseA);
      if (Math.abs(mirrored.distance - answer.distance) > 1e-6 * size) wrong.push(`${i}: mirrored`);
      for (const k of ["x", "y", "z"]) {
        const gap = pointB[k] - pointA[k] - answer.distance * normal[k];
        if (!(Math.abs(gap) <= 1e-9 * size)) wrong.push(`${i}: points ${gap}`);
      }
      // Pushed by a little more and a little less than the answer, the verdict must flip.
      for (const push of [-1e-5 * size, 1e-5 * size]) {
        const s = push - answer.distance;
        const { x, y, z } = poseB.position;
        const moved = { ...poseB, position: vec(x + s * normal.x, y + s * normal.y, z + s * normal.z) };
        if (baseline.intersects(A, poseA, B, moved) !== push < 0) wrong.push(`${i}: pushed by ${push}`);
      }
    }
    expect(expected.length).toBe(16);
    expect(wrong).toEqual([]);
  });
});

describe("two ways to one answer", () => {
  test("formulas and SAT agree with GJK and EPA on the same solids as hulls", () => {
    const asHull = (s: baseline.Shape) =>
      baseline.hull(
        s.kind === "box" ? corners(s.halfExtents) : [vec(0, s.halfHeight, 0), vec(0, -s.halfHeight, 0)],
        s.radius,
      );
    let worst = 0;
    for (const family of ["sphere-box", "sphere-capsule", "capsule-capsule", "capsule-box", "box-box"]) {
      for (const regime of REGIMES) {
        const data = scene(family, regime, { pairs: 200, seed: 7 });
        for (const [i, { A, poseA, B, poseB }] of prepare(data).entries()) {
          const formula = baseline.distance(A, poseA, B, poseB).distance;
          const iterated = baseline.distance(asHull(A), poseA, asHull(B), poseB).distance;
          worst = Math.max(worst, Math.abs(formula - iterated) / extent(data, i));
        }
      }
    }
    expect(worst).toBeLessThan(1e-6);
  });
});

test("a corpus file reads back as the scene it was made of", () => {
  const data = scene("box-hull32", "near", { pairs: 5 });
  const read = decode(encode(data), data.name);
  expect({ ...read, shapes: read.shapes.map((s) => [...s.sizes]) }).toEqual({
    ...data,
    shapes: data.shapes.map((s) => [...s.sizes]),
  });
});
