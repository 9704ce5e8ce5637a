// The boundary: what JavaScript can call, and the numbers it shares. Re-exports only.

export { allocate, liveBytes, release, reserve } from "./memory";
export { liveShapes, removeShape, shapeOf } from "./shape/handle";
export { createBox, createCapsule, createCone, createCylinder, createPlane, createSphere, createTriangle } from "./shape/shape";
export { createHull } from "./shape/hull";
export { distancePair, distancePairs, intersectPair, intersectPairs } from "./query/distance";
export { raycastBodies, raycastBody, raycastShape } from "./query/raycast";
export { convexHull } from "./hull/convex-hull";
export { castPair, castPairs, findImpactOfPair, findImpacts, rotationBetween } from "./query/cast";
export { manifoldPair, manifoldPairs } from "./query/manifold";
export * from "./layout";
export { LANES } from "./math/lane";
