// What response has to know of bodies, beyond where they are.

import { checkInteger, checkNumber, checkObject, fail, isArrayLike } from "../check.js";
import { MAX_POSITION } from "../layout.js";
import { Columns } from "../memory.js";
import type { Memory } from "./scene.js";

/** A body as `Dynamics.set` takes it. In the plane, `velocity` has two numbers, and `inertia` and `angularVelocity` are one. */
export interface DynamicBody {
  /** Infinity, the default, for a body that no impulse moves. */
  readonly mass?: number | undefined;
  /**
   * About the center of mass, which is where the pose has its origin, in the frame of the body. In space: three numbers about
   * its axes, or the nine of a matrix, such as `convexHull(...).inertia` times a density. Infinity, the default, for a body
   * that does not turn.
   */
  readonly inertia?: number | ArrayLike<number> | undefined;
  readonly velocity?: ArrayLike<number> | undefined;
  /** In radians. */
  readonly angularVelocity?: number | ArrayLike<number> | undefined;
  /** Coulomb's coefficient, 0.5 unless given. Two surfaces have the geometric mean of theirs. */
  readonly friction?: number | undefined;
  /** From 0, the default, to 1. Two surfaces have the larger of theirs. */
  readonly restitution?: number | undefined;
}

/** Columns of velocities and masses; row i is that of body i. Arrays stay valid until memory grows. */
export class Dynamics extends Columns {
  readonly #dimension: 2 | 3;

  /** @internal */
  constructor(memory: Memory, capacity: number) {
    const { dimension } = memory;
    super(memory, capacity, "dynamics", [
      [Float32Array, dimension],
      [Float32Array, dimension === 3 ? 3 : 1],
      [Float32Array, 1],
      [Float32Array, dimension === 3 ? 6 : 1],
      [Float32Array, 1],
      [Float32Array, 1],
    ]);
    this.#dimension = dimension;
  }

  /** Three numbers a body; two in the plane. */
  get velocity(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Three numbers a body, in the world, in radians; one in the plane. */
  get angularVelocity(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** 0 for a body that no impulse moves. */
  get inverseMass(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** The inverse of the inertia in the frame of the body: xx, yy, zz, xy, xz, yz; one number in the plane. */
  get inverseInertia(): Float32Array<ArrayBuffer> {
    return this.array(3);
  }

  /** Coulomb's coefficient of each body. */
  get friction(): Float32Array<ArrayBuffer> {
    return this.array(4);
  }

  /** From 0 to 1. */
  get restitution(): Float32Array<ArrayBuffer> {
    return this.array(5);
  }

  /** Sets one body, with the checks that writing to the arrays leaves to the batch. */
  set(index: number, body: DynamicBody): void {
    checkInteger(index, "index", this.capacity - 1);
    checkObject(body, "body", "an object with mass, inertia, velocity and so on");
    const n = this.#dimension;
    const turns = n === 3 ? 3 : 1;
    const mass = checkMass(body.mass ?? Infinity, "body.mass");
    const velocity = readNumbers(body.velocity ?? Array(n).fill(0), "body.velocity", n);
    const angularVelocity = readNumbers(body.angularVelocity ?? Array(turns).fill(0), "body.angularVelocity", turns);
    const inertia = body.inertia ?? Infinity;
    const inverse = n === 3 ? invert(inertia, "body.inertia") : [1 / checkMass(inertia, "body.inertia")];
    const friction = checkNumber(body.friction ?? 0.5, "body.friction", 0, 1e15);
    const restitution = checkNumber(body.restitution ?? 0, "body.restitution", 0, 1);
    this.velocity.set(velocity, n * index);
    this.angularVelocity.set(angularVelocity, turns * index);
    this.inverseMass[index] = 1 / mass;
    this.inverseInertia.set(inverse, inverse.length * index);
    this.friction[index] = friction;
    this.restitution[index] = restitution;
  }
}

/** So small that its inverse leaves f32 is no mass. */
const MIN_MASS = 1e-30;

function checkMass(value: unknown, argument: string): number {
  return value === Infinity ? value : checkNumber(value, argument, MIN_MASS, 1e30);
}

/** `count` numbers; one may also come alone. */
function readNumbers(value: unknown, argument: string, count: number): number[] {
  const numbers: ArrayLike<unknown> = count === 1 && !isArrayLike(value) ? [value] : (value as ArrayLike<unknown>);
  if (!isArrayLike(numbers)) return fail("INVALID_TYPE", argument, "an array of numbers", value);
  if (numbers.length !== count) fail("INVALID_LENGTH", argument, `${count} numbers`, value);
  return Array.from(numbers, (number, i) => checkNumber(number, `${argument}[${i}]`, -MAX_POSITION, MAX_POSITION));
}

/** The inverse as xx, yy, zz, xy, xz, yz. */
function invert(inertia: unknown, argument: string): number[] {
  if (!isArrayLike(inertia))
    return Array(3)
      .fill(1 / checkMass(inertia, argument))
      .concat(0, 0, 0);
  if (inertia.length === 3) {
    return Array.from({ length: 3 }, (_, i) => 1 / checkMass(inertia[i], `${argument}[${i}]`)).concat(0, 0, 0);
  }
  if (inertia.length !== 9) fail("INVALID_LENGTH", argument, "3 or 9 numbers", inertia);
  const m = readNumbers(inertia, argument, 9) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [xx, xy, xz, , yy, yz, , , zz] = m;
  const minor = yy * zz - yz * yz;
  const determinant = xx * minor - xy * (xy * zz - xz * yz) + xz * (xy * yz - xz * yy);
  // Sylvester's criterion: of a positive definite matrix the leading minors are positive.
  if (!(xx >= MIN_MASS && xx * yy - xy * xy > 0 && determinant > 0)) {
    fail("OUT_OF_RANGE", argument, "a positive definite matrix", inertia);
  }
  return [minor, xx * zz - xz * xz, xx * yy - xy * xy, xz * yz - xy * zz, xy * yz - xz * yy, xy * xz - xx * yz].map(
    (cofactor) => cofactor / determinant + 0,
  );
}
