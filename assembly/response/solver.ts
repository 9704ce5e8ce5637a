// Sequential impulses with small steps (Macklin et al., "Small Steps in Physics Simulation", 2019, and Catto, "Solver2D", 2024):
// the step is cut into sub-steps, each of which goes over the contacts once with soft constraints, moves the bodies, and goes
// over them once more without the softness, so that what pushed overlaps apart leaves no velocity behind. Separations follow
// the bodies from sub-step to sub-step; the contacts are found once a step.

import { BODY_BYTES, Body, integrate, isFixed, loadBody, storePose, storeVelocity } from "./body";
import { Impulses, forget, recall, remember } from "./impulses";
import { combinedFriction, combinedRestitution } from "./material";
import { POINT_BYTES, Point, normalVelocity, push, pushNormal, readPoint, rub } from "./point";
import { Contact, Scene, readContact } from "./scene";

/** A row that is solved, followed by its points. */
@unmanaged
class Constraint extends Contact {
  friction: f64;
  restitution: f64;
}

const CONSTRAINT_BYTES: usize = offsetof<Constraint>();

/** Bytes of the scratch of `stepRows`; for as many that they do not fit u32, the sum of those of parts. */
export function stepBytes(bodyCount: u32, pairCount: u32, pointsPerRow: u32): u32 {
  return bodyCount * <u32>BODY_BYTES + pairCount * <u32>(CONSTRAINT_BYTES + <usize>pointsPerRow * POINT_BYTES);
}

// The step under way.
let bodies: usize = 0;
let constraintBytes: usize = 0;
let inverseTime: f64 = 0;
// Softness: an overlap s closes with the velocity `biasRate` s; an impulse is scaled, and falls by a part of what it was.
let biasRate: f64 = 0;
let massScale: f64 = 1;
let impulseScale: f64 = 0;
let maxPushSpeed: f64 = 0;

/**
 * One step of `time`: gravity, contacts, and then the poses. `impulses` holds those of the last step, times `recalled`, and
 * then of this one. Contacts are springs of `hertz` and `damping` (1 is critical). Overlaps close with at most
 * `pushSpeed`. Returns the number of rows with contacts.
 */
export function stepRows(
  scene: Scene, impulses: Impulses, scratch: usize, time: f64, substeps: u32, gravityX: f64, gravityY: f64, gravityZ: f64,
  recalled: f64, hertz: f64, damping: f64, pushSpeed: f64, bounceSpeed: f64,
): u32 {
  const h = time / <f64>substeps;
  bodies = scratch;
  constraintBytes = CONSTRAINT_BYTES + <usize>scene.pointsPerRow * POINT_BYTES;
  const bodiesEnd = scratch + <usize>scene.bodyCount * BODY_BYTES;
  inverseTime = 1 / h;
  maxPushSpeed = pushSpeed;
  const omega = 2 * PI * hertz;
  const a1 = 2 * damping + h * omega, a2 = h * omega * a1, a3 = 1 / (1 + a2);
  biasRate = omega / a1;
  massScale = a2 * a3;
  impulseScale = a3;

  for (let i: u32 = 0; i < scene.bodyCount; i++) loadBody(bodyAt(i), scene, i);
  const end = prepare(scene, impulses, bodiesEnd, recalled);

  for (let i: u32 = 0; i < substeps; i++) {
    for (let at = bodies; at < bodiesEnd; at += BODY_BYTES) {
      const body = changetype<Body>(at);
      if (body.inverseMass == 0) continue;
      body.vx += h * gravityX;
      body.vy += h * gravityY;
      body.vz += h * gravityZ;
    }
    for (let at = bodiesEnd; at < end; at += constraintBytes) warmStart(changetype<Constraint>(at));
    for (let at = bodiesEnd; at < end; at += constraintBytes) solve(changetype<Constraint>(at), true);
    for (let at = bodies; at < bodiesEnd; at += BODY_BYTES) integrate(changetype<Body>(at), h);
    for (let at = bodiesEnd; at < end; at += constraintBytes) solve(changetype<Constraint>(at), false);
  }
  for (let at = bodiesEnd; at < end; at += constraintBytes) bounce(changetype<Constraint>(at), bounceSpeed);

  let rows: u32 = 0;
  forget(impulses, scene.pairCount);
  for (let at = bodiesEnd; at < end; at += constraintBytes) {
    remember(impulses, changetype<Contact>(at), scene, at + CONSTRAINT_BYTES, POINT_BYTES);
    rows++;
  }
  for (let i: u32 = 0; i < scene.bodyCount; i++) {
    const body = bodyAt(i);
    if (!body.usable) continue;
    storeVelocity(body, scene, i);
    storePose(body, scene, i);
  }
  return rows;
}

const PI: f64 = 3.141592653589793;

// @ts-ignore: decorator
@inline function bodyAt(index: u32): Body {
  return changetype<Body>(bodies + <usize>index * BODY_BYTES);
}

