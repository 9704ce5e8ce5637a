// Where rays meet shapes, for one or for many.

import { Bodies } from "./bodies.js";
import {
  checkInteger,
  checkNumber,
  checkObject,
  checkTriple,
  copyTriple,
  fail,
  readTriple,
  type Vector3,
} from "./check.js";
import type { NumberTriple, Triple } from "./distance.js";
import { MAX_POSITION, POSE_FLOATS, RAY_HIT_FLOATS, STATUS_NOT_CONVERGED } from "./layout.js";
import { type Column, Columns, checkColumns, type Memory } from "./memory.js";
import { type Pose, readPose } from "./poses.js";
import { Shape } from "./shapes.js";
import { STATUS_NAMES, type StatusName } from "./status.js";

export interface RayOptions {
  /** How far the ray goes, in translations. Default: 1. May be Infinity. */
  readonly maxFraction?: number;
  /** Whether a ray that starts inside hits there and then (default), or goes on to where it leaves. */
  readonly solid?: boolean;
}

/** The points `origin + fraction * translation`, with a fraction from 0 to `maxFraction`. */
export interface Ray extends RayOptions {
  readonly origin: Vector3;
  /** Need not be unit. One of no length asks whether the shape holds the origin. */
  readonly translation: Vector3;
}

/** Where a ray hits, in the world frame. */
export interface RayHit<T extends NumberTriple = Triple> {
  /** Along the ray: `point = origin + fraction * translation`. */
  fraction: number;
  point: T;
  /** Unit, outward from the shape that is hit; against the ray where it starts inside a solid. */
  normal: T;
  /** Which part of the surface is hit, by number (README, "Rays"); -1 where that is unknown or none. */
  feature: number;
  /** `ok` or `notConverged`; `beyond` in a reset `out`. */
  status: StatusName;
}

/** An empty result, to be filled by `raycast` through its last argument. */
export function emptyRayHit(): RayHit {
  return { fraction: Infinity, point: [0, 0, 0], normal: [0, 0, 0], feature: -1, status: "beyond" };
}

/** Columns of rays, each with the body that it is cast at. Arrays stay valid until memory grows. */
export class Rays extends Columns {
  #count: number;

  /** @internal */
  constructor(memory: Memory, capacity: number) {
    super(memory, capacity, "rays", [
      [Float32Array, 3],
      [Float32Array, 3],
      [Uint32Array, 1],
    ]);
    this.#count = capacity;
  }

