// Line against a triangle, both sides (Moller and Trumbore 1997). The normal faces the ray.
// Features: 0 is the side that sees the vertices counter-clockwise, 1 the other.

import { Shape } from "../shape/shape";
import { RAY_EDGE_SLOP, RAY_PARALLEL } from "../tolerance";
import { px, py, pz, setEnter, setExit, ux, uy, uz } from "./line";

export const TRIANGLE_MISSED: u32 = 0;
export const TRIANGLE_CROSSED: u32 = 1;
/** Without an area, or seen edge-on: the general cast must answer. */
export const TRIANGLE_FLAT: u32 = 2;

export function crossTriangle(shape: Shape): u32 {
  const ax = <f64>load<f32>(shape.xs), ay = <f64>load<f32>(shape.ys), az = <f64>load<f32>(shape.zs);
  const ex = <f64>load<f32>(shape.xs, 4) - ax, ey = <f64>load<f32>(shape.ys, 4) - ay, ez = <f64>load<f32>(shape.zs, 4) - az;
  const fx = <f64>load<f32>(shape.xs, 8) - ax, fy = <f64>load<f32>(shape.ys, 8) - ay, fz = <f64>load<f32>(shape.zs, 8) - az;
  const nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
  const length = sqrt<f64>(nx * nx + ny * ny + nz * nz);
  const slope = ux * nx + uy * ny + uz * nz;
  if (!(abs<f64>(slope) > RAY_PARALLEL * length)) return TRIANGLE_FLAT;

  const scale = -1 / slope;
  const tx = px - ax, ty = py - ay, tz = pz - az;
  const qx = ty * uz - tz * uy, qy = tz * ux - tx * uz, qz = tx * uy - ty * ux;
  const v = (fx * qx + fy * qy + fz * qz) * scale;
  const w = -(ex * qx + ey * qy + ez * qz) * scale;
  // An edge that two triangles share must be in both, whichever way their sums round.
  if (!(v >= -RAY_EDGE_SLOP && w >= -RAY_EDGE_SLOP && v + w <= 1 + RAY_EDGE_SLOP)) return TRIANGLE_MISSED;

  const s = (tx * nx + ty * ny + tz * nz) * scale;
  const side = (slope < 0 ? 1 : -1) / length;
  setEnter(s, nx * side, ny * side, nz * side, i32(slope > 0));
  setExit(s, -nx * side, -ny * side, -nz * side, i32(slope < 0));
  return TRIANGLE_CROSSED;
}
