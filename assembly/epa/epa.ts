// EPA (van den Bergen 2001; 2003, chapter 4.3.8) on K = B - A in A's frame, seeded by GJK's final simplex.
// The face nearest to the origin bounds the depth from below, the support along any face's normal from above;
// the answer is the normal with the least support, so it separates whatever the exit. Facets are slow on round cores in
// symmetric places, so those go on to a search over directions when a few facets do not do.

import { GJK_OVERLAP, gjk } from "../gjk/gjk";
import { simplexCount, vertexAt } from "../gjk/simplex";
import { moveB, tx, ty, tz } from "../math/pose";
import { Shape } from "../shape/shape";
import { aX, aY, aZ, supportDifference, wX, wY, wZ } from "../shape/support";
import {
  EPA_MAX_ROUND_VERTICES, EPA_MAX_VERTICES, EPA_PLANE_SLOP, EPA_TOLERANCE, GJK_TOUCHING, WITNESS_GAP,
} from "../tolerance";
import { epaDepth, epaX, epaY, epaZ, polishDirection, setDirection, tryAxes } from "./direction";
import { cellCount, isRound, searchDirections } from "./revolution";
import {
  Face, PolytopeVertex, buildTetrahedron, clearPolytope, expand, faceAt, faceCount, nearestFace, newPolytopeVertex, planeDistance,
  polytopeVertexAt, popPolytopeVertex, pushPolytopeVertex, vertexCount,
} from "./polytope";

const NO_FACE: u32 = 0xffff_ffff;

// The witness on A; the one on B is depth * (epaX, epaY, epaZ) further.
export let epaPointX: f64 = 0, epaPointY: f64 = 0, epaPointZ: f64 = 0;
export let epaIterations: u32 = 0;

/** False when the answer is only the best so far. Reads the simplex that GJK left. */
export function epa(shapeA: Shape, shapeB: Shape): bool {
  const size = <f64>shapeA.coreRadius + <f64>shapeB.coreRadius;
  epaIterations = 0;
  clearPolytope();
  for (let i: u32 = 0; i < simplexCount; i++) pushSimplexVertex(i);
  if (!blowUp(shapeA, shapeB, size * GJK_TOUCHING * 10)) return true;
  buildTetrahedron();

  const tolerance = EPA_TOLERANCE * size;
  const slop = EPA_PLANE_SLOP * size;
  const round = isRound(shapeA) || isRound(shapeB);
  const most = round ? EPA_MAX_ROUND_VERTICES : EPA_MAX_VERTICES;
  let depth: f64 = Infinity;
  let best: u32 = NO_FACE;
  let converged = false;
  while (true) {
    const nearest = nearestFace();
    if (nearest == faceCount) break;
    const face = faceAt(nearest);
    supportDifference(shapeA, shapeB, face.normalX, face.normalY, face.normalZ);
    epaIterations++;
    const upper = wX * face.normalX + wY * face.normalY + wZ * face.normalZ;
    converged = upper - planeDistance(nearest) <= tolerance;
    if (converged || upper < depth) {
      depth = upper;
      best = nearest;
    }
    if (converged || vertexCount == most || !expand(nearest, pushPolytopeVertex(), slop)) break;
  }
  if (best == NO_FACE) return setFlat(0, 1, 0);
  if (converged) best = faceOverOrigin(best, tolerance);
  const face = faceAt(best);
  setDirection(depth, face.normalX, face.normalY, face.normalZ);
  if (converged) {
    setWitness(face);
    return true;
  }
  if (round) converged = searchFrom(shapeA, shapeB, tolerance);
  setWitnessAlong(shapeA, shapeB, WITNESS_GAP * size);
  return converged;
}

/** Goes on from a direction that may be far from the best. */
function searchFrom(shapeA: Shape, shapeB: Shape, tolerance: f64): bool {
  tryAxes(shapeA, shapeB);
  polishDirection(shapeA, shapeB);
  const depth = epaDepth;
  const converged = searchDirections(shapeA, shapeB, tolerance);
  epaIterations += cellCount;
  if (epaDepth < depth) polishDirection(shapeA, shapeB);
  return converged;
}

