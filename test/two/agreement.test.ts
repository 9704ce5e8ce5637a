// Distances and contacts of the plane against the f64 oracle. TWO_ROWS=100000 asks more of each family.

import { describe, expect, test } from "vitest";
import { load } from "../../dist/2d.js";
import { BACKENDS } from "../helpers/instances.js";
import { gapAlong, placed, pointDistance } from "./oracle.js";
import {
  type Answers,
  answer,
  coreOf,
  extent,
  FAMILIES,
  hash,
  mirrored,
  pairOf,
  randomScenes,
  type Scene,
  truth,
} from "./scene.js";

const ROWS = Number(process.env.TWO_ROWS ?? 300);
const NONE = Math.fround(Number.POSITIVE_INFINITY);

/** What is wrong with a row, or nothing. */
function check(scene: Scene, answers: Answers, i: number, right: number): string[] {
  // Positions are f32, and so is a distance far beyond the size.
  const size = extent(scene) + Math.max(0, right);
  const rounding = 2e-7 * Math.hypot(...scene.poseA.slice(0, 2), ...scene.poseB.slice(0, 2));
  const distance = answers.distance[i] as number;
  const [normal, pointA, pointB] = [answers.normal, answers.pointA, answers.pointB].map((c) => pairOf(c, i)) as [
    [number, number],
    [number, number],
    [number, number],
  ];
  const a = placed(coreOf(scene.a), scene.poseA, scene.poseA);
  const b = placed(coreOf(scene.b), scene.poseB, scene.poseA);
  const local = ([x, y]: [number, number]) =>
    [x - (scene.poseA[0] as number), y - (scene.poseA[1] as number)] as [number, number];
  const off = [pointDistance(local(pointA), a), pointDistance(local(pointB), b)];
  const along = gapAlong(a, b, normal) - a.radius - b.radius;
  const wrong = [
    answers.status[i] !== 0 && `status ${answers.status[i]}`,
    !(Math.abs(distance - right) <= 2e-6 * size) && `${distance} for ${right}: ${(distance - right) / size}`,
    Math.abs(right) > 1e-5 * size && distance <= 0 !== right <= 0 && "verdict",
    (answers.intersects[i] === 1) !== distance <= 0 && "intersects",
    answers.contact[i] !== (distance <= 0 ? distance : NONE) && `contact ${answers.contact[i]}`,
    !(Math.abs(Math.hypot(...normal) - 1) < 1e-6) && `normal ${normal}`,
    !(Math.abs(along - distance) <= 5e-6 * size) && `${distance} but ${along} along ${normal}`,
    !(
      Math.hypot(...normal.map((x, k) => (pointB[k] as number) - (pointA[k] as number) - distance * x)) <=
      2e-6 * size + rounding
    ) && `points ${pointA} ${pointB}`,
    !off.every((x) => Math.abs(x) <= 5e-6 * size + rounding) && `off by ${off}`,
  ];
  return wrong.filter((text) => text !== false).map((text) => `${i}: ${text}: ${JSON.stringify(scene)}`);
}

function expectMirrored(answers: Answers, swapped: Answers, scenes: readonly Scene[]): void {
  const wrong: number[] = [];
  for (const [i, { a, poseA, b, poseB }] of scenes.entries()) {
    // Two equal shapes in one pose have one normal for both orders.
    if (a === b && poseA.every((x, k) => x === poseB[k])) continue;
    const same =
      answers.distance[i] === swapped.distance[i] &&
      [0, 1].every(
        (k) =>
          answers.normal[2 * i + k] === 0 - (swapped.normal[2 * i + k] as number) &&
          answers.pointA[2 * i + k] === swapped.pointB[2 * i + k] &&
          answers.pointB[2 * i + k] === swapped.pointA[2 * i + k],
      );
    if (!same) wrong.push(i);
  }
  expect(wrong).toEqual([]);
}

describe.each(FAMILIES.map((family, k) => [family.join(" and "), family, 500 + k] as const))(
  "%s",
  (_, family, seed) => {
    const scenes = randomScenes(seed, family, ROWS);
    const right = scenes.map(truth);
    const bits = new Map<string, number>();

    test(`hits are 30 to 70 per cent, seed ${seed}`, () => {
      const share = right.filter((d) => d <= 0).length / ROWS;
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.7);
    });

    test.each(BACKENDS)("agrees with the oracle on %s", async (backend) => {
      const np = await load({ backend });
      const answers = answer(np, scenes);
      expect(scenes.flatMap((scene, i) => check(scene, answers, i, right[i] as number)).slice(0, 5)).toEqual([]);
      expectMirrored(answers, answer(np, scenes.map(mirrored)), scenes);
      const touching = scenes.map((scene, i) => touch(scene, answers, i));
      const close = answer(np, touching);
      expect(touching.flatMap((scene, i) => check(scene, close, i, truth(scene))).slice(0, 5)).toEqual([]);
      bits.set(backend, hash([...Object.values(answers), ...Object.values(close)]));
    });

    test("all backends give the same bits", () => {
      expect(bits.size).toBe(3);
      expect(new Set(bits.values()).size).toBe(1);
    });
  },
);

/** Moves B along the normal until it touches, or is apart or overlaps by little. */
function touch(scene: Scene, answers: Answers, i: number): Scene {
  const gap = [0, 1e-3, -1e-3, 1e-5, -1e-5, 1e-7, -1e-7][i % 7] as number;
  const by = gap * extent(scene) - (answers.distance[i] as number);
  const normal = pairOf(answers.normal, i);
  const { poseB } = scene;
  return { ...scene, poseB: poseB.map((x, k) => (k < 2 ? Math.fround(x + by * (normal[k] as number)) : x)) };
}
