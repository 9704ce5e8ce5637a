// One contact point of two bodies: how its impulses change their velocities. An impulse p acts on B, and -p on A.
//
// K, the inverse of the effective mass, takes an impulse at the point to the relative velocity that it causes there:
//   K d = sum over both bodies of d / m + (I^-1 (r x d)) x r.

import { Body } from "./body";
import { Contact, Scene, separationAt, vectorAt, xOf, yOf, zOf } from "./scene";

@unmanaged
export class Point {
  // From the centers of mass to the point, in the world.
  ax: f64;
  ay: f64;
  az: f64;
  bx: f64;
  by: f64;
  bz: f64;
  /** Less what the arms add to it, so that it follows the bodies: see solver.ts. */
  separation: f64;
  /** Effective mass along the normal; 0 where no impulse can move anything. */
  normalMass: f64;
  /** The least effective mass of any direction across the normal. */
  tangentMass: f64;
  // Impulses so far: along the normal, and of friction.
  normal: f64;
  fx: f64;
  fy: f64;
  fz: f64;
  /** The largest `normal` was. */
  peak: f64;
  /** Velocity of B along the normal, relative to A, before any impulse. */
  approach: f64;
}
export const POINT_BYTES: usize = offsetof<Point>();

// What the functions below answer with: a relative velocity.
export let ux: f64 = 0, uy: f64 = 0, uz: f64 = 0;

/** Sets (ux, uy, uz) to the velocity of B's point relative to A's. */
// @ts-ignore: decorator
@inline export function relativeVelocity(point: Point, a: Body, b: Body): void {
  ux = b.vx + (b.wy * point.bz - b.wz * point.by) - (a.vx + (a.wy * point.az - a.wz * point.ay));
  uy = b.vy + (b.wz * point.bx - b.wx * point.bz) - (a.vy + (a.wz * point.ax - a.wx * point.az));
  uz = b.vz + (b.wx * point.by - b.wy * point.bx) - (a.vz + (a.wx * point.ay - a.wy * point.ax));
}

/** The part of it along the normal. */
export function normalVelocity(point: Point, contact: Contact, a: Body, b: Body): f64 {
  relativeVelocity(point, a, b);
  return ux * contact.nx + uy * contact.ny + uz * contact.nz;
}

/** Changes the velocities by an impulse at the point. */
export function push(point: Point, a: Body, b: Body, px: f64, py: f64, pz: f64): void {
  pushBody(a, point.ax, point.ay, point.az, -px, -py, -pz);
  pushBody(b, point.bx, point.by, point.bz, px, py, pz);
}

// @ts-ignore: decorator
@inline function pushBody(body: Body, rx: f64, ry: f64, rz: f64, px: f64, py: f64, pz: f64): void {
  const mass = body.inverseMass;
  body.vx += mass * px;
  body.vy += mass * py;
  body.vz += mass * pz;
  const tx = ry * pz - rz * py, ty = rz * px - rx * pz, tz = rx * py - ry * px;
  body.wx += body.xx * tx + body.xy * ty + body.xz * tz;
  body.wy += body.xy * tx + body.yy * ty + body.yz * tz;
  body.wz += body.xz * tx + body.yz * ty + body.zz * tz;
}

