// The block that carries rays into a lane kernel and hits out of it: slot k of lane type T lies at BLOCK + k * sizeof<T>().
// Everything is f64 (math/lane64.ts). A row that a kernel answers alone has the same bits as one of two.
//
// A kernel finds where the line `o + s w` of a ray enters and leaves a convex solid, s being the fraction of the translation w.
// What that means for the ray is decided in one place, `decide`, by the policy of query/raycast.ts.

import {
  abs, add, and, andNot, any, div, dot, less, lessEqual, loadTwo, max, min, mul, neg, only, or, select, splat, sqrt, sub, unless,
} from "../math/lane64";
import { Shape } from "../shape/shape";
import { RAY_SLOP, RAY_START_SLOP } from "../tolerance";

// Of the body: position, rotation (row by row, to the world), then radius and core parameters of the shape.
const POSITION: i32 = 0;
export const ROTATION: i32 = 3;
export const RADIUS: i32 = 12, X: i32 = 13, Y: i32 = 14, Z: i32 = 15;
/** Of the sphere that holds the shape. */
const SIZE: i32 = 16;
// Of the ray, in world axes: the origin less the position of the body, and the translation, which is never 0.
export const O: i32 = 17, W: i32 = 20;
/** The largest fraction, the square of |w|, and the square of the length that counts as nothing. */
export const LIMIT: i32 = 23, SQUARED: i32 = 24, SLOP: i32 = 25, SLOP_SQUARED: i32 = 26;
/** Origin and translation in the axes of the shape. */
export const LO: i32 = 27, LW: i32 = 30;
// The hit: fraction, unit normal in world axes, the number of the feature, and two masks.
export const FRACTION: i32 = 33, NORMAL: i32 = 34, FEATURE: i32 = 37;
export const HIT: i32 = 38, INSIDE: i32 = 39;
/** The origin as it came. */
export const ORIGIN: i32 = 40;
const SLOTS: i32 = 43;

const BLOCK: usize = memory.data(SLOTS * 16, 16);

// @ts-ignore: decorator
@inline export function read<T>(slot: i32): T {
  return load<T>(BLOCK + slot * sizeof<T>());
}

// @ts-ignore: decorator
@inline export function write<T>(slot: i32, value: T): void {
  store<T>(BLOCK + slot * sizeof<T>(), value);
}

// @ts-ignore: decorator
@inline function writeMask<T, M>(slot: i32, mask: M): void {
  if (isVector<T>()) store<v128>(BLOCK + slot * sizeof<T>(), mask);
  else store<u64>(BLOCK + slot * sizeof<T>(), <u64>mask);
}

// @ts-ignore: decorator
@inline export function readMask<T, M>(slot: i32): M {
  if (isVector<T>()) return load<v128>(BLOCK + slot * sizeof<T>());
  return <M>load<u64>(BLOCK + slot * sizeof<T>());
}

// ---------------------------------------------------------------- the bodies

/** Position, radius and core of the bodies that the rays of the lanes are cast at. */
// @ts-ignore: decorator
@inline export function placeBodies<T>(shape0: usize, pose0: usize, shape1: usize, pose1: usize): void {
  for (let i = 0; i < 3; i++) write<T>(POSITION + i, loadTwo<T>(pose0 + (i << 2), pose1 + (i << 2)));
  const core = offsetof<Shape>("radius"); // radius, x, y, z, bounding radius
  for (let i = 0; i < 5; i++) write<T>(RADIUS + i, loadTwo<T>(shape0 + core + (i << 2), shape1 + core + (i << 2)));
}

/** Their rotations; the quaternions need not be unit. */
// @ts-ignore: decorator
@inline export function turnBodies<T>(pose0: usize, pose1: usize): void {
  const x = loadTwo<T>(pose0 + 12, pose1 + 12), y = loadTwo<T>(pose0 + 16, pose1 + 16);
  const z = loadTwo<T>(pose0 + 20, pose1 + 20), w = loadTwo<T>(pose0 + 24, pose1 + 24);
  const s = div<T>(splat<T>(2), add<T>(dot<T>(x, y, z, x, y, z), mul<T>(w, w)));
  const sx = mul<T>(s, x), sy = mul<T>(s, y), sz = mul<T>(s, z), one = splat<T>(1);
  const xx = mul<T>(x, sx), yy = mul<T>(y, sy), zz = mul<T>(z, sz);
  const xy = mul<T>(x, sy), xz = mul<T>(x, sz), yz = mul<T>(y, sz);
  const wx = mul<T>(w, sx), wy = mul<T>(w, sy), wz = mul<T>(w, sz);
  write<T>(ROTATION, sub<T>(one, add<T>(yy, zz)));
  write<T>(ROTATION + 1, sub<T>(xy, wz));
  write<T>(ROTATION + 2, add<T>(xz, wy));
  write<T>(ROTATION + 3, add<T>(xy, wz));
  write<T>(ROTATION + 4, sub<T>(one, add<T>(xx, zz)));
  write<T>(ROTATION + 5, sub<T>(yz, wx));
  write<T>(ROTATION + 6, sub<T>(xz, wy));
  write<T>(ROTATION + 7, add<T>(yz, wx));
  write<T>(ROTATION + 8, sub<T>(one, add<T>(xx, yy)));
}

