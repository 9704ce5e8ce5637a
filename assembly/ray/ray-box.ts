// Ray against a box, in its axes: three slabs (Kay and Kajiya 1986). Among faces that are crossed at once the first axis
// names the normal.

import { abs, add, and, andNot, any, div, equal, less, lessEqual, max, min, mul, neg, or, select, splat, sub, withSign } from "../math/lane64";
import {
  FEATURE, NORMAL, O, ROTATION, SLOP, SLOP_FRACTION, W, X, Y, Z, decideSolid, decideSurface, read, startsBehind, write, writeVector,
} from "./ray-block";

/** Features: the faces +x, -x, +y, -y, +z, -z from 0 to 5. */
// @ts-ignore: decorator
@inline export function castBox<T, M>(body: usize, ray: usize, solid: bool, features: bool): void {
  const ox = read<T>(ray, O), oy = read<T>(ray, O + 1), oz = read<T>(ray, O + 2);
  const wx = read<T>(ray, W), wy = read<T>(ray, W + 1), wz = read<T>(ray, W + 2);
  const zero = splat<T>(0), one = splat<T>(1);
  const ix = div<T>(one, wx), iy = div<T>(one, wy), iz = div<T>(one, wz);
  // The face on the far side, and its opposite.
  const hx = withSign<T>(read<T>(body, X), wx), hy = withSign<T>(read<T>(body, Y), wy), hz = withSign<T>(read<T>(body, Z), wz);
  let nearX = mul<T>(neg<T>(add<T>(ox, hx)), ix), farX = mul<T>(sub<T>(hx, ox), ix);
  let nearY = mul<T>(neg<T>(add<T>(oy, hy)), iy), farY = mul<T>(sub<T>(hy, oy), iy);
  let nearZ = mul<T>(neg<T>(add<T>(oz, hz)), iz), farZ = mul<T>(sub<T>(hz, oz), iz);
  let crossed = lessEqual<T, M>(zero, zero);
  const levelX = equal<T, M>(wx, zero), levelY = equal<T, M>(wy, zero), levelZ = equal<T, M>(wz, zero);
  if (any<M>(or<M>(or<M>(levelX, levelY), levelZ))) {
    // Between two faces for ever, or never. On the face counts as between.
    const slop = read<T>(ray, SLOP), never = splat<T>(-Infinity), ever = splat<T>(Infinity);
    nearX = select<T, M>(levelX, never, nearX);
    nearY = select<T, M>(levelY, never, nearY);
    nearZ = select<T, M>(levelZ, never, nearZ);
    farX = select<T, M>(levelX, ever, farX);
    farY = select<T, M>(levelY, ever, farY);
    farZ = select<T, M>(levelZ, ever, farZ);
    crossed = andNot<M>(crossed, and<M>(levelX, less<T, M>(add<T>(read<T>(body, X), slop), abs<T>(ox))));
    crossed = andNot<M>(crossed, and<M>(levelY, less<T, M>(add<T>(read<T>(body, Y), slop), abs<T>(oy))));
    crossed = andNot<M>(crossed, and<M>(levelZ, less<T, M>(add<T>(read<T>(body, Z), slop), abs<T>(oz))));
  }
  const nearXY = max<T>(nearX, nearY), enter = max<T>(nearXY, nearZ);
  const farXY = min<T>(farX, farY), exit = min<T>(farXY, farZ);
  let isY = less<T, M>(nearX, nearY), isZ = less<T, M>(nearXY, nearZ);

  // Parts that miss each other by rounding meet.
  const slop = read<T>(ray, SLOP_FRACTION);
  crossed = and<M>(crossed, lessEqual<T, M>(enter, add<T>(exit, slop)));
  const behind = startsBehind<T, M>(ray, enter);
  let w = select<T, M>(isZ, wz, select<T, M>(isY, wy, wx));
  if (solid) {
    decideSolid<T, M>(ray, crossed, behind, enter, lessEqual<T, M>(neg<T>(slop), exit));
    w = neg<T>(w);
  } else {
    decideSurface<T, M>(ray, crossed, select<T, M>(behind, exit, enter));
    const leavesY = less<T, M>(farY, farX), leavesZ = less<T, M>(farZ, farXY);
    w = select<T, M>(behind, select<T, M>(leavesZ, wz, select<T, M>(leavesY, wy, wx)), neg<T>(w));
    isY = or<M>(and<M>(behind, leavesY), andNot<M>(isY, behind));
    isZ = or<M>(and<M>(behind, leavesZ), andNot<M>(isZ, behind));
  }

  const sign = withSign<T>(one, w);
  writeVector<T>(
    ray, NORMAL,
    mul<T>(sign, select<T, M>(isZ, read<T>(body, ROTATION + 2), select<T, M>(isY, read<T>(body, ROTATION + 1), read<T>(body, ROTATION)))),
    mul<T>(sign, select<T, M>(isZ, read<T>(body, ROTATION + 5), select<T, M>(isY, read<T>(body, ROTATION + 4), read<T>(body, ROTATION + 3)))),
    mul<T>(sign, select<T, M>(isZ, read<T>(body, ROTATION + 8), select<T, M>(isY, read<T>(body, ROTATION + 7), read<T>(body, ROTATION + 6)))),
  );
  if (features) {
    const axis = select<T, M>(isZ, splat<T>(4), select<T, M>(isY, splat<T>(2), zero));
    write<T>(ray, FEATURE, select<T, M>(less<T, M>(sign, zero), add<T>(axis, one), axis));
  }
}
