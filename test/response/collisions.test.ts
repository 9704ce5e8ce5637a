import { describe, expect, test } from "vitest";
import { BACKENDS } from "../helpers/instances.js";
import { dot, random, randomQuaternion, randomUnit, type Triple } from "../helpers/random.js";
import { bodyOf, contactVelocity, energyOf, momentumOf, type World, world } from "./world.js";

const ROWS = 2000;

interface Recipe {
  /** Points of a manifold. */
  points?: number;
  friction?: () => number;
  restitution?: () => number;
  /** Of 1, how many bodies have no finite mass. */
  fixed?: number;
}

/** Row i: bodies 2i and 2i + 1 with contacts near both, most of them approaching. No body is in two rows. */
function fill(w: World, seed: number, { points = 1, friction, restitution, fixed = 0 }: Recipe): void {
  const next = random(seed);
  const about = (size: number): Triple => [size * (next() - 0.5), size * (next() - 0.5), size * (next() - 0.5)];
  const log = (low: number, high: number) => low * (high / low) ** next();
  const ball = w.np.sphere({ radius: 1 });
  for (let row = 0; row < ROWS; row++) {
    const normal = randomUnit(next);
    for (const body of [2 * row, 2 * row + 1]) {
      const side = body % 2 ? 1 : -1;
      const position = about(1).map((x, i) => x + side * (normal[i] as number));
      w.bodies.set(body, ball, [...position, ...randomQuaternion(next)]);
      const mass = log(0.01, 100);
      w.dynamics.set(body, {
        ...(next() < fixed ? {} : { mass, inertia: [0, 0, 0].map(() => mass * log(0.05, 2)) }),
        velocity: about(4).map((x, i) => x - side * (normal[i] as number)),
        angularVelocity: about(6),
        friction: friction?.() ?? next(),
        restitution: restitution?.() ?? next(),
      });
    }
    w.pairs.indices.set([2 * row, 2 * row + 1], 2 * row);
    w.manifolds.count[row] = points;
    w.manifolds.normal.set(normal, 3 * row);
    for (let i = 0; i < points; i++) {
      const offset = about(1.5);
      const flat = dot(offset, normal);
      const point = offset.map((x, k) => x - flat * (normal[k] as number));
      const depth = 0.01 * next();
      w.manifolds.pointA.set(
        point.map((x, k) => x + 0.5 * depth * (normal[k] as number)),
        12 * row + 3 * i,
      );
      w.manifolds.pointB.set(
        point.map((x, k) => x - 0.5 * depth * (normal[k] as number)),
        12 * row + 3 * i,
      );
      w.manifolds.separation[4 * row + i] = -depth;
      w.manifolds.id[4 * row + i] = i;
    }
  }
  w.pairs.count = ROWS;
}

const middle = ({ manifolds: { pointA, pointB } }: World, row: number): Triple =>
  [0, 1, 2].map((k) => ((pointA[12 * row + k] as number) + (pointB[12 * row + k] as number)) / 2) as Triple;
const normalOf = ({ manifolds: { normal } }: World, row: number): Triple =>
  Array.from(normal.subarray(3 * row, 3 * row + 3)) as Triple;
const velocities = ({ dynamics }: World) => [...dynamics.velocity, ...dynamics.angularVelocity];

describe("100,000 collisions", () => {
  // 5 seeds x 5 recipes x 2 ways x 2000.
  const recipes: [string, Recipe][] = [
    ["one point", {}],
    ["one point, elastic", { restitution: () => 1, friction: () => 0 }],
    ["two points", { points: 2 }],
    ["four points", { points: 4 }],
    ["four points, rough", { points: 4, friction: () => 3, restitution: () => 1 }],
  ];
  test.each(recipes)("%s: energy never grows, and momentum stays", async (name, recipe) => {
    const w = await world("simd", 2 * ROWS, ROWS);
    let [collided, grown, lost, kept] = [0, 0, 0, 0];
    for (let seed = 1; seed <= 5; seed++) {
      for (const way of ["collideBatch", "bounceBatch"] as const) {
        fill(w, seed, recipe);
        const energies = Array.from({ length: ROWS }, (_, row) => energyOf(w, [2 * row, 2 * row + 1]));
        const momenta = Array.from({ length: ROWS }, (_, row) => momentumOf(w, [2 * row, 2 * row + 1]));
        collided += w.response[way](w.bodies, w.dynamics, w.pairs, w.manifolds);
        for (let row = 0; row < ROWS; row++) {
          const rows = [2 * row, 2 * row + 1];
          const energy = energyOf(w, rows);
          const before = energies[row] as number;
          // Rounding to 32 bits.
          if (!(energy <= before * (1 + 1e-6))) grown++;
          if (energy > before * (1 - 1e-6)) kept++;
          const [p, q] = [momenta[row] as ReturnType<typeof momentumOf>, momentumOf(w, rows)];
          const moved = Math.hypot(...p.linear.map((x, i) => x - (q.linear[i] as number)));
          const turned = Math.hypot(...p.angular.map((x, i) => x - (q.angular[i] as number)));
          if (!(moved <= 1e-6 * p.linearScale)) lost++;
          // Bounces leave out the lever arms, and with them angular momentum.
          if (way === "collideBatch" && !(turned <= 1e-5 * p.angularScale)) lost++;
        }
      }
    }
    expect([grown, lost]).toEqual([0, 0]);
    const part = collided / (10 * ROWS);
    expect(part).toBeGreaterThan(0.5);
    if (name === "one point, elastic") expect(kept).toBe(10 * ROWS);
    else expect(kept / (10 * ROWS)).toBeLessThan(0.6);
  });
});