/** Reads the rows that have points and something to move. Returns the end of what they are written to. */
function prepare(scene: Scene, impulses: Impulses, constraints: usize, recalled: f64): usize {
  for (let row: u32 = 0; row < scene.pairCount; row++) {
    const constraint = changetype<Constraint>(constraints);
    if (!readContact(constraint, scene, row)) continue;
    const a = bodyAt(constraint.bodyA), b = bodyAt(constraint.bodyB);
    if (!a.usable || !b.usable || (isFixed(a) && isFixed(b))) continue;
    constraint.friction = combinedFriction(scene, constraint.bodyA, constraint.bodyB);
    constraint.restitution = combinedRestitution(scene, constraint.bodyA, constraint.bodyB);
    const points = constraints + CONSTRAINT_BYTES;
    for (let i: u32 = 0; i < constraint.pointCount; i++) {
      const point = changetype<Point>(points + <usize>i * POINT_BYTES);
      readPoint(point, constraint, scene, i, a, b);
      const x = point.bx - point.ax, y = point.by - point.ay, z = point.bz - point.az;
      point.separation -= x * constraint.nx + y * constraint.ny + z * constraint.nz;
    }
    recall(impulses, constraint, scene, points, POINT_BYTES, recalled);
    constraints += constraintBytes;
  }
  return constraints;
}

function warmStart(constraint: Constraint): void {
  const a = bodyAt(constraint.bodyA), b = bodyAt(constraint.bodyB);
  const first = changetype<usize>(constraint) + CONSTRAINT_BYTES;
  for (let at = first; at < first + <usize>constraint.pointCount * POINT_BYTES; at += POINT_BYTES) {
    const point = changetype<Point>(at), n = point.normal;
    push(point, a, b, n * constraint.nx + point.fx, n * constraint.ny + point.fy, n * constraint.nz + point.fz);
  }
}

/** Goes over the points once: friction first, so that the normal impulses, which matter more, have the last word. */
function solve(constraint: Constraint, soft: bool): void {
  const a = bodyAt(constraint.bodyA), b = bodyAt(constraint.bodyB);
  const first = changetype<usize>(constraint) + CONSTRAINT_BYTES, end = first + <usize>constraint.pointCount * POINT_BYTES;
  if (constraint.friction > 0) {
    for (let at = first; at < end; at += POINT_BYTES) {
      const point = changetype<Point>(at);
      rub(point, constraint, a, b, constraint.friction * point.normal);
    }
  }
  for (let at = first; at < end; at += POINT_BYTES) {
    const point = changetype<Point>(at);
    const separation = separationOf(point, constraint, a, b);
    let bias: f64 = 0, scale: f64 = 1, fall: f64 = 0;
    if (separation > 0) {
      bias = separation * inverseTime; // the gap may close in this sub-step, and no more
    } else if (soft) {
      bias = max<f64>(biasRate * separation, -maxPushSpeed);
      scale = massScale;
      fall = impulseScale;
    }
    const along = normalVelocity(point, constraint, a, b);
    pushNormal(point, constraint, a, b, -(scale * point.normalMass * (along + bias) + fall * point.normal));
  }
}

/** The separation of where the two points have gone. */
function separationOf(point: Point, constraint: Constraint, a: Body, b: Body): f64 {
  turn(b, point.bx, point.by, point.bz);
  const bx = b.dx + turnedX, by = b.dy + turnedY, bz = b.dz + turnedZ;
  turn(a, point.ax, point.ay, point.az);
  const x = bx - (a.dx + turnedX), y = by - (a.dy + turnedY), z = bz - (a.dz + turnedZ);
  return point.separation + (x * constraint.nx + y * constraint.ny + z * constraint.nz);
}

let turnedX: f64 = 0, turnedY: f64 = 0, turnedZ: f64 = 0;

/** Turns an arm as the body has turned. */
function turn(body: Body, x: f64, y: f64, z: f64): void {
  const qx = body.qx, qy = body.qy, qz = body.qz, qw = body.qw;
  const tx = 2 * (qy * z - qz * y), ty = 2 * (qz * x - qx * z), tz = 2 * (qx * y - qy * x);
  turnedX = x + qw * tx + (qy * tz - qz * ty);
  turnedY = y + qw * ty + (qz * tx - qx * tz);
  turnedZ = z + qw * tz + (qx * ty - qy * tx);
}

/** Restitution, once the contacts are solved: for the points that have met fast enough. */
function bounce(constraint: Constraint, bounceSpeed: f64): void {
  if (!(constraint.restitution > 0)) return;
  const a = bodyAt(constraint.bodyA), b = bodyAt(constraint.bodyB);
  const first = changetype<usize>(constraint) + CONSTRAINT_BYTES;
  for (let at = first; at < first + <usize>constraint.pointCount * POINT_BYTES; at += POINT_BYTES) {
    const point = changetype<Point>(at);
    if (point.approach > -bounceSpeed || point.approach >= 0 || point.peak == 0) continue;
    const along = normalVelocity(point, constraint, a, b);
    pushNormal(point, constraint, a, b, -point.normalMass * (along + constraint.restitution * point.approach));
  }
}
