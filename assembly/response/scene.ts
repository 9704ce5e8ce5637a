// What the kernels of response work on: bodies with their velocities, and the contacts between them. The plane and space are
// one: vectors of the plane are read with z = 0, turn about z alone, and nothing below asks for the dimension again.

/** Filled by src/response/scene.ts, in this order. Addresses are of columns; a row of a vector column has `dimension` floats. */
@unmanaged
export class Scene {
  /** 2 or 3. */
  dimension: u32;
  bodyCount: u32;
  pairCount: u32;
  /** Points that a row of the contact columns has room for. */
  pointsPerRow: u32;
  // Columns of bodies.
  pose: usize;
  velocity: usize;
  angularVelocity: usize;
  inverseMass: usize;
  inverseInertia: usize;
  friction: usize;
  restitution: usize;
  // Columns of pairs.
  pairs: usize;
  /** u8; 0 where every row has one point. */
  count: usize;
  normal: usize;
  pointA: usize;
  pointB: usize;
  separation: usize;
  /** u32, the features of each point; 0 where there are none. */
  id: usize;
}

/** The contact of one row, its normal from A to B. */
@unmanaged
export class Contact {
  nx: f64;
  ny: f64;
  nz: f64;
  bodyA: u32;
  bodyB: u32;
  row: u32;
  pointCount: u32;
}

/** Reads a row. False if it has no points or names bodies that do not exist, and for numbers that are not finite. */
export function readContact(contact: Contact, scene: Scene, row: u32): bool {
  const pair = scene.pairs + (<usize>row << 3);
  const bodyA = load<u32>(pair), bodyB = load<u32>(pair, 4);
  if (bodyA >= scene.bodyCount || bodyB >= scene.bodyCount || bodyA == bodyB) return false;
  const count = scene.count ? <u32>load<u8>(scene.count + row) : 1;
  if (count == 0 || count > scene.pointsPerRow) return false;
  const normal = vectorAt(scene, scene.normal, row);
  contact.nx = xOf(normal);
  contact.ny = yOf(normal);
  contact.nz = zOf(scene, normal);
  contact.bodyA = bodyA;
  contact.bodyB = bodyB;
  contact.row = row;
  contact.pointCount = count;
  let sum = contact.nx + contact.ny + contact.nz;
  for (let i: u32 = 0; i < count; i++) {
    const at = row * scene.pointsPerRow + i;
    const pointA = vectorAt(scene, scene.pointA, at), pointB = vectorAt(scene, scene.pointB, at);
    sum += separationAt(scene, row, i) + xOf(pointA) + yOf(pointA) + zOf(scene, pointA);
    sum += xOf(pointB) + yOf(pointB) + zOf(scene, pointB);
  }
  return isFinite(sum);
}

export function separationAt(scene: Scene, row: u32, point: u32): f64 {
  return <f64>load<f32>(scene.separation + (<usize>(row * scene.pointsPerRow + point) << 2));
}

/** The depth of the deepest point; negative if none touches. */
export function depthOf(contact: Contact, scene: Scene): f64 {
  let least = separationAt(scene, contact.row, 0);
  for (let i: u32 = 1; i < contact.pointCount; i++) least = min<f64>(least, separationAt(scene, contact.row, i));
  return -least;
}

// ---------------------------------------------------------------- numbers in columns

/** The address of row `index` of a column of vectors. */
// @ts-ignore: decorator
@inline export function vectorAt(scene: Scene, column: usize, index: u32): usize {
  return column + <usize>(index * scene.dimension << 2);
}

// @ts-ignore: decorator
@inline export function xOf(vector: usize): f64 { return <f64>load<f32>(vector); }
// @ts-ignore: decorator
@inline export function yOf(vector: usize): f64 { return <f64>load<f32>(vector, 4); }
// @ts-ignore: decorator
@inline export function zOf(scene: Scene, vector: usize): f64 { return scene.dimension == 3 ? <f64>load<f32>(vector, 8) : 0; }

export function storeVector(scene: Scene, vector: usize, x: f64, y: f64, z: f64): void {
  store<f32>(vector, <f32>x);
  store<f32>(vector, <f32>y, 4);
  if (scene.dimension == 3) store<f32>(vector, <f32>z, 8);
}

/** Also false if numbers that are finite have an infinite sum. */
// @ts-ignore: decorator
@inline export function isFinite(sum: f64): bool {
  return sum * 0 == 0;
}
