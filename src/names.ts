// The public names that both entries share.

export { Bodies, Pairs } from "./bodies.js";
export { type CastOptions, type CastResult, CastResults, Casts, emptyCastResult } from "./cast.js";
export type { Vector3 } from "./check.js";
export {
  type DistanceBatchOptions,
  type DistanceOptions,
  type DistanceResult,
  Distances,
  emptyResult,
  type NumberTriple,
  PairCache,
  type Triple,
} from "./distance.js";
export {
  ArgumentError,
  BackendError,
  type ErrorCode,
  HullError,
  type HullErrorCode,
  NarrowphaseError,
  OutOfMemoryError,
} from "./errors.js";
export type { ConvexHull, ConvexHullOptions, IndexLists } from "./hull.js";
export { Impacts, type Motion, Motions } from "./impact.js";
export type { Backend, SyncSource } from "./instantiate.js";
export { Overlaps } from "./intersects.js";
export { emptyManifold, type Manifold, type ManifoldBatchOptions, type ManifoldPoint, Manifolds } from "./manifold.js";
export type { Stats } from "./memory.js";
export { Narrowphase } from "./narrowphase.js";
export type { Pose, Quaternion } from "./poses.js";
export { emptyRayHit, type Ray, type RayHit, RayHits, type RayOptions, Rays } from "./raycast.js";
export {
  type BoxSize,
  type CapsuleSize,
  type CylinderSize,
  type PlaneSize,
  type Rounding,
  type SegmentSize,
  Shape,
  type ShapeKind,
  type SphereSize,
} from "./shapes.js";
export { Status, type StatusName } from "./status.js";
