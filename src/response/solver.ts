// A small solver of contacts: one step of many bodies, and the impulses that the next step starts from.

import type { Pairs } from "../bodies.js";
import { checkInteger, checkNumber, checkObject, fail, isArrayLike } from "../check.js";
import { MAX_POSITION } from "../layout.js";
import { Columns } from "../memory.js";
import type { Dynamics } from "./dynamics.js";
import type { Kernels } from "./kernel.js";
import type { Contacts, Memory, PosedBodies, Scene } from "./scene.js";

export interface SolverCapacity {
  readonly bodies: number;
  readonly pairs: number;
}

export interface StepOptions {
  /** In the unit of time of the velocities. */
  readonly timeStep: number;
  /** An acceleration of all bodies that have a mass: three numbers, two in the plane. Default: none. */
  readonly gravity?: ArrayLike<number> | undefined;
  /** How often the contacts are gone over in a step. More make piles stiffer. Default: 8. */
  readonly substeps?: number | undefined;
  /** Approaches slower than this do not bounce. Default: four times the velocity that gravity adds in a step. */
  readonly bounceSpeed?: number | undefined;
  /** The most that an overlap closes with. Default: no limit. */
  readonly pushSpeed?: number | undefined;
}

/** Contacts are springs of this part of the rate of sub-steps, damped so strongly that they do not ring. */
const CONTACT_RATE = 0.15;
const CONTACT_DAMPING = 10;
const NO_GRAVITY = [0, 0, 0];
const MAX_CAPACITY = 0x7fffff;
const MAX_SUBSTEPS = 1000;

// What a block holds: the columns of `Impulses` in assembly/response/impulses.ts, that record, the scratch of a step.
const NORMAL = 3;
const RECORD = 7;
const SCRATCH = 8;
const RECORD_WORDS = 9;

class Block extends Columns {
  constructor(memory: Memory, pairs: number, points: number, tableSize: number, scratchBytes: number) {
    super(memory, 1, "solvers", [
      [Uint32Array, 2 * pairs],
      [Uint8Array, pairs],
      [Uint32Array, points * pairs],
      [Float32Array, points * pairs],
      [Float32Array, 3 * points * pairs],
      [Float32Array, 3 * points * pairs],
      [Uint32Array, tableSize],
      [Uint32Array, RECORD_WORDS],
      [Uint32Array, scratchBytes / 4],
    ]);
    const record = this.array<Uint32Array<ArrayBuffer>>(RECORD);
    for (let i = 0; i < RECORD; i++) record[i] = this.address(i);
    record[RECORD] = tableSize;
  }

  get normalImpulse(): Float32Array<ArrayBuffer> {
    return this.array(NORMAL);
  }
}

/** Steps bodies. Remembers what each two did to each other in the last step, in whatever row their pair is in the next. */
export class Solver {
  readonly capacity: SolverCapacity;
  readonly #scene: Scene;
  readonly #kernels: Kernels;
  readonly #dimension: 2 | 3;
  readonly #block: Block;
  /** Of the last step; 0 if there is none to go on from. */
  #timeStep = 0;
  #pointsPerRow = 0;

  /** @internal */
  constructor(memory: Memory, scene: Scene, kernels: Kernels, capacity: SolverCapacity) {
    checkObject(capacity, "capacity", "{ bodies, pairs }");
    const bodies = checkInteger(capacity.bodies, "capacity.bodies", MAX_CAPACITY);
    const pairs = checkInteger(capacity.pairs, "capacity.pairs", MAX_CAPACITY);
    const points = memory.dimension === 3 ? 4 : 2;
    const tableSize = 2 ** Math.ceil(Math.log2(2 * pairs + 2));
    this.capacity = { bodies, pairs };
    this.#scene = scene;
    this.#kernels = kernels;
    this.#dimension = memory.dimension;
    // One body and one pair at a time, since the sum may not fit 32 bits.
    const { stepBytes } = kernels();
    const scratch = bodies * stepBytes(1, 0, points) + pairs * stepBytes(0, 1, points);
    this.#block = new Block(memory, pairs, points, tableSize, scratch);
  }

