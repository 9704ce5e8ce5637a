// The exports of the module of the plane.

import type { Global, MemoryKernel } from "../instantiate.js";

export interface Kernel2D extends MemoryKernel {
  readonly singleInput2D: Global;
  readonly singleAnswer2D: Global;

  createCore2D(kind: number, x: number, y: number, radius: number): number;
  createPolygons2D(points: number, counts: number, pieceCount: number, radius: number): number;

  distancePair2D(shapeA: number, shapeB: number, maxDistance: number): number;
  intersectPair2D(shapeA: number, shapeB: number): number;
  distancePairs2D(
    distance: number,
    normal: number,
    pointA: number,
    pointB: number,
    status: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    count: number,
    maxDistance: number,
  ): number;
  manifoldPair2D(shapeA: number, shapeB: number, maxDistance: number): number;
  manifoldPairs2D(
    count: number,
    normal: number,
    pointA: number,
    pointB: number,
    separation: number,
    id: number,
    status: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    rowCount: number,
    maxDistance: number,
  ): number;
  intersectPairs2D(
    intersects: number,
    status: number,
    shapes: number,
    poses: number,
    bodyCount: number,
    pairs: number,
    count: number,
  ): number;
}