/**
 * The witness along a normal that no face holds: where the cores touch once B is moved out along it. A little farther, so
 * that they are apart and GJK has a direction.
 */
function setWitnessAlong(shapeA: Shape, shapeB: Shape, gap: f64): void {
  const out = epaDepth + gap;
  const x = tx, y = ty, z = tz;
  moveB(x - out * epaX, y - out * epaY, z - out * epaZ);
  const outcome = gjk(shapeA, shapeB, Infinity, -1, 0);
  moveB(x, y, z);
  if (outcome != GJK_OVERLAP) return setSimplexWitness();
  // Only by rounding: any farthest point will do.
  supportDifference(shapeA, shapeB, epaX, epaY, epaZ);
  epaPointX = aX; epaPointY = aY; epaPointZ = aZ;
}

/** The point of A that GJK found. */
function setSimplexWitness(): void {
  epaPointX = 0; epaPointY = 0; epaPointZ = 0;
  for (let i: u32 = 0; i < simplexCount; i++) {
    const vertex = vertexAt(i);
    epaPointX += vertex.weight * vertex.ax;
    epaPointY += vertex.weight * vertex.ay;
    epaPointZ += vertex.weight * vertex.az;
  }
}

/** Coplanar triangles share a plane: the one the origin projects into, among the live ones within `tolerance` of the nearest. */
function faceOverOrigin(nearest: u32, tolerance: f64): u32 {
  let best = nearest;
  let bestWeight = leastWeight(faceAt(nearest));
  if (bestWeight >= 0) return best;
  const limit = planeDistance(nearest) + tolerance;
  for (let i: u32 = 0; i < faceCount; i++) {
    if (!(planeDistance(i) <= limit)) continue;
    const weight = leastWeight(faceAt(i));
    if (weight > bestWeight) {
      best = i;
      bestWeight = weight;
    }
  }
  return best;
}

// Barycentric weights of the origin's projection onto the face looked at last.
let weight0: f64 = 0, weight1: f64 = 0, weight2: f64 = 0;

/** Sets the weights; negative when the projection is outside the face. */
function leastWeight(face: Face): f64 {
  const a = face.v0, b = face.v1, c = face.v2;
  const nx = face.normalX, ny = face.normalY, nz = face.normalZ;
  const abx = b.x - a.x, aby = b.y - a.y, abz = b.z - a.z;
  const acx = c.x - a.x, acy = c.y - a.y, acz = c.z - a.z;
  const bcx = c.x - b.x, bcy = c.y - b.y, bcz = c.z - b.z;
  const area = nx * (aby * acz - abz * acy) + ny * (abz * acx - abx * acz) + nz * (abx * acy - aby * acx);
  weight0 = (nx * (b.y * bcz - b.z * bcy) + ny * (b.z * bcx - b.x * bcz) + nz * (b.x * bcy - b.y * bcx)) / area;
  weight1 = (nx * (acy * c.z - acz * c.y) + ny * (acz * c.x - acx * c.z) + nz * (acx * c.y - acy * c.x)) / area;
  weight2 = 1 - weight0 - weight1;
  return min<f64>(weight0, min<f64>(weight1, weight2));
}

/** The point of A under the origin's projection onto the face; outside the face, the nearest weights inside it. */
function setWitness(face: Face): void {
  leastWeight(face);
  const u = max<f64>(weight0, 0), v = max<f64>(weight1, 0), w = max<f64>(weight2, 0);
  const sum = u + v + w;
  const a = face.v0, b = face.v1, c = face.v2;
  epaPointX = (u * a.ax + v * b.ax + w * c.ax) / sum;
  epaPointY = (u * a.ay + v * b.ay + w * c.ay) / sum;
  epaPointZ = (u * a.az + v * b.az + w * c.az) / sum;
}

// ---------------------------------------------------------------- the first tetrahedron

function pushSimplexVertex(index: u32): void {
  const from = vertexAt(index), to = newPolytopeVertex();
  to.x = from.x; to.y = from.y; to.z = from.z;
  to.ax = from.ax; to.ay = from.ay; to.az = from.az;
}