  /** Rays that a batch casts. Starts at `capacity`. */
  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = checkInteger(count, "count", this.capacity);
  }

  /** Where each ray starts, three numbers a row. */
  get origin(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** Where each ray goes, three numbers a row. */
  get translation(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** The body that each ray is cast at: a row of the bodies. Not read where all rays are cast at one shape. */
  get body(): Uint32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** Sets one ray, with the checks that writing to the arrays leaves to the batch. */
  set(index: number, origin: Vector3, translation: Vector3, body: number): void {
    checkInteger(index, "index", this.capacity - 1);
    checkInteger(body, "body", 0xffffffff);
    readTriple(origin, "origin", MAX_POSITION, this.origin, 3 * index);
    readTriple(translation, "translation", MAX_POSITION, this.translation, 3 * index);
    this.body[index] = body;
  }
}

/** The answers of `raycastBatch` and `raycastMany`, one row a ray. Arrays stay valid until memory grows. */
export class RayHits extends Columns {
  readonly #hasFeature: boolean;

  /** @internal */
  constructor(memory: Memory, capacity: number, hasFeature: boolean) {
    const triple: Column = [Float32Array, 3];
    const columns: Column[] = [[Float32Array, 1], triple, triple, [Uint8Array, 1]];
    super(memory, capacity, "ray hits", hasFeature ? [...columns, [Int32Array, 1]] : columns);
    this.#hasFeature = hasFeature;
  }

  /** Where along its translation each ray hits; Infinity where it does not. */
  get fraction(): Float32Array<ArrayBuffer> {
    return this.array(0);
  }

  /** World points, three numbers a row. */
  get point(): Float32Array<ArrayBuffer> {
    return this.array(1);
  }

  /** Unit normals, outward from the shape, three numbers a row. */
  get normal(): Float32Array<ArrayBuffer> {
    return this.array(2);
  }

  /** One of the numbers of `Status` a row; `beyond` where the ray misses. */
  get status(): Uint8Array<ArrayBuffer> {
    return this.array(3);
  }

  /** Which part of the surface each ray hits, or -1; if the columns were made with `{ features: true }`. */
  get feature(): Int32Array<ArrayBuffer> | undefined {
    return this.#hasFeature ? this.array<Int32Array<ArrayBuffer>>(4) : undefined;
  }

  /** @internal Where the column of features starts, or 0. */
  get featureAddress(): number {
    return this.#hasFeature ? this.address(4) : 0;
  }
}

export function raycast<T extends NumberTriple>(
  memory: Memory,
  shape: Shape,
  pose: Pose,
  ray: Ray,
  out: RayHit<T> | undefined,
): RayHit<T> | null {
  checkObject(ray, "ray", "an object with origin and translation");
  const maxFraction = readMaxFraction(ray, "ray");
  const solid = readSolid(ray, "ray");
  // Without `out`, T is the default of the public method.
  const hit = out ?? (emptyRayHit() as RayHit<NumberTriple> as RayHit<T>);
  checkHit(hit);
  const handle = Shape.handle(memory, shape, "shape");
  const poses = memory.poses.array;
  readPose(pose, "pose", poses, 0);
  readTriple(ray.origin, "ray.origin", MAX_POSITION, poses, POSE_FLOATS);
  readTriple(ray.translation, "ray.translation", MAX_POSITION, poses, POSE_FLOATS + 3);

  const status = memory.kernel.raycastBody(handle, maxFraction, solid);

  const answer = memory.answer.array;
  hit.fraction = answer[0] as number;
  copyTriple(answer, 1, hit.point);
  copyTriple(answer, 4, hit.normal);
  hit.feature = (memory.answerWords.array[RAY_HIT_FLOATS] as number) | 0;
  hit.status = STATUS_NAMES[status] as StatusName;
  return status <= STATUS_NOT_CONVERGED ? hit : null;
}

export function raycastBatch(
  memory: Memory,
  bodies: Bodies,
  rays: Rays,
  hits: RayHits,
  options: RayOptions | undefined,
): number {
  const { maxFraction, solid } = readOptions(options);
  checkColumns(memory, bodies, Bodies, "bodies", "bodies()");
  checkRays(memory, rays, hits);
  const count = memory.kernel.raycastBodies(
    hits.address(0),
    hits.address(1),
    hits.address(2),
    hits.featureAddress,
    hits.address(3),
    bodies.address(0),
    bodies.address(1),
    bodies.count,
    rays.address(0),
    rays.address(1),
    rays.address(2),
    rays.count,
    maxFraction,
    solid,
  );
  return count >>> 0;
}

export function raycastMany(
  memory: Memory,
  shape: Shape,
  pose: Pose,
  rays: Rays,
  hits: RayHits,
  options: RayOptions | undefined,
): number {
  const { maxFraction, solid } = readOptions(options);
  checkRays(memory, rays, hits);
  const handle = Shape.handle(memory, shape, "shape");
  readPose(pose, "pose", memory.poses.array, 0);
  const count = memory.kernel.raycastShape(
    hits.address(0),
    hits.address(1),
    hits.address(2),
    hits.featureAddress,
    hits.address(3),
    handle,
    rays.address(0),
    rays.address(1),
    rays.count,
    maxFraction,
    solid,
  );
  return count >>> 0;
}

function readOptions(options: RayOptions | undefined): { maxFraction: number; solid: number } {
  if (options !== undefined) checkObject(options, "options", "an object");
  return { maxFraction: readMaxFraction(options, "options"), solid: readSolid(options, "options") };
}

function checkRays(memory: Memory, rays: Rays, hits: RayHits): void {
  checkColumns(memory, rays, Rays, "rays", "rays()");
  checkColumns(memory, hits, RayHits, "hits", "rayHits()");
  if (hits.capacity < rays.count) {
    fail("INVALID_LENGTH", "hits.capacity", `at least ${rays.count}, the count of the rays`, hits.capacity);
  }
}

function readMaxFraction(options: RayOptions | undefined, argument: string): number {
  return checkNumber(options?.maxFraction ?? 1, `${argument}.maxFraction`, 0, Infinity);
}

function readSolid(options: RayOptions | undefined, argument: string): number {
  const solid = options?.solid ?? true;
  if (typeof solid !== "boolean") fail("INVALID_TYPE", `${argument}.solid`, "true or false", solid);
  return solid ? 1 : 0;
}

function checkHit(out: RayHit<NumberTriple>): void {
  checkObject(out, "out", "a hit, as emptyRayHit() makes it");
  checkTriple(out.point, "out.point");
  checkTriple(out.normal, "out.normal");
}
