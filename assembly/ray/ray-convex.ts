// Line against any bounded core with a radius: Newton's method on the distance between the moving point and the core.
// Along a line the distance to a convex set is convex, so a step to where its tangent is 0, the supporting plane that GJK found,
// never passes the surface (van den Bergen 2004, "Ray casting against general convex objects", one plane at a time).

import { GJK_OVERLAP, gjk, remember } from "../gjk/gjk";
import { vX, vY, vZ } from "../gjk/simplex";
import { CACHE_WORDS, NO_FEATURE } from "../layout";
import { placePoint } from "../math/pose";
import { Shape } from "../shape/shape";
import { RAY_MAX_ITERATIONS, RAY_TOLERANCE } from "../tolerance";
import { enter, px, py, pz, setEnter, setExit, slop, ux, uy, uz } from "./line";

/** A sphere without radius: the moving point as GJK takes it. Zeros, at least as many as a Shape has bytes. */
const point: usize = memory.data(128, 16);
/** GJK starts from the simplex of the step before. */
const cache: usize = memory.data(<i32>(CACHE_WORDS << 2), 16);

/** True when the cap came first. */
export let castCapped: bool = false;

@inline
export function clearCapped(): void {
  castCapped = false;
}

let castS: f64 = 0, castX: f64 = 0, castY: f64 = 0, castZ: f64 = 0;

/**
 * `half`: of the part of the line inside the bounding sphere. The exit is only looked for if the entry is before `start`, where
 * the ray starts.
 */
export function crossConvex(shape: Shape, half: f64, start: f64): bool {
  const from = half * <f64>1.001 + slop;
  if (!cast(shape, -from, from, 1)) return false;
  setEnter(castS, castX, castY, castZ, NO_FEATURE);
  if (castS >= start - slop) return true;
  if (cast(shape, -from, from, -1)) setExit(max<f64>(-castS, enter), castX, castY, castZ, NO_FEATURE);
  else setExit(enter, ux, uy, uz, NO_FEATURE);
  return true;
}

/** From s = `from` to `to`, along the line (`side` 1) or against it (-1); s counts along the way. */
function cast(shape: Shape, from: f64, to: f64, side: f64): bool {
  const dx = side * ux, dy = side * uy, dz = side * uz;
  const radius = <f64>shape.radius;
  const tolerance = RAY_TOLERANCE * (<f64>shape.coreRadius + radius);
  castS = from;
  castX = -dx; castY = -dy; castZ = -dz;
  store<u32>(cache, 0);
  for (let i: u32 = 0; i < RAY_MAX_ITERATIONS; i++) {
    placePoint(px + castS * dx, py + castS * dy, pz + castS * dz);
    if (gjk(shape, changetype<Shape>(point), Infinity, -1, cache) == GJK_OVERLAP) return true;
    remember(cache);
    const length = sqrt<f64>(vX * vX + vY * vY + vZ * vZ);
    const gap = length - radius;
    const nx = vX / length, ny = vY / length, nz = vZ / length;
    const slope = nx * dx + ny * dy + nz * dz;
    if (slope < 0) {
      castX = nx; castY = ny; castZ = nz;
      const step = -gap / slope;
      castS += max<f64>(step, 0);
      if (step <= tolerance) return true;
      if (castS > to) return false;
    } else {
      // Past the nearest point: a graze counts as a hit.
      if (gap > tolerance + slop) return false;
      castX = nx; castY = ny; castZ = nz;
      return true;
    }
  }
  castCapped = true;
  return true;
}
