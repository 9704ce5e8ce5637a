// Line against a sphere or a capsule. The normal points away from the nearest point of the core.

import { Shape } from "../shape/shape";
import { crossRound, px, py, pz, roundFar, roundNear, setEnterAlong, setExitAlong, slop, ux, uy, uz } from "./line";

// The part of the line inside the ball that `crossBall` found last.
let ballNear: f64 = 0, ballFar: f64 = 0;

/** Ball about (0, y, 0). Its center is projected on the line again, for one that is long beside its radius. */
function crossBall(y: f64, radius: f64): bool {
  const my = py - y;
  const middle = -(px * ux + my * uy + pz * uz);
  const x = px + middle * ux, h = my + middle * uy, z = pz + middle * uz;
  const squared = x * x + h * h + z * z;
  const reach = radius + slop;
  if (!(squared <= reach * reach)) return false;
  const half = sqrt<f64>(max<f64>(radius * radius - squared, 0));
  ballNear = middle - half;
  ballFar = middle + half;
  return true;
}

/** A capsule of any half height: what is inside the cylinder or one of the two balls is one piece, so its ends are the outermost. */
export function crossCapsule(shape: Shape): bool {
  const halfHeight = <f64>shape.y, radius = <f64>shape.radius;
  let near: f64 = Infinity, far: f64 = -Infinity;
  if (crossBall(halfHeight, radius)) {
    near = ballNear;
    far = ballFar;
  }
  if (halfHeight > 0) {
    if (crossBall(-halfHeight, radius)) {
      near = min<f64>(near, ballNear);
      far = max<f64>(far, ballFar);
    }
    if (crossRound(radius)) {
      let low = roundNear, high = roundFar;
      if (uy == 0) {
        if (abs<f64>(py) > halfHeight) high = -Infinity;
      } else {
        const side: f64 = uy > 0 ? 1 : -1;
        low = max<f64>(low, (-side * halfHeight - py) / uy);
        high = min<f64>(high, (side * halfHeight - py) / uy);
      }
      if (low <= high + slop) {
        near = min<f64>(near, low);
        far = max<f64>(far, max<f64>(low, high));
      }
    }
  }
  if (!(near <= far)) return false;
  let y = py + near * uy;
  setEnterAlong(near, px + near * ux, y - max<f64>(-halfHeight, min<f64>(halfHeight, y)), pz + near * uz);
  y = py + far * uy;
  setExitAlong(far, px + far * ux, y - max<f64>(-halfHeight, min<f64>(halfHeight, y)), pz + far * uz);
  return true;
}
