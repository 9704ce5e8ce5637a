import { describe, expect, test } from "vitest";
import { BACKENDS } from "../helpers/instances.js";
import { random } from "../helpers/random.js";
import { type Simulation, simulation, stack } from "./simulation.js";

const DIMENSIONS = [2, 3] as const;

/** How far the boxes of a stack are from where they started, and how far they are turned. */
function drift(s: Simulation, count = 10) {
  let [moved, turned] = [0, 0];
  for (let row = 1; row <= count; row++) {
    const [x, y, z] = s.position(row);
    moved = Math.max(moved, Math.hypot(x, y - (row - 0.5), z));
    turned = Math.max(turned, s.turn(row));
  }
  return { moved, turned };
}

describe.each(DIMENSIONS)("the solver in %d dimensions", (dimension) => {
  test("a stack of 10 boxes stands for 60 seconds and stays within 1 % of a box", async () => {
    const s = await simulation("simd", dimension);
    stack(s);
    let worst = { moved: 0, turned: 0 };
    for (let step = 0; step < 3600; step++) {
      expect(s.step()).toBe(10);
      const { moved, turned } = drift(s);
      worst = { moved: Math.max(moved, worst.moved), turned: Math.max(turned, worst.turned) };
    }
    expect(worst.moved).toBeLessThan(0.01);
    expect(worst.turned).toBeLessThan(0.002);
    for (let row = 1; row <= 10; row++) expect(Math.hypot(...s.velocity(row))).toBeLessThan(1e-3);
    expect(s.position(0)).toEqual([0, -0.5, 0]);
  });

  test("a box of friction 0.5 rests on a slope of 20 degrees and slides down one of 40", async () => {
    const slide = async (degrees: number, seconds: number) => {
      const s = await simulation("simd", dimension);
      const angle = (degrees * Math.PI) / 180;
      const up = [-Math.sin(angle), Math.cos(angle)] as const;
      s.addBox(-0.5 * up[0], -0.5 * up[1], angle, 200, 0.5);
      const row = s.addBox(0.5 * up[0], 0.5 * up[1], angle, 0.5, 0.5, { mass: 3 });
      s.pairAll();
      const start = s.position(row);
      for (let step = 0; step < 60 * seconds; step++) s.step();
      return Math.hypot(...s.position(row).map((x, i) => x - (start[i] as number)));
    };
    expect(await slide(20, 10)).toBeLessThan(0.01);
    // g (sin - f cos) t^2 / 2
    const angle = (40 * Math.PI) / 180;
    const expected = (9.81 * (Math.sin(angle) - 0.5 * Math.cos(angle)) * 2 ** 2) / 2;
    expect(Math.abs((await slide(40, 2)) / expected - 1)).toBeLessThan(0.02);
  });

  test("a ball comes back to the square of its restitution, and never above where it was dropped", async () => {
    for (const restitution of [0, 0.5, 0.8, 1]) {
      const s = await simulation("simd", dimension);
      s.addBox(0, -0.5, 0, 5, 0.5, { restitution });
      const row = s.addBall(0, 2.5, 0.5, { mass: 2 });
      s.pairAll();
      let [least, back, most] = [Infinity, 0, 0];
      for (let step = 0; step < 300; step++) {
        s.step({ timeStep: 1 / 240 });
        const height = s.position(row)[1] - 0.5;
        least = Math.min(least, height);
        if (least < 0.05) back = Math.max(back, height);
        most = Math.max(most, height);
      }
      expect(least).toBeLessThan(0.02);
      expect(least).toBeGreaterThan(-0.02);
      expect(most).toBeLessThanOrEqual(2);
      // Steps see the ground up to a step's way off.
      expect(Math.abs(back - 2 * restitution ** 2)).toBeLessThan(0.1);
    }
  });

  test("without gravity, momentum stays and energy is lost while a crowd collides", async () => {
    const s = await simulation("simd", dimension, 40);
    const next = random(5);
    for (let i = 0; i < 36; i++) {
      const velocity: [number, number] = [-3 * ((i % 6) - 2.5) + next(), -3 * (Math.floor(i / 6) - 2.5) + next()];
      const surface = { mass: 0.5 + 2 * next(), velocity, spin: next() - 0.5, friction: next(), restitution: next() };
      const [x, y] = [1.4 * ((i % 6) - 2.5), 1.4 * (Math.floor(i / 6) - 2.5)];
      if (i % 2) s.addBall(x, y, 0.5, surface);
      else s.addBox(x, y, next(), 0.5, 0.4, surface);
    }
    s.pairAll();
    const measure = () => {
      const momentum = [0, 0, 0];
      let [energy, scale] = [0, 0];
      for (let row = 0; row < 36; row++) {
        const mass = 1 / (s.dynamics.inverseMass[row] as number);
        const velocity = s.velocity(row);
        velocity.forEach((v, i) => {
          momentum[i] = (momentum[i] as number) + mass * v;
        });
        scale += mass * Math.hypot(...velocity);
        energy += 0.5 * mass * velocity.reduce((sum, v) => sum + v * v, 0);
      }
      return { momentum, energy, scale };
    };
    const before = measure();
    let touching = 0;
    for (let step = 0; step < 240; step++) {
      touching = Math.max(touching, s.step({ gravity: dimension === 3 ? [0, 0, 0] : [0, 0] }));
      const { momentum } = measure();
      const change = Math.hypot(...momentum.map((p, i) => p - (before.momentum[i] as number)));
      if (!(change <= 1e-5 * before.scale)) expect([step, change]).toEqual([step, 0]);
    }
    expect(touching).toBeGreaterThan(10);
    expect(measure().energy).toBeLessThan(0.9 * before.energy);
  });

  test("impulses follow their pairs to other rows", async () => {
    const s = await simulation("simd", dimension);
    stack(s);
    const next = random(9);
    const order = Array.from({ length: 10 }, (_, i) => i);
    for (let step = 0; step < 600; step++) {
      // The contacts are solved from the ground up either way, but each time in other rows: some pairs are empty ones.
      const gaps = order.map(() => (next() < 0.5 ? [[0, 10]] : []));
      s.pairs.set(order.flatMap((i) => [...(gaps[i] as number[][]), [i, i + 1]]).flat());
      s.step();
    }
    expect(drift(s).moved).toBeLessThan(0.01);
    // The ground bears the weight of ten boxes, a sub-step long.
    const row = Array.from({ length: s.pairs.count }, (_, i) => i).find(
      (i) => s.pairs.indices[2 * i + 1] === 1,
    ) as number;
    const points = dimension === 3 ? 4 : 2;
    const impulse = s.solver.normalImpulse.subarray(points * row, points * row + points).reduce((sum, x) => sum + x, 0);
    expect(impulse / ((10 * 9.81) / 480)).toBeCloseTo(1, 2);
  });

  test("the backends give identical bytes", async () => {
    const run = async (backend: (typeof BACKENDS)[number]) => {
      const s = await simulation(backend, dimension, 24);
      const next = random(3);
      s.addBox(0, -0.5, 0.1, 20, 0.5);
      for (let i = 0; i < 20; i++) {
        const surface = { mass: 0.5 + next(), restitution: 0.4 * next(), spin: next() };
        const [x, y] = [2 * next() - 1, 1 + 0.7 * i];
        if (i % 3) s.addBox(x, y, next(), 0.3 + 0.2 * next(), 0.3, surface);
        else s.addBall(x, y, 0.4, surface);
      }
      s.pairs.set([]);
      const list: number[] = [];
      for (let a = 0; a < 21; a++) for (let b = Math.max(a + 1, 1); b < 21 && b < a + 9; b++) list.push(a, b);
      s.pairs.set(list);
      for (let step = 0; step < 120; step++) s.step({ substeps: 4 });
      return s.bytes();
    };
    const [simd, scalar, js] = await Promise.all(BACKENDS.map(run));
    expect(simd?.every(Number.isFinite)).toBe(true);
    expect(scalar).toEqual(simd);
    expect(js).toEqual(simd);
  });
});

