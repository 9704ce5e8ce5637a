// Sphere A against box B, in the frame of B: the centre clamped to the box (Arvo 1990); a centre inside leaves by the nearest face.
// Ties between faces go to the lowest axis, a centre in the middle of an axis leaves on its positive side.

import {
  abs, add, and, andNot, clamp, constant, div, dot, lessEqual, max, mul, neg, only, select, sign, splat, sqrt, sub, unless,
} from "../math/lane";
import { AR, BR, BX, BY, BZ, DX, DY, DZ, QBX, ROTATION_B, read, writeAnswer, writeTrust } from "./lane-block";
import { writeRotation } from "./rotation";

export function collideSphereBox<T>(): void {
  if (isVector<T>()) sphereBox<T, v128>();
  else sphereBox<T, bool>();
}

function sphereBox<T, M>(): void {
  writeRotation<T>(QBX, ROTATION_B);
  const r00 = read<T>(ROTATION_B), r01 = read<T>(ROTATION_B + 1), r02 = read<T>(ROTATION_B + 2);
  const r10 = read<T>(ROTATION_B + 3), r11 = read<T>(ROTATION_B + 4), r12 = read<T>(ROTATION_B + 5);
  const r20 = read<T>(ROTATION_B + 6), r21 = read<T>(ROTATION_B + 7), r22 = read<T>(ROTATION_B + 8);
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const bx = read<T>(BX), by = read<T>(BY), bz = read<T>(BZ);

  // The centre of A in the frame of B, and what sticks out of the box.
  const cx = neg<T>(dot<T>(dx, dy, dz, r00, r10, r20));
  const cy = neg<T>(dot<T>(dx, dy, dz, r01, r11, r21));
  const cz = neg<T>(dot<T>(dx, dy, dz, r02, r12, r22));
  const vx = sub<T>(cx, clamp<T>(cx, bx)), vy = sub<T>(cy, clamp<T>(cy, by)), vz = sub<T>(cz, clamp<T>(cz, bz));
  const squared = dot<T>(vx, vy, vz, vx, vy, vz);
  const length = sqrt<T>(squared);

  // A centre closer to the surface than its own rounding counts as inside, where the normal needs no division.
  const noise = mul<T>(add<T>(add<T>(bx, by), bz), constant<T>(3e-7, 1e-15));
  const inside = lessEqual<T, M>(squared, add<T>(mul<T>(noise, noise), splat<T>(1e-36)));
  const ex = sub<T>(abs<T>(cx), bx), ey = sub<T>(abs<T>(cy), by), ez = sub<T>(abs<T>(cz), bz);
  const face = max<T>(max<T>(ex, ey), ez);
  const byX = and<M>(lessEqual<T, M>(ey, ex), lessEqual<T, M>(ez, ex));
  const byY = andNot<M>(lessEqual<T, M>(ez, ey), byX);
  const byXY = lessEqual<T, M>(ez, max<T>(ex, ey));

  const inverse = div<T>(splat<T>(1), select<T, M>(inside, splat<T>(1), length));
  const mx = select<T, M>(inside, only<T, M>(byX, sign<T, M>(cx)), mul<T>(vx, inverse));
  const my = select<T, M>(inside, only<T, M>(byY, sign<T, M>(cy)), mul<T>(vy, inverse));
  const mz = select<T, M>(inside, unless<T, M>(byXY, sign<T, M>(cz)), mul<T>(vz, inverse));

  // m leaves the box, the normal enters it.
  const nx = neg<T>(dot<T>(r00, r01, r02, mx, my, mz));
  const ny = neg<T>(dot<T>(r10, r11, r12, mx, my, mz));
  const nz = neg<T>(dot<T>(r20, r21, r22, mx, my, mz));
  const radiusA = read<T>(AR);
  const distance = sub<T>(select<T, M>(inside, face, length), add<T>(radiusA, read<T>(BR)));
  writeAnswer<T>(distance, nx, ny, nz, mul<T>(nx, radiusA), mul<T>(ny, radiusA), mul<T>(nz, radiusA));
  writeTrust<T>();
}