describe.each(BACKENDS)("collisions on %s", (backend) => {
  test("one smooth point leaves with the restitution, as K says", async () => {
    const w = await world(backend, 2 * ROWS, ROWS);
    fill(w, 21, { friction: () => 0, restitution: () => 0.6 });
    const before = Array.from({ length: ROWS }, (_, row) => {
      return contactVelocity(w, 2 * row, 2 * row + 1, middle(w, row), normalOf(w, row)).along;
    });
    const collided = w.response.collideBatch(w.bodies, w.dynamics, w.pairs, w.manifolds);
    expect(collided).toBe(before.filter((along) => along < 0).length);
    before.forEach((was, row) => {
      const { along } = contactVelocity(w, 2 * row, 2 * row + 1, middle(w, row), normalOf(w, row));
      const expected = was < 0 ? -0.6 * was : was;
      if (!(Math.abs(along - expected) <= 1e-5 * (1 + Math.abs(was)))) expect([row, along]).toEqual([row, expected]);
    });
  });

  test("friction does not turn the tangent velocity round, nor what touches into what approaches", async () => {
    const w = await world(backend, 2 * ROWS, ROWS);
    for (const way of ["collideBatch", "bounceBatch"] as const) {
      for (const friction of [0.1, 0.5, 1, 10]) {
        fill(w, 22, { friction: () => 0 });
        w.response[way](w.bodies, w.dynamics, w.pairs, w.manifolds);
        const center = (row: number): Triple => bodyOf(w, 2 * row).position;
        // Bounces know no lever arms: there the velocity is that of the centers.
        if (way === "bounceBatch") w.dynamics.angularVelocity.fill(0);
        const ask = (row: number) =>
          contactVelocity(
            w,
            2 * row,
            2 * row + 1,
            way === "collideBatch" ? middle(w, row) : center(row),
            normalOf(w, row),
          );
        const smooth = Array.from({ length: ROWS }, (_, row) => ask(row));
        fill(w, 22, { friction: () => friction });
        w.response[way](w.bodies, w.dynamics, w.pairs, w.manifolds);
        if (way === "bounceBatch") w.dynamics.angularVelocity.fill(0);
        let [reversed, faster, slower, approaching] = [0, 0, 0, 0];
        smooth.forEach(({ across }, row) => {
          const rough = ask(row);
          const speed = Math.hypot(...across);
          if (!(dot(rough.across, across) >= -1e-5 * speed * speed)) reversed++;
          if (!(Math.hypot(...rough.across) <= speed * (1 + 1e-4) + 1e-5) && way === "bounceBatch") faster++;
          if (Math.hypot(...rough.across) < 0.9 * speed) slower++;
          if (way === "collideBatch" && rough.along < -1e-5) approaching++;
        });
        expect([reversed, faster, approaching]).toEqual([0, 0, 0]);
        expect(slower / ROWS).toBeGreaterThan(friction < 0.2 ? 0 : 0.2);
      }
    }
  });

  test("infinite masses stay as they are, and so do pairs that part or do not touch", async () => {
    const w = await world(backend, 2 * ROWS, ROWS);
    const isSame = (a: ArrayLike<number>, b: ArrayLike<number>, row: number, n: number) =>
      Array.from({ length: n }, (_, i) => a[n * row + i] === b[n * row + i]).every(Boolean);
    for (const way of ["collideBatch", "bounceBatch", "separateBatch"] as const) {
      fill(w, 23, { fixed: 0.5 });
      for (let row = 0; row < ROWS; row += 4) w.manifolds.separation[4 * row] = 1e-3;
      const turn = [w.dynamics.velocity, w.dynamics.angularVelocity, w.bodies.pose].map((column) => column.slice());
      const changed = w.response[way](w.bodies, w.dynamics, w.pairs, w.manifolds);
      let [moved, fixed] = [0, 0];
      for (let body = 0; body < 2 * ROWS; body++) {
        const same =
          isSame(w.dynamics.velocity, turn[0] as Float32Array, body, 3) &&
          isSame(w.dynamics.angularVelocity, turn[1] as Float32Array, body, 3) &&
          isSame(w.bodies.pose, turn[2] as Float32Array, body, 7);
        if (!same) moved++;
        if (!same && (w.dynamics.inverseMass[body] === 0 || (body >> 1) % 4 === 0)) fixed++;
      }
      expect(fixed).toBe(0);
      expect(changed).toBeGreaterThan(0.2 * ROWS);
      expect(moved).toBeGreaterThanOrEqual(changed);
    }
  });

  test("separation shares the depth by inverse mass", async () => {
    const w = await world(backend, 2 * ROWS, ROWS);
    fill(w, 24, { points: 3 });
    const before = w.bodies.pose.slice();
    const fraction = 0.75;
    const slop = 0.002;
    w.response.separateBatch(w.bodies, w.dynamics, w.pairs, w.manifolds, { fraction, slop });
    for (let row = 0; row < ROWS; row++) {
      const normal = normalOf(w, row);
      const depth = -Math.min(...w.manifolds.separation.subarray(4 * row, 4 * row + 3));
      const step = fraction * Math.max(0, depth - slop);
      const masses = [2 * row, 2 * row + 1].map((body) => w.dynamics.inverseMass[body] as number) as [number, number];
      for (const side of [0, 1] as const) {
        const body = 2 * row + side;
        const share = ((side ? 1 : -1) * masses[side] * step) / (masses[0] + masses[1]);
        for (let k = 0; k < 3; k++) {
          const expected = (before[7 * body + k] as number) + share * (normal[k] as number);
          const x = w.bodies.pose[7 * body + k] as number;
          if (!(Math.abs(x - expected) <= 2e-7)) expect([body, k, x]).toEqual([body, k, expected]);
        }
      }
    }
  });
});

