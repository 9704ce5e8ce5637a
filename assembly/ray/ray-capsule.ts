// Ray against a capsule along y, in its axes. The capsule is inside of the infinite cylinder about it, so the line enters it
// on the side where it enters the cylinder, or else on the ball at the end that is nearer to there; and leaves it likewise.

import { abs, add, and, clamp, div, dot, equal, less, lessEqual, max, mul, neg, only, or, select, splat, sqrt, sub } from "../math/lane64";
import {
  FEATURE, LO, LW, RADIUS, SLOP, SQUARED, Y, decideSolid, decideSurface, read, startsBehind, write, writeNormalAlong,
} from "./ray-block";

/** Feature numbers: the side, the cap at +y and the cap at -y. */
export function castCapsule<T>(solid: bool): void {
  if (isVector<T>()) capsule<T, v128>(solid);
  else capsule<T, bool>(solid);
}

function capsule<T, M>(solid: bool): void {
  const ox = read<T>(LO), oy = read<T>(LO + 1), oz = read<T>(LO + 2);
  const wx = read<T>(LW), wy = read<T>(LW + 1), wz = read<T>(LW + 2);
  const radius = read<T>(RADIUS), halfHeight = read<T>(Y), zero = splat<T>(0), one = splat<T>(1);
  const reach = add<T>(radius, read<T>(SLOP)), reachSquared = mul<T>(reach, reach), radiusSquared = mul<T>(radius, radius);

  // The cylinder. Along its axis the line never enters nor leaves: at infinity.
  const across = add<T>(mul<T>(wx, wx), mul<T>(wz, wz));
  const along = equal<T, M>(across, zero);
  const inverse = div<T>(one, select<T, M>(along, one, across));
  const middle = neg<T>(mul<T>(add<T>(mul<T>(ox, wx), mul<T>(oz, wz)), inverse));
  const px = add<T>(ox, mul<T>(middle, wx)), pz = add<T>(oz, mul<T>(middle, wz));
  const squared = add<T>(mul<T>(px, px), mul<T>(pz, pz));
  const round = lessEqual<T, M>(squared, reachSquared);
  const half = sqrt<T>(mul<T>(max<T>(sub<T>(radiusSquared, squared), zero), inverse));
  const wide = select<T, M>(along, splat<T>(Infinity), half);

  let s = sub<T>(middle, wide);
  let y = add<T>(oy, mul<T>(s, wy)), end = clamp<T>(y, halfHeight);
  let side = lessEqual<T, M>(abs<T>(y), halfHeight);
  // The ball at the end, about the point of the line that is nearest to its center.
  const inverseSquared = div<T>(one, read<T>(SQUARED));
  let h = sub<T>(oy, end);
  let near = neg<T>(mul<T>(dot<T>(ox, h, oz, wx, wy, wz), inverseSquared));
  let qx = add<T>(ox, mul<T>(near, wx)), qy = add<T>(h, mul<T>(near, wy)), qz = add<T>(oz, mul<T>(near, wz));
  let distance = dot<T>(qx, qy, qz, qx, qy, qz);
  s = select<T, M>(side, s, sub<T>(near, sqrt<T>(mul<T>(max<T>(sub<T>(radiusSquared, distance), zero), inverseSquared))));
  const crossed = and<M>(round, or<M>(side, lessEqual<T, M>(distance, reachSquared)));
  const behind = startsBehind<T, M>(s);

  if (solid) {
    h = sub<T>(oy, clamp<T>(oy, halfHeight));
    decideSolid<T, M>(crossed, behind, s, lessEqual<T, M>(dot<T>(ox, h, oz, ox, h, oz), reachSquared));
  } else {
    const leave = add<T>(middle, wide);
    y = add<T>(oy, mul<T>(leave, wy));
    end = clamp<T>(y, halfHeight);
    side = lessEqual<T, M>(abs<T>(y), halfHeight);
    h = sub<T>(oy, end);
    near = neg<T>(mul<T>(dot<T>(ox, h, oz, wx, wy, wz), inverseSquared));
    qx = add<T>(ox, mul<T>(near, wx));
    qy = add<T>(h, mul<T>(near, wy));
    qz = add<T>(oz, mul<T>(near, wz));
    distance = dot<T>(qx, qy, qz, qx, qy, qz);
    const ball = add<T>(near, sqrt<T>(mul<T>(max<T>(sub<T>(radiusSquared, distance), zero), inverseSquared)));
    s = select<T, M>(behind, select<T, M>(side, leave, ball), s);
    decideSurface<T, M>(crossed, s);
  }

  y = add<T>(oy, mul<T>(s, wy));
  const core = clamp<T>(y, halfHeight), above = sub<T>(y, core);
  writeNormalAlong<T, M>(add<T>(ox, mul<T>(s, wx)), above, add<T>(oz, mul<T>(s, wz)), wx, wy, wz, behind, true);
  write<T>(FEATURE, add<T>(only<T, M>(less<T, M>(zero, above), one), only<T, M>(less<T, M>(above, zero), splat<T>(2))));
}
