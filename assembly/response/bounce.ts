// Collisions of bodies that do not turn: the relative velocity is split into its normal and its tangent part, the first is
// turned round and the second is slowed, and both changes are shared by inverse mass.

import { combinedFriction, combinedRestitution } from "./material";
import { Contact, Scene, depthOf, isFinite, readContact, storeVector, vectorAt, xOf, yOf, zOf } from "./scene";

/**
 * Answers the touching rows whose bodies approach. Friction is a fraction here: it takes that part of the tangent velocity,
 * or all of it if that is at most `stickSpeed`. Approaches slower than `bounceSpeed` do not bounce. Returns the number of
 * rows that changed a velocity.
 */
export function bounceRows(scene: Scene, contact: Contact, bounceSpeed: f64, stickSpeed: f64): u32 {
  let bounced: u32 = 0;
  for (let row: u32 = 0; row < scene.pairCount; row++) {
    if (readContact(contact, scene, row) && depthOf(contact, scene) >= 0) {
      bounced += u32(bounce(scene, contact, bounceSpeed, stickSpeed));
    }
  }
  return bounced;
}

function bounce(scene: Scene, contact: Contact, bounceSpeed: f64, stickSpeed: f64): bool {
  const a = contact.bodyA, b = contact.bodyB;
  const velocityA = vectorAt(scene, scene.velocity, a), velocityB = vectorAt(scene, scene.velocity, b);
  const massA = <f64>load<f32>(scene.inverseMass + (<usize>a << 2)), massB = <f64>load<f32>(scene.inverseMass + (<usize>b << 2));
  const sum = massA + massB;
  if (!(massA >= 0 && massB >= 0 && sum > 0 && isFinite(sum))) return false;

  const ux = xOf(velocityB) - xOf(velocityA), uy = yOf(velocityB) - yOf(velocityA), uz = zOf(scene, velocityB) - zOf(scene, velocityA);
  const nx = contact.nx, ny = contact.ny, nz = contact.nz;
  const along = ux * nx + uy * ny + uz * nz;
  // Ones that part, or whose velocity is no number, are left alone.
  if (!(along < 0)) return false;
  const tx = ux - along * nx, ty = uy - along * ny, tz = uz - along * nz;
  const speed = sqrt<f64>(tx * tx + ty * ty + tz * tz);
  const friction = min<f64>(combinedFriction(scene, a, b), 1);
  const slowed = friction > 0 && speed <= stickSpeed ? 1 : friction;
  const kick = -(1 + (-along >= bounceSpeed ? combinedRestitution(scene, a, b) : 0)) * along;
  const cx = kick * nx - slowed * tx, cy = kick * ny - slowed * ty, cz = kick * nz - slowed * tz;
  if (!isFinite(<f64><f32>cx + <f64><f32>cy + <f64><f32>cz)) return false;
  add(scene, velocityA, -massA / sum, cx, cy, cz);
  add(scene, velocityB, massB / sum, cx, cy, cz);
  return true;
}

function add(scene: Scene, velocity: usize, share: f64, x: f64, y: f64, z: f64): void {
  if (share != 0) storeVector(scene, velocity, xOf(velocity) + share * x, yOf(velocity) + share * y, zOf(scene, velocity) + share * z);
}
