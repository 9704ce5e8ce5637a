// Sphere, capsule and box A against plane or half-space B. The plane is the surface n.x = offset of B's frame, the half-space
// the solid n.x <= offset. A plane is left on the side where the middle of A is; a middle on the plane counts as above.
// When A is parallel to the plane the point is the middle of the edge or face that is nearest to it.
//
// The distance is a small difference of large numbers when B's origin is far: run these in T = f64, where that is exact
// to f32. In f32 a lane whose terms are far larger than A says FALLBACK.

import {
  abs, add, constant, div, dot, less, lessEqual, mul, neg, sign, splat, sqrt, sub, unless,
} from "../math/lane";
import {
  AR, AX, AY, AZ, BO, BR, BX, BY, BZ, DX, DY, DZ, FALLBACK, QAX, QBX, ROTATION_A, ROTATION_B, read, writeAnswer, writeMask,
} from "./lane-block";
import { axisYx, axisYy, axisYz, quaternionScale, writeRotation } from "./rotation";

// `solid`: B is the half-space, not the plane.

export function collideSpherePlane<T>(solid: bool): void {
  const zero = splat<T>(0);
  collideZonotope<T>(solid, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero);
}

export function collideCapsulePlane<T>(solid: bool): void {
  const zero = splat<T>(0), scale = quaternionScale<T>(QAX);
  collideZonotope<T>(
    solid, zero, read<T>(AY), zero, zero, zero, zero,
    axisYx<T>(QAX, scale), axisYy<T>(QAX, scale), axisYz<T>(QAX, scale), zero, zero, zero,
  );
}

export function collideBoxPlane<T>(solid: bool): void {
  writeRotation<T>(QAX, ROTATION_A);
  collideZonotope<T>(
    solid, read<T>(AX), read<T>(AY), read<T>(AZ),
    read<T>(ROTATION_A), read<T>(ROTATION_A + 3), read<T>(ROTATION_A + 6),
    read<T>(ROTATION_A + 1), read<T>(ROTATION_A + 4), read<T>(ROTATION_A + 7),
    read<T>(ROTATION_A + 2), read<T>(ROTATION_A + 5), read<T>(ROTATION_A + 8),
  );
}

// @ts-ignore: decorator
@inline function collideZonotope<T>(
  solid: bool, hx: T, hy: T, hz: T, ux: T, uy: T, uz: T, vx: T, vy: T, vz: T, wx: T, wy: T, wz: T,
): void {
  if (isVector<T>()) finish<T, v128>(solid, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz);
  else finish<T, bool>(solid, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz);
}

// A is the zonotope of half edges h_i along the axes u, v, w: a point, a segment or a box.
// @ts-ignore: decorator
@inline function finish<T, M>(
  solid: bool, hx: T, hy: T, hz: T, ux: T, uy: T, uz: T, vx: T, vy: T, vz: T, wx: T, wy: T, wz: T,
): void {
  writeRotation<T>(QBX, ROTATION_B);
  const bx = read<T>(BX), by = read<T>(BY), bz = read<T>(BZ);
  // A unit normal in f32 is unit to f32 only; far from B's origin that shows.
  const kx = dot<T>(bx, by, bz, read<T>(ROTATION_B), read<T>(ROTATION_B + 1), read<T>(ROTATION_B + 2));
  const ky = dot<T>(bx, by, bz, read<T>(ROTATION_B + 3), read<T>(ROTATION_B + 4), read<T>(ROTATION_B + 5));
  const kz = dot<T>(bx, by, bz, read<T>(ROTATION_B + 6), read<T>(ROTATION_B + 7), read<T>(ROTATION_B + 8));
  const unit = div<T>(splat<T>(1), sqrt<T>(dot<T>(kx, ky, kz, kx, ky, kz)));
  const mx = mul<T>(kx, unit), my = mul<T>(ky, unit), mz = mul<T>(kz, unit);
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const offset = mul<T>(read<T>(BO), unit), radiusA = read<T>(AR), radiusB = read<T>(BR);

  // Height of A's middle over the plane, and the normal, which enters it.
  const height = neg<T>(add<T>(dot<T>(dx, dy, dz, mx, my, mz), offset));
  const side = solid ? splat<T>(1) : sign<T, M>(height);
  const nx = neg<T>(mul<T>(side, mx)), ny = neg<T>(mul<T>(side, my)), nz = neg<T>(mul<T>(side, mz));

  const slopeU = dot<T>(ux, uy, uz, nx, ny, nz), slopeV = dot<T>(vx, vy, vz, nx, ny, nz), slopeW = dot<T>(wx, wy, wz, nx, ny, nz);
  const deepest = dot<T>(hx, hy, hz, abs<T>(slopeU), abs<T>(slopeV), abs<T>(slopeW));
  const distance = sub<T>(sub<T>(mul<T>(side, height), deepest), add<T>(radiusA, radiusB));

  const su = extreme<T, M>(slopeU, hx), sv = extreme<T, M>(slopeV, hy), sw = extreme<T, M>(slopeW, hz);
  const px = add<T>(dot<T>(su, sv, sw, ux, vx, wx), mul<T>(nx, radiusA));
  const py = add<T>(dot<T>(su, sv, sw, uy, vy, wy), mul<T>(ny, radiusA));
  const pz = add<T>(dot<T>(su, sv, sw, uz, vz, wz), mul<T>(nz, radiusA));
  writeAnswer<T>(distance, nx, ny, nz, px, py, pz);

  const terms = add<T>(add<T>(add<T>(abs<T>(dx), abs<T>(dy)), abs<T>(dz)), abs<T>(offset));
  const size = add<T>(add<T>(add<T>(hx, hy), hz), radiusA);
  writeMask<T, M>(FALLBACK, less<T, M>(mul<T>(size, constant<T>(4, Infinity)), terms));
}

// The end of a half edge that is deepest; its middle when it is parallel to the plane, to rounding.
// @ts-ignore: decorator
@inline function extreme<T, M>(slope: T, half: T): T {
  const flat = lessEqual<T, M>(abs<T>(slope), constant<T>(1e-6, 1e-7));
  return unless<T, M>(flat, mul<T>(sign<T, M>(slope), half));
}
