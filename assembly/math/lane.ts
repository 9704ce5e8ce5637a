// Arithmetic over a lane type, so that a kernel is written once and answers several pairs at a time.
//
//   T = v128   four f32 lanes, M = v128  (all bits of a lane set, or none)
//   T = f32    one pair,       M = bool
//   T = f64    one pair,       M = bool  (the precise instantiation of the same kernel)
//
// Every branch below is on a type and is folded away. Results must have the same bits in T = v128, in T = f32 and in the
// JavaScript build, so there are only operations that IEEE 754 rounds in one way: no relaxed SIMD, no fused multiply-add.
// A mask is a type of its own (M) since a NaN pattern held in an f32 would not survive wasm2js.

/** Pairs that one call of a kernel answers with the widest f32 lane type of this build. */
export const LANES: i32 = ASC_FEATURE_SIMD ? 4 : 1;

// @ts-ignore: decorator
@inline export function splat<T>(value: f32): T {
  if (isVector<T>()) return f32x4.splat(value);
  return <T>value;
}

/** A constant that depends on the precision of T, such as a tolerance. */
// @ts-ignore: decorator
@inline export function constant<T>(single: f32, double: f64): T {
  if (isVector<T>()) return f32x4.splat(single);
  if (sizeof<T>() == 8) return <T>double;
  return <T>single;
}

// @ts-ignore: decorator
@inline export function add<T>(a: T, b: T): T {
  if (isVector<T>()) return f32x4.add(a, b);
  return a + b;
}

// @ts-ignore: decorator
@inline export function sub<T>(a: T, b: T): T {
  if (isVector<T>()) return f32x4.sub(a, b);
  return a - b;
}

// @ts-ignore: decorator
@inline export function mul<T>(a: T, b: T): T {
  if (isVector<T>()) return f32x4.mul(a, b);
  return a * b;
}

// @ts-ignore: decorator
@inline export function div<T>(a: T, b: T): T {
  if (isVector<T>()) return f32x4.div(a, b);
  return a / b;
}

// @ts-ignore: decorator
@inline export function neg<T>(a: T): T {
  if (isVector<T>()) return f32x4.neg(a);
  return -a;
}

// @ts-ignore: decorator
@inline export function abs<T>(a: T): T {
  if (isVector<T>()) return f32x4.abs(a);
  if (sizeof<T>() == 8) return <T>f64.abs(a);
  return <T>f32.abs(a);
}

// @ts-ignore: decorator
@inline export function sqrt<T>(a: T): T {
  if (isVector<T>()) return f32x4.sqrt(a);
  if (sizeof<T>() == 8) return <T>f64.sqrt(a);
  return <T>f32.sqrt(a);
}

// The pseudo-minimum and -maximum of WebAssembly: one instruction on x64 and the same bits everywhere, where `f32x4.min` takes
// seven for its NaN and zero rules, which no kernel needs.

/** b < a ? b : a */
// @ts-ignore: decorator
@inline export function min<T>(a: T, b: T): T {
  if (isVector<T>()) return f32x4.pmin(a, b);
  return select<T>(b, a, b < a);
}

/** a < b ? b : a */
// @ts-ignore: decorator
@inline export function max<T>(a: T, b: T): T {
  if (isVector<T>()) return f32x4.pmax(a, b);
  return select<T>(b, a, a < b);
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
  if (isVector<T>()) return f32x4.lt(a, b);
  return <M>(a < b);
}

// @ts-ignore: decorator
@inline export function lessEqual<T, M>(a: T, b: T): M {
  if (isVector<T>()) return f32x4.le(a, b);
  return <M>(a <= b);
}

// @ts-ignore: decorator
@inline export function equal<T, M>(a: T, b: T): M {
  if (isVector<T>()) return f32x4.eq(a, b);
  return <M>(a == b);
}

// @ts-ignore: decorator
@inline export function and<M>(a: M, b: M): M {
  if (isVector<M>()) return v128.and(a, b);
  return <M>(a & b);
}

// @ts-ignore: decorator
@inline export function or<M>(a: M, b: M): M {
  if (isVector<M>()) return v128.or(a, b);
  return <M>(a | b);
}

/** a and not b. */
// @ts-ignore: decorator
@inline export function andNot<M>(a: M, b: M): M {
  if (isVector<M>()) return v128.andnot(a, b);
  return <M>(a & !b);
}

/** True when the mask holds in every lane. */
// @ts-ignore: decorator
@inline export function all<M>(mask: M): bool {
  if (isVector<M>()) return i32x4.all_true(mask);
  return <bool>mask;
}

/** True when the mask holds in some lane. */
// @ts-ignore: decorator
@inline export function any<M>(mask: M): bool {
  if (isVector<M>()) return v128.any_true(mask);
  return <bool>mask;
}

// @ts-ignore: decorator
@inline function choose<T, M>(mask: M, a: T, b: T): T {
  if (isVector<T>()) return v128.bitselect(a, b, mask);
  return select<T>(a, b, mask);
}

/** `a` where the mask holds, else `b`. */
export { choose as select };

/** `value` where the mask holds, else 0. */
// @ts-ignore: decorator
@inline export function only<T, M>(mask: M, value: T): T {
  if (isVector<T>()) return v128.and(value, mask);
  return select<T>(value, 0, mask);
}

/** 0 where the mask holds, else `value`. */
// @ts-ignore: decorator
@inline export function unless<T, M>(mask: M, value: T): T {
  if (isVector<T>()) return v128.andnot(value, mask);
  return select<T>(0, value, mask);
}

/** `magnitude`, which is not negative, with the sign bit of `value`. */
// @ts-ignore: decorator
@inline export function withSign<T>(magnitude: T, value: T): T {
  if (isVector<T>()) return v128.or(magnitude, v128.and(value, f32x4.splat(-0.0)));
  if (sizeof<T>() == 8) return <T>f64.copysign(magnitude, value);
  return <T>f32.copysign(magnitude, value);
}

/** 1 with the sign of `value`; 1 for either zero, so that a tie has one answer. */
// @ts-ignore: decorator
@inline export function sign<T, M>(value: T): T {
  return choose<T, M>(less<T, M>(value, splat<T>(0)), splat<T>(-1), splat<T>(1));
}
