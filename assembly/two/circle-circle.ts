// Two circles. Concentric ones are parted along the world's +Y.

import { add, div, lessEqual, mul, select, splat, sqrt, sub, unless } from "../math/lane";
import { AR, BR, POSE_A, POSE_B, read, writeAnswer2D } from "./lane-block";

export function collideCircleCircle<T>(): void {
  if (isVector<T>()) circleCircle<T, v128>();
  else circleCircle<T, bool>();
}

function circleCircle<T, M>(): void {
  const dx = sub<T>(read<T>(POSE_B), read<T>(POSE_A)), dy = sub<T>(read<T>(POSE_B + 1), read<T>(POSE_A + 1));
  const radiusA = read<T>(AR);
  const squared = add<T>(mul<T>(dx, dx), mul<T>(dy, dy));
  const length = sqrt<T>(squared);

  // Below 1e-18 the square loses its digits to the f32 range.
  const concentric = lessEqual<T, M>(squared, splat<T>(1e-36));
  const inverse = div<T>(splat<T>(1), select<T, M>(concentric, splat<T>(1), length));
  const nx = unless<T, M>(concentric, mul<T>(dx, inverse));
  const ny = select<T, M>(concentric, splat<T>(1), mul<T>(dy, inverse));
  writeAnswer2D<T>(sub<T>(length, add<T>(radiusA, read<T>(BR))), nx, ny, mul<T>(nx, radiusA), mul<T>(ny, radiusA));
}
