// Manifolds of the plane: by hand, and what must hold for the points of any pair.

import { describe, expect, test } from "vitest";
import { emptyManifold, load, type Manifold, type Narrowphase } from "../../dist/2d.js";
import { convexPieces } from "../../dist/concave.js";
import { BACKENDS } from "../helpers/instances.js";
import { type Point, placed, pointDistance } from "./oracle.js";
import {
  answer,
  coreOf,
  extent,
  FAMILIES,
  hash,
  mirrored,
  pairOf,
  randomScenes,
  type Scene,
  withBodies,
} from "./scene.js";

const ORIGIN = [0, 0, 1, 0];
const at = (x: number, y = 0, cos = 1, sin = 0) => [x, y, cos, sin];

interface Columns {
  readonly count: Uint8Array;
  readonly normal: Float32Array;
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  readonly separation: Float32Array;
  readonly id: Uint32Array;
  readonly status: Uint8Array;
}

function manifolds(np: Narrowphase, scenes: readonly Scene[], maxDistance = 0): Columns {
  return withBodies(np, scenes, (bodies, pairs) => {
    const columns = np.manifolds(scenes.length);
    np.manifoldBatch(bodies, pairs, columns, { maxDistance });
    const { count, normal, pointA, pointB, separation, id, status } = columns;
    const copies = [count, normal, pointA, pointB, separation, id, status].map((column) => column.slice());
    columns.dispose();
    return Object.fromEntries(
      ["count", "normal", "pointA", "pointB", "separation", "id", "status"].map((name, i) => [name, copies[i]]),
    ) as unknown as Columns;
  });
}

/** Moves B along the normal so that it overlaps by a little, up to a tenth of the smaller shape. */
function shallow(scene: Scene, distance: number, normal: Point, by: number): Scene {
  const move = -distance - by * Math.min(extent({ ...scene, b: scene.a }), extent({ ...scene, a: scene.b }));
  return {
    ...scene,
    poseB: scene.poseB.map((x, k) => (k < 2 ? Math.fround(x + move * (normal[k] as number)) : x)),
  };
}

/** What is wrong with a row, or nothing. */
function check(scene: Scene, columns: Columns, contact: number, i: number, limit: number): string[] {
  const size = extent(scene);
  const rounding = 4e-7 * Math.hypot(...scene.poseA.slice(0, 2), ...scene.poseB.slice(0, 2));
  const a = placed(coreOf(scene.a), scene.poseA, scene.poseA);
  const b = placed(coreOf(scene.b), scene.poseB, scene.poseA);
  const count = columns.count[i] as number;
  const normal = pairOf(columns.normal, i);
  const separations = Array.from(columns.separation.subarray(2 * i, 2 * i + count));
  const wrong: (string | false)[] = [
    contact <= limit !== count > 0 && `${count} points at ${contact}`,
    count > 0 && Math.min(...separations) !== contact && `${separations} but contact ${contact}`,
    separations.some((s) => s > limit) && `${separations} beyond ${limit}`,
    count === 2 && columns.id[2 * i] === columns.id[2 * i + 1] && "one id for two points",
  ];
  for (let k = 0; k < count; k++) {
    const points = [columns.pointA, columns.pointB].map((column) => pairOf(column, 2 * i + k)) as [Point, Point];
    const separation = separations[k] as number;
    const gap = [0, 1].map(
      (axis) => (points[1][axis] as number) - (points[0][axis] as number) - separation * (normal[axis] as number),
    );
    const off = points.map((point, side) =>
      pointDistance([point[0] - (scene.poseA[0] as number), point[1] - (scene.poseA[1] as number)], side === 0 ? a : b),
    );
    wrong.push(
      Math.hypot(...gap) > 2e-6 * size + rounding && `points ${points} at ${separation}`,
      off.some((distance) => Math.abs(distance) > 2e-5 * size + rounding) && `off by ${off.map((x) => x / size)}`,
    );
  }
  return wrong.filter((text) => text !== false).map((text) => `${i}: ${text}: ${JSON.stringify(scene)}`);
}

