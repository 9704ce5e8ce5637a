// Casts against planes and half-spaces: the distance is linear along the way, so the answer is a division.

import { KIND_HALF_SPACE, KIND_PLANE } from "../layout";
import { r00, r01, r02, r10, r11, r12, r20, r21, r22, tx, ty, tz } from "../math/pose";
import { Shape } from "../shape/shape";
import { aX, aY, aZ, supportDifference } from "../shape/support";
import { PLANES_PARALLEL_SQUARED, PLANE_ROUNDING } from "../tolerance";
import { contactDistance, setContact, setPoint } from "./contact";

/** What rounding can do to the distance. */
export let planeRounding: f64 = 0;

/** The contact as the two are placed, where B is a plane or half-space. False if it has none: two that are not parallel meet for ever. */
export function findPlaneContact(shapeA: Shape, shapeB: Shape): bool {
  // Unit to f32 only; far from the origin that shows.
  const length = sqrt<f64>(<f64>shapeB.x * <f64>shapeB.x + <f64>shapeB.y * <f64>shapeB.y + <f64>shapeB.z * <f64>shapeB.z);
  const x = <f64>shapeB.x / length, y = <f64>shapeB.y / length, z = <f64>shapeB.z / length;
  const nx = r00 * x + r01 * y + r02 * z, ny = r10 * x + r11 * y + r12 * z, nz = r20 * x + r21 * y + r22 * z;
  const shift = nx * tx + ny * ty + nz * tz;
  const offset = <f64>shapeB.offset / length + shift;
  planeRounding = PLANE_ROUNDING * (abs<f64>(<f64>shapeB.offset) + abs<f64>(tx) + abs<f64>(ty) + abs<f64>(tz));
  if (shapeA.kind >= KIND_PLANE) return findParallelContact(shapeA, shapeB, nx, ny, nz, offset);

  supportDifference(shapeA, shapeB, nx, ny, nz);
  let height = nx * aX + ny * aY + nz * aZ - offset;
  let side: f64 = -1; // the normal from A above the plane points down
  setPoint(aX, aY, aZ);
  if (shapeB.kind == KIND_PLANE) {
    supportDifference(shapeA, shapeB, -nx, -ny, -nz);
    const below = offset - (nx * aX + ny * aY + nz * aZ);
    if (below > height) {
      height = below;
      side = 1;
      setPoint(aX, aY, aZ);
    }
  }
  setContact(height - <f64>shapeA.radius, side * nx, side * ny, side * nz);
  return true;
}

/** Two unbounded shapes: parallel ones as intervals along A's normal. */
function findParallelContact(shapeA: Shape, shapeB: Shape, bx: f64, by: f64, bz: f64, offset: f64): bool {
  const length = sqrt<f64>(<f64>shapeA.x * <f64>shapeA.x + <f64>shapeA.y * <f64>shapeA.y + <f64>shapeA.z * <f64>shapeA.z);
  const ax = <f64>shapeA.x / length, ay = <f64>shapeA.y / length, az = <f64>shapeA.z / length;
  const cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
  if (cx * cx + cy * cy + cz * cz > PLANES_PARALLEL_SQUARED) return false;

  const along = ax * bx + ay * by + az * bz > 0;
  const offsetA = <f64>shapeA.offset / length, offsetB = along ? offset : -offset;
  const lowA = shapeA.kind == KIND_HALF_SPACE ? -Infinity : offsetA;
  const lowB = shapeB.kind == KIND_HALF_SPACE && along ? -Infinity : offsetB;
  const highB = shapeB.kind == KIND_HALF_SPACE && !along ? Infinity : offsetB;
  const above = lowB - offsetA, below = lowA - highB;
  const side: f64 = above >= below ? 1 : -1;
  setContact(max<f64>(above, below), side * ax, side * ay, side * az);
  setPoint(ax * offsetA, ay * offsetA, az * offsetA);
  return contactDistance > -Infinity;
}