/** Reads a point of a row: arms to the middle between the surfaces, effective masses, and no impulses yet. */
export function readPoint(point: Point, contact: Contact, scene: Scene, index: u32, a: Body, b: Body): void {
  const nx = contact.nx, ny = contact.ny, nz = contact.nz;
  const at = contact.row * scene.pointsPerRow + index;
  const pointA = vectorAt(scene, scene.pointA, at), pointB = vectorAt(scene, scene.pointB, at);
  const x = 0.5 * (xOf(pointA) + xOf(pointB)), y = 0.5 * (yOf(pointA) + yOf(pointB));
  const z = 0.5 * (zOf(scene, pointA) + zOf(scene, pointB));
  point.ax = x - a.x;
  point.ay = y - a.y;
  point.az = z - a.z;
  point.bx = x - b.x;
  point.by = y - b.y;
  point.bz = z - b.z;
  point.separation = separationAt(scene, contact.row, index);
  point.normal = 0;
  point.fx = 0;
  point.fy = 0;
  point.fz = 0;
  point.peak = 0;
  point.approach = normalVelocity(point, contact, a, b);

  respond(point, a, b, nx, ny, nz);
  point.normalMass = reciprocal(ux * nx + uy * ny + uz * nz);
  // Axes of the tangent plane by Duff et al. 2017, and the larger eigenvalue of K in it.
  const sign: f64 = nz < 0 ? -1 : 1;
  const d = -1 / (sign + nz), e = nx * ny * d;
  const sx = 1 + sign * nx * nx * d, sy = sign * e, sz = -sign * nx;
  const tx = e, ty = sign + ny * ny * d, tz = -ny;
  respond(point, a, b, sx, sy, sz);
  const ss = ux * sx + uy * sy + uz * sz, st = ux * tx + uy * ty + uz * tz;
  respond(point, a, b, tx, ty, tz);
  const half = 0.5 * (ux * tx + uy * ty + uz * tz - ss);
  point.tangentMass = reciprocal(ss + half + sqrt<f64>(half * half + st * st));
}

/** Sets (ux, uy, uz) to K d. */
function respond(point: Point, a: Body, b: Body, dx: f64, dy: f64, dz: f64): void {
  ux = 0;
  uy = 0;
  uz = 0;
  respondBody(a, point.ax, point.ay, point.az, dx, dy, dz);
  respondBody(b, point.bx, point.by, point.bz, dx, dy, dz);
}

function respondBody(body: Body, rx: f64, ry: f64, rz: f64, dx: f64, dy: f64, dz: f64): void {
  const tx = ry * dz - rz * dy, ty = rz * dx - rx * dz, tz = rx * dy - ry * dx;
  const wx = body.xx * tx + body.xy * ty + body.xz * tz;
  const wy = body.xy * tx + body.yy * ty + body.yz * tz;
  const wz = body.xz * tx + body.yz * ty + body.zz * tz;
  ux += body.inverseMass * dx + (wy * rz - wz * ry);
  uy += body.inverseMass * dy + (wz * rx - wx * rz);
  uz += body.inverseMass * dz + (wx * ry - wy * rx);
}

/** 0 also for what is not a mass: then no impulse is made. */
// @ts-ignore: decorator
@inline function reciprocal(k: f64): f64 {
  return k > 0 && k * 0 == 0 ? 1 / k : 0;
}

/** Adds to the normal impulse, which never pulls. */
export function pushNormal(point: Point, contact: Contact, a: Body, b: Body, impulse: f64): void {
  const total = max<f64>(point.normal + impulse, 0);
  const change = total - point.normal;
  point.normal = total;
  point.peak = max<f64>(point.peak, total);
  push(point, a, b, change * contact.nx, change * contact.ny, change * contact.nz);
}

/**
 * Coulomb friction, at most `limit` in total. The impulse that stops the tangent velocity is found with the least effective
 * mass, and then shortened to the limit: a step of projected gradient descent on the energy, with the step length that
 * never adds any. So friction does not turn the tangent velocity round, and in the plane one step is exact.
 */
export function rub(point: Point, contact: Contact, a: Body, b: Body, limit: f64): void {
  const nx = contact.nx, ny = contact.ny, nz = contact.nz;
  const along = normalVelocity(point, contact, a, b);
  const mass = point.tangentMass;
  let fx = point.fx - mass * (ux - along * nx);
  let fy = point.fy - mass * (uy - along * ny);
  let fz = point.fz - mass * (uz - along * nz);
  const square = fx * fx + fy * fy + fz * fz;
  if (square > limit * limit) {
    const scale = limit / sqrt<f64>(square);
    fx *= scale;
    fy *= scale;
    fz *= scale;
  }
  const dx = fx - point.fx, dy = fy - point.fy, dz = fz - point.fz;
  point.fx = fx;
  point.fy = fy;
  point.fz = fz;
  push(point, a, b, dx, dy, dz);
}
