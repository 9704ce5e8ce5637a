// Shapes: checked here, kept in the linear memory, named by a handle.

import type { Arena } from "./arena.js";
import { checkNumber, checkObject, fail, isArrayLike, isObject, readVector, type Vector3 } from "./check.js";
import { KIND_HALF_SPACE, KIND_PLANE, MAX_SIZE, MIN_SIZE } from "./layout.js";
import { type Memory, View } from "./memory.js";

export type ShapeKind =
  | "sphere"
  | "capsule"
  | "box"
  | "triangle"
  | "hull"
  | "cylinder"
  | "cone"
  | "plane"
  | "halfSpace"
  | ShapeKind2D;

/** Of the plane. */
export type ShapeKind2D = "circle" | "capsule" | "box" | "polygon" | "compound";

/** Rounding: the shape grows by a ball of this radius (its Minkowski sum with the ball). Default 0, the exact shape. */
export interface Rounding {
  readonly radius?: number;
}

/** An immutable shape, made by one instance and shared by any number of bodies. */
export class Shape {
  /** What a body's `shape` column holds: unique among the live shapes of the instance, never 0. */
  readonly id: number;
  readonly kind: ShapeKind;
  readonly #memory: Arena;
  #removed = false;

  /** @internal */
  constructor(memory: Arena, kind: ShapeKind, id: number) {
    this.#memory = memory;
    this.kind = kind;
    this.id = id;
    Object.freeze(this);
  }

  /** True once `remove(shape)` was called. */
  get removed(): boolean {
    return this.#removed;
  }

