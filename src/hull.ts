// The convex hull of points as a mesh.

import { checkInteger, checkNumber, checkObject, fail } from "./check.js";
import { HullError, type HullErrorCode, OutOfMemoryError } from "./errors.js";
import * as layout from "./layout.js";
import { type Memory, View } from "./memory.js";
import { readPoints } from "./shapes.js";

export interface ConvexHullOptions {
  /**
   * A length: points this near to a point, a line or a plane are no solid, and triangles this near to a plane are one
   * face. Default 2^-22 of the sum of the largest |x|, |y| and |z|, what the rounding to 32 bits makes of a plane. With 0,
   * the points are taken as they are, on a grid of 2^-38 of their extent.
   */
  readonly tolerance?: number;
  /** At least 4: the hull of no more points than this, the farthest first; `maxError` says what it misses. Default: all. */
  readonly maxVertices?: number;
}

/** Lists in one array: list i is `indices` from `offsets[i]` up to `offsets[i + 1]`. */
export interface IndexLists {
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
}

/** A closed convex polyhedron. Plain copies that belong to the caller. */
export interface ConvexHull {
  /** x, y, z of each vertex, in the order of the points. */
  readonly vertices: Float32Array<ArrayBuffer>;
  /** Which point each vertex is. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** The vertices around each face, counter-clockwise seen from outside. */
  readonly faces: IndexLists;
  /** The neighbours of each vertex. */
  readonly adjacency: IndexLists;
  /** Four numbers a face: the unit outward normal, then its dot with the points of the plane. No point lies in front. */
  readonly planes: Float64Array<ArrayBuffer>;
  readonly volume: number;
  readonly centerOfMass: [number, number, number];
  /** About the centre of mass, for a density of 1: three rows of a symmetric matrix. */
  readonly inertia: [number, number, number, number, number, number, number, number, number];
  /** The largest distance of a point in front of a face; 0 unless `maxVertices` left points out. */
  readonly maxError: number;
  /** The tolerance that was used. */
  readonly tolerance: number;
}

const FAILURES: Readonly<Record<number, readonly [code: HullErrorCode, message: string]>> = {
  [layout.HULL_TOO_FEW_POINTS]: ["TOO_FEW_POINTS", "a convex hull takes at least 4 points"],
  [layout.HULL_ALL_EQUAL]: ["ALL_EQUAL", "all points are equal within the tolerance"],
  [layout.HULL_COLLINEAR]: ["COLLINEAR", "all points lie on a line within the tolerance"],
  [layout.HULL_COPLANAR]: ["COPLANAR", "all points lie in a plane within the tolerance"],
};
/** The f64 fields of the answer, then its u32 fields, as in assembly/hull/convex-hull.ts. */
const NUMBERS = 12;
const WORDS = 10;

export function convexHull(memory: Memory, positions: ArrayLike<number>, options: ConvexHullOptions = {}): ConvexHull {
  checkObject(options, "options", "an object with tolerance or maxVertices");
  const points = readPoints(positions, "positions");
  const { tolerance, maxVertices } = options;
  const slack = tolerance === undefined ? -1 : checkNumber(tolerance, "options.tolerance", 0, layout.MAX_SIZE);
  const limit = maxVertices === undefined ? 0 : checkInteger(maxVertices, "options.maxVertices", 0xffffffff);
  if (maxVertices !== undefined && limit < 4) {
    fail("OUT_OF_RANGE", "options.maxVertices", "an integer of at least 4", maxVertices);
  }
  const { kernel } = memory;
  const input = memory.allocate(points.length * 4, "the points");
  try {
    new View(kernel, Float32Array, input, points.length).array.set(points);
    const address = kernel.convexHull(input, points.length / 3, slack, limit, 0);
    const failure = FAILURES[address];
    if (failure) throw new HullError(...failure);
    if (address === layout.HULL_NO_MEMORY) throw new OutOfMemoryError("the hull");
    try {
      return read(kernel.memory.buffer, address);
    } finally {
      kernel.release(address);
    }
  } finally {
    kernel.release(input);
  }
}

function read(buffer: ArrayBuffer, address: number): ConvexHull {
  const n = new Float64Array(buffer, address, NUMBERS) as unknown as Numbers;
  const words = new Uint32Array(buffer, address + NUMBERS * 8, WORDS) as unknown as Words;
  const [volume, x, y, z, xx, yy, zz, xy, yz, zx, maxError, tolerance] = n;
  const [
    vertexCount,
    cornerCount,
    vertices,
    indices,
    faceCount,
    offsets,
    corners,
    planes,
    neighbourOffsets,
    neighbours,
  ] = words;
  const integers = (start: number, length: number) => new Uint32Array(buffer, start, length).slice();
  return {
    vertices: new Float32Array(buffer, vertices, 3 * vertexCount).slice(),
    indices: integers(indices, vertexCount),
    faces: { offsets: integers(offsets, faceCount + 1), indices: integers(corners, cornerCount) },
    adjacency: { offsets: integers(neighbourOffsets, vertexCount + 1), indices: integers(neighbours, cornerCount) },
    planes: new Float64Array(buffer, planes, 4 * faceCount).slice(),
    volume,
    centerOfMass: [x, y, z],
    inertia: [xx, xy, zx, xy, yy, yz, zx, yz, zz],
    maxError,
    tolerance,
  };
}

type Ten = [number, number, number, number, number, number, number, number, number, number];
type Words = Iterable<number> & Ten;
type Numbers = Iterable<number> & [...Ten, number, number];
