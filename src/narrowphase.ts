// One instance: a kernel, its memory, and every query as a method.

import { Bodies, Pairs } from "./bodies.js";
import { type CastOptions, type CastResult, Casts, cast, castBatch } from "./cast.js";
import { checkNumber, type Vector3 } from "./check.js";
import {
  type DistanceBatchOptions,
  type DistanceOptions,
  type DistanceResult,
  Distances,
  distance,
  distanceBatch,
  type NumberTriple,
  PairCache,
  type Triple,
} from "./distance.js";
import { type ConvexHull, type ConvexHullOptions, convexHull } from "./hull.js";
import { Impacts, type Motion, Motions, timeOfImpact, timeOfImpactBatch } from "./impact.js";
import type { Backend, Kernel } from "./instantiate.js";
import { intersects, intersectsBatch, Overlaps } from "./intersects.js";
import {
  contactRegion,
  type Manifold,
  type ManifoldBatchOptions,
  Manifolds,
  manifold,
  manifoldBatch,
} from "./manifold.js";
import { Memory, type Stats, statsOf } from "./memory.js";
import type { Pose } from "./poses.js";
import {
  type Ray,
  type RayHit,
  RayHits,
  type RayOptions,
  Rays,
  raycast,
  raycastBatch,
  raycastMany,
} from "./raycast.js";
import * as shapes from "./shapes.js";
import { Shape } from "./shapes.js";

/**
 * Shapes, columns and queries that share one linear memory. Made by `load()` or `loadSync()`. Not shared between threads:
 * one instance per worker.
 *
 * Units are the caller's. Answers are in the world frame, normals are unit and point from A to B, a negative distance
 * means overlap, and touching counts as overlap. Misuse throws a `NarrowphaseError` that names the argument, before
 * memory is touched.
 */
export class Narrowphase {
  /** Which build answers. */
  readonly backend: Backend;
  readonly #memory: Memory;

  /** @internal */
  constructor(kernel: Kernel, backend: Backend) {
    this.#memory = new Memory(kernel);
    this.backend = backend;
  }

  /** @internal For entries that add to this one. */
  get memory(): Memory {
    return this.#memory;
  }