  /** @internal The id, if `shape` is a live shape of the instance of `memory`; an error otherwise. */
  static handle(memory: Arena, shape: Shape, argument: string): number {
    if (!isObject(shape) || !(#memory in shape))
      return fail("INVALID_TYPE", argument, "a Shape of this instance", shape);
    if (shape.#memory !== memory) fail("FOREIGN", argument, "a Shape of this instance", shape);
    if (shape.#removed) fail("REMOVED_SHAPE", argument, "a Shape that was not removed", shape);
    return shape.id;
  }

  /** @internal */
  static remove(memory: Arena, shape: Shape): void {
    const handle = Shape.handle(memory, shape, "shape");
    shape.#removed = true;
    memory.kernel.removeShape(handle);
  }
}

export interface SphereSize {
  readonly radius: number;
}

/** A capsule along +Y: the segment from -halfHeight to halfHeight, rounded by `radius`. */
export interface CapsuleSize {
  readonly halfHeight: number;
  readonly radius: number;
}

export interface SegmentSize {
  readonly halfHeight: number;
}

export interface BoxSize {
  readonly halfExtents: Vector3;
}

/** A cylinder or cone along +Y between -halfHeight and halfHeight; the cone's apex is at +halfHeight. */
export interface CylinderSize {
  readonly halfHeight: number;
  readonly radius: number;
}

/** The points with `normal` . p = `offset`. The normal is a direction of any length; the offset is a distance along it. */
export interface PlaneSize {
  readonly normal: Vector3;
  readonly offset?: number;
}

export function sphere(memory: Memory, size: SphereSize): Shape {
  const radius = readSize(size, "radius");
  return make(memory, "sphere", () => memory.kernel.createSphere(radius));
}

export function point(memory: Memory): Shape {
  return make(memory, "sphere", () => memory.kernel.createSphere(0));
}

export function capsule(memory: Memory, size: CapsuleSize): Shape {
  const halfHeight = readSize(size, "halfHeight");
  const radius = readSize(size, "radius");
  return make(memory, "capsule", () => memory.kernel.createCapsule(halfHeight, radius));
}

export function segment(memory: Memory, size: SegmentSize): Shape {
  const halfHeight = readSize(size, "halfHeight");
  return make(memory, "capsule", () => memory.kernel.createCapsule(halfHeight, 0));
}

export function box(memory: Memory, size: BoxSize, rounding?: Rounding): Shape {
  checkObject(size, "size", "an object with halfExtents");
  const halfExtents = readVector(size.halfExtents, "halfExtents", MAX_SIZE);
  for (const [axis, halfExtent] of halfExtents.entries()) checkSize(halfExtent, `halfExtents[${axis}]`);
  const radius = readRounding(rounding);
  return make(memory, "box", () => memory.kernel.createBox(...halfExtents, radius));
}

export function cylinder(memory: Memory, size: CylinderSize, rounding?: Rounding): Shape {
  const halfHeight = readSize(size, "halfHeight");
  const baseRadius = readSize(size, "radius");
  const radius = readRounding(rounding);
  return make(memory, "cylinder", () => memory.kernel.createCylinder(halfHeight, baseRadius, radius));
}

export function cone(memory: Memory, size: CylinderSize, rounding?: Rounding): Shape {
  const halfHeight = readSize(size, "halfHeight");
  const baseRadius = readSize(size, "radius");
  const radius = readRounding(rounding);
  return make(memory, "cone", () => memory.kernel.createCone(halfHeight, baseRadius, radius));
}

export function triangle(memory: Memory, vertices: ArrayLike<number | Vector3>, rounding?: Rounding): Shape {
  const corners = isArrayLike(vertices) && vertices.length === 3;
  const points = corners
    ? Array.from<unknown>(vertices).flatMap((corner, i) => readVector(corner as Vector3, `vertices[${i}]`, MAX_SIZE))
    : readPoints(vertices as ArrayLike<number>, "vertices");
  if (points.length !== 9) fail("INVALID_LENGTH", "vertices", "9 numbers or 3 points", vertices);
  const { kernel } = memory;
  return fromPoints(memory, "triangle", points, rounding, (address, radius) => kernel.createTriangle(address, radius));
}

export function hull(memory: Memory, positions: ArrayLike<number>, rounding?: Rounding): Shape {
  const points = readPoints(positions, "positions");
  const { kernel } = memory;
  const count = points.length / 3;
  return fromPoints(memory, "hull", points, rounding, (address, radius) => kernel.createHull(address, count, radius));
}

export function plane(memory: Memory, size: PlaneSize): Shape {
  return fromPlane(memory, "plane", KIND_PLANE, size);
}

export function halfSpace(memory: Memory, size: PlaneSize): Shape {
  return fromPlane(memory, "halfSpace", KIND_HALF_SPACE, size);
}

export function make(memory: Arena, kind: ShapeKind, create: () => number): Shape {
  return new Shape(memory, kind, memory.handle(create));
}

function fromPoints(
  memory: Memory,
  kind: ShapeKind,
  points: ArrayLike<number>,
  rounding: Rounding | undefined,
  create: (address: number, radius: number) => number,
): Shape {
  const radius = readRounding(rounding);
  const address = memory.allocate(points.length * 4, "the vertices");
  try {
    new View(memory.kernel, Float32Array, address, points.length).array.set(points);
    return make(memory, kind, () => create(address, radius));
  } finally {
    memory.kernel.release(address);
  }
}

function fromPlane(memory: Memory, name: ShapeKind, kind: number, size: PlaneSize): Shape {
  checkObject(size, "size", "an object with normal and offset");
  const [x, y, z] = readVector(size.normal, "normal", Number.MAX_VALUE);
  const offset = checkNumber(size.offset ?? 0, "offset", -MAX_SIZE, MAX_SIZE);
  // By the largest component first, so that no square overflows or vanishes.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) fail("ZERO_NORMAL", "normal", "longer than 0", size.normal);
  const [u, v, w] = [x / largest, y / largest, z / largest];
  const length = Math.sqrt(u * u + v * v + w * w);
  return make(memory, name, () => memory.kernel.createPlane(kind, u / length, v / length, w / length, offset));
}

export function readSize<K extends string>(size: { readonly [key in K]: number }, key: K): number {
  checkObject(size, "size", `an object with ${key}`);
  return checkSize(size[key], key);
}

export function readRounding(rounding: Rounding | undefined): number {
  if (rounding === undefined) return 0;
  checkObject(rounding, "rounding", "an object with radius");
  return checkSize(rounding.radius ?? 0, "rounding.radius");
}

export function checkSize(size: unknown, argument: string): number {
  return size === 0 ? 0 : checkNumber(size, argument, MIN_SIZE, MAX_SIZE);
}

/** A copy of the points, so that nobody changes what was checked: whole ones, every number at most MAX_SIZE. */
export function readPoints(from: ArrayLike<number>, argument: string): number[] {
  if (!isArrayLike(from)) return fail("INVALID_TYPE", argument, "a flat array of x, y, z", from);
  const points = Array.from(from);
  if (points.length === 0 || points.length % 3 !== 0) {
    fail("INVALID_LENGTH", argument, "a flat array of x, y, z, three numbers a point", points);
  }
  for (let i = 0; i < points.length; i++) {
    const value = points[i] as number;
    if (!(Math.abs(value) <= MAX_SIZE)) checkNumber(value, `${argument}[${i}]`, -MAX_SIZE, MAX_SIZE);
  }
  return points;
}