  /** What pushed each point of each row apart in the last sub-step; a row has as many numbers as the contacts have points. */
  get normalImpulse(): Float32Array<ArrayBuffer> {
    return this.#block.normalImpulse;
  }

  /** Forgets the last step, as after bodies were put somewhere else. */
  clear(): void {
    this.#timeStep = 0;
  }

  /** Gives the memory back. Using the solver again throws. */
  dispose(): void {
    this.#block.dispose();
  }

  get disposed(): boolean {
    return this.#block.disposed;
  }

  /**
   * Adds gravity to the velocities, solves the contacts and moves the bodies, in one call that allocates nothing. Returns how
   * many pairs had contacts. The contacts are those of the poses before the step; found with a `maxDistance` of what a body
   * moves in a step, they also keep bodies from entering each other. Rows without an answer, and bodies with numbers that are
   * not finite, are left alone. A body of infinite mass moves by the velocity that it has.
   */
  step(bodies: PosedBodies, dynamics: Dynamics, pairs: Pairs, contacts: Contacts, options: StepOptions): number {
    checkObject(options, "options", "an object with timeStep");
    const time = checkNumber(options.timeStep, "options.timeStep", 1e-15, MAX_POSITION);
    const substeps = checkInteger(options.substeps ?? 8, "options.substeps", MAX_SUBSTEPS);
    if (substeps === 0) fail("OUT_OF_RANGE", "options.substeps", "at least 1", substeps);
    const gravity = options.gravity ?? NO_GRAVITY;
    checkLength(gravity, this.#dimension);
    const x = checkNumber(gravity[0], "options.gravity[0]", -MAX_POSITION, MAX_POSITION);
    const y = checkNumber(gravity[1], "options.gravity[1]", -MAX_POSITION, MAX_POSITION);
    const z = this.#dimension === 2 ? 0 : checkNumber(gravity[2], "options.gravity[2]", -MAX_POSITION, MAX_POSITION);
    const pull = time * Math.sqrt(x * x + y * y + z * z);
    const bounceSpeed = checkNumber(options.bounceSpeed ?? 4 * pull, "options.bounceSpeed", 0, Infinity);
    const pushSpeed = checkNumber(options.pushSpeed ?? Infinity, "options.pushSpeed", 0, Infinity);
    if (this.disposed) fail("DISPOSED", "solver", "in use, not disposed", this);
    const scene = this.#scene.set(bodies, dynamics, pairs, contacts);
    if (bodies.count > this.capacity.bodies || pairs.count > this.capacity.pairs) {
      fail(
        "OUT_OF_RANGE",
        "solver.capacity",
        `at least ${bodies.count} bodies and ${pairs.count} pairs`,
        this.capacity,
      );
    }

    const { pointsPerRow } = contacts.contact;
    const goesOn = this.#timeStep > 0 && pointsPerRow === this.#pointsPerRow;
    const recalled = goesOn ? time / this.#timeStep : 0;
    const rows = this.#kernels().stepRows(
      scene,
      this.#block.address(RECORD),
      this.#block.address(SCRATCH),
      time,
      substeps,
      x,
      y,
      z,
      recalled,
      (CONTACT_RATE * substeps) / time,
      CONTACT_DAMPING,
      pushSpeed,
      bounceSpeed,
    );
    this.#timeStep = time;
    this.#pointsPerRow = pointsPerRow;
    return rows;
  }
}

function checkLength(gravity: ArrayLike<number>, length: number): void {
  if (isArrayLike(gravity) && (gravity.length === length || gravity === NO_GRAVITY)) return;
  fail("INVALID_LENGTH", "options.gravity", `${length} numbers`, gravity);
}