  /** A ball. Sizes, here and below, are between 0 and 1e12. */
  sphere(size: shapes.SphereSize): Shape {
    return shapes.sphere(this.#memory, size);
  }

  /** A sphere of radius 0. */
  point(): Shape {
    return shapes.point(this.#memory);
  }

  /** A capsule along +Y; `halfHeight` is that of the segment inside. */
  capsule(size: shapes.CapsuleSize): Shape {
    return shapes.capsule(this.#memory, size);
  }

  /** A capsule of radius 0. */
  segment(size: shapes.SegmentSize): Shape {
    return shapes.segment(this.#memory, size);
  }

  /** A box around the origin of its pose. */
  box(size: shapes.BoxSize, rounding?: shapes.Rounding): Shape {
    return shapes.box(this.#memory, size, rounding);
  }

  /** A cylinder along +Y. Its own radius is in the first argument, the rounding in the second. */
  cylinder(size: shapes.CylinderSize, rounding?: shapes.Rounding): Shape {
    return shapes.cylinder(this.#memory, size, rounding);
  }

  /** A cone along +Y: apex at +halfHeight, base of `radius` at -halfHeight. The rounding is in the second argument. */
  cone(size: shapes.CylinderSize, rounding?: shapes.Rounding): Shape {
    return shapes.cone(this.#memory, size, rounding);
  }

  /** A triangle, two-sided: nine numbers or three points. It may be degenerate. */
  triangle(vertices: ArrayLike<number | Vector3>, rounding?: shapes.Rounding): Shape {
    return shapes.triangle(this.#memory, vertices, rounding);
  }

  /** The convex hull of points, x, y, z each, in any order. They are copied; one point, a line or a plane will do. */
  hull(positions: ArrayLike<number>, rounding?: shapes.Rounding): Shape {
    return shapes.hull(this.#memory, positions, rounding);
  }

  /**
   * The convex hull of points as a mesh: vertices, polygon faces, planes and mass. Throws a `HullError` when the points
   * have no volume.
   */
  convexHull(positions: ArrayLike<number>, options?: ConvexHullOptions): ConvexHull {
    return convexHull(this.#memory, positions, options);
  }

  /** An infinite plane without thickness: the points with `normal` . p = `offset` in the frame of its pose. */
  plane(size: shapes.PlaneSize): Shape {
    return shapes.plane(this.#memory, size);
  }

  /** The solid side of a plane: the points with `normal` . p <= `offset` in the frame of its pose. */
  halfSpace(size: shapes.PlaneSize): Shape {
    return shapes.halfSpace(this.#memory, size);
  }

  /** Gives the memory of a shape back. Using it again throws; bodies that name it get the status `invalidShape`. */
  remove(shape: Shape): void {
    Shape.remove(this.#memory, shape);
  }

  /** Whether two shapes touch or overlap. */
  intersects(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
    return intersects(this.#memory, shapeA, poseA, shapeB, poseB);
  }

  /**
   * Signed distance, normal and closest points, or null when the shapes are farther apart than `maxDistance` (default:
   * unlimited). With `out` (see `emptyResult()`) nothing is allocated: it is filled and returned, or, on null, reset to
   * status `beyond`, distance Infinity and zeros. Two unbounded shapes that overlap have no depth: their result has the
   * status `unbounded`, distance -Infinity and zeros.
   */
  distance<T extends NumberTriple = Triple>(
    shapeA: Shape,
    poseA: Pose,
    shapeB: Shape,
    poseB: Pose,
    options?: DistanceOptions,
    out?: DistanceResult<T>,
  ): DistanceResult<T> | null {
    return distance(this.#memory, shapeA, poseA, shapeB, poseB, options, out, Infinity);
  }

  /** `distance` with a `maxDistance` of 0 unless given: null when apart. A positive one gives speculative contacts. */
  contact<T extends NumberTriple = Triple>(
    shapeA: Shape,
    poseA: Pose,
    shapeB: Shape,
    poseB: Pose,
    options?: DistanceOptions,
    out?: DistanceResult<T>,
  ): DistanceResult<T> | null {
    return distance(this.#memory, shapeA, poseA, shapeB, poseB, options, out, 0);
  }

  /**
   * The contact of two shapes as up to four pairs of points, or null when they are farther apart than `maxDistance`
   * (default 0). The points span the area of touch: a box on a floor has four. All have `pointB - pointA = separation *
   * normal` and lie on the surfaces; those up to `maxDistance` apart are kept, the deepest is the contact that `contact`
   * gives. With `out` (see `emptyManifold()`) nothing is allocated: it is filled, or on null reset.
   *
   * By clipping the face that is hit by the one that hits (Sutherland and Hodgman).
   */
  manifold<T extends NumberTriple = Triple>(
    shapeA: Shape,
    poseA: Pose,
    shapeB: Shape,
    poseB: Pose,
    options?: DistanceOptions,
    out?: Manifold<T>,
  ): Manifold<T> | null {
    return manifold(this.#memory, shapeA, poseA, shapeB, poseB, options, out);
  }

  /**
   * The outline of the area in which two shapes touch: `manifold` with all of its points, up to 64, in counter-clockwise
   * order about the normal. Rims are polygons of 32 corners. Null when apart.
   */
  contactRegion<T extends NumberTriple = Triple>(
    shapeA: Shape,
    poseA: Pose,
    shapeB: Shape,
    poseB: Pose,
    out?: Manifold<T>,
  ): Manifold<T> | null {
    return contactRegion(this.#memory, shapeA, poseA, shapeB, poseB, out);
  }

  /**
   * Where a ray hits a shape first, or null. The ray is `origin + fraction * translation` for fractions up to `maxFraction`
   * (default 1). One that starts inside hits at fraction 0, with the normal against the ray; with `solid: false` it hits
   * where it leaves. Starting on the surface counts as a hit at 0. Planes and triangles have two sides and face the ray.
   * With `out` (see `emptyRayHit()`) nothing is allocated: it is filled, or reset on null.
   */
  raycast<T extends NumberTriple = Triple>(shape: Shape, pose: Pose, ray: Ray, out?: RayHit<T>): RayHit<T> | null {
    return raycast(this.#memory, shape, pose, ray, out);
  }

  /** Columns for `capacity` posed shapes. */
  bodies(capacity: number): Bodies {
    return new Bodies(this.#memory, capacity);
  }

  /** Columns for `capacity` pairs of bodies. */
  pairs(capacity: number): Pairs {
    return new Pairs(this.#memory, capacity);
  }

  /** Columns for the answers of `distanceBatch` or `contactBatch`. */
  distances(capacity: number, options?: { readonly iterations?: boolean }): Distances {
    return new Distances(this.#memory, capacity, options?.iterations === true);
  }

  /** The same as `distances`. */
  contacts(capacity: number, options?: { readonly iterations?: boolean }): Distances {
    return this.distances(capacity, options);
  }

  /** Columns for the answers of `intersectsBatch`. */
  overlaps(capacity: number): Overlaps {
    return new Overlaps(this.#memory, capacity);
  }

  /** A cache for batches over the same pairs again and again. */
  cache(capacity: number): PairCache {
    return new PairCache(this.#memory, capacity);
  }

  /**
   * `distance` for every pair, in one call that allocates nothing. Bad rows do not throw: they get a status. Returns how
   * many pairs overlap, unbounded ones included.
   */
  distanceBatch(bodies: Bodies, pairs: Pairs, results: Distances, options?: DistanceBatchOptions): number {
    return distanceBatch(this.#memory, bodies, pairs, results, options, Infinity);
  }

  /** `contact` for every pair: `distanceBatch` with a `maxDistance` of 0 unless given. */
  contactBatch(bodies: Bodies, pairs: Pairs, results: Distances, options?: DistanceBatchOptions): number {
    return distanceBatch(this.#memory, bodies, pairs, results, options, 0);
  }

  /** `intersects` for every pair, in one call that allocates nothing. Returns how many intersect. */
  intersectsBatch(bodies: Bodies, pairs: Pairs, overlaps: Overlaps): number {
    return intersectsBatch(this.#memory, bodies, pairs, overlaps);
  }

  /** Columns for the answers of `manifoldBatch`. */
  manifolds(capacity: number): Manifolds {
    return new Manifolds(this.#memory, capacity);
  }

  /**
   * `manifold` for every pair, in one call that allocates nothing. Bad rows do not throw: they get a status. Returns how
   * many rows have points.
   */
  manifoldBatch(bodies: Bodies, pairs: Pairs, manifolds: Manifolds, options?: ManifoldBatchOptions): number {
    return manifoldBatch(this.#memory, bodies, pairs, manifolds, options);
  }

  /** Columns for `capacity` rays, each cast at one body. */
  rays(capacity: number): Rays {
    return new Rays(this.#memory, capacity);
  }

  /** Columns for the answers of `raycastBatch` and `raycastMany`, with a column of features if asked for. */
  rayHits(capacity: number, options?: { readonly features?: boolean }): RayHits {
    return new RayHits(this.#memory, capacity, options?.features === true);
  }

  /**
   * `raycast` for every ray against its body, in one call that allocates nothing. Bad rows do not throw: they get a status.
   * Returns how many hit.
   */
  raycastBatch(bodies: Bodies, rays: Rays, hits: RayHits, options?: RayOptions): number {
    return raycastBatch(this.#memory, bodies, rays, hits, options);
  }

  /** `raycast` for many rays against one shape, faster than against as many bodies. Returns how many hit. */
  raycastMany(shape: Shape, pose: Pose, rays: Rays, hits: RayHits, options?: RayOptions): number {
    return raycastMany(this.#memory, shape, pose, rays, hits, options);
  }

  /**
   * Where A, moving by a translation without turning, first touches B, or null. A is then at `position + fraction *
   * translation`, with a fraction up to `maxFraction` (default 1; it may be Infinity); with `targetDistance` it stops at that
   * gap. Two that overlap at the start hit at fraction 0, with the status `initialOverlap`, the depth as a negative distance,
   * and its normal. Touching at the start is a hit only if the overlap then grows: moving apart or along is none. A graze on
   * the way counts as a hit. What is not touched up to the fraction does not depend on the speed: nothing tunnels. Fractions
   * are never late, and early by at most 1e-11 of the shapes' size over the closing speed, but for the rounding to 32 bits.
   * With `out` (see `emptyCastResult()`) nothing is allocated: it is filled, or reset on null.
   */
  cast<T extends NumberTriple = Triple>(
    shapeA: Shape,
    poseA: Pose,
    translation: Vector3,
    shapeB: Shape,
    poseB: Pose,
    options?: CastOptions,
    out?: CastResult<T>,
  ): CastResult<T> | null {
    return cast(this.#memory, shapeA, poseA, translation, shapeB, poseB, options, out);
  }

  /** Columns for the translations and the answers of `castBatch`. */
  casts(capacity: number): Casts {
    return new Casts(this.#memory, capacity);
  }

  /**
   * `cast` for the A of every pair against its B, with the translations of `casts`, in one call that allocates nothing. Bad
   * rows do not throw: they get a status. Returns how many hit, initial overlaps included.
   */
  castBatch(bodies: Bodies, pairs: Pairs, casts: Casts, options?: CastOptions): number {
    return castBatch(this.#memory, bodies, pairs, casts, options);
  }

  /**
   * When two shapes that move and turn first touch, or null. Each goes evenly from its pose by a `translation` and by a
   * `rotation` vector of the world about its position (any number of turns), or to the pose `end` by the shortest turn. The
   * result is that of `cast`, with both shapes at `fraction` of their ways, which ends at `maxFraction` (at most and by default
   * 1). Nothing tunnels: fractions are never late, and early by at most 5e-7 of the shapes' size over the closing speed. With
   * `notConverged` the way is free up to `fraction`.
   */
  timeOfImpact<T extends NumberTriple = Triple>(
    shapeA: Shape,
    motionA: Motion,
    shapeB: Shape,
    motionB: Motion,
    options?: CastOptions,
    out?: CastResult<T>,
  ): CastResult<T> | null {
    return timeOfImpact(this.#memory, shapeA, motionA, shapeB, motionB, options, out);
  }

  /** Columns for how `capacity` bodies move. */
  motions(capacity: number): Motions {
    return new Motions(this.#memory, capacity);
  }

  /** Columns for the answers of `timeOfImpactBatch`. */
  impacts(capacity: number): Impacts {
    return new Impacts(this.#memory, capacity);
  }

  /**
   * `timeOfImpact` for every pair of bodies that move by the motions of their rows, in one call that allocates nothing. Bad
   * rows do not throw: they get a status. Returns how many hit, initial overlaps included.
   */
  timeOfImpactBatch(bodies: Bodies, motions: Motions, pairs: Pairs, impacts: Impacts, options?: CastOptions): number {
    return timeOfImpactBatch(this.#memory, bodies, motions, pairs, impacts, options);
  }

  /** Grows the memory now, so that `bytes` more fit without growth later. */
  reserve(bytes: number): void {
    this.#memory.reserve(checkNumber(bytes, "bytes", 0, Number.MAX_SAFE_INTEGER));
  }

  /** What the instance holds. */
  stats(): Stats {
    return statsOf(this.#memory, this.backend);
  }
}
