// Arithmetic over lanes of f64, for kernels whose answers f32 cannot hold: the counterpart of math/lane.ts.
//
//   T = v128   two f64 lanes, M = v128  (all bits of a lane set, or none)
//   T = f64    one,           M = bool
//
// The same bits in both, by the same rules. Masks and what only moves bits are those of math/lane.ts.

export { all, and, andNot, any, only, or, select, unless } from "./lane";
import { select } from "./lane";

/** Rows that one call of a kernel answers with the widest f64 lane type of this build. */
export const LANES64: u32 = ASC_FEATURE_SIMD ? 2 : 1;

// @ts-ignore: decorator
@inline export function splat<T>(value: f64): T {
  if (isVector<T>()) return f64x2.splat(value);
  return <T>value;
}

/** Two f32 of memory; the scalar lane takes the first. */
// @ts-ignore: decorator
@inline export function loadTwo<T>(first: usize, second: usize): T {
  if (isVector<T>()) return f64x2.promote_low_f32x4(v128.load32_lane(second, v128.load32_zero(first), 1));
  return <T>load<f32>(first);
}

// @ts-ignore: decorator
@inline export function add<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.add(a, b);
  return a + b;
}

// @ts-ignore: decorator
@inline export function sub<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.sub(a, b);
  return a - b;
}

// @ts-ignore: decorator
@inline export function mul<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.mul(a, b);
  return a * b;
}

// @ts-ignore: decorator
@inline export function div<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.div(a, b);
  return a / b;
}

// @ts-ignore: decorator
@inline export function neg<T>(a: T): T {
  if (isVector<T>()) return f64x2.neg(a);
  return -a;
}

// @ts-ignore: decorator
@inline export function abs<T>(a: T): T {
  if (isVector<T>()) return f64x2.abs(a);
  return <T>f64.abs(a);
}

// @ts-ignore: decorator
@inline export function sqrt<T>(a: T): T {
  if (isVector<T>()) return f64x2.sqrt(a);
  return <T>f64.sqrt(a);
}

/** b < a ? b : a */
// @ts-ignore: decorator
@inline export function min<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.pmin(a, b);
  return select<T, bool>(b < a, b, a);
}

/** a < b ? b : a */
// @ts-ignore: decorator
@inline export function max<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.pmax(a, b);
  return select<T, bool>(a < b, b, a);
}

/** `value` brought into [-limit, limit]; `limit` is not negative. */
// @ts-ignore: decorator
@inline export function clamp<T>(value: T, limit: T): T {
  return max<T>(min<T>(value, limit), neg<T>(limit));
}

// @ts-ignore: decorator
@inline export function dot<T>(ax: T, ay: T, az: T, bx: T, by: T, bz: T): T {
  return add<T>(add<T>(mul<T>(ax, bx), mul<T>(ay, by)), mul<T>(az, bz));
}

// @ts-ignore: decorator
@inline export function less<T, M>(a: T, b: T): M {
  if (isVector<T>()) return f64x2.lt(a, b);
  return <M>(a < b);
}

// @ts-ignore: decorator
@inline export function lessEqual<T, M>(a: T, b: T): M {
  if (isVector<T>()) return f64x2.le(a, b);
  return <M>(a <= b);
}

// @ts-ignore: decorator
@inline export function equal<T, M>(a: T, b: T): M {
  if (isVector<T>()) return f64x2.eq(a, b);
  return <M>(a == b);
}

/** `magnitude`, which is not negative, with the sign bit of `value`. */
// @ts-ignore: decorator
@inline export function withSign<T>(magnitude: T, value: T): T {
  if (isVector<T>()) return v128.or(magnitude, v128.and(value, f64x2.splat(-0.0)));
  return <T>f64.copysign(magnitude, value);
}
