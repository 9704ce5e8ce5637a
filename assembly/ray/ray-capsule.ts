// Ray against a capsule along y, in its axes. The capsule is inside of the infinite cylinder about it, so the line enters it
// on the side where it enters the cylinder, or else on the ball at the end that is nearer to there; and leaves it likewise.

import { abs, add, and, clamp, div, dot, equal, less, lessEqual, max, mul, neg, only, or, select, splat, sqrt, sub } from "../math/lane64";
import {
  FEATURE, O, RADIUS, SLOP, W, Y, decideSolid, decideSurface, read, startsBehind, write, writeRadialNormal,
} from "./ray-block";

/** Features: 0 is the side, 1 the cap at +y, 2 the cap at -y. */
// @ts-ignore: decorator
@inline export function castCapsule<T, M>(body: usize, ray: usize, solid: bool, features: bool): void {
  const ox = read<T>(ray, O), oy = read<T>(ray, O + 1), oz = read<T>(ray, O + 2);
  const wx = read<T>(ray, W), wy = read<T>(ray, W + 1), wz = read<T>(ray, W + 2);
  const radius = read<T>(body, RADIUS), halfHeight = read<T>(body, Y), zero = splat<T>(0), one = splat<T>(1);
  const reach = add<T>(radius, read<T>(ray, SLOP)), reachSquared = mul<T>(reach, reach), radiusSquared = mul<T>(radius, radius);

  // The cylinder. Along its axis the line never enters nor leaves: at infinity.
  const across = add<T>(mul<T>(wx, wx), mul<T>(wz, wz));
  const along = equal<T, M>(across, zero);
  const inverse = div<T>(one, select<T, M>(along, one, across));
  const middle = neg<T>(mul<T>(add<T>(mul<T>(ox, wx), mul<T>(oz, wz)), inverse));
  const px = add<T>(ox, mul<T>(middle, wx)), pz = add<T>(oz, mul<T>(middle, wz));
  const squared = add<T>(mul<T>(px, px), mul<T>(pz, pz));
  const half = sqrt<T>(mul<T>(max<T>(sub<T>(radiusSquared, squared), zero), inverse));
  const wide = select<T, M>(along, splat<T>(Infinity), half);

  let s = sub<T>(middle, wide), y = add<T>(oy, mul<T>(s, wy));
  const side = lessEqual<T, M>(abs<T>(y), halfHeight);
  // The ball at the end, about the point of the line that is nearest to its center.
  const inverseSquared = div<T>(one, add<T>(across, mul<T>(wy, wy)));
  const h = sub<T>(oy, clamp<T>(y, halfHeight));
  const near = neg<T>(mul<T>(dot<T>(ox, h, oz, wx, wy, wz), inverseSquared));
  const qx = add<T>(ox, mul<T>(near, wx)), qy = add<T>(h, mul<T>(near, wy)), qz = add<T>(oz, mul<T>(near, wz));
  const distance = dot<T>(qx, qy, qz, qx, qy, qz);
  s = select<T, M>(side, s, sub<T>(near, sqrt<T>(mul<T>(max<T>(sub<T>(radiusSquared, distance), zero), inverseSquared))));
  const crossed = and<M>(lessEqual<T, M>(squared, reachSquared), or<M>(side, lessEqual<T, M>(distance, reachSquared)));
  const behind = startsBehind<T, M>(ray, s);

  if (solid) {
    const above = sub<T>(oy, clamp<T>(oy, halfHeight));
    decideSolid<T, M>(ray, crossed, behind, s, lessEqual<T, M>(dot<T>(ox, above, oz, ox, above, oz), reachSquared));
  } else {
    s = select<T, M>(behind, leave<T, M>(body, ray, add<T>(middle, wide), inverseSquared), s);
    decideSurface<T, M>(ray, crossed, s);
  }

  y = add<T>(oy, mul<T>(s, wy));
  const above = sub<T>(y, clamp<T>(y, halfHeight));
  writeRadialNormal<T, M>(body, ray, add<T>(ox, mul<T>(s, wx)), above, add<T>(oz, mul<T>(s, wz)), wx, wy, wz, behind, true);
  if (features) write<T>(ray, FEATURE, add<T>(only<T, M>(less<T, M>(zero, above), one), only<T, M>(less<T, M>(above, zero), splat<T>(2))));
}

/** `s`: where the line leaves the cylinder. */
function leave<T, M>(body: usize, ray: usize, s: T, inverseSquared: T): T {
  const ox = read<T>(ray, O), oy = read<T>(ray, O + 1), oz = read<T>(ray, O + 2);
  const wx = read<T>(ray, W), wy = read<T>(ray, W + 1), wz = read<T>(ray, W + 2);
  const radius = read<T>(body, RADIUS), halfHeight = read<T>(body, Y);
  const y = add<T>(oy, mul<T>(s, wy)), h = sub<T>(oy, clamp<T>(y, halfHeight));
  const near = neg<T>(mul<T>(dot<T>(ox, h, oz, wx, wy, wz), inverseSquared));
  const x = add<T>(ox, mul<T>(near, wx)), above = add<T>(h, mul<T>(near, wy)), z = add<T>(oz, mul<T>(near, wz));
  const inside = max<T>(sub<T>(mul<T>(radius, radius), dot<T>(x, above, z, x, above, z)), splat<T>(0));
  return select<T, M>(lessEqual<T, M>(abs<T>(y), halfHeight), s, add<T>(near, sqrt<T>(mul<T>(inside, inverseSquared))));
}
