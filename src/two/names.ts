// The public names of `narrowphase/2d`.

export { Pairs } from "../bodies.js";
export type { DistanceOptions } from "../distance.js";
export {
  ArgumentError,
  BackendError,
  type ErrorCode,
  NarrowphaseError,
  OutOfMemoryError,
  PolygonError,
  type PolygonErrorCode,
} from "../errors.js";
export type { Backend } from "../instantiate.js";
export { Overlaps } from "../intersects.js";
export type { Stats } from "../memory.js";
export {
  type CapsuleSize,
  type Rounding,
  type SegmentSize,
  Shape,
  type ShapeKind2D as ShapeKind,
  type SphereSize as CircleSize,
} from "../shapes.js";
export { Status, type StatusName } from "../status.js";
export { Bodies } from "./bodies.js";
export type { NumberPair, Pair, Vector2 } from "./check.js";
export { type DistanceResult, Distances, emptyResult } from "./distance.js";
export type { ConvexHull } from "./hull.js";
export { emptyManifold, type Manifold, type ManifoldPoint, Manifolds } from "./manifold.js";
export { Narrowphase } from "./narrowphase.js";
export type { Pose } from "./poses.js";
export type { BoxSize, Points } from "./shapes.js";
