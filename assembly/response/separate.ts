// Overlaps undone by moving bodies apart, without a thought for velocities: the projection of positions of simple games.

import { Contact, Scene, depthOf, isFinite, readContact, storeVector, vectorAt, xOf, yOf, zOf } from "./scene";

/**
 * Moves the two bodies of each row apart along its normal, by `fraction` of what its depth is above `slop`, shared by inverse
 * mass: one that has none does not move. Depths are those of the contacts, whatever earlier rows have moved. Returns the
 * number of rows that moved a body.
 */
export function separateRows(scene: Scene, contact: Contact, slop: f64, fraction: f64): u32 {
  const rowBytes: usize = scene.dimension == 3 ? 28 : 16;
  let moved: u32 = 0;
  for (let row: u32 = 0; row < scene.pairCount; row++) {
    if (!readContact(contact, scene, row)) continue;
    const massA = <f64>load<f32>(scene.inverseMass + (<usize>contact.bodyA << 2));
    const massB = <f64>load<f32>(scene.inverseMass + (<usize>contact.bodyB << 2));
    const excess = depthOf(contact, scene) - slop;
    const sum = massA + massB;
    if (!(excess > 0 && massA >= 0 && massB >= 0 && sum > 0 && isFinite(sum))) continue;
    const step = fraction * excess / sum;
    move(scene, scene.pose + <usize>contact.bodyA * rowBytes, contact, -massA * step);
    move(scene, scene.pose + <usize>contact.bodyB * rowBytes, contact, massB * step);
    moved++;
  }
  return moved;
}

function move(scene: Scene, pose: usize, contact: Contact, distance: f64): void {
  if (distance == 0) return;
  const x = xOf(pose) + distance * contact.nx;
  const y = yOf(pose) + distance * contact.ny;
  const z = zOf(scene, pose) + distance * contact.nz;
  if (isFinite(<f64><f32>x + <f64><f32>y + <f64><f32>z)) storeVector(scene, pose, x, y, z);
}
