// A body while a kernel works on it: f64, in the world frame. Its pose is the one of the columns, and how far it has moved and
// turned from there is kept apart, so that small steps far from the origin are not lost.

import { Scene, isFinite, storeVector, vectorAt, xOf, yOf, zOf } from "./scene";

@unmanaged
export class Body {
  // Velocity, and angular velocity in radians.
  vx: f64;
  vy: f64;
  vz: f64;
  wx: f64;
  wy: f64;
  wz: f64;
  inverseMass: f64;
  // Inverse inertia about the center of mass, a symmetric matrix.
  xx: f64;
  yy: f64;
  zz: f64;
  xy: f64;
  xz: f64;
  yz: f64;
  // Center of mass: the position of the pose.
  x: f64;
  y: f64;
  z: f64;
  // What was added to the pose: a translation, and a rotation as a unit quaternion.
  dx: f64;
  dy: f64;
  dz: f64;
  qx: f64;
  qy: f64;
  qz: f64;
  qw: f64;
  /** 0 if a number of the body is not one to compute with. It then is left as it is, and what touches it is not answered. */
  usable: u32;
}
/** Rounded up, so that the next one is on 8 bytes too. */
export const BODY_BYTES: usize = (offsetof<Body>() + 7) & ~7;

/** Reads a body from the columns. */
export function loadBody(body: Body, scene: Scene, index: u32): void {
  const at = <usize>index << 2;
  const velocity = vectorAt(scene, scene.velocity, index);
  body.vx = xOf(velocity);
  body.vy = yOf(velocity);
  body.vz = zOf(scene, velocity);
  body.inverseMass = <f64>load<f32>(scene.inverseMass + at);
  body.dx = 0;
  body.dy = 0;
  body.dz = 0;
  body.qx = 0;
  body.qy = 0;
  body.qz = 0;
  body.qw = 1;
  const turn = scene.dimension == 3 ? loadTurn3(body, scene, index) : loadTurn2(body, scene, index);
  const sum = body.vx + body.vy + body.vz + body.wx + body.wy + body.wz + body.x + body.y + body.z + body.inverseMass +
    (body.xx + body.yy + body.zz) + (body.xy + body.xz + body.yz);
  body.usable = u32(isFinite(sum) && turn && body.inverseMass >= 0);
}

/** Position, angular velocity and inertia in the plane. False if the rotation is none. */
function loadTurn2(body: Body, scene: Scene, index: u32): bool {
  const pose = scene.pose + (<usize>index << 4);
  body.x = <f64>load<f32>(pose);
  body.y = <f64>load<f32>(pose, 4);
  body.z = 0;
  body.wx = 0;
  body.wy = 0;
  body.wz = <f64>load<f32>(scene.angularVelocity + (<usize>index << 2));
  body.xx = 0;
  body.yy = 0;
  body.zz = <f64>load<f32>(scene.inverseInertia + (<usize>index << 2));
  body.xy = 0;
  body.xz = 0;
  body.yz = 0;
  const c = <f64>load<f32>(pose, 8), s = <f64>load<f32>(pose, 12);
  return isRotation(c * c + s * s) && body.zz >= 0;
}

/** The same in space, where the inertia of the columns is in the frame of the body: R I R'. */
function loadTurn3(body: Body, scene: Scene, index: u32): bool {
  const pose = scene.pose + <usize>index * 28, velocity = scene.angularVelocity + <usize>index * 12;
  body.x = <f64>load<f32>(pose);
  body.y = <f64>load<f32>(pose, 4);
  body.z = <f64>load<f32>(pose, 8);
  body.wx = <f64>load<f32>(velocity);
  body.wy = <f64>load<f32>(velocity, 4);
  body.wz = <f64>load<f32>(velocity, 8);

  const x = <f64>load<f32>(pose, 12), y = <f64>load<f32>(pose, 16), z = <f64>load<f32>(pose, 20), w = <f64>load<f32>(pose, 24);
  const square = x * x + y * y + z * z + w * w;
  const s = 2 / square;
  const r00 = 1 - s * (y * y + z * z), r01 = s * (x * y - w * z), r02 = s * (x * z + w * y);
  const r10 = s * (x * y + w * z), r11 = 1 - s * (x * x + z * z), r12 = s * (y * z - w * x);
  const r20 = s * (x * z - w * y), r21 = s * (y * z + w * x), r22 = 1 - s * (x * x + y * y);

  const inertia = scene.inverseInertia + <usize>index * 24;
  const xx = <f64>load<f32>(inertia), yy = <f64>load<f32>(inertia, 4), zz = <f64>load<f32>(inertia, 8);
  const xy = <f64>load<f32>(inertia, 12), xz = <f64>load<f32>(inertia, 16), yz = <f64>load<f32>(inertia, 20);
  const m00 = r00 * xx + r01 * xy + r02 * xz, m01 = r00 * xy + r01 * yy + r02 * yz, m02 = r00 * xz + r01 * yz + r02 * zz;
  const m10 = r10 * xx + r11 * xy + r12 * xz, m11 = r10 * xy + r11 * yy + r12 * yz, m12 = r10 * xz + r11 * yz + r12 * zz;
  const m20 = r20 * xx + r21 * xy + r22 * xz, m21 = r20 * xy + r21 * yy + r22 * yz, m22 = r20 * xz + r21 * yz + r22 * zz;
  body.xx = m00 * r00 + m01 * r01 + m02 * r02;
  body.yy = m10 * r10 + m11 * r11 + m12 * r12;
  body.zz = m20 * r20 + m21 * r21 + m22 * r22;
  body.xy = m00 * r10 + m01 * r11 + m02 * r12;
  body.xz = m00 * r20 + m01 * r21 + m02 * r22;
  body.yz = m10 * r20 + m11 * r21 + m12 * r22;
  // Not all that makes an inertia, but it catches signs; no impulse is made along a direction of negative mass.
  return isRotation(square) && xx >= 0 && yy >= 0 && zz >= 0;
}

