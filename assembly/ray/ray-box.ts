// Ray against a box, in its axes: three slabs (Kay and Kajiya 1986). Among faces that are crossed at once the first axis
// names the normal.

import {
  abs, add, and, andNot, div, dot, equal, less, lessEqual, max, min, mul, neg, or, select, splat, sub, withSign,
} from "../math/lane64";
import {
  FEATURE, LO, LW, ROTATION, SLOP, X, Y, Z, decideSolid, decideSurface, exceeds, read, startsBehind, write, writeNormal,
} from "./ray-block";

/** Feature numbers: the faces +x, -x, +y, -y, +z, -z from 0 to 5. */
export function castBox<T>(solid: bool): void {
  if (isVector<T>()) box<T, v128>(solid);
  else box<T, bool>(solid);
}

function box<T, M>(solid: bool): void {
  const ox = read<T>(LO), oy = read<T>(LO + 1), oz = read<T>(LO + 2);
  const wx = read<T>(LW), wy = read<T>(LW + 1), wz = read<T>(LW + 2);
  const hx = read<T>(X), hy = read<T>(Y), hz = read<T>(Z);
  const one = splat<T>(1), zero = splat<T>(0);
  const ix = div<T>(one, wx), iy = div<T>(one, wy), iz = div<T>(one, wz);
  const nearX = near<T, M>(ox, wx, hx, ix), nearY = near<T, M>(oy, wy, hy, iy), nearZ = near<T, M>(oz, wz, hz, iz);
  const farX = far<T, M>(ox, wx, hx, ix), farY = far<T, M>(oy, wy, hy, iy), farZ = far<T, M>(oz, wz, hz, iz);
  const nearXY = max<T>(nearX, nearY), enter = max<T>(nearXY, nearZ);
  const farXY = min<T>(farX, farY), exit = max<T>(min<T>(farXY, farZ), enter);
  let isZ = less<T, M>(nearXY, nearZ), isY = less<T, M>(nearX, nearY);

  // Parts that miss each other by rounding meet.
  const slop = read<T>(SLOP);
  const outside = or<M>(or<M>(beside<T, M>(ox, wx, hx, slop), beside<T, M>(oy, wy, hy, slop)), beside<T, M>(oz, wz, hz, slop));
  const crossed = andNot<M>(lessEqual<T, M>(zero, zero), or<M>(outside, exceeds<T, M>(sub<T>(enter, min<T>(farXY, farZ)))));
  const behind = startsBehind<T, M>(enter);
  let side = splat<T>(-1);
  if (solid) {
    decideSolid<T, M>(crossed, behind, enter, andNot<M>(crossed, exceeds<T, M>(neg<T>(exit))));
  } else {
    decideSurface<T, M>(crossed, select<T, M>(behind, exit, enter));
    isZ = or<M>(and<M>(behind, less<T, M>(farZ, farXY)), andNot<M>(isZ, behind));
    isY = or<M>(and<M>(behind, less<T, M>(farY, farX)), andNot<M>(isY, behind));
    side = select<T, M>(behind, one, side);
  }

  const w = select<T, M>(isZ, wz, select<T, M>(isY, wy, wx));
  const sign = withSign<T>(one, mul<T>(side, w));
  writeNormal<T>(
    mul<T>(sign, select<T, M>(isZ, read<T>(ROTATION + 2), select<T, M>(isY, read<T>(ROTATION + 1), read<T>(ROTATION)))),
    mul<T>(sign, select<T, M>(isZ, read<T>(ROTATION + 5), select<T, M>(isY, read<T>(ROTATION + 4), read<T>(ROTATION + 3)))),
    mul<T>(sign, select<T, M>(isZ, read<T>(ROTATION + 8), select<T, M>(isY, read<T>(ROTATION + 7), read<T>(ROTATION + 6)))),
  );
  const axis = select<T, M>(isZ, splat<T>(4), select<T, M>(isY, splat<T>(2), zero));
  write<T>(FEATURE, select<T, M>(less<T, M>(sign, zero), add<T>(axis, one), axis));
}

// Where the ray is parallel to the faces, it crosses them at infinity, and `beside` says the rest.

// @ts-ignore: decorator
@inline function near<T, M>(o: T, w: T, half: T, inverse: T): T {
  const s = mul<T>(neg<T>(add<T>(o, withSign<T>(half, w))), inverse);
  return select<T, M>(equal<T, M>(w, splat<T>(0)), splat<T>(-Infinity), s);
}

// @ts-ignore: decorator
@inline function far<T, M>(o: T, w: T, half: T, inverse: T): T {
  const s = mul<T>(sub<T>(withSign<T>(half, w), o), inverse);
  return select<T, M>(equal<T, M>(w, splat<T>(0)), splat<T>(Infinity), s);
}

/** On the face counts as inside. */
// @ts-ignore: decorator
@inline function beside<T, M>(o: T, w: T, half: T, slop: T): M {
  return andNot<M>(equal<T, M>(w, splat<T>(0)), lessEqual<T, M>(abs<T>(o), add<T>(half, slop)));
}