test("a fixed body moves by its velocity, and takes others along by friction", async () => {
  const s = await simulation("simd", 3);
  s.addBox(0, -0.5, 0, 5, 0.5, { velocity: [1, 0] });
  const row = s.addBox(0, 0.5, 0, 0.5, 0.5, { mass: 1 });
  s.pairAll();
  for (let step = 0; step < 120; step++) s.step();
  expect(s.position(0)[0]).toBeCloseTo(2, 3);
  expect(s.velocity(row)[0]).toBeCloseTo(1, 3);
  expect(s.position(row)[0]).toBeGreaterThan(1.8);
});

test("a clear solver starts anew, and other points a row do not confuse it", async () => {
  const s = await simulation("simd", 3);
  stack(s, 3);
  for (let step = 0; step < 60; step++) s.step();
  s.solver.clear();
  const contacts = s.np.contacts(s.pairs.capacity);
  for (let step = 0; step < 60; step++) {
    if (step % 10 < 5) s.step();
    else {
      (s.np as { contactBatch: (...args: unknown[]) => number }).contactBatch(s.bodies, s.pairs, contacts, {
        maxDistance: 0.02,
      });
      s.solver.step(s.bodies, s.dynamics, s.pairs, contacts, { timeStep: 1 / 60, gravity: [0, -9.81, 0] });
    }
    expect(s.bytes().every(Number.isFinite)).toBe(true);
  }
});
