// Circle A against B, a box or, without width, a capsule, in the frame of B: the centre clamped to the core (Arvo 1990).
// A centre inside leaves by the nearest side: by x on a tie, and by the positive one from the middle.

import {
  abs, add, clamp, div, less, lessEqual, max, mul, neg, only, select, sign, splat, sqrt, sub, unless,
} from "../math/lane";
import { AR, BR, BX, BY, POSE_A, POSE_B, read, writeAnswer2D } from "./lane-block";

export function collideCircleBox<T>(): void {
  if (isVector<T>()) circleBox<T, v128>();
  else circleBox<T, bool>();
}

function circleBox<T, M>(): void {
  const dx = sub<T>(read<T>(POSE_A), read<T>(POSE_B)), dy = sub<T>(read<T>(POSE_A + 1), read<T>(POSE_B + 1));
  const kx = read<T>(POSE_B + 2), ky = read<T>(POSE_B + 3), one = splat<T>(1);
  const unit = div<T>(one, sqrt<T>(add<T>(mul<T>(kx, kx), mul<T>(ky, ky))));
  const cos = mul<T>(kx, unit), sin = mul<T>(ky, unit);
  const bx = read<T>(BX), by = read<T>(BY);

  // The centre of A in the frame of B, and what sticks out of the core.
  const cx = add<T>(mul<T>(cos, dx), mul<T>(sin, dy)), cy = sub<T>(mul<T>(cos, dy), mul<T>(sin, dx));
  const vx = sub<T>(cx, clamp<T>(cx, bx)), vy = sub<T>(cy, clamp<T>(cy, by));
  const squared = add<T>(mul<T>(vx, vx), mul<T>(vy, vy));
  const length = sqrt<T>(squared);

  // A centre closer to the surface than its own rounding counts as inside, where the normal needs no division.
  const noise = mul<T>(add<T>(bx, by), splat<T>(3e-7));
  const inside = lessEqual<T, M>(squared, add<T>(mul<T>(noise, noise), splat<T>(1e-36)));
  const ex = sub<T>(abs<T>(cx), bx), ey = sub<T>(abs<T>(cy), by), byY = less<T, M>(ex, ey);
  const inverse = div<T>(one, select<T, M>(inside, one, length));
  const mx = select<T, M>(inside, unless<T, M>(byY, sign<T, M>(cx)), mul<T>(vx, inverse));
  const my = select<T, M>(inside, only<T, M>(byY, sign<T, M>(cy)), mul<T>(vy, inverse));

  // m leaves B, the normal enters it.
  const nx = neg<T>(sub<T>(mul<T>(cos, mx), mul<T>(sin, my))), ny = neg<T>(add<T>(mul<T>(sin, mx), mul<T>(cos, my)));
  const radiusA = read<T>(AR);
  const distance = sub<T>(select<T, M>(inside, max<T>(ex, ey), length), add<T>(radiusA, read<T>(BR)));
  writeAnswer2D<T>(distance, nx, ny, mul<T>(nx, radiusA), mul<T>(ny, radiusA));
}
