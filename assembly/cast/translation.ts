// A linear cast of one pair: where on B's path in A's frame the two first touch, and what that means for a path with a start.
//
// The signed distance along a line is convex, so the places that touch are one interval. The sweep finds its beginning on the
// whole line. After the start, it is the answer. Otherwise the start decides: apart (the touch is over), overlapping, or
// touching, which is a hit only if an overlap beyond rounding follows. A touch that does not close stops nothing.

import { KIND_PLANE, STATUS_BEYOND, STATUS_INITIAL_OVERLAP, STATUS_NOT_CONVERGED, STATUS_OK, STATUS_UNBOUNDED } from "../layout";
import { tx, ty, tz } from "../math/pose";
import { Shape } from "../shape/shape";
import { BOUND_SLOP, CAST_START_TOLERANCE, CAST_TOLERANCE, CAST_TOUCHING } from "../tolerance";
import {
  contactDistance, contactX, contactY, contactZ, countIterations, findContact, setContact, setPointOfSimplex,
} from "./contact";
import { findPlaneContact, planeRounding } from "./plane";
import {
  SWEEP_CAPPED, SWEEP_MISS, placeOnPath, setPath, sweep, sweepIterations, sweepS, sweepX, sweepY, sweepZ,
} from "./sweep";

/** How far B has come when they touch, along the direction of the cast. */
export let castReach: f64 = 0;

/**
 * B goes from where it is placed along the unit vector (x, y, z) of A's frame, for `reach`, and stops at a gap of `target`.
 * Returns a status; where it is one with an answer the contact is set.
 */
export function castTranslation(shapeA: Shape, shapeB: Shape, x: f64, y: f64, z: f64, reach: f64, target: f64): u32 {
  castReach = 0;
  if (shapeB.kind >= KIND_PLANE) return castAtPlane(shapeA, shapeB, x, y, z, reach, target);

  const radius = <f64>shapeA.radius + <f64>shapeB.radius + target;
  const size = <f64>shapeA.coreRadius + <f64>shapeB.coreRadius + radius;
  const start = tx * x + ty * y + tz * z;
  const footX = tx - start * x, footY = ty - start * y, footZ = tz - start * z;
  const tolerance = CAST_TOLERANCE * size + CAST_START_TOLERANCE * (abs<f64>(tx) + abs<f64>(ty) + abs<f64>(tz));

  // The part of the line on which the bounding spheres touch.
  const bound = (<f64>shapeA.boundingRadius + <f64>shapeB.boundingRadius + target) * BOUND_SLOP + tolerance;
  const squared = bound * bound - (footX * footX + footY * footY + footZ * footZ);
  if (!(squared >= 0)) return STATUS_BEYOND;
  const half = sqrt<f64>(squared);
  if (start > half || start + reach < -half) return STATUS_BEYOND;
  const end = min<f64>(start + reach, half);

  setPath(footX, footY, footZ, x, y, z);
  const outcome = sweep(shapeA, shapeB, radius, end, 1, tolerance);
  countIterations(sweepIterations);
  if (outcome == SWEEP_MISS) return STATUS_BEYOND;
  const enter = sweepS, nx = sweepX, ny = sweepY, nz = sweepZ;
  if (enter > start + tolerance) {
    castReach = enter - start;
    if (outcome == SWEEP_CAPPED) return contactAt(shapeA, shapeB, enter);
    setContact(target, nx, ny, nz);
    setPointOfSimplex();
    return STATUS_OK;
  }

  const converged = contactAt(shapeA, shapeB, start) == STATUS_OK;
  const excess = contactDistance - target, touching = CAST_TOUCHING * size;
  if (excess < -touching) return converged ? STATUS_INITIAL_OVERLAP : STATUS_NOT_CONVERGED;
  if (outcome == SWEEP_CAPPED && excess > tolerance) return STATUS_NOT_CONVERGED;
  if (enter < start - tolerance && excess > tolerance) return STATUS_BEYOND;
  if (!deepens(shapeA, shapeB, radius, start, end, tolerance, target - touching)) return STATUS_BEYOND;
  contactAt(shapeA, shapeB, start);
  // Of a touch the sweep knows the surface that is entered; the distance of the start may prefer another one.
  if (enter > start - touching) setContact(contactDistance, nx, ny, nz);
  return STATUS_OK;
}

function contactAt(shapeA: Shape, shapeB: Shape, s: f64): u32 {
  placeOnPath(s);
  return findContact(shapeA, shapeB) ? STATUS_OK : STATUS_NOT_CONVERGED;
}

/** Whether the distance falls below `least` between `start`, where they touch, and `end`: in the middle of what touches, if anywhere. */
function deepens(
  shapeA: Shape, shapeB: Shape, radius: f64, start: f64, end: f64, tolerance: f64, least: f64,
): bool {
  const outcome = sweep(shapeA, shapeB, radius, -start, -1, tolerance);
  if (outcome == SWEEP_MISS) return false;
  const exit = min<f64>(-sweepS, end);
  if (!(exit > start)) return false;
  contactAt(shapeA, shapeB, 0.5 * (start + exit));
  return contactDistance < least;
}

/** The distance from a plane is linear along the way. */
function castAtPlane(shapeA: Shape, shapeB: Shape, x: f64, y: f64, z: f64, reach: f64, target: f64): u32 {
  if (!findPlaneContact(shapeA, shapeB)) return STATUS_UNBOUNDED;
  const size = (shapeA.kind >= KIND_PLANE ? 0 : <f64>shapeA.boundingRadius) + target;
  const touching = CAST_TOUCHING * size + planeRounding;
  const excess = contactDistance - target;
  if (excess < -touching) return STATUS_INITIAL_OVERLAP;
  const rate = contactX * x + contactY * y + contactZ * z;
  if (!(rate < 0)) return STATUS_BEYOND;
  const touches = excess <= CAST_TOLERANCE * size + planeRounding;
  if (touches && !(-rate * reach > touching)) return STATUS_BEYOND;
  const distance = touches ? 0 : excess / -rate;
  if (distance > reach) return STATUS_BEYOND;
  castReach = distance;
  if (!touches) setContact(target, contactX, contactY, contactZ);
  return STATUS_OK;
}
