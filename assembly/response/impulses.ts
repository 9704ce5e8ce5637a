// The impulses of the last step, by the pair of bodies and the features of each point, so that the next step starts from
// them. Rows may come in another order, and bodies may have lost or gained points in between.

import { Point } from "./point";
import { Contact, Scene } from "./scene";

/** Arms that differ by less than a tenth of their length lead to one place. */
const SAME_PLACE_SQUARED: f64 = 0.01;

/** Columns of src/response/solver.ts, a row for each row of the last step. */
@unmanaged
export class Impulses {
  /** Two body rows; the same twice in a row without points. */
  pairs: usize;
  count: usize;
  id: usize;
  /** One float a point. */
  normal: usize;
  /** Three floats a point, in space and in the plane. */
  friction: usize;
  /** The same: from the center of mass of A to the point. */
  arm: usize;
  /** u32, the rows + 1 by the hash of their pair, with 0 where there is none. */
  table: usize;
  /** A power of two, more than the rows. */
  tableSize: u32;
  rowCount: u32;
}

/**
 * Gives the points of a row the impulses that the same features of the same pair had, times `scale`. Where an edge lies on a
 * corner, rounding says which of them meets the other body: points of new features go on from an old one in the same place.
 */
export function recall(impulses: Impulses, contact: Contact, scene: Scene, points: usize, pointBytes: usize, scale: f64): void {
  const old = find(impulses, contact.bodyA, contact.bodyB);
  if (old < 0) return;
  const first = <u32>old * scene.pointsPerRow, count = <u32>load<u8>(impulses.count + old);
  let used: u32 = 0, found: u32 = 0;
  for (let i: u32 = 0; i < contact.pointCount; i++) {
    const id = idAt(scene, contact.row * scene.pointsPerRow + i);
    for (let j: u32 = 0; j < count; j++) {
      if (load<u32>(impulses.id + (<usize>(first + j) << 2)) != id || (used >> j) & 1) continue;
      used |= 1 << j;
      found |= 1 << i;
      restore(impulses, first + j, contact, changetype<Point>(points + <usize>i * pointBytes), scale);
      break;
    }
  }
  for (let i: u32 = 0; i < contact.pointCount; i++) {
    if ((found >> i) & 1) continue;
    const point = changetype<Point>(points + <usize>i * pointBytes);
    const j = nearest(impulses, first, count, used, point);
    if (j == count) continue;
    used |= 1 << j;
    restore(impulses, first + j, contact, point, scale);
  }
}

/** Of the points that are not used, the one whose arm is nearest, or `count` if none is within a tenth of its length. */
function nearest(impulses: Impulses, first: u32, count: u32, used: u32, point: Point): u32 {
  const x = point.ax, y = point.ay, z = point.az;
  let least = SAME_PLACE_SQUARED * (x * x + y * y + z * z);
  let best = count;
  for (let j: u32 = 0; j < count; j++) {
    if ((used >> j) & 1) continue;
    const arm = impulses.arm + <usize>(first + j) * 12;
    const dx = <f64>load<f32>(arm) - x, dy = <f64>load<f32>(arm, 4) - y, dz = <f64>load<f32>(arm, 8) - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square < least)) continue;
    least = square;
    best = j;
  }
  return best;
}

function restore(impulses: Impulses, old: u32, contact: Contact, point: Point, scale: f64): void {
  const friction = impulses.friction + <usize>old * 12;
  const nx = contact.nx, ny = contact.ny, nz = contact.nz;
  const fx = scale * <f64>load<f32>(friction), fy = scale * <f64>load<f32>(friction, 4), fz = scale * <f64>load<f32>(friction, 8);
  // The normal may have turned.
  const along = fx * nx + fy * ny + fz * nz;
  point.normal = scale * <f64>load<f32>(impulses.normal + (<usize>old << 2));
  point.fx = fx - along * nx;
  point.fy = fy - along * ny;
  point.fz = fz - along * nz;
}

// @ts-ignore: decorator
@inline function idAt(scene: Scene, point: u32): u32 {
  return scene.id ? load<u32>(scene.id + (<usize>point << 2)) : 0;
}

/** The row of a pair, or -1. */
function find(impulses: Impulses, bodyA: u32, bodyB: u32): i32 {
  const mask = impulses.tableSize - 1;
  let slot = hash(bodyA, bodyB) & mask;
  let row = load<u32>(impulses.table + (<usize>slot << 2));
  while (row) {
    const pair = impulses.pairs + (<usize>(row - 1) << 3);
    if (load<u32>(pair) == bodyA && load<u32>(pair, 4) == bodyB) break;
    slot = (slot + 1) & mask;
    row = load<u32>(impulses.table + (<usize>slot << 2));
  }
  return <i32>row - 1;
}

/** Forgets everything, to be told of `rowCount` rows. */
export function forget(impulses: Impulses, rowCount: u32): void {
  for (let slot: u32 = 0; slot < impulses.tableSize; slot++) store<u32>(impulses.table + (<usize>slot << 2), 0);
  for (let row: u32 = 0; row < rowCount; row++) store<u8>(impulses.count + row, 0);
  impulses.rowCount = rowCount;
}

/** Keeps the impulses of a row. */
export function remember(impulses: Impulses, contact: Contact, scene: Scene, points: usize, pointBytes: usize): void {
  const row = contact.row, capacity = scene.pointsPerRow;
  const pair = impulses.pairs + (<usize>row << 3);
  store<u32>(pair, contact.bodyA);
  store<u32>(pair, contact.bodyB, 4);
  store<u8>(impulses.count + row, <u8>contact.pointCount);
  for (let i: u32 = 0; i < contact.pointCount; i++) {
    const point = changetype<Point>(points + <usize>i * pointBytes), at = <usize>(row * capacity + i);
    const friction = impulses.friction + at * 12, arm = impulses.arm + at * 12;
    store<u32>(impulses.id + (at << 2), idAt(scene, <u32>at));
    store<f32>(impulses.normal + (at << 2), <f32>point.normal);
    store<f32>(friction, <f32>point.fx);
    store<f32>(friction, <f32>point.fy, 4);
    store<f32>(friction, <f32>point.fz, 8);
    store<f32>(arm, <f32>point.ax);
    store<f32>(arm, <f32>point.ay, 4);
    store<f32>(arm, <f32>point.az, 8);
  }
  const mask = impulses.tableSize - 1;
  let slot = hash(contact.bodyA, contact.bodyB) & mask;
  while (load<u32>(impulses.table + (<usize>slot << 2))) slot = (slot + 1) & mask;
  store<u32>(impulses.table + (<usize>slot << 2), row + 1);
}

/** Multiplicative hashing (Knuth 6.4) of both, with the high bits, which depend on all others, brought down. */
function hash(bodyA: u32, bodyB: u32): u32 {
  const mixed = bodyA * 0x9e3779b1 ^ bodyB * 0x85ebca6b;
  return mixed ^ (mixed >> 15);
}
