// One instance for the plane: a kernel, its memory, and every query as a method. The same verbs as in space.

import { Pairs } from "../bodies.js";
import { checkNumber } from "../check.js";
import type { DistanceOptions } from "../distance.js";
import type { Backend } from "../instantiate.js";
import { Overlaps } from "../intersects.js";
import { type Stats, statsOf } from "../memory.js";
import { type CapsuleSize, type Rounding, type SegmentSize, Shape, type SphereSize } from "../shapes.js";
import { Bodies } from "./bodies.js";
import type { NumberPair, Pair } from "./check.js";
import { type DistanceResult, Distances, distance, distanceBatch, intersects, intersectsBatch } from "./distance.js";
import { type ConvexHull, convexHull } from "./hull.js";
import type { Kernel2D } from "./kernel.js";
import { type Manifold, Manifolds, manifold, manifoldBatch } from "./manifold.js";
import { PlanarMemory } from "./memory.js";
import type { Pose } from "./poses.js";
import * as shapes from "./shapes.js";

/**
 * Shapes, columns and queries of the plane that share one linear memory. Made by `load()` or `loadSync()` of
 * `narrowphase/2d`. Not shared between threads: one instance per worker.
 *
 * Units are the caller's. Answers are in the world frame, normals are unit and point from A to B, a negative distance
 * means overlap, and touching counts as overlap. Misuse throws a `NarrowphaseError` that names the argument, before
 * memory is touched.
 */
export class Narrowphase {
  /** Which build answers. */
  readonly backend: Backend;
  readonly #memory: PlanarMemory;

  /** @internal */
  constructor(kernel: Kernel2D, backend: Backend) {
    this.#memory = new PlanarMemory(kernel);
    this.backend = backend;
  }

  /** @internal For entries that add to this one. */
  get memory(): PlanarMemory {
    return this.#memory;
  }

  /** A disc. Sizes, here and below, are 0 or from 1e-15 to 1e12. */
  circle(size: SphereSize): Shape {
    return shapes.circle(this.#memory, size);
  }

  /** A circle of radius 0. */
  point(): Shape {
    return shapes.point(this.#memory);
  }

  /** A capsule along +Y; `halfHeight` is that of the segment inside. One between two points: `hull(points, { radius })`. */
  capsule(size: CapsuleSize): Shape {
    return shapes.capsule(this.#memory, size);
  }

  /** A capsule of radius 0. */
  segment(size: SegmentSize): Shape {
    return shapes.segment(this.#memory, size);
  }

  /** A box around the origin of its pose. */
  box(size: shapes.BoxSize, rounding?: Rounding): Shape {
    return shapes.box(this.#memory, size, rounding);
  }

  /**
   * A convex polygon of any number of points, at least three, in either winding. Repeated points and points inside an edge
   * are dropped. Throws a `PolygonError` (`NOT_CONVEX`) for any other outline.
   */
  polygon(points: shapes.Points, rounding?: Rounding): Shape {
    return shapes.polygon(this.#memory, points, rounding);
  }

  /** The convex hull of points in any order. One point or a line will do. */
  hull(points: shapes.Points, rounding?: Rounding): Shape {
    return shapes.hull(this.#memory, points, rounding);
  }

  /**
   * The union of convex polygons, each as `polygon` takes it; those of a concave outline come from `convexPieces` of
   * `narrowphase/2d/concave`. Where it overlaps, `distance` is that of the two pieces that are deepest in each other. Of one
   * piece it is a polygon.
   */
  compound(pieces: ArrayLike<shapes.Points>, rounding?: Rounding): Shape {
    return shapes.compound(this.#memory, pieces, rounding);
  }

  /** The corners of the convex hull of points, exact for their values as 32-bit floats. */
  convexHull(points: shapes.Points): ConvexHull {
    return convexHull(shapes.readPoints(points));
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
   * status `beyond`, distance Infinity and zeros.
   */
  distance<T extends NumberPair = Pair>(
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
  contact<T extends NumberPair = Pair>(
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
   * The contact as one or two points with feature ids, or null when the shapes are farther apart than `maxDistance` (default: 0;
   * a positive one gives speculative points). The deepest point is that of `contact`. Of compounds the outermost points of all
   * pieces that touch with about the same normal.
   */
  manifold<T extends NumberPair = Pair>(
    shapeA: Shape,
    poseA: Pose,
    shapeB: Shape,
    poseB: Pose,
    options?: DistanceOptions,
    out?: Manifold<T>,
  ): Manifold<T> | null {
    return manifold(this.#memory, shapeA, poseA, shapeB, poseB, options, out);
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
  distances(capacity: number): Distances {
    return new Distances(this.#memory, capacity);
  }

  /** The same as `distances`. */
  contacts(capacity: number): Distances {
    return this.distances(capacity);
  }

  /** Columns for the answers of `manifoldBatch`. */
  manifolds(capacity: number): Manifolds {
    return new Manifolds(this.#memory, capacity);
  }

  /** Columns for the answers of `intersectsBatch`. */
  overlaps(capacity: number): Overlaps {
    return new Overlaps(this.#memory, capacity);
  }

  /**
   * `distance` for every pair, in one call that allocates nothing. Bad rows do not throw: they get a status. Returns how
   * many pairs overlap.
   */
  distanceBatch(bodies: Bodies, pairs: Pairs, results: Distances, options?: DistanceOptions): number {
    return distanceBatch(this.#memory, bodies, pairs, results, options, Infinity);
  }

  /** `contact` for every pair: `distanceBatch` with a `maxDistance` of 0 unless given. */
  contactBatch(bodies: Bodies, pairs: Pairs, results: Distances, options?: DistanceOptions): number {
    return distanceBatch(this.#memory, bodies, pairs, results, options, 0);
  }

  /** `manifold` for every pair, in one call that allocates nothing. Returns how many pairs have points. */
  manifoldBatch(bodies: Bodies, pairs: Pairs, manifolds: Manifolds, options?: DistanceOptions): number {
    return manifoldBatch(this.#memory, bodies, pairs, manifolds, options);
  }

  /** `intersects` for every pair, in one call that allocates nothing. Returns how many intersect. */
  intersectsBatch(bodies: Bodies, pairs: Pairs, overlaps: Overlaps): number {
    return intersectsBatch(this.#memory, bodies, pairs, overlaps);
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
