// Batches: every row has the bits of the single query, whatever stands around it; and every backend has the same bits.

import { describe, expect, test } from "vitest";
import { FAMILIES, REGIMES, scene } from "../../bench/corpus.mjs";
import { emptyResult, type Narrowphase, type Shape, Status } from "../../dist/index.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { random, randomPose } from "../helpers/random.js";
import { BOUNDED, randomPairs, randomSpec } from "./random-scene.js";
import { answer, at, fromCorpus, hash, make, ORIGIN, type Pair, type Spec, triple } from "./scene.js";

const STATUS_NAMES = Object.keys(Status);

/** Two of every bounded kind, one rounded, and the unbounded kinds. */
function mixedSpecs(): Spec[] {
  const next = random(51);
  return [
    ...BOUNDED.flatMap((kind) => [randomSpec(kind, next), randomSpec(kind, next, 0.2)]),
    ["plane", { normal: [1, 2, 3], offset: -0.5 }],
    ["halfSpace", { normal: [-3, 1, 1], offset: -0.5 }],
  ];
}

/** Bodies of mixed kinds in shuffled order; some rows are a body with itself, bodies are in many pairs. */
function mixedBatch(count: number) {
  const next = random(count);
  const specs = mixedSpecs();
  const bodies = Array.from({ length: 97 }, () => ({
    spec: Math.floor(next() * specs.length),
    pose: randomPose(next, 1.8).map(Math.fround),
  }));
  const rows = Array.from({ length: count }, (_, i) => {
    const a = Math.floor(next() * bodies.length);
    return [a, i % 29 === 0 ? a : Math.floor(next() * bodies.length)] as [number, number];
  });
  return { specs, bodies, rows };
}

function fill(np: Narrowphase, { specs, bodies, rows }: ReturnType<typeof mixedBatch>) {
  const shapes = specs.map((spec) => make(np, spec));
  const columns = np.bodies(bodies.length);
  for (const [i, { spec, pose }] of bodies.entries()) columns.set(i, shapes[spec] as Shape, pose);
  const pairs = np.pairs(rows.length);
  pairs.set(rows.flat());
  return { shapes, columns, pairs };
}

