// Two bodies that move and turn evenly: at time t a body is at `position + t * translation`, turned from its pose by the
// rotation vector `t * rotation` of the world about its position.

import { cosine, setAngle, sine } from "../math/angle";
import { localX, localY, localZ, relate } from "../math/pose";
import { Shape } from "../shape/shape";

@unmanaged
class Body {
  // Quaternion at time 0.
  x: f64; y: f64; z: f64; w: f64;
  /** Unit axis of the rotation in the world, and its speed. */
  axisX: f64; axisY: f64; axisZ: f64;
  speed: f64;
  // The quaternion now.
  nowX: f64; nowY: f64; nowZ: f64; nowW: f64;
}
const bodyA = changetype<Body>(memory.data(96, 16));
const bodyB = changetype<Body>(memory.data(96, 16));

// B's position from A's at time 0, and B's velocity as A sees it, in the world.
let offsetX: f64 = 0, offsetY: f64 = 0, offsetZ: f64 = 0;
let velocityX: f64 = 0, velocityY: f64 = 0, velocityZ: f64 = 0;

// In the frame of A as it is now: B's position and velocity from A's, and the angular velocities.
export let dx: f64 = 0, dy: f64 = 0, dz: f64 = 0;
export let ux: f64 = 0, uy: f64 = 0, uz: f64 = 0;
export let wAx: f64 = 0, wAy: f64 = 0, wAz: f64 = 0;
export let wBx: f64 = 0, wBy: f64 = 0, wBz: f64 = 0;

@inline
export function speedA(): f64 {
  return bodyA.speed;
}

@inline
export function speedB(): f64 {
  return bodyB.speed;
}

/** How far apart the two are at most until time 1, to a factor. */
export function span(): f64 {
  return abs<f64>(offsetX) + abs<f64>(offsetY) + abs<f64>(offsetZ) + abs<f64>(velocityX) + abs<f64>(velocityY) + abs<f64>(velocityZ);
}

/** Poses of 7 floats, vectors of 3. */
export function setMotion(
  poseA: usize, translationA: usize, rotationA: usize, poseB: usize, translationB: usize, rotationB: usize,
): void {
  setBody(bodyA, poseA, rotationA);
  setBody(bodyB, poseB, rotationB);
  offsetX = <f64>load<f32>(poseB) - <f64>load<f32>(poseA);
  offsetY = <f64>load<f32>(poseB, 4) - <f64>load<f32>(poseA, 4);
  offsetZ = <f64>load<f32>(poseB, 8) - <f64>load<f32>(poseA, 8);
  velocityX = <f64>load<f32>(translationB) - <f64>load<f32>(translationA);
  velocityY = <f64>load<f32>(translationB, 4) - <f64>load<f32>(translationA, 4);
  velocityZ = <f64>load<f32>(translationB, 8) - <f64>load<f32>(translationA, 8);
}

function setBody(body: Body, pose: usize, rotation: usize): void {
  body.x = <f64>load<f32>(pose, 12); body.y = <f64>load<f32>(pose, 16); body.z = <f64>load<f32>(pose, 20); body.w = <f64>load<f32>(pose, 24);
  const x = <f64>load<f32>(rotation), y = <f64>load<f32>(rotation, 4), z = <f64>load<f32>(rotation, 8);
  const speed = sqrt<f64>(x * x + y * y + z * z);
  const scale = speed > 0 ? 1 / speed : 0;
  body.axisX = scale * x; body.axisY = scale * y; body.axisZ = scale * z;
  body.speed = speed;
}

/** Places the two at time t. */
export function placeAt(t: f64, shapeA: Shape, shapeB: Shape): void {
  turn(bodyA, t);
  turn(bodyB, t);
  const x = offsetX + t * velocityX, y = offsetY + t * velocityY, z = offsetZ + t * velocityZ;
  relate(
    bodyA.nowX, bodyA.nowY, bodyA.nowZ, bodyA.nowW, shapeA, bodyB.nowX, bodyB.nowY, bodyB.nowZ, bodyB.nowW, shapeB, x, y, z,
  );
  dx = localX(x, y, z); dy = localY(x, y, z); dz = localZ(x, y, z);
  ux = localX(velocityX, velocityY, velocityZ);
  uy = localY(velocityX, velocityY, velocityZ);
  uz = localZ(velocityX, velocityY, velocityZ);
  let s = bodyA.speed;
  wAx = s * localX(bodyA.axisX, bodyA.axisY, bodyA.axisZ);
  wAy = s * localY(bodyA.axisX, bodyA.axisY, bodyA.axisZ);
  wAz = s * localZ(bodyA.axisX, bodyA.axisY, bodyA.axisZ);
  s = bodyB.speed;
  wBx = s * localX(bodyB.axisX, bodyB.axisY, bodyB.axisZ);
  wBy = s * localY(bodyB.axisX, bodyB.axisY, bodyB.axisZ);
  wBz = s * localZ(bodyB.axisX, bodyB.axisY, bodyB.axisZ);
}

/** rotation(t) * the quaternion at time 0. */
function turn(body: Body, t: f64): void {
  setAngle(0.5 * t * body.speed);
  const x = sine * body.axisX, y = sine * body.axisY, z = sine * body.axisZ, w = cosine;
  body.nowX = w * body.x + x * body.w + y * body.z - z * body.y;
  body.nowY = w * body.y - x * body.z + y * body.w + z * body.x;
  body.nowZ = w * body.z + x * body.y - y * body.x + z * body.w;
  body.nowW = w * body.w - x * body.x - y * body.y - z * body.z;
}

// The times at which the centers are within a distance of each other.
export let nearFrom: f64 = 0, nearTo: f64 = 0;

/** False if they never are, from time 0 on. */
export function findNearTimes(distance: f64): bool {
  const a = velocityX * velocityX + velocityY * velocityY + velocityZ * velocityZ;
  const c = offsetX * offsetX + offsetY * offsetY + offsetZ * offsetZ;
  nearFrom = 0;
  nearTo = Infinity;
  if (!(a > 0)) return c <= distance * distance;
  // About the time of the closest approach, so that nothing cancels far away.
  const closest = -(offsetX * velocityX + offsetY * velocityY + offsetZ * velocityZ) / a;
  const x = offsetX + closest * velocityX, y = offsetY + closest * velocityY, z = offsetZ + closest * velocityZ;
  const squared = distance * distance - (x * x + y * y + z * z);
  if (!(squared >= 0)) return false;
  const half = sqrt<f64>(squared / a);
  nearFrom = max<f64>(closest - half, 0);
  nearTo = closest + half;
  return nearTo >= 0;
}
