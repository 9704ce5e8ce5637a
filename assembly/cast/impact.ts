// The first touch of two bodies that move and turn: conservative advancement (Mirtich 1996) with bounds of second order.
//
// At a time t the shapes are apart along the normal n of their closest points. With n held still, points p of A and q of B are
//   g(t + h) >= g(t) + h g'(t) - h^2 c / 2
// apart along it: a rotation w moves n . r by the sine of an angle, whose second derivative is at most |n x w| |w| |r|. The least
// over all p and q of the right side is one support query in directions that lean by h n x w, and it is concave in h. So where
// it is positive at h it is positive up to h, and nothing touches until t + h. Its root is found by Newton's method, which comes
// from above; then n is found again. Near the touch the steps shrink quadratically.

import {
  KIND_PLANE, STATUS_BEYOND, STATUS_INITIAL_OVERLAP, STATUS_NOT_CONVERGED, STATUS_OK, STATUS_UNBOUNDED,
} from "../layout";
import { r00, r01, r02, r10, r11, r12, r20, r21, r22 } from "../math/pose";
import { Shape } from "../shape/shape";
import { pointX as supportX, pointY as supportY, pointZ as supportZ, supportCoreExact } from "../shape/support";
import { BOUND_SLOP, IMPACT_MAX_CUTS, IMPACT_MAX_STEPS, IMPACT_ROUNDING, IMPACT_TOLERANCE } from "../tolerance";
import { contactDistance, contactX, contactY, contactZ, findContact, pointX, pointY, pointZ } from "./contact";
import {
  dx, dy, dz, findNearTimes, nearFrom, nearTo, placeAt, span, speedA, speedB, ux, uy, uz, wAx, wAy, wAz, wBx, wBy, wBz,
} from "./motion";
import { findPlaneContact } from "./plane";

/** The time of the touch, or up to which nothing touches. */
export let impactTime: f64 = 0;

/**
 * The bodies of `setMotion`, up to time `end`, to a gap of `target`. Returns a status; where it is one with an answer the
 * contact is set and the bodies are placed.
 */
export function findImpact(shapeA: Shape, shapeB: Shape, end: f64, target: f64): u32 {
  const planar = shapeB.kind >= KIND_PLANE, planes = shapeA.kind >= KIND_PLANE;
  if (planes && (speedA() > 0 || speedB() > 0)) return STATUS_UNBOUNDED;
  const armA = reachOf(shapeA), armB = reachOf(shapeB);
  const size = planar
    ? (planes ? 0 : armA + <f64>shapeA.radius + target)
    : <f64>shapeA.coreRadius + <f64>shapeB.coreRadius + <f64>shapeA.radius + <f64>shapeB.radius + target;
  const scale = span() + armA + armB + (planar ? abs<f64>(<f64>shapeB.offset) : 0);
  const tolerance = IMPACT_TOLERANCE * size + IMPACT_ROUNDING * scale * (1 + speedA() + speedB());
  const touching = 2 * tolerance;

  impactTime = 0;
  if (!planar) {
    const bound = (armA + armB + <f64>shapeA.radius + <f64>shapeB.radius + target) * BOUND_SLOP + tolerance;
    if (!findNearTimes(bound) || nearFrom > end) return STATUS_BEYOND;
    impactTime = nearFrom;
    end = min<f64>(end, nearTo);
  }

  const slack = 0.25 * tolerance;
  // A touch at the start stops nothing until it is deeper by more than rounding; the hit is where it was not yet.
  let resting = false;
  let restDistance: f64 = 0, restTime: f64 = 0;
  for (let i: u32 = 0; i < IMPACT_MAX_STEPS; i++) {
    const found = place(shapeA, shapeB, planar);
    if (planar && !found) return STATUS_UNBOUNDED;
    const excess = contactDistance - target;
    if (i == 0) {
      if (excess < -touching) return found ? STATUS_INITIAL_OVERLAP : STATUS_NOT_CONVERGED;
      resting = impactTime == 0 && excess <= tolerance;
      restDistance = min<f64>(contactDistance, target);
    }
    if (excess > touching) resting = false;
    if (resting && contactDistance >= restDistance - tolerance) restTime = impactTime;

    const goal = resting ? restDistance - touching : target + slack;
    const rest = end - impactTime;
    setBounds(shapeA, shapeB, armA, armB, rest);
    look(shapeA, shapeB, 0, goal);
    if (gap < 2 * slack) {
      if (!resting) return STATUS_OK;
      impactTime = restTime;
      place(shapeA, shapeB, planar);
      return STATUS_OK;
    }
    const step = longestStep(shapeA, shapeB, goal, rest, slack);
    if (step >= rest) return STATUS_BEYOND;
    impactTime += step;
  }
  place(shapeA, shapeB, planar);
  return STATUS_NOT_CONVERGED;
}

/** Finds the contact at the time reached. False if it is only the best so far; of planes, if there is none. */
function place(shapeA: Shape, shapeB: Shape, planar: bool): bool {
  placeAt(impactTime, shapeA, shapeB);
  return planar ? findPlaneContact(shapeA, shapeB) : findContact(shapeA, shapeB);
}