describe.each(BACKENDS)("%s", async (backend) => {
  const np = await instance(backend);

  test.each([0, 1, 3, 4, 5, 17, 1023, 1024, 1025, 2050])(
    "%i rows of mixed kinds: the bits of single queries",
    (count) => {
      const batch = mixedBatch(count);
      const { shapes, columns, pairs } = fill(np, batch);
      const results = np.distances(count + 1, { iterations: true });
      const limited = np.contacts(count + 1);
      const overlaps = np.overlaps(count + 1);
      for (const column of [results.distance, results.normal, results.pointA, results.pointB]) column.fill(-7);
      for (const column of [results.status, overlaps.intersects, overlaps.status]) column.fill(77);
      const hits = np.distanceBatch(columns, pairs, results);
      np.contactBatch(columns, pairs, limited, { maxDistance: 0.25 });
      expect(np.intersectsBatch(columns, pairs, overlaps)).toBe(hits);

      const wrong: string[] = [];
      const single = emptyResult();
      const near = emptyResult();
      let found = 0;
      for (const [i, [a, b]] of batch.rows.entries()) {
        const [A, B] = [a, b].map((body) => batch.bodies[body]) as [{ spec: number; pose: number[] }, typeof A];
        const [shapeA, shapeB] = [shapes[A.spec], shapes[B.spec]] as [Shape, Shape];
        np.distance(shapeA, A.pose, shapeB, B.pose, undefined, single);
        np.contact(shapeA, A.pose, shapeB, B.pose, { maxDistance: 0.25 }, near);
        const intersects = np.intersects(shapeA, A.pose, shapeB, B.pose);
        found += Number(intersects);
        const same = (x: ArrayLike<number>, column: Float32Array) =>
          triple(column, i).every((v, k) => Object.is(v, x[k]));
        if (
          !Object.is(results.distance[i], single.distance) ||
          !same(single.normal, results.normal) ||
          !same(single.pointA, results.pointA) ||
          !same(single.pointB, results.pointB) ||
          STATUS_NAMES[results.status[i] as number] !== single.status ||
          results.iterations?.[i] !== single.iterations ||
          !Object.is(limited.distance[i], near.distance) ||
          !same(near.pointA, limited.pointA) ||
          STATUS_NAMES[limited.status[i] as number] !== near.status ||
          (overlaps.intersects[i] === 1) !== intersects ||
          overlaps.status[i] !== 0
        ) {
          wrong.push(`${i}: ${shapeA.kind} ${shapeB.kind} ${results.distance[i]} ${single.distance}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(hits).toBe(found);
      // The row behind the last one is untouched.
      expect([results.distance[count], results.normal[3 * count], results.pointB[3 * count]]).toEqual([-7, -7, -7]);
      expect([results.status[count], overlaps.intersects[count]]).toEqual([77, 77]);
      if (count > 1000) {
        expect(hits / count).toBeGreaterThan(0.3);
        expect(hits / count).toBeLessThan(0.7);
      }
    },
  );

  test("the order of the rows does not matter", () => {
    const batch = mixedBatch(1500);
    const next = random(52);
    const order = batch.rows.map((_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    const { columns, pairs } = fill(np, batch);
    const results = np.distances(1500);
    const shuffled = np.distances(1500);
    np.distanceBatch(columns, pairs, results);
    pairs.set(order.flatMap((row) => batch.rows[row] as [number, number]));
    np.distanceBatch(columns, pairs, shuffled);
    const wrong = order.filter(
      (row, i) =>
        !Object.is(shuffled.distance[i], results.distance[row]) ||
        triple(shuffled.pointA, i).some((x, k) => !Object.is(x, triple(results.pointA, row)[k])),
    );
    expect(wrong).toEqual([]);
  });

  test("rows with A and B exchanged mirror each other, bit for bit", () => {
    const batch = mixedBatch(1025);
    const rows = batch.rows.filter(([a, b]) => a !== b);
    const { columns, pairs } = fill(np, { ...batch, rows });
    const [results, mirrored] = [np.distances(rows.length), np.distances(rows.length)];
    np.distanceBatch(columns, pairs, results);
    pairs.set(rows.flatMap(([a, b]) => [b, a]));
    np.distanceBatch(columns, pairs, mirrored);
    const wrong = rows.filter(
      (_, i) =>
        mirrored.distance[i] !== results.distance[i] ||
        mirrored.status[i] !== results.status[i] ||
        [0, 1, 2].some(
          (k) =>
            mirrored.normal[3 * i + k] !== -(results.normal[3 * i + k] as number) ||
            mirrored.pointA[3 * i + k] !== results.pointB[3 * i + k] ||
            mirrored.pointB[3 * i + k] !== results.pointA[3 * i + k],
        ),
    );
    expect(wrong).toEqual([]);
  });

  test("a body with itself: a finite depth along a unit normal", () => {
    const specs = mixedSpecs().filter(([kind]) => kind !== "plane" && kind !== "halfSpace");
    const columns = np.bodies(specs.length);
    for (const [i, spec] of specs.entries()) columns.set(i, make(np, spec), at(1, 2, 3));
    const pairs = np.pairs(specs.length);
    pairs.set(specs.flatMap((_, i) => [i, i]));
    const results = np.distances(specs.length);
    expect(np.distanceBatch(columns, pairs, results)).toBe(specs.length);
    for (const i of specs.keys()) {
      expect(results.distance[i]).toBeLessThanOrEqual(0);
      expect(results.status[i]).toBeLessThanOrEqual(1);
      expect(Math.hypot(...triple(results.normal, i))).toBeCloseTo(1, 6);
    }
  });
});

describe("the same bits on every backend", () => {
  const scenes: [string, () => Pair[]][] = [
    ...FAMILIES.map((family): [string, () => Pair[]] => [
      family,
      () => REGIMES.flatMap((regime) => fromCorpus(scene(family, regime, { pairs: 24, seed: 53 }))),
    ]),
    ["every kind, seed 54", () => randomPairs(BOUNDED, 4, 54).pairs],
    ["every kind, rounded, seed 55", () => randomPairs(BOUNDED, 4, 55, 0.4).pairs],
    [
      "mixed kinds with planes",
      () => {
        const { specs, bodies, rows } = mixedBatch(1025);
        return rows.map(([a, b]) => {
          const [A, B] = [bodies[a], bodies[b]] as [{ spec: number; pose: number[] }, typeof A];
          return { a: specs[A.spec] as Spec, poseA: A.pose, b: specs[B.spec] as Spec, poseB: B.pose };
        });
      },
    ],
    [
      "coincident",
      () => mixedSpecs().flatMap((a) => mixedSpecs().map((b) => ({ a, poseA: ORIGIN, b, poseB: ORIGIN }))),
    ],
  ];

  test.each(scenes)("%s", async (_, build) => {
    const pairs = build();
    const hashes: Record<string, number[]> = {};
    for (const backend of BACKENDS) {
      const np = await instance(backend);
      hashes[backend] = [hash(answer(np, pairs)), hash(answer(np, pairs, 0.1))];
    }
    expect(hashes.scalar).toEqual(hashes.simd);
    expect(hashes.js).toEqual(hashes.simd);
  });
});