/** Adds support points until four vertices span a volume. False, with the answer set, when K is flat: the cores then touch. */
function blowUp(shapeA: Shape, shapeB: Shape, least: f64): bool {
  const a = polytopeVertexAt(0);
  for (let axis = 0; vertexCount == 1; axis++) {
    if (axis == 6) return setFlat(0, 1, 0);
    const side: f64 = axis & 1 ? -1 : 1;
    const x = axis >> 1 == 0 ? side : 0, y = axis >> 1 == 1 ? side : 0, z = axis >> 1 == 2 ? side : 0;
    supportDifference(shapeA, shapeB, x, y, z);
    if (square(wX - a.x) + square(wY - a.y) + square(wZ - a.z) > least * least) pushPolytopeVertex();
  }

  const b = polytopeVertexAt(1);
  let ex = b.x - a.x, ey = b.y - a.y, ez = b.z - a.z;
  let scale = 1 / sqrt<f64>(ex * ex + ey * ey + ez * ez);
  ex *= scale; ey *= scale; ez *= scale;
  if (vertexCount == 3) { // a sliver is an edge
    const c = polytopeVertexAt(2);
    if (distanceToLine(a, ex, ey, ez, c.x, c.y, c.z) <= least) popPolytopeVertex();
  }
  if (vertexCount == 2) {
    // Two directions across the edge: its cross product with the axis it leans to least, and the third.
    let ux: f64 = 0, uy: f64 = 0, uz: f64 = 0;
    if (abs<f64>(ex) <= abs<f64>(ey) && abs<f64>(ex) <= abs<f64>(ez)) { uy = ez; uz = -ey; }
    else if (abs<f64>(ey) <= abs<f64>(ez)) { ux = -ez; uz = ex; }
    else { ux = ey; uy = -ex; }
    scale = 1 / sqrt<f64>(ux * ux + uy * uy + uz * uz);
    ux *= scale; uy *= scale; uz *= scale;
    const vx = ey * uz - ez * uy, vy = ez * ux - ex * uz, vz = ex * uy - ey * ux;
    for (let turn = 0; vertexCount == 2; turn++) {
      if (turn == 4) return setFlat(ux, uy, uz);
      const side: f64 = turn & 1 ? -1 : 1;
      if (turn < 2) supportDifference(shapeA, shapeB, side * ux, side * uy, side * uz);
      else supportDifference(shapeA, shapeB, side * vx, side * vy, side * vz);
      if (distanceToLine(a, ex, ey, ez, wX, wY, wZ) > least) pushPolytopeVertex();
    }
  }

  const c = polytopeVertexAt(2);
  const acx = c.x - a.x, acy = c.y - a.y, acz = c.z - a.z;
  let nx = ey * acz - ez * acy, ny = ez * acx - ex * acz, nz = ex * acy - ey * acx;
  scale = 1 / sqrt<f64>(nx * nx + ny * ny + nz * nz);
  nx *= scale; ny *= scale; nz *= scale;
  for (let side: f64 = 1; vertexCount == 3; side -= 2) {
    if (side < -1) return setFlat(nx, ny, nz);
    supportDifference(shapeA, shapeB, side * nx, side * ny, side * nz);
    if (abs<f64>(nx * (wX - a.x) + ny * (wY - a.y) + nz * (wZ - a.z)) > least) pushPolytopeVertex();
  }
  return true;
}

function distanceToLine(a: PolytopeVertex, ex: f64, ey: f64, ez: f64, x: f64, y: f64, z: f64): f64 {
  const dx = x - a.x, dy = y - a.y, dz = z - a.z;
  return sqrt<f64>(square(ey * dz - ez * dy) + square(ez * dx - ex * dz) + square(ex * dy - ey * dx));
}

@inline
function square(x: f64): f64 {
  return x * x;
}

/** K has no inside: depth 0, along a direction in which it has no extent, at the point GJK found. */
function setFlat(x: f64, y: f64, z: f64): bool {
  setDirection(0, x, y, z);
  setSimplexWitness();
  return false;
}
