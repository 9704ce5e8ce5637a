// Convex hulls in the plane, and the orientation test that every polygon rests on.

/** Half of the double's mantissa: splits a number into two whose products are exact (Dekker 1971). */
const SPLITTER = 134217729;

/**
 * Positive if a, b, c turn counter-clockwise, negative if clockwise, 0 if they lie on a line. Coordinates are f32 values, so their
 * differences are exact in f64 unless their magnitudes are 2^29 apart; the products are compared exactly where f64 leaves
 * their difference open (after Shewchuk 1997).
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const ux = bx - ax;
  const uy = by - ay;
  const vx = cx - ax;
  const vy = cy - ay;
  const left = ux * vy;
  const right = uy * vx;
  const difference = left - right;
  if (Math.abs(difference) > 4.5e-16 * (Math.abs(left) + Math.abs(right))) return difference;
  // The high parts are nearly equal, so their difference is exact; it outweighs that of the low parts unless it is 0.
  return difference || productError(ux, vy, left) - productError(uy, vx, right);
}

/** a b - product, where product is a b rounded. */
function productError(a: number, b: number, product: number): number {
  const aHigh = a * SPLITTER - (a * SPLITTER - a);
  const bHigh = b * SPLITTER - (b * SPLITTER - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/**
 * Indices of the corners of the convex hull of flat x, y points, counter-clockwise from the lowest x: the monotone chain (Andrew
 * 1979). Points on an edge are no corners. Equal points have the index of the first. Two corners if all lie on a line, one if
 * all are equal.
 */
export function hullIndices(points: ArrayLike<number>): number[] {
  const x = (i: number) => points[2 * i] as number;
  const y = (i: number) => points[2 * i + 1] as number;
  const sorted = Array.from({ length: points.length / 2 }, (_, i) => i);
  sorted.sort((a, b) => x(a) - x(b) || y(a) - y(b) || a - b);
  const distinct = sorted.filter((i, k) => {
    const before = sorted[k - 1];
    return before === undefined || x(before) !== x(i) || y(before) !== y(i);
  });
  if (distinct.length < 3) return distinct;

  const chain = (order: readonly number[]) => {
    const corners: number[] = [];
    for (const i of order) {
      while (corners.length > 1) {
        const a = corners.at(-2) as number;
        const b = corners.at(-1) as number;
        if (orientation(x(a), y(a), x(b), y(b), x(i), y(i)) > 0) break;
        corners.pop();
      }
      corners.push(i);
    }
    return corners.slice(0, -1);
  };
  return [...chain(distinct), ...chain(distinct.reverse())];
}

/** A convex polygon. Plain copies that belong to the caller. */
export interface ConvexHull {
  /** Which point each corner is, counter-clockwise. Two if all points lie on a line, one if all are equal. */
  readonly indices: number[];
  /** x, y of each corner. */
  readonly vertices: number[];
  readonly area: number;
}

/** `points`: flat, rounded to f32. */
export function convexHull(points: ArrayLike<number>): ConvexHull {
  const indices = hullIndices(points);
  const vertices = indices.flatMap((i) => [points[2 * i] as number, points[2 * i + 1] as number]);
  return { indices, vertices, area: areaOf(vertices) };
}

/** Signed: positive if counter-clockwise. */
export function areaOf(outline: readonly number[]): number {
  const [originX = 0, originY = 0] = outline;
  let doubled = 0;
  for (let i = 2; i + 3 < outline.length; i += 2) {
    const [ax, ay, bx, by] = outline.slice(i, i + 4) as [number, number, number, number];
    doubled += (ax - originX) * (by - originY) - (ay - originY) * (bx - originX);
  }
  return doubled / 2;
}
