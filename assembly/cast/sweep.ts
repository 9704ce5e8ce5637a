// Where a core that moves along a line first comes within `radius` of another: the GJK ray cast (van den Bergen 2004, "Ray
// casting against general convex objects") on K = B - A in A's frame.
//
// Every support point of K gives a plane that has all of K behind it. While such a plane is farther than `radius` from the
// origin nothing touches, so K moves until it is not: one iteration of GJK, one step along the line, and no step is too long.
// Steps towards flat faces are exact; towards round ones they shrink quadratically.
//
// Scans of vertices in f32 can miss the support point by a rounding of the size, and a plane that is off by a rounding is met
// much later when the angle is flat. So the last steps are made again with scans in f64.

import { INSIDE, NO_PROGRESS, clearSimplex, pushSupport, reduceSimplex, simplexCount, vX, vY, vZ, vertexAt } from "../gjk/simplex";
import { moveB } from "../math/pose";
import { Shape } from "../shape/shape";
import { supportDifference, supportDifferenceExact, supportRounds, wX, wY, wZ } from "../shape/support";
import { SUPPORT_SLOP, SWEEP_MAX_ITERATIONS, SWEEP_SAME_POINT } from "../tolerance";

/** They come within the radius at `sweepS`. */
export const SWEEP_HIT: u32 = 0;
/** They do not, up to the end. */
export const SWEEP_MISS: u32 = 1;
/** The cap came first: up to `sweepS` nothing touches. */
export const SWEEP_CAPPED: u32 = 2;

export let sweepS: f64 = 0;
/** Unit, from A to B. */
export let sweepX: f64 = 0, sweepY: f64 = 0, sweepZ: f64 = 0;
export let sweepIterations: u32 = 0;

// The center of B's core is at `foot + s * u`, with |u| = 1; the foot is that of A's center.
let footX: f64 = 0, footY: f64 = 0, footZ: f64 = 0;
let ux: f64 = 0, uy: f64 = 0, uz: f64 = 0;

export function setPath(x: f64, y: f64, z: f64, directionX: f64, directionY: f64, directionZ: f64): void {
  footX = x; footY = y; footZ = z;
  ux = directionX; uy = directionY; uz = directionZ;
}

@inline
export function placeOnPath(s: f64): void {
  moveB(footX + s * ux, footY + s * uy, footZ + s * uz);
}

/**
 * The first touch on the whole line up to `to`, where s counts against the path with `side` -1. Nearer than
 * `radius + tolerance` is a touch. After a hit the simplex holds the witness.
 */
export function sweep(shapeA: Shape, shapeB: Shape, radius: f64, to: f64, side: f64, tolerance: f64): u32 {
  const size = <f64>shapeA.coreRadius + <f64>shapeB.coreRadius;
  const dx = side * ux, dy = side * uy, dz = side * uz;
  let exact = !(supportRounds(shapeA) || supportRounds(shapeB));

  // The front of K: a plane across the line.
  sweepX = -dx; sweepY = -dy; sweepZ = -dz;
  placeOnPath(0);
  clearSimplex();
  supportDifference(shapeA, shapeB, dx, dy, dz);
  pushSupport();
  let s = -(dx * wX + dy * wY + dz * wZ) - radius;
  sweepIterations = 0;
  if (s > to) return SWEEP_MISS;
  translate(s * dx, s * dy, s * dz);
  reduceSimplex(Infinity);

  let inside = false;
  for (let i: u32 = 0; i < SWEEP_MAX_ITERATIONS; i++) {
    sweepIterations++;
    sweepS = s;
    placeOnPath(side * s);
    const squared = vX * vX + vY * vY + vZ * vZ;
    const distance = inside ? 0 : sqrt<f64>(squared);
    const near = distance - radius <= tolerance;
    if (near && exact) {
      // A v of the radius' length is a better normal than the last plane's; a v of no length is none.
      if (distance > SUPPORT_SLOP * size) setNormal(vX / distance, vY / distance, vZ / distance);
      return SWEEP_HIT;
    }

    // Near for the first time: once more along the plane that led here.
    if (near) exact = true;
    const scale = 1 / distance;
    const nx = near ? sweepX : vX * scale, ny = near ? sweepY : vY * scale, nz = near ? sweepZ : vZ * scale;
    if (exact) supportDifferenceExact(shapeA, shapeB, -nx, -ny, -nz);
    else supportDifference(shapeA, shapeB, -nx, -ny, -nz);
    const excess = nx * wX + ny * wY + nz * wZ - radius;
    const isNew = !hasSupportWithin(SWEEP_SAME_POINT * size);

    let outcome: u32;
    if (near || excess > 0.5 * tolerance) {
      const slope = nx * dx + ny * dy + nz * dz;
      if (!(slope < 0)) return SWEEP_MISS;
      const step = -excess / slope;
      s += step;
      if (s > to) return SWEEP_MISS;
      setNormal(nx, ny, nz);
      if (isNew) pushSupport();
      translate(step * dx, step * dy, step * dz);
      outcome = reduceSimplex(Infinity);
    } else {
      if (isNew) pushSupport();
      outcome = isNew ? reduceSimplex(squared) : NO_PROGRESS;
      if (outcome == NO_PROGRESS) {
        // Rounding leaves nothing to gain: v is as short as it gets.
        if (exact) return distance - radius <= SUPPORT_SLOP * size ? SWEEP_HIT : SWEEP_CAPPED;
        exact = true;
      }
    }
    inside = outcome == INSIDE;
    if (inside) leave(shapeA, shapeB, 2 * tolerance);
  }
  return SWEEP_CAPPED;
}

@inline
function setNormal(x: f64, y: f64, z: f64): void {
  sweepX = x; sweepY = y; sweepZ = z;
}

function translate(x: f64, y: f64, z: f64): void {
  for (let i: u32 = 0; i < simplexCount; i++) {
    const vertex = vertexAt(i);
    vertex.x += x; vertex.y += y; vertex.z += z;
  }
}

/** Whether the support point found last is a vertex already, to the rounding of the translations. */
function hasSupportWithin(tolerance: f64): bool {
  for (let i: u32 = 0; i < simplexCount; i++) {
    const vertex = vertexAt(i);
    if (max<f64>(abs<f64>(vertex.x - wX), max<f64>(abs<f64>(vertex.y - wY), abs<f64>(vertex.z - wZ))) <= tolerance) return true;
  }
  return false;
}

/**
 * The origin is in the tetrahedron, by rounding: no plane was passed. Keeps the face that it is on, as seen from a little
 * outside; where that is not far enough, the support point of the last plane.
 */
function leave(shapeA: Shape, shapeB: Shape, length: f64): void {
  const x = length * sweepX, y = length * sweepY, z = length * sweepZ;
  translate(x, y, z);
  const outcome = reduceSimplex(Infinity);
  translate(-x, -y, -z);
  if (outcome != INSIDE) return;
  clearSimplex();
  supportDifference(shapeA, shapeB, -sweepX, -sweepY, -sweepZ);
  pushSupport();
  reduceSimplex(Infinity);
}
