// Checks of vectors of the plane.

import { checkNumber, checkObject, fail, isArrayLike, isObject } from "../check.js";

/** A vector as two numbers in an array, or as an object like a three.js `Vector2`. */
export type Vector2 = ArrayLike<number> | { readonly x: number; readonly y: number };

/** Two numbers: x, y. */
export type Pair = [x: number, y: number];

/** What a result's vectors may be: whatever holds two numbers. */
export type NumberPair = Pair | number[] | Float32Array | Float64Array;

/** Reads a vector whose components are at most `most` in magnitude. */
export function readVector2(value: Vector2, argument: string, most: number): Pair {
  if (isArrayLike(value)) {
    if (value.length !== 2) fail("INVALID_LENGTH", argument, "two numbers", value);
    return [checkNumber(value[0], `${argument}[0]`, -most, most), checkNumber(value[1], `${argument}[1]`, -most, most)];
  }
  checkObject(value, argument, "two numbers or { x, y }");
  return [checkNumber(value.x, `${argument}.x`, -most, most), checkNumber(value.y, `${argument}.y`, -most, most)];
}

/** Checks a vector and writes it to `out` from `offset` on. Allocates nothing unless it throws. */
export function readPair(value: Vector2, argument: string, most: number, out: Float32Array, offset: number): void {
  let x: unknown;
  let y: unknown;
  if (isArrayLike(value)) {
    x = value[0];
    y = value[1];
    if (value.length !== 2) fail("INVALID_LENGTH", argument, "two numbers", value);
  } else if (isObject(value)) {
    ({ x, y } = value);
  }
  if (!isWithin(x, most) || !isWithin(y, most)) readVector2(value, argument, most);
  out[offset] = x as number;
  out[offset + 1] = y as number;
}

export function isWithin(value: unknown, most: number): value is number {
  return typeof value === "number" && value >= -most && value <= most;
}

/** Throws unless two numbers can be written to `value`. */
export function checkPair(value: NumberPair, argument: string): void {
  if (!isArrayLike(value) || value.length !== 2) fail("INVALID_LENGTH", argument, "an array of two numbers", value);
}

export function copyPair(from: Float32Array, start: number, to: NumberPair): void {
  to[0] = from[start] as number;
  to[1] = from[start + 1] as number;
}
