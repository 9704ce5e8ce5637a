// Collisions of rigid bodies, one manifold at a time, in two steps. No impulse of them adds energy, so that together they do not:
//
// 1. The normal impulses of an inelastic collision, all points at once, by projected Gauss-Seidel. The bodies then get that
//    change of velocity 1 + e times (Poisson's hypothesis), but not more often than leaves their energy as it was: along the
//    line of the change, energy is a parabola.
// 2. Coulomb friction. It turns bodies, and what approaches again for that is stopped.

import { BODY_BYTES, Body, isFixed, loadBody, storeVelocity } from "./body";
import { combinedFriction, combinedRestitution } from "./material";
import { POINT_BYTES, Point, normalVelocity, push, pushNormal, readPoint, rub } from "./point";
import { Contact, Scene, depthOf, readContact, separationAt } from "./scene";


/** Bytes that `collideRows` works in. */
export function collisionBytes(pointsPerRow: u32): u32 {
  return 2 * <u32>BODY_BYTES + pointsPerRow * <u32>POINT_BYTES;
}

/**
 * Answers the touching points of each row, with `iterations` rounds of each step. Approaches slower than `bounceSpeed` do not
 * bounce. Returns the number of rows that changed a velocity.
 */
export function collideRows(scene: Scene, contact: Contact, scratch: usize, iterations: u32, bounceSpeed: f64): u32 {
  const a = changetype<Body>(scratch), b = changetype<Body>(scratch + BODY_BYTES);
  const points = scratch + 2 * BODY_BYTES;
  let collided: u32 = 0;
  for (let row: u32 = 0; row < scene.pairCount; row++) {
    if (!readContact(contact, scene, row) || !(depthOf(contact, scene) >= 0)) continue;
    loadBody(a, scene, contact.bodyA);
    loadBody(b, scene, contact.bodyB);
    if (!a.usable || !b.usable || (isFixed(a) && isFixed(b))) continue;
    let end = points;
    let approach: f64 = 0;
    for (let i: u32 = 0; i < contact.pointCount; i++) {
      if (separationAt(scene, row, i) > 0) continue;
      readPoint(changetype<Point>(end), contact, scene, i, a, b);
      approach = min<f64>(approach, changetype<Point>(end).approach);
      end += POINT_BYTES;
    }
    if (!(approach < 0)) continue;
    const restitution = -approach >= bounceSpeed ? combinedRestitution(scene, contact.bodyA, contact.bodyB) : 0;
    collide(contact, a, b, points, end, iterations, restitution, combinedFriction(scene, contact.bodyA, contact.bodyB));
    storeVelocity(a, scene, contact.bodyA);
    storeVelocity(b, scene, contact.bodyB);
    collided++;
  }
  return collided;
}

function collide(
  contact: Contact, a: Body, b: Body, points: usize, end: usize, iterations: u32, restitution: f64, friction: f64,
): void {
  for (let i: u32 = 0; i < iterations; i++) {
    for (let at = points; at < end; at += POINT_BYTES) {
      const point = changetype<Point>(at);
      pushNormal(point, contact, a, b, -point.normalMass * normalVelocity(point, contact, a, b));
    }
  }

  // With P the impulses, v and v + K P the velocities before and after: s P changes the energy by s P.v + s^2 P.K P / 2.
  let before: f64 = 0, change: f64 = 0;
  for (let at = points; at < end; at += POINT_BYTES) {
    const point = changetype<Point>(at);
    before += point.normal * point.approach;
    change += point.normal * (normalVelocity(point, contact, a, b) - point.approach);
  }
  if (!(before < 0 && change > 0)) return;
  const more = min<f64>(1 + restitution, -2 * before / change) - 1;
  for (let at = points; at < end; at += POINT_BYTES) {
    const point = changetype<Point>(at);
    const impulse = more * point.normal;
    point.normal += impulse;
    push(point, a, b, impulse * contact.nx, impulse * contact.ny, impulse * contact.nz);
  }

  if (!(friction > 0)) return;
  for (let i: u32 = 0; i < iterations; i++) {
    for (let at = points; at < end; at += POINT_BYTES) {
      const point = changetype<Point>(at);
      rub(point, contact, a, b, friction * point.normal);
    }
    for (let at = points; at < end; at += POINT_BYTES) {
      const point = changetype<Point>(at), along = normalVelocity(point, contact, a, b);
      if (along < 0) pushNormal(point, contact, a, b, -point.normalMass * along);
    }
  }
}
