// Boxes and capsules (boxes of no width) against each other: the separating axis test on the four face normals, S. Gottschalk
// 1996 in the plane. R = (cos, -sin; sin, cos) takes B's frame into A's, B's middle is at t in A's frame and at u in B's.
//
//   face of A    |t_i| - (a_i + sum_j b_j |R_ij|)
//   face of B    |u_j| - (b_j + sum_i a_i |R_ij|)
//
// When no axis separates, the largest value is minus the depth, since every edge of the Minkowski difference is one of these
// faces. When one does, the closest points are a corner of one core and the point of the other that is closest to it.

import {
  abs, add, all, and, any, clamp, div, less, lessEqual, max, mul, neg, select, sign, splat, sqrt, sub,
} from "../math/lane";
import { AR, AX, AY, BR, BX, BY, DISTANCE, POSE_A, POSE_B, read, write, writeAnswer2D } from "./lane-block";

/**
 * Ties: A's face wins against B's, x against y; cores with a common middle are parted along the positive side. When every
 * lane is farther apart than `limit` only the distances are set, to a lower bound.
 */
export function collideBoxBox2D<T>(limit: f32): void {
  if (isVector<T>()) boxBox<T, v128>(limit);
  else boxBox<T, bool>(limit);
}

function boxBox<T, M>(limit: f32): void {
  const one = splat<T>(1), zero = splat<T>(0);
  const pax = read<T>(POSE_A + 2), pay = read<T>(POSE_A + 3), pbx = read<T>(POSE_B + 2), pby = read<T>(POSE_B + 3);
  const unitA = div<T>(one, sqrt<T>(add<T>(mul<T>(pax, pax), mul<T>(pay, pay))));
  const unitB = div<T>(one, sqrt<T>(add<T>(mul<T>(pbx, pbx), mul<T>(pby, pby))));
  const cosA = mul<T>(pax, unitA), sinA = mul<T>(pay, unitA), cosB = mul<T>(pbx, unitB), sinB = mul<T>(pby, unitB);
  const cos = add<T>(mul<T>(cosA, cosB), mul<T>(sinA, sinB)), sin = sub<T>(mul<T>(cosA, sinB), mul<T>(sinA, cosB));
  const dx = sub<T>(read<T>(POSE_B), read<T>(POSE_A)), dy = sub<T>(read<T>(POSE_B + 1), read<T>(POSE_A + 1));
  const tx = add<T>(mul<T>(cosA, dx), mul<T>(sinA, dy)), ty = sub<T>(mul<T>(cosA, dy), mul<T>(sinA, dx));
  const ux = add<T>(mul<T>(cosB, dx), mul<T>(sinB, dy)), uy = sub<T>(mul<T>(cosB, dy), mul<T>(sinB, dx));
  const ax = read<T>(AX), ay = read<T>(AY), bx = read<T>(BX), by = read<T>(BY);
  const radiusA = read<T>(AR), radii = add<T>(radiusA, read<T>(BR));
  const c = abs<T>(cos), s = abs<T>(sin);

  const faceAX = sub<T>(abs<T>(tx), add<T>(ax, add<T>(mul<T>(bx, c), mul<T>(by, s))));
  const faceAY = sub<T>(abs<T>(ty), add<T>(ay, add<T>(mul<T>(bx, s), mul<T>(by, c))));
  const faceBX = sub<T>(abs<T>(ux), add<T>(bx, add<T>(mul<T>(ax, c), mul<T>(ay, s))));
  const faceBY = sub<T>(abs<T>(uy), add<T>(by, add<T>(mul<T>(ax, s), mul<T>(ay, c))));
  const faceA = max<T>(faceAX, faceAY), faceB = max<T>(faceBX, faceBY), best = max<T>(faceA, faceB);
  const bound = sub<T>(best, radii);
  if (all<M>(less<T, M>(splat<T>(limit), bound))) return write<T>(DISTANCE, bound);

  // ---- the best axis, as a face of the reference box with its middle at o; the other box is the incident one
  const byB = less<T, M>(faceA, faceB);
  const byY = select2<M>(byB, less<T, M>(faceBX, faceBY), less<T, M>(faceAX, faceAY));
  const refCos = select<T, M>(byB, cosB, cosA), refSin = select<T, M>(byB, sinB, sinA);
  const axisX = select<T, M>(byY, neg<T>(refSin), refCos), axisY = select<T, M>(byY, refCos, refSin);
  const along = select<T, M>(byB, select<T, M>(byY, uy, ux), select<T, M>(byY, ty, tx));
  const side = sign<T, M>(along), nx = mul<T>(side, axisX), ny = mul<T>(side, axisY);

  // The incident corner that is farthest against the face's outward normal (which is n for A, -n for B).
  const out = select<T, M>(byB, splat<T>(-1), one);
  const mx = mul<T>(nx, out), my = mul<T>(ny, out);
  const incCos = select<T, M>(byB, cosA, cosB), incSin = select<T, M>(byB, sinA, sinB);
  const hx = neg<T>(mul<T>(select<T, M>(byB, ax, bx), sign<T, M>(add<T>(mul<T>(incCos, mx), mul<T>(incSin, my)))));
  const hy = neg<T>(mul<T>(select<T, M>(byB, ay, by), sign<T, M>(sub<T>(mul<T>(incCos, my), mul<T>(incSin, mx)))));
  const cornerX = sub<T>(mul<T>(incCos, hx), mul<T>(incSin, hy)), cornerY = add<T>(mul<T>(incSin, hx), mul<T>(incCos, hy));

  // It faces the reference side unless the sides are parallel: then it may lie beyond the end, and the end is as deep.
  const vx = add<T>(cornerX, mul<T>(out, dx)), vy = add<T>(cornerY, mul<T>(out, dy));
  const beside = sub<T>(mul<T>(axisX, vy), mul<T>(axisY, vx));
  const half = select<T, M>(byB, select<T, M>(byY, bx, by), select<T, M>(byY, ax, ay));
  const slide = sub<T>(clamp<T>(beside, half), beside);
  const shiftX = neg<T>(mul<T>(slide, axisY)), shiftY = mul<T>(slide, axisX);
  // Relative to A's middle: on the face of A, or at the corner of A.
  let px = add<T>(select<T, M>(byB, cornerX, sub<T>(vx, mul<T>(best, nx))), shiftX);
  let py = add<T>(select<T, M>(byB, cornerY, sub<T>(vy, mul<T>(best, ny))), shiftY);

  const apart = less<T, M>(zero, best);
  let distance = best, normalX = nx, normalY = ny;
  if (any<M>(apart)) {
    // ---- corners of B seen from A, then of A seen from B
    nearestCorner<T, M>(tx, ty, mul<T>(bx, cos), mul<T>(bx, sin), neg<T>(mul<T>(by, sin)), mul<T>(by, cos), ax, ay);
    const kx = cornerSlotX<T>(), ky = cornerSlotY<T>(), gx = sub<T>(kx, clamp<T>(kx, ax)), gy = sub<T>(ky, clamp<T>(ky, ay));
    const squaredB = add<T>(mul<T>(gx, gx), mul<T>(gy, gy));
    nearestCorner<T, M>(neg<T>(ux), neg<T>(uy), mul<T>(ax, cos), neg<T>(mul<T>(ax, sin)), mul<T>(ay, sin), mul<T>(ay, cos), bx, by);
    const lx = cornerSlotX<T>(), ly = cornerSlotY<T>(), fx = sub<T>(clamp<T>(lx, bx), lx), fy = sub<T>(clamp<T>(ly, by), ly);
    const squaredA = add<T>(mul<T>(fx, fx), mul<T>(fy, fy));

    const byCornerA = less<T, M>(squaredA, squaredB);
    const length = sqrt<T>(select<T, M>(byCornerA, squaredA, squaredB));
    // Closer than rounding, the axis gives the better normal.
    const size = add<T>(add<T>(ax, ay), add<T>(bx, by));
    const clear = and<M>(apart, less<T, M>(mul<T>(size, splat<T>(1e-6)), length));
    const inverse = div<T>(one, select<T, M>(clear, length, one));
    const vectorX = mul<T>(select<T, M>(byCornerA, fx, gx), inverse), vectorY = mul<T>(select<T, M>(byCornerA, fy, gy), inverse);
    const fromCos = select<T, M>(byCornerA, cosB, cosA), fromSin = select<T, M>(byCornerA, sinB, sinA);
    normalX = select<T, M>(clear, sub<T>(mul<T>(fromCos, vectorX), mul<T>(fromSin, vectorY)), nx);
    normalY = select<T, M>(clear, add<T>(mul<T>(fromSin, vectorX), mul<T>(fromCos, vectorY)), ny);
    const qx = select<T, M>(byCornerA, lx, clamp<T>(kx, ax)), qy = select<T, M>(byCornerA, ly, clamp<T>(ky, ay));
    const witnessX = sub<T>(mul<T>(fromCos, qx), mul<T>(fromSin, qy)), witnessY = add<T>(mul<T>(fromSin, qx), mul<T>(fromCos, qy));
    px = select<T, M>(clear, select<T, M>(byCornerA, add<T>(dx, witnessX), witnessX), px);
    py = select<T, M>(clear, select<T, M>(byCornerA, add<T>(dy, witnessY), witnessY), py);
    distance = select<T, M>(clear, max<T>(length, best), best);
  }
  writeAnswer2D<T>(
    sub<T>(distance, radii), normalX, normalY, add<T>(px, mul<T>(radiusA, normalX)), add<T>(py, mul<T>(radiusA, normalY)),
  );
}

