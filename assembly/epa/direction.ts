// The direction in which the origin leaves K = B - A soonest, as far as it is known: the support of K along any unit
// normal bounds the depth from above, so the best one tried separates the shapes whatever else is known of it.

import { r01, r11, r21 } from "../math/pose";
import { Shape } from "../shape/shape";
import { supportDifference, wX, wY, wZ } from "../shape/support";
import { POLISH_FIRST_STEP, POLISH_LAST_STEP, POLISH_MAX_ROUNDS } from "../tolerance";

/** Not negative. */
export let epaDepth: f64 = 0;
// Unit, outward of K: moving B by -depth along it parts the shapes.
export let epaX: f64 = 0, epaY: f64 = 0, epaZ: f64 = 0;

export function setDirection(depth: f64, x: f64, y: f64, z: f64): void {
  epaDepth = max<f64>(depth, 0);
  epaX = x; epaY = y; epaZ = z;
}

/** Takes the unit normal if K is less deep along it. Leaves its support point in `wX` and the like. */
export function tryDirection(shapeA: Shape, shapeB: Shape, x: f64, y: f64, z: f64): bool {
  supportDifference(shapeA, shapeB, x, y, z);
  const depth = wX * x + wY * y + wZ * z;
  if (!(depth < epaDepth)) return false;
  setDirection(depth, x, y, z);
  return true;
}

/** The axes of round cores, and of boxes: caps that the facets of a ring outbid. */
export function tryAxes(shapeA: Shape, shapeB: Shape): void {
  tryDirection(shapeA, shapeB, 0, 1, 0);
  tryDirection(shapeA, shapeB, 0, -1, 0);
  tryDirection(shapeA, shapeB, r01, r11, r21);
  tryDirection(shapeA, shapeB, -r01, -r11, -r21);
}

/** Brings the depth down to a local minimum: a pattern search over directions. */
export function polishDirection(shapeA: Shape, shapeB: Shape): void {
  let step = POLISH_FIRST_STEP;
  for (let round: u32 = 0; round < POLISH_MAX_ROUNDS && step > POLISH_LAST_STEP; round++) {
    // Two directions across the normal.
    const squared = epaX * epaX + epaY * epaY;
    const scale = squared > 1e-12 ? 1 / sqrt<f64>(squared) : 0;
    const ux = scale > 0 ? -epaY * scale : 1, uy = epaX * scale;
    const vx = -epaZ * uy, vy = epaZ * ux, vz = epaX * uy - epaY * ux;
    const improved = tryNear(shapeA, shapeB, step * ux, step * uy, 0) || tryNear(shapeA, shapeB, -step * ux, -step * uy, 0) ||
      tryNear(shapeA, shapeB, step * vx, step * vy, step * vz) || tryNear(shapeA, shapeB, -step * vx, -step * vy, -step * vz);
    if (!improved) step *= 0.5;
  }
}

/** Takes the normal moved by (dx, dy, dz) if it is less deep along it. */
function tryNear(shapeA: Shape, shapeB: Shape, dx: f64, dy: f64, dz: f64): bool {
  const x = epaX + dx, y = epaY + dy, z = epaZ + dz;
  const scale = 1 / sqrt<f64>(x * x + y * y + z * z);
  return tryDirection(shapeA, shapeB, x * scale, y * scale, z * scale);
}