test("a bounce splits the velocity: restitution along the normal, friction across, all of it if slow", async () => {
  const w = await world("simd", 2, 1);
  const ball = w.np.sphere({ radius: 0.5 });
  w.bodies.set(0, ball, [0, 0, 0, 0, 0, 0, 1]);
  w.bodies.set(1, ball, [0, 1, 0, 0, 0, 0, 1]);
  w.pairs.set([0, 1]);
  w.np.manifoldBatch(w.bodies, w.pairs, w.manifolds);
  const bounce = (velocity: Triple, stickSpeed = 0, bounceSpeed = 0) => {
    w.dynamics.set(0, { restitution: 0.5, friction: 0.25 });
    w.dynamics.set(1, { mass: 2, velocity, friction: 0.25 });
    const count = w.response.bounceBatch(w.bodies, w.dynamics, w.pairs, w.manifolds, { stickSpeed, bounceSpeed });
    return [count, ...w.dynamics.velocity.subarray(3)];
  };
  expect(bounce([4, -2, 0])).toEqual([1, 3, 1, 0]);
  expect(bounce([4, -2, 0], 4)).toEqual([1, 0, 1, 0]);
  expect(bounce([4, -2, 0], 3, 3)).toEqual([1, 3, 0, 0]);
  expect(bounce([4, 2, 0])).toEqual([0, 4, 2, 0]);
});

test("a box that falls flat on its face comes back flat", async () => {
  const w = await world("simd", 2, 1);
  const box = w.np.box({ halfExtents: [0.5, 0.5, 0.5] });
  w.bodies.set(0, box, [0, 0, 0, 0, 0, 0, 1]);
  w.bodies.set(1, box, [0, 0.999, 0, 0, 0, 0, 1]);
  w.dynamics.set(0, { restitution: 0.5, friction: 0 });
  w.dynamics.set(1, { mass: 2, inertia: [1 / 3, 1 / 3, 1 / 3], velocity: [0, -2, 0] });
  w.pairs.set([0, 1]);
  w.np.manifoldBatch(w.bodies, w.pairs, w.manifolds);
  expect(w.manifolds.count[0]).toBe(4);
  expect(w.response.collideBatch(w.bodies, w.dynamics, w.pairs, w.manifolds, { iterations: 50 })).toBe(1);
  const close = (column: Float32Array, expected: Triple) =>
    column.subarray(3).forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i] as number, 4);
    });
  close(w.dynamics.velocity, [0, 1, 0]);
  close(w.dynamics.angularVelocity, [0, 0, 0]);
});

test("the backends give identical bytes", async () => {
  const answers = await Promise.all(
    BACKENDS.map(async (backend) => {
      const w = await world(backend, 2 * ROWS, ROWS);
      fill(w, 25, { points: 4, fixed: 0.2 });
      const counts = [
        w.response.collideBatch(w.bodies, w.dynamics, w.pairs, w.manifolds),
        w.response.separateBatch(w.bodies, w.dynamics, w.pairs, w.manifolds),
        w.response.bounceBatch(w.bodies, w.dynamics, w.pairs, w.manifolds),
      ];
      return [counts, velocities(w), Array.from(w.bodies.pose)];
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});