// ---------------------------------------------------------------- the rays

/** A ray of no length asks about its origin: with the direction (0, -1, 0), up to fraction 0. */
// @ts-ignore: decorator
@inline export function placeRays<T, M>(origin0: usize, translation0: usize, origin1: usize, translation1: usize, limit: f64): void {
  const x = loadTwo<T>(origin0, origin1), y = loadTwo<T>(origin0 + 4, origin1 + 4), z = loadTwo<T>(origin0 + 8, origin1 + 8);
  write<T>(ORIGIN, x);
  write<T>(ORIGIN + 1, y);
  write<T>(ORIGIN + 2, z);
  const ox = sub<T>(x, read<T>(POSITION)), oy = sub<T>(y, read<T>(POSITION + 1)), oz = sub<T>(z, read<T>(POSITION + 2));
  const wx = loadTwo<T>(translation0, translation1);
  let wy = loadTwo<T>(translation0 + 4, translation1 + 4);
  const wz = loadTwo<T>(translation0 + 8, translation1 + 8);
  const squared = dot<T>(wx, wy, wz, wx, wy, wz);
  const moves = less<T, M>(splat<T>(0), squared);
  wy = select<T, M>(moves, wy, splat<T>(-1));
  write<T>(O, ox);
  write<T>(O + 1, oy);
  write<T>(O + 2, oz);
  write<T>(W, wx);
  write<T>(W + 1, wy);
  write<T>(W + 2, wz);
  write<T>(SQUARED, select<T, M>(moves, squared, splat<T>(1)));
  write<T>(LIMIT, only<T, M>(moves, splat<T>(limit)));
  const away = max<T>(max<T>(abs<T>(ox), abs<T>(oy)), abs<T>(oz));
  const slop = add<T>(mul<T>(splat<T>(RAY_SLOP), read<T>(SIZE)), mul<T>(splat<T>(2 * RAY_START_SLOP), away));
  write<T>(SLOP, slop);
  write<T>(SLOP_SQUARED, mul<T>(slop, slop));
}

/** Origin and translation in the axes of the body. */
// @ts-ignore: decorator
@inline export function turnRays<T>(): void {
  const r00 = read<T>(ROTATION), r01 = read<T>(ROTATION + 1), r02 = read<T>(ROTATION + 2);
  const r10 = read<T>(ROTATION + 3), r11 = read<T>(ROTATION + 4), r12 = read<T>(ROTATION + 5);
  const r20 = read<T>(ROTATION + 6), r21 = read<T>(ROTATION + 7), r22 = read<T>(ROTATION + 8);
  const ox = read<T>(O), oy = read<T>(O + 1), oz = read<T>(O + 2);
  const wx = read<T>(W), wy = read<T>(W + 1), wz = read<T>(W + 2);
  write<T>(LO, dot<T>(ox, oy, oz, r00, r10, r20));
  write<T>(LO + 1, dot<T>(ox, oy, oz, r01, r11, r21));
  write<T>(LO + 2, dot<T>(ox, oy, oz, r02, r12, r22));
  write<T>(LW, dot<T>(wx, wy, wz, r00, r10, r20));
  write<T>(LW + 1, dot<T>(wx, wy, wz, r01, r11, r21));
  write<T>(LW + 2, dot<T>(wx, wy, wz, r02, r12, r22));
}

// ---------------------------------------------------------------- the hits

/** A difference of fractions that is more than rounding: its length along the ray is above the slop. */
// @ts-ignore: decorator
@inline export function exceeds<T, M>(difference: T): M {
  const far = less<T, M>(read<T>(SLOP_SQUARED), mul<T>(mul<T>(difference, difference), read<T>(SQUARED)));
  return and<M>(far, less<T, M>(splat<T>(0), difference));
}

