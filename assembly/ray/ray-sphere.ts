// Ray against a ball (Ericson 5.3.2), about the point of the line that is nearest to the center, where no digits cancel.

import { add, div, dot, lessEqual, max, mul, neg, select, splat, sqrt, sub } from "../math/lane64";
import {
  FEATURE, O, RADIUS, SLOP, W, decideSolid, decideSurface, read, startsBehind, write, writeRadialNormal,
} from "./ray-block";

// @ts-ignore: decorator
@inline export function castSphere<T, M>(body: usize, ray: usize, solid: bool): void {
  const ox = read<T>(ray, O), oy = read<T>(ray, O + 1), oz = read<T>(ray, O + 2);
  const wx = read<T>(ray, W), wy = read<T>(ray, W + 1), wz = read<T>(ray, W + 2);
  const radius = read<T>(body, RADIUS), zero = splat<T>(0);
  const inverse = div<T>(splat<T>(1), dot<T>(wx, wy, wz, wx, wy, wz));
  const middle = neg<T>(mul<T>(dot<T>(ox, oy, oz, wx, wy, wz), inverse));
  const px = add<T>(ox, mul<T>(middle, wx)), py = add<T>(oy, mul<T>(middle, wy)), pz = add<T>(oz, mul<T>(middle, wz));
  const squared = dot<T>(px, py, pz, px, py, pz);
  const reach = add<T>(radius, read<T>(ray, SLOP)), reachSquared = mul<T>(reach, reach);
  const crossed = lessEqual<T, M>(squared, reachSquared);
  const half = sqrt<T>(mul<T>(max<T>(sub<T>(mul<T>(radius, radius), squared), zero), inverse));
  const enter = sub<T>(middle, half);
  const behind = startsBehind<T, M>(ray, enter);

  let s = neg<T>(half);
  if (solid) {
    decideSolid<T, M>(ray, crossed, behind, enter, lessEqual<T, M>(dot<T>(ox, oy, oz, ox, oy, oz), reachSquared));
  } else {
    s = select<T, M>(behind, half, s);
    decideSurface<T, M>(ray, crossed, add<T>(middle, s));
  }
  const x = add<T>(px, mul<T>(s, wx)), y = add<T>(py, mul<T>(s, wy)), z = add<T>(pz, mul<T>(s, wz));
  writeRadialNormal<T, M>(body, ray, x, y, z, wx, wy, wz, behind, false);
  write<T>(ray, FEATURE, zero);
}