// @ts-ignore: decorator
@inline function isRotation(square: f64): bool {
  return square > 0 && isFinite(square);
}

/** No impulse moves or turns it. */
export function isFixed(body: Body): bool {
  return body.inverseMass == 0 && body.xx == 0 && body.yy == 0 && body.zz == 0;
}

/** Writes the velocities back. Ones that grew beyond f32 are left as they were. */
export function storeVelocity(body: Body, scene: Scene, index: u32): void {
  if (isFixed(body) || !isFinite(<f64>(<f32>(body.vx * body.vx + body.vy * body.vy + body.vz * body.vz)))) return;
  if (!isFinite(<f64>(<f32>(body.wx * body.wx + body.wy * body.wy + body.wz * body.wz)))) return;
  storeVector(scene, vectorAt(scene, scene.velocity, index), body.vx, body.vy, body.vz);
  const velocity = scene.angularVelocity;
  if (scene.dimension == 3) storeVector(scene, velocity + <usize>index * 12, body.wx, body.wy, body.wz);
  else store<f32>(velocity + (<usize>index << 2), <f32>body.wz);
}

/** Moves and turns by the velocities for a time. */
export function integrate(body: Body, time: f64): void {
  body.dx += time * body.vx;
  body.dy += time * body.vy;
  body.dz += time * body.vz;
  // q + t/2 w q, made unit again.
  const h = 0.5 * time;
  const wx = h * body.wx, wy = h * body.wy, wz = h * body.wz;
  const x = body.qx, y = body.qy, z = body.qz, w = body.qw;
  const nx = x + (wx * w + wy * z - wz * y);
  const ny = y + (wy * w + wz * x - wx * z);
  const nz = z + (wz * w + wx * y - wy * x);
  const nw = w - (wx * x + wy * y + wz * z);
  const scale = 1 / sqrt<f64>(nx * nx + ny * ny + nz * nz + nw * nw);
  body.qx = scale * nx;
  body.qy = scale * ny;
  body.qz = scale * nz;
  body.qw = scale * nw;
}

/** Adds to the pose what the body has moved and turned. A pose that would leave the range of f32 is left as it was. */
export function storePose(body: Body, scene: Scene, index: u32): void {
  const dx = body.dx, dy = body.dy, dz = body.dz, x = body.qx, y = body.qy, z = body.qz, w = body.qw;
  if (dx * dx + dy * dy + dz * dz + (x * x + y * y + z * z) == 0) return;
  const px = <f32>(body.x + dx), py = <f32>(body.y + dy), pz = <f32>(body.z + dz);
  if (!isFinite(<f64>px + <f64>py + <f64>pz + (x + y + z + w))) return;
  if (scene.dimension == 2) {
    const pose = scene.pose + (<usize>index << 4);
    const c = <f64>load<f32>(pose, 8), s = <f64>load<f32>(pose, 12);
    const cos = w * w - z * z, sin = 2 * w * z;
    const scale = 1 / sqrt<f64>(c * c + s * s);
    store<f32>(pose, px);
    store<f32>(pose, py, 4);
    store<f32>(pose, <f32>(scale * (cos * c - sin * s)), 8);
    store<f32>(pose, <f32>(scale * (sin * c + cos * s)), 12);
    return;
  }
  const pose = scene.pose + <usize>index * 28;
  const ax = <f64>load<f32>(pose, 12), ay = <f64>load<f32>(pose, 16), az = <f64>load<f32>(pose, 20), aw = <f64>load<f32>(pose, 24);
  const scale = 1 / sqrt<f64>(ax * ax + ay * ay + az * az + aw * aw);
  store<f32>(pose, px);
  store<f32>(pose, py, 4);
  store<f32>(pose, pz, 8);
  store<f32>(pose, <f32>(scale * (w * ax + x * aw + y * az - z * ay)), 12);
  store<f32>(pose, <f32>(scale * (w * ay + y * aw + z * ax - x * az)), 16);
  store<f32>(pose, <f32>(scale * (w * az + z * aw + x * ay - y * ax)), 20);
  store<f32>(pose, <f32>(scale * (w * aw - x * ax - y * ay - z * az)), 24);
}
