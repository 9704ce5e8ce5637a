// Two spheres. Concentric spheres are parted along the world's +Y.

import { add, div, dot, lessEqual, mul, select, splat, sqrt, sub, unless } from "../math/lane";
import { AR, BR, DX, DY, DZ, read, writeAnswer, writeTrust } from "./lane-block";

export function collideSphereSphere<T>(): void {
  if (isVector<T>()) sphereSphere<T, v128>();
  else sphereSphere<T, bool>();
}

function sphereSphere<T, M>(): void {
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const radiusA = read<T>(AR);
  const squared = dot<T>(dx, dy, dz, dx, dy, dz);
  const length = sqrt<T>(squared);

  // Below 1e-18 the square loses its digits to the f32 range.
  const concentric = lessEqual<T, M>(squared, splat<T>(1e-36));
  const inverse = div<T>(splat<T>(1), select<T, M>(concentric, splat<T>(1), length));
  const nx = unless<T, M>(concentric, mul<T>(dx, inverse));
  const ny = select<T, M>(concentric, splat<T>(1), mul<T>(dy, inverse));
  const nz = unless<T, M>(concentric, mul<T>(dz, inverse));

  const distance = sub<T>(length, add<T>(radiusA, read<T>(BR)));
  writeAnswer<T>(distance, nx, ny, nz, mul<T>(nx, radiusA), mul<T>(ny, radiusA), mul<T>(nz, radiusA));
  writeTrust<T>();
}