describe.each(FAMILIES.map((family, k) => [family.join(" and "), family, 700 + k] as const))(
  "%s",
  (_, family, seed) => {
    const random = randomScenes(seed, family, 200);
    const bits = new Map<string, number>();

    test.each(BACKENDS)("points lie on both surfaces on %s", async (backend) => {
      const np = await load({ backend });
      const first = answer(np, random);
      const scenes = random.map((scene, i) =>
        i % 4 === 0
          ? scene
          : shallow(scene, first.distance[i] as number, pairOf(first.normal, i), [0.1, 0.001, -0.01][i % 3] as number),
      );
      const contacts = answer(np, scenes);
      const found = manifolds(np, scenes);
      expect(
        scenes.flatMap((scene, i) => check(scene, found, contacts.distance[i] as number, i, 0)).slice(0, 3),
      ).toEqual([]);
      const share = found.count.reduce((sum, count) => sum + Number(count > 0), 0) / scenes.length;
      expect(share).toBeGreaterThan(0.3);

      const limit = 0.02 * extent(scenes[1] as Scene);
      const near = manifolds(np, scenes, limit);
      const some = answer(np, scenes, limit);
      const wrong = scenes.flatMap((scene, i) => check(scene, near, some.distance[i] as number, i, Math.fround(limit)));
      expect(wrong.slice(0, 3)).toEqual([]);

      const swapped = manifolds(np, scenes.map(mirrored));
      const asymmetric = scenes.filter((scene, i) => {
        if (scene.a === scene.b && scene.poseA.every((x, k) => x === scene.poseB[k])) return false;
        const halves = (id: number) => ((id << 16) | (id >>> 16)) >>> 0;
        const four = [0, 1, 2, 3];
        return !(
          found.count[i] === swapped.count[i] &&
          [0, 1].every((k) => found.normal[2 * i + k] === 0 - (swapped.normal[2 * i + k] as number)) &&
          four.every((k) => found.pointA[4 * i + k] === swapped.pointB[4 * i + k]) &&
          four.every((k) => found.pointB[4 * i + k] === swapped.pointA[4 * i + k]) &&
          [0, 1].every((k) => found.separation[2 * i + k] === swapped.separation[2 * i + k]) &&
          [0, 1].every((k) => found.id[2 * i + k] === halves(swapped.id[2 * i + k] as number))
        );
      });
      expect(asymmetric).toEqual([]);
      bits.set(backend, hash([...Object.values(found), ...Object.values(near)]));
    });

    test("all backends give the same bits", () => {
      expect(bits.size).toBe(3);
      expect(new Set(bits.values()).size).toBe(1);
    });
  },
);

