// Two capsules: the closest points of two segments, Ericson 5.1.9, with s and t counted from the middles:
// s u_A and D + t u_B, |s| <= half A, |t| <= half B.
//
// Ericson's s = (D.u_A - b D.u_B) / (1 - b^2) cancels twice when the axes are nearly parallel. With c = u_A x u_B it is
// s = D.(u_B x c) / |c|^2, which is the exact answer for axes that are turned by one rounding.

import {
  abs, add, and, andNot, clamp, constant, div, dot, less, lessEqual, max, min, mul, neg, only, or, select, sign, splat, sqrt, sub,
} from "../math/lane";
import { AR, AY, BR, BY, DX, DY, DZ, QAX, QBX, read, writeAnswer, writeTrust } from "./lane-block";
import { axisXx, axisXy, axisXz, axisYx, axisYy, axisYz, quaternionScale } from "./rotation";

/**
 * Segments that meet are parted along u_A x u_B, parallel ones along A's local +X.
 * Parallel capsules side by side touch in the middle of the stretch that they share.
 */
export function collideCapsuleCapsule<T>(): void {
  if (isVector<T>()) capsuleCapsule<T, v128>();
  else capsuleCapsule<T, bool>();
}

function capsuleCapsule<T, M>(): void {
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const halfA = read<T>(AY), halfB = read<T>(BY), radiusA = read<T>(AR);
  const scaleA = quaternionScale<T>(QAX), scaleB = quaternionScale<T>(QBX);
  const ax = axisYx<T>(QAX, scaleA), ay = axisYy<T>(QAX, scaleA), az = axisYz<T>(QAX, scaleA);
  const bx = axisYx<T>(QBX, scaleB), by = axisYy<T>(QBX, scaleB), bz = axisYz<T>(QBX, scaleB);
  const one = splat<T>(1);

  const cosine = dot<T>(ax, ay, az, bx, by, bz);
  const cx = sub<T>(mul<T>(ay, bz), mul<T>(az, by));
  const cy = sub<T>(mul<T>(az, bx), mul<T>(ax, bz));
  const cz = sub<T>(mul<T>(ax, by), mul<T>(ay, bx));
  const sineSquared = dot<T>(cx, cy, cz, cx, cy, cz);

  // Lines: s0. Below the noise of the cross product every s of the shared stretch is as good, and the middle is stable.
  const parallel = less<T, M>(sineSquared, constant<T>(4e-12, 1e-29));
  const wx = sub<T>(mul<T>(by, cz), mul<T>(bz, cy));
  const wy = sub<T>(mul<T>(bz, cx), mul<T>(bx, cz));
  const wz = sub<T>(mul<T>(bx, cy), mul<T>(by, cx));
  const alongA = dot<T>(dx, dy, dz, ax, ay, az), alongB = dot<T>(dx, dy, dz, bx, by, bz);
  const crossing = div<T>(dot<T>(dx, dy, dz, wx, wy, wz), select<T, M>(parallel, one, sineSquared));
  const low = max<T>(neg<T>(halfA), sub<T>(alongA, halfB)), high = min<T>(halfA, add<T>(alongA, halfB));
  const middle = mul<T>(add<T>(low, high), splat<T>(0.5));

  // Segments: the best t for the clamped s0, then the best s for the clamped t.
  const s0 = clamp<T>(select<T, M>(parallel, middle, crossing), halfA);
  const t = clamp<T>(sub<T>(mul<T>(s0, cosine), alongB), halfB);
  const s = clamp<T>(add<T>(mul<T>(t, cosine), alongA), halfA);
  const interiorA = less<T, M>(abs<T>(s), halfA), interiorB = less<T, M>(abs<T>(t), halfB);
  const px = mul<T>(s, ax), py = mul<T>(s, ay), pz = mul<T>(s, az);
  const gx = sub<T>(add<T>(dx, mul<T>(t, bx)), px);
  const gy = sub<T>(add<T>(dy, mul<T>(t, by)), py);
  const gz = sub<T>(add<T>(dz, mul<T>(t, bz)), pz);

  // What is left must be perpendicular to an axis that it meets between the ends, or the witness points leave the mantles.
  const restA = only<T, M>(interiorA, dot<T>(gx, gy, gz, ax, ay, az));
  const hx = sub<T>(gx, mul<T>(restA, ax)), hy = sub<T>(gy, mul<T>(restA, ay)), hz = sub<T>(gz, mul<T>(restA, az));
  const restB = only<T, M>(interiorB, dot<T>(hx, hy, hz, bx, by, bz));
  const vx = sub<T>(hx, mul<T>(restB, bx)), vy = sub<T>(hy, mul<T>(restB, by)), vz = sub<T>(hz, mul<T>(restB, bz));
  const squared = dot<T>(vx, vy, vz, vx, vy, vz);
  const length = sqrt<T>(squared);

  // The rounding of v turns it by noise / length, that of c by noise / sine: the smaller one gives the normal.
  const reach = add<T>(halfA, halfB), reachSquared = mul<T>(reach, reach);
  const skew = less<T, M>(constant<T>(1e-6, 1e-20), sineSquared);
  const noise = mul<T>(reach, constant<T>(2e-7, 1e-15));
  const meet = lessEqual<T, M>(squared, add<T>(mul<T>(noise, noise), splat<T>(1e-36)));
  const between = and<M>(and<M>(interiorA, interiorB), less<T, M>(squared, mul<T>(reachSquared, sineSquared)));
  const byCross = and<M>(skew, or<M>(between, meet));
  const sine = sqrt<T>(sineSquared), height = dot<T>(dx, dy, dz, cx, cy, cz);
  const side = sign<T, M>(height);
  const inverse = div<T>(select<T, M>(byCross, side, one), select<T, M>(byCross, sine, select<T, M>(meet, one, length)));
  const mx = select<T, M>(byCross, cx, vx), my = select<T, M>(byCross, cy, vy), mz = select<T, M>(byCross, cz, vz);
  const tie = andNot<M>(meet, byCross);
  const nx = select<T, M>(tie, axisXx<T>(QAX, scaleA), mul<T>(mx, inverse));
  const ny = select<T, M>(tie, axisXy<T>(QAX, scaleA), mul<T>(my, inverse));
  const nz = select<T, M>(tie, axisXz<T>(QAX, scaleA), mul<T>(mz, inverse));
  const core = select<T, M>(and<M>(byCross, between), mul<T>(abs<T>(height), abs<T>(inverse)), length);

  const distance = sub<T>(core, add<T>(radiusA, read<T>(BR)));
  writeAnswer<T>(distance, nx, ny, nz, add<T>(px, mul<T>(nx, radiusA)), add<T>(py, mul<T>(ny, radiusA)), add<T>(pz, mul<T>(nz, radiusA)));
  writeTrust<T>();
}
