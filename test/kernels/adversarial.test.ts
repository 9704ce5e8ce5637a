// Pairs made to break: touching, concentric, nested, slivers, far off, degenerate. fixtures/adversarial.bin is a corpus
// file of 24 pairs of each family, followed by their certified signed distances (f64).

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decode } from "../../bench/corpus.mjs";
import { BACKENDS, instance } from "../helpers/instances.js";
import { answer, describePair, extent, fromCorpus, type Pair, triple } from "./scene.js";

const FAMILIES = [
  [
    "concentric",
    "coplanar-hull",
    "degenerate",
    "far-1e3",
    "far-1e4",
    "far-1e5",
    "gap",
    "grid",
    "huge-1e5",
    "identical",
  ],
  [
    "inside",
    "needle",
    "parallel",
    "plate",
    "quadric",
    "ratio-1e3",
    "ratio-1e4",
    "shared-feature",
    "stack",
    "tiny-1e-4",
  ],
  ["touch-edge-vertex", "touch-face"],
].flat();
const PAIRS = 24;

const file = readFileSync(new URL("../fixtures/adversarial.bin", import.meta.url));
const all = fromCorpus(decode(file));
const distances = new Float64Array(Uint8Array.from(file.subarray(file.length - 8 * all.length)).buffer);
const rowsOf = (family: string) => {
  const first = PAIRS * FAMILIES.indexOf(family);
  return Array.from({ length: PAIRS }, (_, i) => first + i);
};

test("the fixture holds every family", () => {
  expect(all.length).toBe(PAIRS * FAMILIES.length);
  expect(distances.every(Number.isFinite)).toBe(true);
});

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test.each(FAMILIES)("%s", (family) => {
    const rows = rowsOf(family);
    const pairs = rows.map((row) => all[row] as Pair);
    const answers = answer(np, pairs);
    const wrong: string[] = [];
    for (const [i, pair] of pairs.entries()) {
      const size = extent(pair) || 1;
      const right = distances[rows[i] as number] as number;
      const distance = answers.distance[i] as number;
      const say = (what: string) => wrong.push(`${i}: ${what}, ${distance} for ${right}: ${describePair(pair)}`);
      if (!(Math.abs(distance - right) <= (right > 0 ? 2e-6 : 5e-6) * size)) say("error");
      if (Math.abs(right) > 1e-4 * size && distance <= 0 !== right <= 0) say("verdict");
      if ((answers.intersects[i] === 1) !== distance <= 0) say("intersects");
      if (answers.contact[i] !== (distance <= 0 ? distance : Number.POSITIVE_INFINITY)) say("contact");
      if ((answers.status[i] as number) > 1) say(`status ${answers.status[i]}`);
      const [normal, pointA, pointB] = [answers.normal, answers.pointA, answers.pointB].map((c) => triple(c, i)) as [
        number[],
        number[],
        number[],
      ];
      if (!(Math.abs(Math.hypot(...normal) - 1) < 1e-6)) say(`normal ${normal}`);
      for (const k of [0, 1, 2]) {
        const off = (pointB[k] as number) - (pointA[k] as number) - distance * (normal[k] as number);
        // World points are f32: half a unit in the last place each.
        const unit = 2 ** -23 * Math.max(Math.abs(pointA[k] as number), Math.abs(pointB[k] as number));
        if (!(Math.abs(off) <= 1e-5 * size + unit)) say(`points ${off}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
