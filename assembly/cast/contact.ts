// What a cast finds, in the frame of A's core: written by the kernels, read by the row that is answered.

import { epaDepth, epaX, epaY, epaZ } from "../epa/direction";
import { epa, epaIterations, epaPointX, epaPointY, epaPointZ } from "../epa/epa";
import { GJK_CAPPED, GJK_OVERLAP, gjk, gjkIterations } from "../gjk/gjk";
import { simplexCount, vX, vY, vZ, vertexAt } from "../gjk/simplex";
import { Shape } from "../shape/shape";

/** Signed, radii included. */
export let contactDistance: f64 = 0;
/** Unit, from A to B. */
export let contactX: f64 = 0, contactY: f64 = 0, contactZ: f64 = 0;
/** The witness on A's core; that on its surface is A's radius further along the normal. */
export let pointX: f64 = 0, pointY: f64 = 0, pointZ: f64 = 0;
export let contactIterations: u32 = 0;

export function beginContact(): void {
  contactIterations = 0;
}

export function countIterations(count: u32): void {
  contactIterations += count;
}

export function setContact(distance: f64, nx: f64, ny: f64, nz: f64): void {
  contactDistance = distance;
  contactX = nx; contactY = ny; contactZ = nz;
}

export function setPoint(x: f64, y: f64, z: f64): void {
  pointX = x; pointY = y; pointZ = z;
}

/** The witness of the simplex that GJK or a sweep left. */
export function setPointOfSimplex(): void {
  let x: f64 = 0, y: f64 = 0, z: f64 = 0;
  for (let i: u32 = 0; i < simplexCount; i++) {
    const vertex = vertexAt(i);
    x += vertex.weight * vertex.ax;
    y += vertex.weight * vertex.ay;
    z += vertex.weight * vertex.az;
  }
  setPoint(x, y, z);
}

/** The contact of two bounded shapes as they are placed. False when it is only the best so far. */
export function findContact(shapeA: Shape, shapeB: Shape): bool {
  const radius = <f64>shapeA.radius + <f64>shapeB.radius;
  const outcome = gjk(shapeA, shapeB, Infinity, -1, 0);
  contactIterations += gjkIterations;
  if (outcome == GJK_OVERLAP) {
    const converged = epa(shapeA, shapeB);
    contactIterations += epaIterations;
    setContact(-epaDepth - radius, -epaX, -epaY, -epaZ);
    setPoint(epaPointX, epaPointY, epaPointZ);
    return converged;
  }
  const length = sqrt<f64>(vX * vX + vY * vY + vZ * vZ);
  setContact(length - radius, vX / length, vY / length, vZ / length);
  setPointOfSimplex();
  return outcome != GJK_CAPPED;
}
