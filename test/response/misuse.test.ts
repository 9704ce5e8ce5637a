import { beforeAll, describe, expect, test } from "vitest";
import { load, type Narrowphase } from "../../dist/index.js";
import { ArgumentError, loadResponse, loadResponseSync } from "../../dist/response.js";
import { BACKENDS } from "../helpers/instances.js";
import { type World, world } from "./world.js";

const GRAVITY = [0, -9.81, 0];

describe.each(BACKENDS)("misuse on %s", (backend) => {
  let w: World;
  let other: Narrowphase;
  let solver: ReturnType<World["response"]["solver"]>;

  beforeAll(async () => {
    w = await world(backend, 4, 2);
    other = await load({ backend });
    solver = w.response.solver({ bodies: 4, pairs: 2 });
    const box = w.np.box({ halfExtents: [0.5, 0.5, 0.5] });
    for (let i = 0; i < 4; i++) w.bodies.set(i, box, [0, 0.99 * i, 0, 0, 0, 0, 1]);
    w.pairs.set([0, 1, 2, 3]);
    w.np.manifoldBatch(w.bodies, w.pairs, w.manifolds);
    good();
  });

  /** A good step, which every bad call has to leave possible. */
  function good(): void {
    w.dynamics.set(0, {});
    for (let i = 1; i < 4; i++) w.dynamics.set(i, { mass: 1, inertia: [1, 1, 1], velocity: [0, -1, 0] });
    const pose = w.bodies.pose.slice();
    expect(solver.step(w.bodies, w.dynamics, w.pairs, w.manifolds, { timeStep: 0.01, gravity: GRAVITY })).toBe(2);
    expect(w.bodies.pose.every(Number.isFinite)).toBe(true);
    w.bodies.pose.set(pose);
  }

  function rejects(code: string, argument: string, action: () => unknown): void {
    let error: unknown;
    try {
      action();
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ code, argument });
    good();
  }

  test("columns of another kind, of another instance, too small or given back", () => {
    const { response, bodies, dynamics, pairs, manifolds, np } = w;
    const none = undefined as never;
    for (const way of ["separateBatch", "bounceBatch", "collideBatch"] as const) {
      rejects("INVALID_TYPE", "bodies", () => response[way](none, dynamics, pairs, manifolds));
      rejects("INVALID_TYPE", "dynamics", () => response[way](bodies, bodies as never, pairs, manifolds));
      rejects("INVALID_TYPE", "pairs", () => response[way](bodies, dynamics, {} as never, manifolds));
      rejects("INVALID_TYPE", "contacts", () => response[way](bodies, dynamics, pairs, pairs as never));
      rejects("FOREIGN", "contacts", () => response[way](bodies, dynamics, pairs, other.manifolds(2)));
      rejects("FOREIGN", "bodies", () => response[way](other.bodies(4), dynamics, pairs, manifolds));
      rejects("INVALID_LENGTH", "contacts.capacity", () => response[way](bodies, dynamics, pairs, np.contacts(1)));
      rejects("INVALID_LENGTH", "dynamics.capacity", () =>
        response[way](bodies, response.dynamics(3), pairs, manifolds),
      );
      const gone = response.dynamics(4);
      gone.dispose();
      rejects("DISPOSED", "dynamics", () => response[way](bodies, gone, pairs, manifolds));
    }
  });

  test("options that are no numbers, or out of range", () => {
    const { response, bodies, dynamics, pairs, manifolds } = w;
    const batch = [bodies, dynamics, pairs, manifolds] as const;
    rejects("OUT_OF_RANGE", "options.fraction", () => response.separateBatch(...batch, { fraction: 2 }));
    rejects("INVALID_NUMBER", "options.slop", () => response.separateBatch(...batch, { slop: NaN }));
    rejects("OUT_OF_RANGE", "options.stickSpeed", () => response.bounceBatch(...batch, { stickSpeed: -1 }));
    rejects("INVALID_TYPE", "options", () => response.bounceBatch(...batch, 5 as never));
    rejects("OUT_OF_RANGE", "options.iterations", () => response.collideBatch(...batch, { iterations: 1.5 }));
    rejects("INVALID_TYPE", "options", () => solver.step(...batch, undefined as never));
    rejects("OUT_OF_RANGE", "options.timeStep", () => solver.step(...batch, { timeStep: 0 }));
    rejects("INVALID_NUMBER", "options.timeStep", () => solver.step(...batch, { timeStep: NaN }));
    rejects("OUT_OF_RANGE", "options.substeps", () => solver.step(...batch, { timeStep: 1, substeps: 0 }));
    rejects("INVALID_LENGTH", "options.gravity", () => solver.step(...batch, { timeStep: 1, gravity: [0, 1] }));
    rejects("INVALID_NUMBER", "options.gravity[1]", () => solver.step(...batch, { timeStep: 1, gravity: [0, NaN, 0] }));
    rejects("OUT_OF_RANGE", "solver.capacity", () =>
      response.solver({ bodies: 4, pairs: 1 }).step(...batch, { timeStep: 1 }),
    );
    const gone = response.solver({ bodies: 4, pairs: 2 });
    gone.dispose();
    expect(gone.disposed).toBe(true);
    rejects("DISPOSED", "solver", () => gone.step(...batch, { timeStep: 1 }));
    // More scratch than 32 bits can count.
    expect(() => response.solver({ bodies: 1, pairs: 8_100_000 })).toThrow(
      expect.objectContaining({ code: "OUT_OF_MEMORY" }),
    );
    rejects("OUT_OF_RANGE", "capacity.pairs", () => response.solver({ bodies: 1, pairs: -1 }));
  });

  test("bodies that are none", () => {
    const { dynamics } = w;
    rejects("OUT_OF_RANGE", "index", () => dynamics.set(4, {}));
    rejects("OUT_OF_RANGE", "body.mass", () => dynamics.set(1, { mass: 0 }));
    rejects("INVALID_NUMBER", "body.mass", () => dynamics.set(1, { mass: NaN }));
    rejects("INVALID_LENGTH", "body.velocity", () => dynamics.set(1, { velocity: [1, 2] }));
    rejects("INVALID_NUMBER", "body.velocity[2]", () => dynamics.set(1, { velocity: [1, 2, Infinity] }));
    rejects("INVALID_LENGTH", "body.inertia", () => dynamics.set(1, { inertia: [1, 2] }));
    rejects("OUT_OF_RANGE", "body.inertia", () => dynamics.set(1, { inertia: [1, 2, 0, 2, 1, 0, 0, 0, 1] }));
    rejects("OUT_OF_RANGE", "body.restitution", () => dynamics.set(1, { restitution: 1.5 }));
    rejects("OUT_OF_RANGE", "body.friction", () => dynamics.set(1, { friction: -1 }));
  });

  test("bodies and contacts with numbers that are none are left alone, and others are not", () => {
    const { response, bodies, dynamics, pairs, manifolds } = w;
    const columns = [
      dynamics.velocity,
      dynamics.angularVelocity,
      dynamics.inverseMass,
      dynamics.inverseInertia,
      bodies.pose,
      manifolds.normal,
      manifolds.pointA,
      manifolds.pointB,
      manifolds.separation,
    ];
    for (const bad of [NaN, Infinity, -Infinity, 3e38, -1]) {
      for (const column of columns) {
        // The first number of body 1 or of row 0; both are of the first pair.
        const at = column === bodies.pose ? 7 + 3 : column.length === 4 || column === manifolds.separation ? 1 : 3;
        for (const way of ["separateBatch", "bounceBatch", "collideBatch", "step"] as const) {
          good();
          const saved = columns.map((column) => column.slice());
          column[at] = bad;
          if (way === "step") solver.step(bodies, dynamics, pairs, manifolds, { timeStep: 0.01, gravity: GRAVITY });
          else response[way](bodies, dynamics, pairs, manifolds);
          expect(Object.is(column[at], Math.fround(bad)) || Number.isFinite(column[at] as number)).toBe(true);
          column[at] = (saved[columns.indexOf(column)] as Float32Array)[at] as number;
          for (const other of columns) expect(other.every(Number.isFinite)).toBe(true);
          for (const [i, column] of columns.entries()) column.set(saved[i] as Float32Array);
        }
      }
    }
    good();
  });

  test("pairs that name no bodies, and counts that do not fit", () => {
    const { response, bodies, dynamics, pairs, manifolds } = w;
    const saved = dynamics.velocity.slice();
    const counts = manifolds.count.slice();
    for (const wrong of [
      [7, 1],
      [1, 0xffffffff],
      [2, 2],
    ]) {
      pairs.indices.set(wrong, 2);
      expect(response.separateBatch(bodies, dynamics, pairs, manifolds, { fraction: 0 })).toBe(1);
    }
    pairs.set([0, 1, 2, 3]);
    manifolds.count[1] = 200;
    expect(solver.step(bodies, dynamics, pairs, manifolds, { timeStep: 1e-6 })).toBe(1);
    manifolds.count.set(counts);
    dynamics.velocity.set(saved);
    good();
  });

  test("columns that outgrow the memory stay in use", () => {
    const before = w.np.stats().memoryBytes;
    const more = w.response.dynamics(200_000);
    expect(w.np.stats().memoryBytes).toBeGreaterThan(before);
    good();
    more.dispose();
  });

  test("no instance, and no waiting for JavaScript", async () => {
    await expect(loadResponse({} as never)).rejects.toMatchObject({ code: "INVALID_TYPE", argument: "np" });
    if (backend === "js") expect(() => loadResponseSync(w.np)).toThrow(expect.objectContaining({ code: "BACKEND" }));
    else expect(loadResponseSync(w.np).dynamics(3).capacity).toBe(3);
  });

  test("an inertia of nine numbers is that of three, turned", () => {
    const { dynamics } = w;
    // Of 1, 2 and 4 about axes turned by 45 degrees about x: xx, yy, zz, xy, xz, yz of the inverse.
    dynamics.set(1, { mass: 1, inertia: [1, 0, 0, 0, 3, -1, 0, -1, 3] });
    expect(Array.from(dynamics.inverseInertia.subarray(6, 12))).toEqual([1, 0.375, 0.375, 0, 0, 0.125]);
    good();
  });
});