// Of the four corners m +- e +- f the one that is closest to the box of half extents h, left in the block.
function nearestCorner<T, M>(mx: T, my: T, ex: T, ey: T, fx: T, fy: T, hx: T, hy: T): void {
  const lowX = sub<T>(mx, fx), lowY = sub<T>(my, fy), highX = add<T>(mx, fx), highY = add<T>(my, fy);
  const x0 = add<T>(highX, ex), y0 = add<T>(highY, ey), d0 = outside<T>(x0, y0, hx, hy);
  const x1 = sub<T>(highX, ex), y1 = sub<T>(highY, ey), d1 = outside<T>(x1, y1, hx, hy);
  const x2 = sub<T>(lowX, ex), y2 = sub<T>(lowY, ey), d2 = outside<T>(x2, y2, hx, hy);
  const x3 = add<T>(lowX, ex), y3 = add<T>(lowY, ey), d3 = outside<T>(x3, y3, hx, hy);
  const by1 = less<T, M>(d1, d0), by3 = less<T, M>(d3, d2);
  const d01 = select<T, M>(by1, d1, d0), x01 = select<T, M>(by1, x1, x0), y01 = select<T, M>(by1, y1, y0);
  const d23 = select<T, M>(by3, d3, d2), x23 = select<T, M>(by3, x3, x2), y23 = select<T, M>(by3, y3, y2);
  const by23 = less<T, M>(d23, d01);
  write<T>(CORNER, select<T, M>(by23, x23, x01));
  write<T>(CORNER + 1, select<T, M>(by23, y23, y01));
}

const CORNER: i32 = 22;

// @ts-ignore: decorator
@inline function cornerSlotX<T>(): T {
  return read<T>(CORNER);
}

// @ts-ignore: decorator
@inline function cornerSlotY<T>(): T {
  return read<T>(CORNER + 1);
}

// Squared distance of a point from the box of half extents h.
// @ts-ignore: decorator
@inline function outside<T>(x: T, y: T, hx: T, hy: T): T {
  const ex = max<T>(sub<T>(abs<T>(x), hx), splat<T>(0)), ey = max<T>(sub<T>(abs<T>(y), hy), splat<T>(0));
  return add<T>(mul<T>(ex, ex), mul<T>(ey, ey));
}

// @ts-ignore: decorator
@inline function select2<M>(mask: M, a: M, b: M): M {
  if (isVector<M>()) return v128.bitselect(a, b, mask);
  return <M>((mask & a) | (!mask & b));
}
