// Boxes and balls under gravity, the same in the plane and in space, where they are as deep as wide.

import { load as load2D } from "../../dist/2d.js";
import { type Backend, load as load3D } from "../../dist/index.js";
import {
  boxInertia,
  circleInertia,
  type DynamicBody,
  loadResponse,
  rectangleInertia,
  type StepOptions,
  sphereInertia,
} from "../../dist/response.js";

export interface Surface {
  mass?: number;
  friction?: number;
  restitution?: number;
  velocity?: [number, number];
  spin?: number;
}

export type Simulation = Awaited<ReturnType<typeof simulation>>;

export async function simulation(backend: Backend, dimension: 2 | 3, capacity = 64) {
  const np = dimension === 3 ? await load3D({ backend }) : await load2D({ backend });
  const response = await loadResponse(np);
  // The two classes have the same methods, but for the dimension.
  const any = np as unknown as Record<string, (...args: unknown[]) => never>;
  const bodies = np.bodies(capacity);
  const pairs = np.pairs(capacity * 16);
  const manifolds = np.manifolds(capacity * 16);
  const dynamics = response.dynamics(capacity);
  const solver = response.solver({ bodies: capacity, pairs: capacity * 16 });
  bodies.count = 0;
  const floats = dimension === 3 ? 7 : 4;

  function add(shape: never, x: number, y: number, angle: number, body: DynamicBody, surface: Surface): number {
    const row = bodies.count++;
    const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
    const pose = dimension === 3 ? [x, y, 0, 0, 0, s, c] : [x, y, Math.cos(angle), Math.sin(angle)];
    bodies.set(row, shape, pose);
    const { velocity = [0, 0], spin = 0, friction, restitution } = surface;
    dynamics.set(row, {
      ...body,
      friction,
      restitution,
      velocity: dimension === 3 ? [...velocity, 0] : velocity,
      angularVelocity: dimension === 3 ? [0, 0, spin] : spin,
    });
    return row;
  }

  return {
    np,
    response,
    bodies,
    pairs,
    manifolds,
    dynamics,
    solver,

    addBox(x: number, y: number, angle: number, halfX: number, halfY: number, surface: Surface = {}): number {
      const halfExtents = dimension === 3 ? [halfX, halfY, halfX] : [halfX, halfY];
      const { mass = Infinity } = surface;
      const inertia = dimension === 3 ? boxInertia(mass, { halfExtents }) : rectangleInertia(mass, { halfExtents });
      return add(
        (any.box as (size: object) => never).call(np, { halfExtents }),
        x,
        y,
        angle,
        { mass, inertia },
        surface,
      );
    },

    addBall(x: number, y: number, radius: number, surface: Surface = {}): number {
      const { mass = Infinity } = surface;
      const inertia = dimension === 3 ? sphereInertia(mass, { radius }) : circleInertia(mass, { radius });
      const make = (dimension === 3 ? any.sphere : any.circle) as (size: object) => never;
      return add(make.call(np, { radius }) as never, x, y, 0, { mass, inertia }, surface);
    },

    /** All pairs of bodies of which one moves. */
    pairAll(): void {
      const list: number[] = [];
      for (let a = 0; a < bodies.count; a++) {
        for (let b = a + 1; b < bodies.count; b++) {
          if (dynamics.inverseMass[a] || dynamics.inverseMass[b]) list.push(a, b);
        }
      }
      pairs.set(list);
    },

    step(options: Partial<StepOptions> = {}, maxDistance = 0.02): number {
      (any.manifoldBatch as (...args: unknown[]) => never).call(np, bodies, pairs, manifolds, { maxDistance });
      return solver.step(bodies, dynamics, pairs, manifolds, {
        timeStep: 1 / 60,
        gravity: dimension === 3 ? [0, -9.81, 0] : [0, -9.81],
        ...options,
      });
    },

    position(row: number): [number, number, number] {
      const pose = bodies.pose;
      return [
        pose[floats * row] as number,
        pose[floats * row + 1] as number,
        dimension === 3 ? (pose[floats * row + 2] as number) : 0,
      ];
    },

    velocity(row: number): number[] {
      return Array.from(dynamics.velocity.subarray(dimension * row, dimension * row + dimension));
    },

    /** Radians that a body is turned by from the angle 0. */
    turn(row: number): number {
      const pose = bodies.pose.subarray(floats * row, floats * row + floats);
      if (dimension === 2) return Math.abs(Math.atan2(pose[3] as number, pose[2] as number));
      return (
        2 * Math.atan2(Math.hypot(pose[3] as number, pose[4] as number, pose[5] as number), Math.abs(pose[6] as number))
      );
    },

    /** Everything that a step leaves behind. */
    bytes(): number[] {
      return [...bodies.pose, ...dynamics.velocity, ...dynamics.angularVelocity, ...solver.normalImpulse];
    },
  };
}

/** Ten boxes of side 1, one upon the other; row 0 is the ground. */
export function stack(s: Simulation, count = 10): void {
  s.addBox(0, -0.5, 0, 20, 0.5);
  for (let i = 0; i < count; i++) s.addBox(0, 0.5 + i, 0, 0.5, 0.5, { mass: 1 });
  s.pairs.set(Array.from({ length: count }, (_, i) => [i, i + 1]).flat());
}