/** Whether the ray starts beyond its entry. */
// @ts-ignore: decorator
@inline export function startsBehind<T, M>(enter: T): M {
  return exceeds<T, M>(neg<T>(enter));
}

/** What counts for a solid: the entry, or the start where that is `inside` and past the entry (`behind`). */
// @ts-ignore: decorator
@inline export function decideSolid<T, M>(crossed: M, behind: M, enter: T, inside: M): void {
  const within = andNot<M>(crossed, exceeds<T, M>(sub<T>(enter, read<T>(LIMIT))));
  const starts = and<M>(behind, inside);
  writeHit<T, M>(unless<T, M>(behind, enter), or<M>(and<M>(crossed, starts), andNot<M>(within, behind)), starts);
}

/** What counts for a surface: `s`, which is the entry, or the exit where the ray starts past the entry. */
// @ts-ignore: decorator
@inline export function decideSurface<T, M>(crossed: M, s: T): void {
  const early = exceeds<T, M>(neg<T>(s)), late = exceeds<T, M>(sub<T>(s, read<T>(LIMIT)));
  writeHit<T, M>(s, andNot<M>(crossed, or<M>(early, late)), andNot<M>(crossed, crossed));
}

// @ts-ignore: decorator
@inline function writeHit<T, M>(s: T, hit: M, inside: M): void {
  const fraction = min<T>(max<T>(s, splat<T>(0)), read<T>(LIMIT));
  write<T>(FRACTION, fraction);
  // A vanishing translation may take more of itself than f32 can say.
  writeMask<T, M>(HIT, and<M>(hit, lessEqual<T, M>(fraction, splat<T>(<f64>f32.MAX_VALUE))));
  writeMask<T, M>(INSIDE, inside);
}

/** A ray that starts inside of a solid meets it head on. */
// @ts-ignore: decorator
@inline export function faceInside<T, M>(): void {
  const inside = readMask<T, M>(INSIDE);
  if (!any<M>(inside)) return;
  const scale = div<T>(splat<T>(-1), sqrt<T>(read<T>(SQUARED)));
  for (let i = 0; i < 3; i++) write<T>(NORMAL + i, select<T, M>(inside, mul<T>(scale, read<T>(W + i)), read<T>(NORMAL + i)));
}

/**
 * Writes the unit normal along `v`; where that has no length, against the ray `w`, or along it where the ray leaves. `turned`:
 * both are in the axes of the body.
 */
// @ts-ignore: decorator
@inline export function writeNormalAlong<T, M>(vx: T, vy: T, vz: T, wx: T, wy: T, wz: T, leaves: M, turned: bool): void {
  let x = vx, y = vy, z = vz;
  const tiny = lessEqual<T, M>(dot<T>(x, y, z, x, y, z), read<T>(SLOP_SQUARED));
  if (any<M>(tiny)) {
    x = select<T, M>(tiny, select<T, M>(leaves, wx, neg<T>(wx)), x);
    y = select<T, M>(tiny, select<T, M>(leaves, wy, neg<T>(wy)), y);
    z = select<T, M>(tiny, select<T, M>(leaves, wz, neg<T>(wz)), z);
  }
  const scale = div<T>(splat<T>(1), sqrt<T>(dot<T>(x, y, z, x, y, z)));
  x = mul<T>(scale, x);
  y = mul<T>(scale, y);
  z = mul<T>(scale, z);
  if (turned) writeLocalNormal<T>(x, y, z);
  else writeNormal<T>(x, y, z);
}

/** A unit normal in the axes of the body. */
// @ts-ignore: decorator
@inline function writeLocalNormal<T>(x: T, y: T, z: T): void {
  write<T>(NORMAL, dot<T>(x, y, z, read<T>(ROTATION), read<T>(ROTATION + 1), read<T>(ROTATION + 2)));
  write<T>(NORMAL + 1, dot<T>(x, y, z, read<T>(ROTATION + 3), read<T>(ROTATION + 4), read<T>(ROTATION + 5)));
  write<T>(NORMAL + 2, dot<T>(x, y, z, read<T>(ROTATION + 6), read<T>(ROTATION + 7), read<T>(ROTATION + 8)));
}

// @ts-ignore: decorator
@inline export function writeNormal<T>(x: T, y: T, z: T): void {
  write<T>(NORMAL, x);
  write<T>(NORMAL + 1, y);
  write<T>(NORMAL + 2, z);
}
