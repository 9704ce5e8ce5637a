// Rotation matrices of the quaternions in the lane block. The quaternions need not be unit: products are scaled by
// s = 2 / |q|^2, in an order that cannot overflow while |q|^2 is within [1e-30, 1e30].

import { add, div, dot, mul, splat, sub } from "../math/lane";
import { read, write } from "./lane-block";

/** Writes the matrix of the quaternion at slots `q`.. into slots `matrix`.., row by row. Its columns are the local axes in the world. */
// @ts-ignore: decorator
@inline export function writeRotation<T>(q: i32, matrix: i32): void {
  const x = read<T>(q), y = read<T>(q + 1), z = read<T>(q + 2), w = read<T>(q + 3), scale = quaternionScale<T>(q);
  writeRotationOf<T>(x, y, z, w, mul<T>(x, scale), mul<T>(y, scale), mul<T>(z, scale), matrix);
}

/** `s` is the vector part times 2 / |q|^2. */
// @ts-ignore: decorator
@inline export function writeRotationOf<T>(x: T, y: T, z: T, w: T, sx: T, sy: T, sz: T, matrix: i32): void {
  const one = splat<T>(1);
  const xx = mul<T>(x, sx), yy = mul<T>(y, sy), zz = mul<T>(z, sz);
  const xy = mul<T>(x, sy), xz = mul<T>(x, sz), yz = mul<T>(y, sz);
  const wx = mul<T>(w, sx), wy = mul<T>(w, sy), wz = mul<T>(w, sz);
  write<T>(matrix, sub<T>(one, add<T>(yy, zz)));
  write<T>(matrix + 1, sub<T>(xy, wz));
  write<T>(matrix + 2, add<T>(xz, wy));
  write<T>(matrix + 3, add<T>(xy, wz));
  write<T>(matrix + 4, sub<T>(one, add<T>(xx, zz)));
  write<T>(matrix + 5, sub<T>(yz, wx));
  write<T>(matrix + 6, sub<T>(xz, wy));
  write<T>(matrix + 7, add<T>(yz, wx));
  write<T>(matrix + 8, sub<T>(one, add<T>(xx, yy)));
}

// @ts-ignore: decorator
@inline export function quaternionScale<T>(q: i32): T {
  const x = read<T>(q), y = read<T>(q + 1), z = read<T>(q + 2), w = read<T>(q + 3);
  return div<T>(splat<T>(2), add<T>(dot<T>(x, y, z, x, y, z), mul<T>(w, w)));
}

// The columns alone, for what needs one axis: x, y and z of the local X and Y axes in the world.

// @ts-ignore: decorator
@inline export function axisXx<T>(q: i32, scale: T): T {
  const y = read<T>(q + 1), z = read<T>(q + 2);
  return sub<T>(splat<T>(1), add<T>(mul<T>(y, mul<T>(y, scale)), mul<T>(z, mul<T>(z, scale))));
}

// @ts-ignore: decorator
@inline export function axisXy<T>(q: i32, scale: T): T {
  const x = read<T>(q), y = read<T>(q + 1), z = read<T>(q + 2), w = read<T>(q + 3);
  return add<T>(mul<T>(x, mul<T>(y, scale)), mul<T>(w, mul<T>(z, scale)));
}

// @ts-ignore: decorator
@inline export function axisXz<T>(q: i32, scale: T): T {
  const x = read<T>(q), y = read<T>(q + 1), z = read<T>(q + 2), w = read<T>(q + 3);
  return sub<T>(mul<T>(x, mul<T>(z, scale)), mul<T>(w, mul<T>(y, scale)));
}

// @ts-ignore: decorator
@inline export function axisYx<T>(q: i32, scale: T): T {
  const x = read<T>(q), y = read<T>(q + 1), z = read<T>(q + 2), w = read<T>(q + 3);
  return sub<T>(mul<T>(x, mul<T>(y, scale)), mul<T>(w, mul<T>(z, scale)));
}

// @ts-ignore: decorator
@inline export function axisYy<T>(q: i32, scale: T): T {
  const x = read<T>(q), z = read<T>(q + 2);
  return sub<T>(splat<T>(1), add<T>(mul<T>(x, mul<T>(x, scale)), mul<T>(z, mul<T>(z, scale))));
}

// @ts-ignore: decorator
@inline export function axisYz<T>(q: i32, scale: T): T {
  const x = read<T>(q), y = read<T>(q + 1), z = read<T>(q + 2), w = read<T>(q + 3);
  return add<T>(mul<T>(y, mul<T>(z, scale)), mul<T>(w, mul<T>(x, scale)));
}
