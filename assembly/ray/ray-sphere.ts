// Ray against a ball (Ericson 5.3.2), about the point of the line that is nearest to the center, where no digits cancel.

import { add, div, dot, lessEqual, max, mul, neg, select, splat, sqrt, sub } from "../math/lane64";
import {
  FEATURE, O, RADIUS, SLOP, SQUARED, W, decideSolid, decideSurface, read, startsBehind, write, writeNormalAlong,
} from "./ray-block";

export function castSphere<T>(solid: bool): void {
  if (isVector<T>()) sphere<T, v128>(solid);
  else sphere<T, bool>(solid);
}

function sphere<T, M>(solid: bool): void {
  const ox = read<T>(O), oy = read<T>(O + 1), oz = read<T>(O + 2);
  const wx = read<T>(W), wy = read<T>(W + 1), wz = read<T>(W + 2);
  const radius = read<T>(RADIUS), zero = splat<T>(0);
  const inverse = div<T>(splat<T>(1), read<T>(SQUARED));
  const middle = neg<T>(mul<T>(dot<T>(ox, oy, oz, wx, wy, wz), inverse));
  const px = add<T>(ox, mul<T>(middle, wx)), py = add<T>(oy, mul<T>(middle, wy)), pz = add<T>(oz, mul<T>(middle, wz));
  const squared = dot<T>(px, py, pz, px, py, pz);
  const reach = add<T>(radius, read<T>(SLOP)), reachSquared = mul<T>(reach, reach);
  const crossed = lessEqual<T, M>(squared, reachSquared);
  const half = sqrt<T>(mul<T>(max<T>(sub<T>(mul<T>(radius, radius), squared), zero), inverse));
  const enter = sub<T>(middle, half);
  const behind = startsBehind<T, M>(enter);

  let s = neg<T>(half);
  if (solid) {
    decideSolid<T, M>(crossed, behind, enter, lessEqual<T, M>(dot<T>(ox, oy, oz, ox, oy, oz), reachSquared));
  } else {
    s = select<T, M>(behind, half, s);
    decideSurface<T, M>(crossed, add<T>(middle, s));
  }
  const x = add<T>(px, mul<T>(s, wx)), y = add<T>(py, mul<T>(s, wy)), z = add<T>(pz, mul<T>(s, wz));
  writeNormalAlong<T, M>(x, y, z, wx, wy, wz, behind, false);
  write<T>(FEATURE, zero);
}
