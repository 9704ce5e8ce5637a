// GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 2003, chapter 4) on two cores, in A's frame.
// v is the point of K = B - A closest to the origin: from A to B, as the normal.

import { tx, ty, tz } from "../math/pose";
import { Shape } from "../shape/shape";
import { supportDifference, vertexDifference, wX, wY, wZ } from "../shape/support";
import { GJK_MAX_ITERATIONS, GJK_TOLERANCE, GJK_TOUCHING, SUPPORT_SLOP } from "../tolerance";
import {
  INSIDE, NO_PROGRESS, clearSimplex, hasSupport, pushSupport, reduceSimplex, simplexCount, vX, vY, vZ, vertexAt,
} from "./simplex";

/** The cores are apart; v and the simplex's weights give the answer. */
export const GJK_SEPARATED: u32 = 0;
/** The cores touch or overlap; the simplex is EPA's seed. */
export const GJK_OVERLAP: u32 = 1;
/** Farther apart than the limit. */
export const GJK_BEYOND: u32 = 2;
/** Apart, but v is only the best so far: the cap came first, or rounding left no progress. */
export const GJK_CAPPED: u32 = 3;

export let gjkIterations: u32 = 0;

/**
 * Leaves with GJK_BEYOND once the cores are surely farther apart than `limit`, and with GJK_SEPARATED once they are
 * surely no farther than `within` (negative: never). `cache`: a row of a pair cache, or 0.
 */
export function gjk(shapeA: Shape, shapeB: Shape, limit: f64, within: f64, cache: usize): u32 {
  const size = <f64>shapeA.coreRadius + <f64>shapeB.coreRadius;
  const touching = GJK_TOUCHING * size;
  const touchingSquared = touching * touching;
  const clearOfLimit = limit + SUPPORT_SLOP * size;
  gjkIterations = 0;
  if (!cache || !restore(shapeA, shapeB, cache)) startFrom(shapeA, shapeB, tx, ty, tz);

  let squared = vX * vX + vY * vY + vZ * vZ;
  while (squared > touchingSquared) {
    if (gjkIterations == GJK_MAX_ITERATIONS) return GJK_CAPPED;
    gjkIterations++;
    const distance = sqrt<f64>(squared);
    if (distance <= within) return GJK_SEPARATED;
    const scale = 1 / distance;
    const nx = vX * scale, ny = vY * scale, nz = vZ * scale;
    supportDifference(shapeA, shapeB, -nx, -ny, -nz);
    // The plane through w across v has all of K behind it: a bound below the distance.
    const bound = nx * wX + ny * wY + nz * wZ;
    if (bound > clearOfLimit) return GJK_BEYOND;
    if (distance - bound <= GJK_TOLERANCE * size || hasSupport()) return GJK_SEPARATED;
    pushSupport();
    const outcome = reduceSimplex(squared);
    if (outcome == INSIDE) return GJK_OVERLAP;
    if (outcome == NO_PROGRESS) return distance - bound <= SUPPORT_SLOP * size ? GJK_SEPARATED : GJK_CAPPED;
    squared = vX * vX + vY * vY + vZ * vZ;
  }
  return GJK_OVERLAP;
}

/** The support point against the direction (x, y, z), any length, as the first simplex. */
function startFrom(shapeA: Shape, shapeB: Shape, x: f64, y: f64, z: f64): void {
  const length = sqrt<f64>(x * x + y * y + z * z);
  const scale = length > 0 ? -1 / length : 0;
  clearSimplex();
  supportDifference(shapeA, shapeB, x * scale, y * scale, z * scale);
  pushSupport();
  reduceSimplex(Infinity);
}

// ---------------------------------------------------------------- cache
// A row: vertex count + 1 (0: nothing yet), v (3 floats), then the vertices' indices on A (4) and on B (4).
// Indices of earlier shapes do no harm: every one in range is a vertex.

/** Rebuilds the last simplex, or starts from the last v where a core has no vertices. */
function restore(shapeA: Shape, shapeB: Shape, cache: usize): bool {
  const stored = load<u32>(cache);
  if (stored == 0 || stored > 4) return false;
  clearSimplex();
  for (let i: u32 = 1; i < stored; i++) {
    const at = cache + (i << 2);
    if (!vertexDifference(shapeA, shapeB, load<u32>(at, 12), load<u32>(at, 28))) {
      const x = <f64>load<f32>(cache, 4), y = <f64>load<f32>(cache, 8), z = <f64>load<f32>(cache, 12);
      if (!(x * x + y * y + z * z < Infinity)) return false;
      startFrom(shapeA, shapeB, x, y, z);
      return true;
    }
    if (hasSupport()) continue;
    pushSupport();
    reduceSimplex(Infinity);
  }
  return simplexCount > 0;
}

export function remember(cache: usize): void {
  const count = min<u32>(simplexCount, 3);
  store<u32>(cache, count + 1);
  store<f32>(cache, <f32>vX, 4);
  store<f32>(cache, <f32>vY, 8);
  store<f32>(cache, <f32>vZ, 12);
  for (let i: u32 = 0; i < count; i++) {
    const at = cache + (i << 2);
    store<u32>(at, vertexAt(i).indexA, 16);
    store<u32>(at, vertexAt(i).indexB, 32);
  }
}
