// What contacts do to bodies, over the memory of an instance.

import type { Pairs } from "../bodies.js";
import { checkInteger, checkNumber, checkObject } from "../check.js";
import { Dynamics } from "./dynamics.js";
import type { Kernels } from "./kernel.js";
import { type Contacts, type Memory, type PosedBodies, Scene } from "./scene.js";
import { Solver, type SolverCapacity } from "./solver.js";

export interface SeparateOptions {
  /** An overlap that may stay. Default: 0. */
  readonly slop?: number | undefined;
  /** The part of the rest to undo, from 0 to 1. Default: 1. In piles, half of it at a time settles better. */
  readonly fraction?: number | undefined;
}

export interface BounceOptions {
  /** Approaches slower than this do not bounce. Default: 0. */
  readonly bounceSpeed?: number | undefined;
  /** Tangent velocities up to this one are stopped by any friction. Default: 0. */
  readonly stickSpeed?: number | undefined;
}

export interface CollideOptions {
  /** Approaches slower than this do not bounce. Default: 0. */
  readonly bounceSpeed?: number | undefined;
  /** How often the points of a manifold are gone over. Default: 8. */
  readonly iterations?: number | undefined;
}

const MAX_POINTS = 4;
const MAX_ITERATIONS = 1000;

/**
 * Response to contacts, from the simplest to a small solver. Made by `loadResponse()`; the columns are those of the instance.
 * The pose of a body has its origin at the center of mass. It is not a physics engine: there are no joints and no sleep.
 *
 * Every batch is one call that allocates nothing. Rows without an answer, or whose bodies have numbers that are not finite or
 * negative masses, are left alone.
 */
export class ContactResponse {
  readonly #memory: Memory;
  readonly #kernels: Kernels;
  readonly #scene: Scene;

  /** @internal */
  constructor(memory: Memory, kernels: Kernels) {
    this.#memory = memory;
    this.#kernels = kernels;
    this.#scene = new Scene(memory, kernels().collisionBytes(MAX_POINTS));
  }

  /** Columns for the velocities, masses and surfaces of `capacity` bodies. */
  dynamics(capacity: number): Dynamics {
    return new Dynamics(this.#memory, capacity);
  }

  /** A solver for so many rows of bodies and pairs. */
  solver(capacity: SolverCapacity): Solver {
    return new Solver(this.#memory, this.#scene, this.#kernels, capacity);
  }

  /**
   * Moves overlapping bodies apart along the normal, by their depth, shared by inverse mass. Velocities stay as they are.
   * Returns how many pairs moved.
   */
  separateBatch(
    bodies: PosedBodies,
    dynamics: Dynamics,
    pairs: Pairs,
    contacts: Contacts,
    options: SeparateOptions = {},
  ): number {
    checkObject(options, "options", "an object");
    const slop = checkNumber(options.slop ?? 0, "options.slop", 0, Infinity);
    const fraction = checkNumber(options.fraction ?? 1, "options.fraction", 0, 1);
    const scene = this.#scene.set(bodies, dynamics, pairs, contacts);
    return this.#kernels().separateRows(scene, this.#scene.contact, slop, fraction);
  }

  /**
   * Collides bodies without turning them. Of the relative velocity of two that touch and approach, the normal part is turned
   * round by the restitution, and the tangent part loses the fraction that friction says, 1 for all of it. Shared by inverse
   * mass. Returns how many pairs collided.
   */
  bounceBatch(
    bodies: PosedBodies,
    dynamics: Dynamics,
    pairs: Pairs,
    contacts: Contacts,
    options: BounceOptions = {},
  ): number {
    checkObject(options, "options", "an object");
    const bounceSpeed = checkNumber(options.bounceSpeed ?? 0, "options.bounceSpeed", 0, Infinity);
    const stickSpeed = checkNumber(options.stickSpeed ?? 0, "options.stickSpeed", 0, Infinity);
    const scene = this.#scene.set(bodies, dynamics, pairs, contacts);
    return this.#kernels().bounceRows(scene, this.#scene.contact, bounceSpeed, stickSpeed);
  }

  /**
   * Collides rigid bodies: impulses at the touching points of each pair, with their lever arms, restitution and Coulomb
   * friction. One pair after the other; none gains energy. Returns how many pairs collided.
   */
  collideBatch(
    bodies: PosedBodies,
    dynamics: Dynamics,
    pairs: Pairs,
    contacts: Contacts,
    options: CollideOptions = {},
  ): number {
    checkObject(options, "options", "an object");
    const bounceSpeed = checkNumber(options.bounceSpeed ?? 0, "options.bounceSpeed", 0, Infinity);
    const iterations = checkInteger(options.iterations ?? 8, "options.iterations", MAX_ITERATIONS);
    const scene = this.#scene.set(bodies, dynamics, pairs, contacts);
    return this.#kernels().collideRows(scene, this.#scene.contact, this.#scene.collision, iterations, bounceSpeed);
  }
}
