// Line against a plane, which has no inside and faces the ray, and against a half-space.
// Features: 0 is the side that the normal points to, 1 the other.

import { Shape } from "../shape/shape";
import { px, py, pz, setEnter, setExit, slop, ux, uy, uz } from "./line";

export function crossPlane(shape: Shape, solid: bool): bool {
  // Unit to f32 only.
  const length = sqrt<f64>(<f64>shape.x * <f64>shape.x + <f64>shape.y * <f64>shape.y + <f64>shape.z * <f64>shape.z);
  const nx = <f64>shape.x / length, ny = <f64>shape.y / length, nz = <f64>shape.z / length;
  const height = px * nx + py * ny + pz * nz - <f64>shape.offset / length;
  const slope = ux * nx + uy * ny + uz * nz;
  // Parallel: inside along the whole line, or never.
  if (slope == 0) return solid ? height <= slop : abs<f64>(height) <= slop;
  const s = -height / slope;
  const side: f64 = slope < 0 ? 1 : -1;
  if (slope < 0 || !solid) setEnter(s, side * nx, side * ny, side * nz, i32(slope > 0));
  if (slope > 0) setExit(s, nx, ny, nz, 0);
  else if (!solid) setExit(s, -nx, -ny, -nz, 1);
  return true;
}
