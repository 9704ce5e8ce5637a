// The boundary of the module of the plane. Re-exports only.

export { allocate, liveBytes, release, reserve } from "../memory";
export { liveShapes, removeShape } from "../shape/handle";
export { createCore2D, createPolygons2D } from "./shape";
export { distancePair2D, distancePairs2D, intersectPair2D, intersectPairs2D } from "./distance";
export { manifoldPair2D, manifoldPairs2D } from "./manifold";
export {
  STATUS_BEYOND, STATUS_INITIAL_OVERLAP, STATUS_INVALID_INDEX, STATUS_INVALID_POSE, STATUS_INVALID_RAY, STATUS_INVALID_SHAPE,
  STATUS_NOT_CONVERGED, STATUS_OK, STATUS_UNBOUNDED,
} from "../layout";
export * from "./layout";
export { LANES } from "../math/lane";
