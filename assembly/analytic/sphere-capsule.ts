// Sphere A against capsule B: the point of B's segment that is closest to the centre of A, Ericson 5.1.2.
// A centre on the segment is parted along B's local +X.

import { add, clamp, constant, div, dot, less, lessEqual, abs, mul, neg, only, select, splat, sqrt, sub } from "../math/lane";
import { AR, BR, BY, DX, DY, DZ, QBX, read, writeAnswer, writeTrust } from "./lane-block";
import { axisXx, axisXy, axisXz, axisYx, axisYy, axisYz, quaternionScale } from "./rotation";

export function collideSphereCapsule<T>(): void {
  if (isVector<T>()) sphereCapsule<T, v128>();
  else sphereCapsule<T, bool>();
}

function sphereCapsule<T, M>(): void {
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const radiusA = read<T>(AR), half = read<T>(BY);
  const scale = quaternionScale<T>(QBX);
  const ux = axisYx<T>(QBX, scale), uy = axisYy<T>(QBX, scale), uz = axisYz<T>(QBX, scale);

  // From the centre of A to D + t u.
  const t = clamp<T>(neg<T>(dot<T>(dx, dy, dz, ux, uy, uz)), half);
  const interior = less<T, M>(abs<T>(t), half);
  const gx = add<T>(dx, mul<T>(t, ux)), gy = add<T>(dy, mul<T>(t, uy)), gz = add<T>(dz, mul<T>(t, uz));

  // Close to the axis the rounding of the first projection is a large part of what is left; a second one makes the
  // normal perpendicular to the axis, so that pointB is on the mantle.
  const rest = only<T, M>(interior, dot<T>(gx, gy, gz, ux, uy, uz));
  const vx = sub<T>(gx, mul<T>(rest, ux)), vy = sub<T>(gy, mul<T>(rest, uy)), vz = sub<T>(gz, mul<T>(rest, uz));
  const squared = dot<T>(vx, vy, vz, vx, vy, vz);
  const length = sqrt<T>(squared);

  const noise = mul<T>(half, constant<T>(2e-7, 1e-15));
  const onAxis = lessEqual<T, M>(squared, add<T>(mul<T>(noise, noise), splat<T>(1e-36)));
  const inverse = div<T>(splat<T>(1), select<T, M>(onAxis, splat<T>(1), length));
  const nx = select<T, M>(onAxis, axisXx<T>(QBX, scale), mul<T>(vx, inverse));
  const ny = select<T, M>(onAxis, axisXy<T>(QBX, scale), mul<T>(vy, inverse));
  const nz = select<T, M>(onAxis, axisXz<T>(QBX, scale), mul<T>(vz, inverse));

  const distance = sub<T>(length, add<T>(radiusA, read<T>(BR)));
  writeAnswer<T>(distance, nx, ny, nz, mul<T>(nx, radiusA), mul<T>(ny, radiusA), mul<T>(nz, radiusA));
  writeTrust<T>();
}