describe.each(BACKENDS)("manifolds on %s", async (backend) => {
  const np = await load({ backend });
  const floor = np.box({ halfExtents: [10, 1] });
  const crate = np.box({ halfExtents: [1, 0.5] });
  const xs = (manifold: Manifold | null) =>
    (manifold?.points ?? []).map(({ pointA }) => pointA[0]).sort((a, b) => a - b);

  test("a box on a floor touches at its two lower corners", () => {
    const manifold = np.manifold(floor, ORIGIN, crate, at(3, 1.25));
    expect(manifold).toMatchObject({ count: 2, normal: [0, 1], status: "ok" });
    expect(xs(manifold)).toEqual([2, 4]);
    for (const { separation, pointA, pointB } of manifold?.points ?? []) {
      expect([separation, pointA[1], pointB[1]]).toEqual([-0.25, 1, 0.75]);
    }
  });

  test("a box over the end of a floor touches at the end", () => {
    expect(xs(np.manifold(floor, ORIGIN, crate, at(9.5, 1.25)))).toEqual([8.5, 10]);
    expect(xs(np.manifold(crate, at(-9.5, 1.25), floor, ORIGIN))).toEqual([-10, -8.5]);
  });

  test("a box on its corner touches at one point", () => {
    const manifold = np.manifold(floor, ORIGIN, crate, at(3, 2, 1, 1));
    expect(manifold?.count).toBe(1);
    expect(manifold?.points).toHaveLength(1);
  });

  test("a tilted box has its higher corner only where that is near enough", () => {
    const tilted = at(0, 1.49, 1, 0.02);
    expect(np.manifold(floor, ORIGIN, crate, tilted)?.count).toBe(1);
    expect(np.manifold(floor, ORIGIN, crate, tilted, { maxDistance: 0.1 })?.count).toBe(2);
  });

  test("touching exactly counts, a hair farther does not", () => {
    expect(np.manifold(floor, ORIGIN, crate, at(0, 1.5))?.count).toBe(2);
    expect(np.manifold(floor, ORIGIN, crate, at(0, 1.5001))).toBeNull();
  });

  test("ids stay while a box slides, and change at the end of the floor", () => {
    const idsAt = (x: number) => np.manifold(floor, ORIGIN, crate, at(x, 1.4, 1, 1e-4 * x))?.points.map(({ id }) => id);
    expect(idsAt(0.5)).toEqual(idsAt(-0.5));
    expect(idsAt(5)).toEqual(idsAt(-0.5));
    expect(idsAt(9.5)).not.toEqual(idsAt(-0.5));
  });

  test("equal boxes in a stack keep their ids when they jitter", () => {
    const idsAt = (x: number) => np.manifold(crate, ORIGIN, crate, at(x, 0.99, 1, x / 10))?.points.map(({ id }) => id);
    expect(idsAt(1e-3)).toEqual(idsAt(-1e-3));
    expect(idsAt(0)).toEqual(idsAt(1e-3));
  });

  test("the feet of a compound carry it", () => {
    const table = np.compound(convexPieces([-2, -1, -1, -1, -1, 1, 1, 1, 1, -1, 2, -1, 2, 2, -2, 2]));
    expect(table.kind).toBe("compound");
    const manifold = np.manifold(table, at(0, 1.9), floor, ORIGIN);
    expect(xs(manifold)).toEqual([-2, 2]);
    np.remove(table);
  });

  test("`out` is filled, and reset where there are no points", () => {
    const out = emptyManifold();
    expect(np.manifold(floor, ORIGIN, crate, at(3, 1.25), undefined, out)).toBe(out);
    expect(out).toMatchObject({ count: 2, status: "ok" });
    expect(np.manifold(floor, ORIGIN, crate, at(3, 5), undefined, out)).toBeNull();
    expect(out).toMatchObject({ count: 0, normal: [0, 0], status: "beyond" });
  });

  test.each([
    ["no points", { ...emptyManifold(), points: [] }, "out.points"],
    ["a point that is none", { ...emptyManifold(), points: [1, 2] }, "out.points[0]"],
    ["a normal of three", { ...emptyManifold(), normal: [0, 0, 0] }, "out.normal"],
  ])("refuses %s", (_, out, argument) => {
    expect(() => np.manifold(floor, ORIGIN, crate, ORIGIN, undefined, out as Manifold)).toThrow(
      expect.objectContaining({ argument }),
    );
  });

  test("normals, points and contacts of any row are 0 where there are none; batches answer as single queries do", () => {
    const scenes = FAMILIES.flatMap((family, k) => randomScenes(950 + k, family, 17));
    const all = manifolds(np, scenes);
    for (const count of [0, 1, 3, 4, 5, 17, 257]) {
      const some = manifolds(np, scenes.slice(0, count));
      expect(Array.from(some.pointA)).toEqual(Array.from(all.pointA.subarray(0, 4 * count)));
      expect(Array.from(some.id)).toEqual(Array.from(all.id.subarray(0, 2 * count)));
    }
    for (const [i, count] of all.count.entries()) {
      if (count < 2) expect([...all.pointA.subarray(4 * i + 2, 4 * i + 4), all.id[2 * i + 1]]).toEqual([0, 0, 0]);
    }
  });
});
