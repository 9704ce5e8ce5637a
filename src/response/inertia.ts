// Inertia of solids of even density about their center of mass, as `Dynamics.set` takes it: in space about the three axes of the
// body, in the plane one number. For a hull: `convexHull(...).inertia` times the density, with the points shifted by its
// `centerOfMass`.

import { checkNumber, fail, isArrayLike } from "../check.js";
import type { BoxSize, CapsuleSize, CylinderSize, SphereSize } from "../shapes.js";

export type Inertia = [number, number, number];

export function sphereInertia(mass: number, { radius }: SphereSize): Inertia {
  const inertia = 0.4 * mass * radius * radius;
  return [inertia, inertia, inertia];
}

export function boxInertia(mass: number, { halfExtents }: BoxSize): Inertia {
  const [x, y, z] = isArrayLike(halfExtents)
    ? [halfExtents[0] as number, halfExtents[1] as number, halfExtents[2] as number]
    : [halfExtents.x, halfExtents.y, halfExtents.z];
  return [(mass / 3) * (y * y + z * z), (mass / 3) * (x * x + z * z), (mass / 3) * (x * x + y * y)];
}

export function cylinderInertia(mass: number, { halfHeight, radius }: CylinderSize): Inertia {
  const across = mass * (radius * radius * 0.25 + (halfHeight * halfHeight) / 3);
  return [across, 0.5 * mass * radius * radius, across];
}

/** A cylinder and two half balls, with the mass shared by volume. */
export function capsuleInertia(mass: number, { halfHeight, radius }: CapsuleSize): Inertia {
  const side = halfHeight / (halfHeight + (2 / 3) * radius);
  const cylinder = cylinderInertia(mass * side, { halfHeight, radius });
  const balls = mass * (1 - side);
  const square = radius * radius;
  // Half a ball has its center of mass at 3/8 of the radius from the middle.
  const across = cylinder[0] + balls * (0.4 * square + halfHeight * halfHeight + 0.75 * halfHeight * radius);
  return [across, cylinder[1] + balls * 0.4 * square, across];
}

export function circleInertia(mass: number, { radius }: SphereSize): number {
  return 0.5 * mass * radius * radius;
}

/** Of a box in the plane. */
export function rectangleInertia(mass: number, { halfExtents }: { readonly halfExtents: ArrayLike<number> }): number {
  const [x, y] = [halfExtents[0] as number, halfExtents[1] as number];
  return (mass / 3) * (x * x + y * y);
}

/** Of a polygon in the plane, x and y of each point, about its center of mass, wherever that is. */
export function polygonInertia(mass: number, points: ArrayLike<number>): number {
  if (!isArrayLike(points) || points.length < 6 || points.length % 2 !== 0) {
    fail("INVALID_LENGTH", "points", "a flat array of x, y, two numbers a point", points);
  }
  const corners = Array.from(points, (value, i) => checkNumber(value, `points[${i}]`, -1e12, 1e12));
  // Triangles from the first point: area twice, first and second moments about that point.
  const [x0, y0] = corners as [number, number];
  let area = 0;
  let [momentX, momentY, second] = [0, 0, 0];
  for (let i = 2; i + 3 < corners.length; i += 2) {
    const [x1, y1] = [(corners[i] as number) - x0, (corners[i + 1] as number) - y0];
    const [x2, y2] = [(corners[i + 2] as number) - x0, (corners[i + 3] as number) - y0];
    const cross = x1 * y2 - y1 * x2;
    area += cross;
    momentX += (cross * (x1 + x2)) / 3;
    momentY += (cross * (y1 + y2)) / 3;
    second += (cross * (x1 * x1 + x1 * x2 + x2 * x2 + y1 * y1 + y1 * y2 + y2 * y2)) / 6;
  }
  if (area === 0) fail("OUT_OF_RANGE", "points", "a polygon with an area", points);
  return mass * (second / area - (momentX * momentX + momentY * momentY) / (area * area));
}
