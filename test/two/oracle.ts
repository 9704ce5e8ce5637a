// What the kernels of the plane should answer, in f64, by brute force over all edges and vertices.

export type Point = readonly [x: number, y: number];

/** Corners counter-clockwise (one or two will do), and the radius around them. */
export interface Core {
  readonly points: readonly Point[];
  readonly radius: number;
}

/** A core in the world, about an origin that is subtracted from its position first. */
export function placed({ points, radius }: Core, pose: ArrayLike<number>, origin: ArrayLike<number>): Core {
  const [x, y, c, s] = Array.from(pose) as [number, number, number, number];
  const length = Math.hypot(c, s);
  const [cos, sin] = [c / length, s / length];
  const [dx, dy] = [x - (origin[0] as number), y - (origin[1] as number)];
  return { points: points.map(([px, py]) => [dx + cos * px - sin * py, dy + sin * px + cos * py]), radius };
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];
const highest = (points: readonly Point[], n: Point) => Math.max(...points.map((p) => dot(p, n)));

/** Outward edge normals. Those of a segment and of a point are completed to a box's, so that some axis always separates. */
export function normalsOf(points: readonly Point[]): Point[] {
  if (points.length === 1) {
    return [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ];
  }
  const normals = points.map(([ax, ay], i): Point => {
    const [bx, by] = points[(i + 1) % points.length] as Point;
    const length = Math.hypot(bx - ax, by - ay);
    return [(by - ay) / length, (ax - bx) / length];
  });
  return points.length > 2
    ? normals
    : normals.flatMap(([x, y]): Point[] => [
        [x, y],
        [-y, x],
      ]);
}

/** How far B's core lies in front of A's along a unit vector. */
export function gapAlong(a: Core, b: Core, n: Point): number {
  return -highest(b.points, [-n[0], -n[1]]) - highest(a.points, n);
}

function toSegment([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [ex, ey] = [bx - ax, by - ay];
  const squared = ex * ex + ey * ey;
  const t = squared > 0 ? Math.min(1, Math.max(0, ((px - ax) * ex + (py - ay) * ey) / squared)) : 0;
  return Math.hypot(px - ax - t * ex, py - ay - t * ey);
}

const edges = ({ points }: Core) => points.map((p, i): [Point, Point] => [p, points[(i + 1) % points.length] as Point]);

/** Signed distance of two convex shapes in one frame: minus the least translation that parts them, if they overlap. */
export function signedDistance(a: Core, b: Core): number {
  const separation = Math.max(
    ...normalsOf(a.points).map((n) => gapAlong(a, b, n)),
    ...normalsOf(b.points).map((n) => gapAlong(b, a, n)),
  );
  const radii = a.radius + b.radius;
  if (separation <= 0) return separation - radii;
  const distances = [
    ...a.points.flatMap((p) => edges(b).map(([q, r]) => toSegment(p, q, r))),
    ...b.points.flatMap((p) => edges(a).map(([q, r]) => toSegment(p, q, r))),
  ];
  return Math.min(...distances) - radii;
}

export function pointDistance(point: Point, core: Core): number {
  return signedDistance({ points: [point], radius: 0 }, core);
}
