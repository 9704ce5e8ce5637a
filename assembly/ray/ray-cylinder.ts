// Line against a solid cylinder or cone along y: the slab of its height, cut with the round side.
// Features: 0 is the side, 1 the lid at +y, 2 the base at -y.

import { Shape } from "../shape/shape";
import {
  clipHeight, crossRound, enter, exit, meets, px, py, pz, roundFar, roundNear, setEnter, setExit, slop, ux, uy, uz,
} from "./line";

export function crossCylinder(shape: Shape): bool {
  const radius = <f64>shape.x;
  if (!clipHeight(<f64>shape.y) || !crossRound(radius)) return false;
  if (roundNear > enter) enterRound(roundNear);
  if (roundFar < exit) exitRound(roundFar);
  return meets();
}

/** Where a cylinder has no width, the normal is along the line. */
function enterRound(s: f64): void {
  const x = px + s * ux, z = pz + s * uz, length = sqrt<f64>(x * x + z * z);
  if (length > slop) setEnter(s, x / length, 0, z / length, 0);
  else setEnter(s, -ux, -uy, -uz, 0);
}

function exitRound(s: f64): void {
  const x = px + s * ux, z = pz + s * uz, length = sqrt<f64>(x * x + z * z);
  if (length > slop) setExit(s, x / length, 0, z / length, 0);
  else setExit(s, ux, uy, uz, 0);
}

/**
 * The side is cos^2 (x^2 + z^2) = sin^2 (h - y)^2 with the angle between the axis and the side, which has no slope that could be
 * infinite. Along the line that is a s^2 + 2 b s + c = 0; the solid is where it is negative, below the tip.
 */
export function crossCone(shape: Shape): bool {
  const halfHeight = <f64>shape.y, radius = <f64>shape.x;
  // Without a height the side is no surface: a disc.
  if (halfHeight == 0) return crossCylinder(shape);
  if (!clipHeight(halfHeight)) return false;
  const slant = sqrt<f64>(4 * halfHeight * halfHeight + radius * radius);
  const cosine = 2 * halfHeight / slant, sine = radius / slant;

  const below = halfHeight - py;
  const cx = cosine * px, cz = cosine * pz, cu = cosine * ux, cw = cosine * uz;
  const sy = sine * below, sv = -sine * uy;
  const a = cu * cu + cw * cw - sv * sv;
  const b = cx * cu + cz * cw - sy * sv;
  const c = cx * cx + cz * cz - sy * sy;
  const discriminant = b * b - a * c;
  // Beyond a graze (a > 0). Inside the angle of the cone a line always crosses it, so there a negative value is rounding.
  if (discriminant < 0 && a > 0 && -discriminant > slop * slop * a) return false;
  const root = sqrt<f64>(max<f64>(discriminant, 0));
  const q = b > 0 ? -b - root : root - b;

  if (a > 0) {
    // Both crossings are on one half of the double cone: the wrong one is above the tip.
    const first = q == 0 ? 0 : b > 0 ? q / a : c / q;
    const second = q == 0 ? 0 : b > 0 ? c / q : q / a;
    if (py + uy * (-b / a) > halfHeight + slop) return false;
    clipEnterSide(first, cosine, sine);
    clipExitSide(second, cosine, sine);
  } else if (q != 0) {
    // One crossing on either half, or the second at infinity: the solid goes on from the lower one, downwards.
    const first = c / q;
    const second = a < 0 ? q / a : b > 0 ? -Infinity : Infinity;
    if (uy < 0) clipEnterSide(max<f64>(first, second == Infinity ? first : second), cosine, sine);
    else clipExitSide(min<f64>(first, second == -Infinity ? first : second), cosine, sine);
  } else if (c > slop * slop) {
    return false;
  }
  return meets();
}

function clipEnterSide(s: f64, cosine: f64, sine: f64): void {
  if (!(s > enter)) return;
  const x = px + s * ux, z = pz + s * uz;
  const rho = sqrt<f64>(x * x + z * z);
  if (rho > 0) setEnter(s, cosine * x / rho, sine, cosine * z / rho, 0);
  else setEnter(s, 0, 1, 0, 0);
}

function clipExitSide(s: f64, cosine: f64, sine: f64): void {
  if (!(s < exit)) return;
  const x = px + s * ux, z = pz + s * uz;
  const rho = sqrt<f64>(x * x + z * z);
  if (rho > 0) setExit(s, cosine * x / rho, sine, cosine * z / rho, 0);
  else setExit(s, 0, 1, 0, 0);
}
