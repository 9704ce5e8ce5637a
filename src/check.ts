// Argument checks shared by every module. They accept what is right, so that NaN falls through to the error.

import type { NumberTriple } from "./distance.js";
import { ArgumentError, type ErrorCode } from "./errors.js";

/** A vector as three numbers in an array, or as an object like a three.js `Vector3`. */
export type Vector3 = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

export function fail(code: ErrorCode, argument: string, expected: string, received: unknown): never {
  throw new ArgumentError(code, argument, expected, received);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function isArrayLike(value: unknown): value is ArrayLike<number> {
  return isObject(value) && typeof (value as { length?: unknown }).length === "number";
}

export function checkObject(value: unknown, argument: string, expected: string): void {
  if (!isObject(value)) fail("INVALID_TYPE", argument, expected, value);
}

/** A number in [least, most]; with `least` and `most` finite, a finite one. */
export function checkNumber(value: unknown, argument: string, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  const expected = `a number between ${least} and ${most}`;
  if (typeof value !== "number") fail("INVALID_TYPE", argument, expected, value);
  return fail(Number.isFinite(value) ? "OUT_OF_RANGE" : "INVALID_NUMBER", argument, expected, value);
}

/** An integer in [0, most]. */
export function checkInteger(value: unknown, argument: string, most: number): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
  const code = typeof value !== "number" ? "INVALID_TYPE" : Number.isFinite(value) ? "OUT_OF_RANGE" : "INVALID_NUMBER";
  return fail(code, argument, `an integer between 0 and ${most}`, value);
}

/** Reads a vector whose components are at most `most` in magnitude. */
export function readVector(value: Vector3, argument: string, most: number): [number, number, number] {
  if (isArrayLike(value)) {
    if (value.length !== 3) fail("INVALID_LENGTH", argument, "three numbers", value);
    return [
      checkNumber(value[0], `${argument}[0]`, -most, most),
      checkNumber(value[1], `${argument}[1]`, -most, most),
      checkNumber(value[2], `${argument}[2]`, -most, most),
    ];
  }
  checkObject(value, argument, "three numbers or { x, y, z }");
  return [
    checkNumber(value.x, `${argument}.x`, -most, most),
    checkNumber(value.y, `${argument}.y`, -most, most),
    checkNumber(value.z, `${argument}.z`, -most, most),
  ];
}

/** Checks a vector and writes it to `out` from `offset` on. Allocates nothing unless it throws. */
export function readTriple(value: Vector3, argument: string, most: number, out: Float32Array, offset: number): void {
  let x: unknown;
  let y: unknown;
  let z: unknown;
  if (isArrayLike(value)) {
    x = value[0];
    y = value[1];
    z = value[2];
    if (value.length !== 3) fail("INVALID_LENGTH", argument, "three numbers", value);
  } else if (isObject(value)) {
    ({ x, y, z } = value);
  }
  // With the reasons only where they are needed.
  if (!isWithin(x, most) || !isWithin(y, most) || !isWithin(z, most)) readVector(value, argument, most);
  out[offset] = x as number;
  out[offset + 1] = y as number;
  out[offset + 2] = z as number;
}

function isWithin(value: unknown, most: number): boolean {
  return typeof value === "number" && value >= -most && value <= most;
}

/** Throws unless three numbers can be written to `value`. */
export function checkTriple(value: NumberTriple, argument: string): void {
  if (!isArrayLike(value) || value.length !== 3) fail("INVALID_LENGTH", argument, "an array of three numbers", value);
}

export function copyTriple(from: Float32Array, start: number, to: NumberTriple): void {
  to[0] = from[start] as number;
  to[1] = from[start + 1] as number;
  to[2] = from[start + 2] as number;
}
