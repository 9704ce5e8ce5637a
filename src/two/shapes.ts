// Shapes of the plane: checked here, kept in the linear memory, named by a handle.

import { checkNumber, checkObject, fail, isArrayLike } from "../check.js";
import { KIND_2D_BOX, KIND_2D_CAPSULE, KIND_2D_CIRCLE, MAX_SIZE } from "../layout.js";
import { View } from "../memory.js";
import {
  type CapsuleSize,
  checkSize,
  make,
  type Rounding,
  readRounding,
  readSize,
  type SegmentSize,
  type Shape,
  type SphereSize,
} from "../shapes.js";
import { readVector2, type Vector2 } from "./check.js";
import type { PlanarMemory } from "./memory.js";
import { convexOutline, hullOutline } from "./outline.js";

/** Points of the plane: flat x, y numbers, or one vector each. */
export type Points = ArrayLike<number> | ArrayLike<Vector2>;

export interface BoxSize {
  readonly halfExtents: Vector2;
}

export function circle(memory: PlanarMemory, size: SphereSize): Shape {
  const radius = readSize(size, "radius");
  return make(memory, "circle", () => memory.kernel.createCore2D(KIND_2D_CIRCLE, 0, 0, radius));
}

export function point(memory: PlanarMemory): Shape {
  return circle(memory, { radius: 0 });
}

export function capsule(memory: PlanarMemory, size: CapsuleSize): Shape {
  const halfHeight = readSize(size, "halfHeight");
  const radius = readSize(size, "radius");
  return make(memory, "capsule", () => memory.kernel.createCore2D(KIND_2D_CAPSULE, 0, halfHeight, radius));
}

export function segment(memory: PlanarMemory, size: SegmentSize): Shape {
  return capsule(memory, { halfHeight: readSize(size, "halfHeight"), radius: 0 });
}

export function box(memory: PlanarMemory, size: BoxSize, rounding?: Rounding): Shape {
  checkObject(size, "size", "an object with halfExtents");
  const [x, y] = readVector2(size.halfExtents, "halfExtents", MAX_SIZE);
  checkSize(x, "halfExtents[0]");
  checkSize(y, "halfExtents[1]");
  const radius = readRounding(rounding);
  return make(memory, "box", () => memory.kernel.createCore2D(KIND_2D_BOX, x, y, radius));
}

export function polygon(memory: PlanarMemory, points: Points, rounding?: Rounding): Shape {
  return fromPieces(memory, [convexOutline(readOutline(points))], rounding);
}

export function hull(memory: PlanarMemory, points: Points, rounding?: Rounding): Shape {
  return fromPieces(memory, [hullOutline(readPoints(points))], rounding);
}

export function compound(memory: PlanarMemory, pieces: ArrayLike<Points>, rounding?: Rounding): Shape {
  if (!isArrayLike(pieces) || pieces.length === 0) {
    fail("INVALID_LENGTH", "pieces", "an array of at least one convex polygon", pieces);
  }
  const outlines = Array.from(pieces, (points, i) => convexOutline(readOutline(points, `pieces[${i}]`)));
  return fromPieces(memory, outlines, rounding);
}

function fromPieces(memory: PlanarMemory, pieces: readonly (readonly number[])[], rounding?: Rounding): Shape {
  const radius = readRounding(rounding);
  const points = pieces.flat();
  const { kernel } = memory;
  const address = memory.allocate(4 * (points.length + pieces.length), "the points");
  try {
    const counts = address + 4 * points.length;
    new View(kernel, Float32Array, address, points.length).array.set(points);
    new View(kernel, Uint32Array, counts, pieces.length).array.set(pieces.map((piece) => piece.length / 2));
    const kind = pieces.length > 1 ? "compound" : "polygon";
    return make(memory, kind, () => kernel.createPolygons2D(address, counts, pieces.length, radius));
  } finally {
    kernel.release(address);
  }
}

/** At least three points. */
export function readOutline(points: Points, argument = "points"): number[] {
  const outline = readPoints(points, argument);
  if (outline.length < 6) fail("INVALID_LENGTH", argument, "at least three points", points);
  return outline;
}

/** A checked copy as flat numbers, rounded to f32 as the kernels hold them, so that every test is on what is used. */
export function readPoints(from: Points, argument = "points"): number[] {
  if (!isArrayLike(from)) return fail("INVALID_TYPE", argument, "a flat array of x, y, or an array of points", from);
  const items = Array.from(from as ArrayLike<number | Vector2>);
  const vectors = typeof items[0] === "object";
  if (items.length === 0 || (!vectors && items.length % 2 !== 0)) {
    fail("INVALID_LENGTH", argument, "x and y of at least one point", from);
  }
  if (vectors)
    return items.flatMap((item, i) => readVector2(item as Vector2, `${argument}[${i}]`, MAX_SIZE).map(Math.fround));
  return items.map((item, i) => Math.fround(checkNumber(item, `${argument}[${i}]`, -MAX_SIZE, MAX_SIZE)));
}
