// Bodies, masses and contacts in one place, and what physics says of them, in f64.

import { type Backend, load, type Narrowphase } from "../../dist/index.js";
import { type ContactResponse, loadResponse } from "../../dist/response.js";
import { dot, rotate, type Triple } from "../helpers/random.js";

export const IDENTITY = [0, 0, 0, 1];

export interface World {
  np: Narrowphase;
  response: ContactResponse;
  bodies: ReturnType<Narrowphase["bodies"]>;
  dynamics: ReturnType<ContactResponse["dynamics"]>;
  pairs: ReturnType<Narrowphase["pairs"]>;
  manifolds: ReturnType<Narrowphase["manifolds"]>;
}

export async function world(backend: Backend, bodyCount: number, pairCount: number): Promise<World> {
  const np = await load({ backend });
  const response = await loadResponse(np);
  return {
    np,
    response,
    bodies: np.bodies(bodyCount),
    dynamics: response.dynamics(bodyCount),
    pairs: np.pairs(pairCount),
    manifolds: np.manifolds(pairCount),
  };
}

const cross = ([a, b, c]: Triple, [x, y, z]: Triple): Triple => [b * z - c * y, c * x - a * z, a * y - b * x];
const triple = (from: ArrayLike<number>, row: number): Triple => [
  from[3 * row] as number,
  from[3 * row + 1] as number,
  from[3 * row + 2] as number,
];

/** One body as the columns have it; its inertia is diagonal. */
export function bodyOf({ bodies, dynamics }: World, row: number) {
  const pose = bodies.pose.subarray(7 * row, 7 * row + 7);
  const quaternion = Array.from(pose.subarray(3));
  const back = [
    -(quaternion[0] as number),
    -(quaternion[1] as number),
    -(quaternion[2] as number),
    quaternion[3] as number,
  ];
  const inverseInertia = dynamics.inverseInertia.subarray(6 * row, 6 * row + 3);
  const angularVelocity = triple(dynamics.angularVelocity, row);
  const local = rotate(back, angularVelocity);
  const spin: Triple = [0, 1, 2].map((i) => (local[i] as number) / (inverseInertia[i] as number)) as Triple;
  return {
    position: triple(pose, 0),
    velocity: triple(dynamics.velocity, row),
    angularVelocity,
    mass: 1 / (dynamics.inverseMass[row] as number),
    fixed: dynamics.inverseMass[row] === 0,
    /** I w. */
    spin: rotate(quaternion, spin),
  };
}

/** Of bodies that are not fixed. */
export function energyOf(w: World, rows: readonly number[]): number {
  let energy = 0;
  for (const row of rows) {
    const { fixed, mass, velocity, angularVelocity, spin } = bodyOf(w, row);
    if (!fixed) energy += 0.5 * (mass * dot(velocity, velocity) + dot(angularVelocity, spin));
  }
  return energy;
}

/** Linear and angular momentum about the origin, and the sum of the magnitudes of what was added up for each. */
export function momentumOf(w: World, rows: readonly number[]) {
  const linear: Triple = [0, 0, 0];
  const angular: Triple = [0, 0, 0];
  let [linearScale, angularScale] = [0, 0];
  for (const row of rows) {
    const { mass, position, velocity, spin } = bodyOf(w, row);
    const orbit = cross(position, velocity);
    for (let i = 0; i < 3; i++) {
      linear[i] = (linear[i] as number) + mass * (velocity[i] as number);
      angular[i] = (angular[i] as number) + mass * (orbit[i] as number) + (spin[i] as number);
    }
    linearScale += mass * Math.hypot(...velocity);
    angularScale += mass * Math.hypot(...position) * Math.hypot(...velocity) + Math.hypot(...spin);
  }
  return { linear, angular, linearScale, angularScale };
}

/** Velocity of B relative to A at a point of the world, along the normal and across it. */
export function contactVelocity(w: World, a: number, b: number, point: Triple, normal: Triple) {
  const at = (row: number): Triple => {
    const { position, velocity, angularVelocity } = bodyOf(w, row);
    const turning = cross(angularVelocity, [point[0] - position[0], point[1] - position[1], point[2] - position[2]]);
    return [velocity[0] + turning[0], velocity[1] + turning[1], velocity[2] + turning[2]];
  };
  const [va, vb] = [at(a), at(b)];
  const relative: Triple = [vb[0] - va[0], vb[1] - va[1], vb[2] - va[2]];
  const along = dot(relative, normal);
  const across: Triple = [0, 1, 2].map((i) => (relative[i] as number) - along * (normal[i] as number)) as Triple;
  return { along, across };
}