/** How far from the body's position its core's points are at most. */
function reachOf(shape: Shape): f64 {
  if (shape.kind >= KIND_PLANE) return 0;
  const x = <f64>shape.centerX, y = <f64>shape.centerY, z = <f64>shape.centerZ;
  return (sqrt<f64>(x * x + y * y + z * z) + <f64>shape.coreRadius) * BOUND_SLOP;
}

// n x wA and n x wB, the bound of the second derivative, and the fastest that any points approach along n.
let leanAx: f64 = 0, leanAy: f64 = 0, leanAz: f64 = 0;
let leanBx: f64 = 0, leanBy: f64 = 0, leanBz: f64 = 0;
let curvature: f64 = 0;
let fastest: f64 = 0;

function setBounds(shapeA: Shape, shapeB: Shape, armA: f64, armB: f64, time: f64): void {
  const x = contactX, y = contactY, z = contactZ;
  leanAx = y * wAz - z * wAy; leanAy = z * wAx - x * wAz; leanAz = x * wAy - y * wAx;
  leanBx = y * wBz - z * wBy; leanBy = z * wBx - x * wBz; leanBz = x * wBy - y * wBx;
  const leanA = sqrt<f64>(leanAx * leanAx + leanAy * leanAy + leanAz * leanAz);
  const leanB = sqrt<f64>(leanBx * leanBx + leanBy * leanBy + leanBz * leanBz);
  const u = sqrt<f64>(ux * ux + uy * uy + uz * uz);
  if (shapeB.kind >= KIND_PLANE) {
    // In B's frame, where the normal is still, A's position y goes round: y'' = -w x (w x y) - 2 w x u. Its arms turn by both
    // rotations, the first of which turns itself unless B is still.
    const away = sqrt<f64>(dx * dx + dy * dy + dz * dz) + u * time;
    const both = speedA() + speedB();
    curvature = leanB * (speedB() * away + 2 * u) + (speedB() > 0 ? both * both : leanA * speedA()) * armA;
    fastest = u + leanB * away + both * armA;
  } else {
    curvature = leanA * speedA() * armA + leanB * speedB() * armB;
    fastest = leanA * armA + leanB * armB - (x * ux + y * uy + z * uz);
  }
}

// The pair of points that is nearest after a while: their gap now, less the goal and the radii, and how it changes.
let gap: f64 = 0;
let rate: f64 = 0;

/** Sets the pair whose line g + h g' is the lowest at h. */
function look(shapeA: Shape, shapeB: Shape, h: f64, goal: f64): void {
  const nx = contactX, ny = contactY, nz = contactZ;
  const planar = shapeB.kind >= KIND_PLANE;
  rate = nx * ux + ny * uy + nz * uz;
  if (shapeA.kind >= KIND_PLANE) {
    gap = contactDistance - goal;
    return;
  }
  // A's point, from A's position.
  const lx = planar ? leanAx - leanBx : leanAx, ly = planar ? leanAy - leanBy : leanAy, lz = planar ? leanAz - leanBz : leanAz;
  supportCoreExact(shapeA, nx + h * lx, ny + h * ly, nz + h * lz);
  const ax = supportX + <f64>shapeA.centerX, ay = supportY + <f64>shapeA.centerY, az = supportZ + <f64>shapeA.centerZ;
  rate -= leanAx * ax + leanAy * ay + leanAz * az;
  if (planar) {
    // Against the point of the plane that A's is over: what moves it is B's turning.
    rate += leanBx * (ax - dx) + leanBy * (ay - dy) + leanBz * (az - dz);
    gap = contactDistance - goal - (nx * (supportX - pointX) + ny * (supportY - pointY) + nz * (supportZ - pointZ));
    return;
  }
  const mx = -(nx + h * leanBx), my = -(ny + h * leanBy), mz = -(nz + h * leanBz);
  supportCoreExact(shapeB, r00 * mx + r10 * my + r20 * mz, r01 * mx + r11 * my + r21 * mz, r02 * mx + r12 * my + r22 * mz);
  const x = supportX + <f64>shapeB.centerX, y = supportY + <f64>shapeB.centerY, z = supportZ + <f64>shapeB.centerZ;
  const bx = r00 * x + r01 * y + r02 * z, by = r10 * x + r11 * y + r12 * z, bz = r20 * x + r21 * y + r22 * z;
  rate += leanBx * bx + leanBy * by + leanBz * bz;
  gap = nx * (dx + bx - ax) + ny * (dy + by - ay) + nz * (dz + bz - az) - (<f64>shapeA.radius + <f64>shapeB.radius) - goal;
}

/** A time up to which no pair's gap falls below -slack, at most `most`. The pair at 0 has been looked at. */
function longestStep(shapeA: Shape, shapeB: Shape, goal: f64, most: f64, slack: f64): f64 {
  for (let i: u32 = 0; i < IMPACT_MAX_CUTS; i++) {
    const h = min<f64>(root(), most);
    look(shapeA, shapeB, h, goal);
    if (gap + h * (rate - 0.5 * h * curvature) >= -slack) return h;
  }
  look(shapeA, shapeB, 0, goal);
  return fastest > 0 ? min<f64>(gap / fastest, most) : most;
}

/** When gap + h rate - h^2 curvature / 2 comes to 0. */
function root(): f64 {
  const s = sqrt<f64>(rate * rate + 2 * curvature * gap);
  if (rate < 0) return 2 * gap / (s - rate);
  return curvature > 0 ? (rate + s) / curvature : Infinity;
}
