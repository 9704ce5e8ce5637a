// Casts of posed pairs: one at a time, in f64, in the frame of the canonical A, in which only B moves.

import {
  STATUS_BEYOND, STATUS_INITIAL_OVERLAP, STATUS_INVALID_RAY, STATUS_NOT_CONVERGED, STATUS_OK, STATUS_UNBOUNDED, singleAnswer,
  singleMotions, singlePoses, singleTurn,
} from "../layout";
import {
  beginContact, contactDistance, contactIterations, contactX, contactY, contactZ, pointX, pointY, pointZ,
} from "../cast/contact";
import { findImpact, impactTime } from "../cast/impact";
import { setMotion } from "../cast/motion";
import { castReach, castTranslation } from "../cast/translation";
import { angleOf } from "../math/angle";
import { localX, localY, localZ, setRelativePose, worldX, worldY, worldZ } from "../math/pose";
import { Shape } from "../shape/shape";
import { vectorIsValid } from "./raycast";
import { Row, resolveRow, storeVector } from "./row";

// The columns of the call under way.
let fractionColumn: usize = 0;
let distanceColumn: usize = 0;
let normalColumn: usize = 0;
let pointAColumn: usize = 0;
let pointBColumn: usize = 0;
let statusColumn: usize = 0;
let iterationsColumn: usize = 0;

/** Radians; beyond it single steps are of the size of the rounding. */
const MAX_ROTATION: f32 = 1e4;

const row: usize = memory.data(32, 16);

/**
 * The A of each of `count` pairs moves by its `translation` (3 floats a row) against its B. `iterations` may be 0. Returns the
 * number of hits, initial overlaps included.
 */
export function castPairs(
  fraction: usize, distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize, iterations: usize,
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, translation: usize, count: u32,
  maxFraction: f32, targetDistance: f32,
): u32 {
  beginCasts(fraction, distance, normal, pointA, pointB, status, iterations);
  let hits: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    hits += castRow(shapes, poses, bodyCount, pairs, i, translation + <usize>i * 12, maxFraction, targetDistance);
  }
  return hits;
}

const singleStatus: usize = memory.data(4, 16);
const singleShapes: usize = memory.data(8, 16);
const singlePair: usize = memory.data(8, 16);

/** The poses are at `singlePoses`, the translation at `singleMotions`; the answer goes to `singleAnswer`. Returns the status. */
export function castPair(handleA: u32, handleB: u32, maxFraction: f32, targetDistance: f32): u32 {
  beginSingle(handleA, handleB);
  castRow(singleShapes, singlePoses, 2, singlePair, 0, singleMotions, maxFraction, targetDistance);
  return load<u8>(singleStatus);
}

/**
 * The bodies move and turn by `translations` and `rotations`, 3 floats a body: the first touch of each of `count` pairs. Returns
 * the number of hits, initial overlaps included.
 */
export function findImpacts(
  fraction: usize, distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize, iterations: usize,
  shapes: usize, poses: usize, bodyCount: u32, translations: usize, rotations: usize, pairs: usize, count: u32,
  maxFraction: f32, targetDistance: f32,
): u32 {
  beginCasts(fraction, distance, normal, pointA, pointB, status, iterations);
  let hits: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    hits += impactRow(shapes, poses, bodyCount, pairs, i, translations, rotations, maxFraction, targetDistance);
  }
  return hits;
}

/** The poses are at `singlePoses`, two translations and two rotations at `singleMotions`. Returns the status. */
export function findImpactOfPair(handleA: u32, handleB: u32, maxFraction: f32, targetDistance: f32): u32 {
  beginSingle(handleA, handleB);
  impactRow(
    singleShapes, singlePoses, 2, singlePair, 0, singleMotions, singleMotions + 24, maxFraction, targetDistance,
  );
  return load<u8>(singleStatus);
}

/** The rotation vector of the world that leads from the first quaternion at `singleTurn` to the second, by the shortest turn, goes there. */
export function rotationBetween(): void {
  const from = singleTurn, to = singleTurn + 16;
  const ax = <f64>load<f32>(from), ay = <f64>load<f32>(from, 4), az = <f64>load<f32>(from, 8), aw = <f64>load<f32>(from, 12);
  const bx = <f64>load<f32>(to), by = <f64>load<f32>(to, 4), bz = <f64>load<f32>(to, 8), bw = <f64>load<f32>(to, 12);
  // to * conjugate(from)
  const x = bx * aw - bw * ax - by * az + bz * ay;
  const y = by * aw - bw * ay - bz * ax + bx * az;
  const z = bz * aw - bw * az - bx * ay + by * ax;
  const w = bw * aw + bx * ax + by * ay + bz * az;
  const across = sqrt<f64>(x * x + y * y + z * z);
  const length = sqrt<f64>(across * across + w * w);
  const angle = angleOf(across / length, abs<f64>(w) / length);
  const scale = across > 0 ? 2 * angle / (w < 0 ? -across : across) : 0;
  storeVector(singleTurn, <f32>(scale * x), <f32>(scale * y), <f32>(scale * z));
}

function beginSingle(handleA: u32, handleB: u32): void {
  beginCasts(
    singleAnswer + 44, singleAnswer, singleAnswer + 4, singleAnswer + 16, singleAnswer + 28, singleStatus, singleAnswer + 40,
  );
  store<u32>(singleAnswer, 0, 40); // the column has 2 bytes a row
  store<u32>(singleShapes, handleA);
  store<u32>(singleShapes, handleB, 4);
  store<u32>(singlePair, 1, 4);
}

function beginCasts(
  fraction: usize, distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize, iterations: usize,
): void {
  fractionColumn = fraction;
  distanceColumn = distance;
  normalColumn = normal;
  pointAColumn = pointA;
  pointBColumn = pointB;
  statusColumn = status;
  iterationsColumn = iterations;
}

/** Answers one row; 1 for a hit. */
function castRow(
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, index: u32, translation: usize, maxFraction: f32, target: f32,
): u32 {
  const pair = changetype<Row>(row);
  beginContact();
  const resolved = resolveRow(pair, shapes, poses, bodyCount, pairs, index);
  if (resolved != STATUS_OK) return writeMiss(index, resolved);
  if (!vectorIsValid(translation)) return writeMiss(index, STATUS_INVALID_RAY);
  const shapeA = changetype<Shape>(pair.shapeA), shapeB = changetype<Shape>(pair.shapeB);
  setRelativePose(pair.poseA, shapeA, pair.poseB, shapeB);

  // What B does in A's frame: the opposite of what A does.
  const vx = <f64>load<f32>(translation), vy = <f64>load<f32>(translation, 4), vz = <f64>load<f32>(translation, 8);
  const length = sqrt<f64>(vx * vx + vy * vy + vz * vz);
  const scale = length > 0 ? (pair.swapped ? 1 / length : -1 / length) : 0;
  const ux = scale * vx, uy = length > 0 ? scale * vy : -1, uz = scale * vz;
  const reach = length > 0 ? length * <f64>maxFraction : 0;
  const status = castTranslation(
    shapeA, shapeB, localX(ux, uy, uz), localY(ux, uy, uz), localZ(ux, uy, uz), reach, <f64>target,
  );
  const fraction = length > 0 ? min<f64>(castReach / length, <f64>maxFraction) : 0;
  // A way that is almost along a plane may be longer than f32 can say.
  if (!(fraction <= <f64>f32.MAX_VALUE)) return writeMiss(index, STATUS_BEYOND);
  const moved = pair.swapped ? 0 : fraction;
  return write(pair, status, fraction, moved * vx, moved * vy, moved * vz);
}

function impactRow(
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, index: u32, translations: usize, rotations: usize,
  maxFraction: f32, target: f32,
): u32 {
  const pair = changetype<Row>(row);
  beginContact();
  const resolved = resolveRow(pair, shapes, poses, bodyCount, pairs, index);
  if (resolved != STATUS_OK) return writeMiss(index, resolved);
  const swapped = <usize>(pair.swapped << 2);
  const bodyA = <usize>load<u32>(pairs + (<usize>index << 3) + swapped) * 12;
  const bodyB = <usize>load<u32>(pairs + (<usize>index << 3) + (4 - swapped)) * 12;
  const translationA = translations + bodyA, translationB = translations + bodyB;
  const rotationA = rotations + bodyA, rotationB = rotations + bodyB;
  if (!vectorIsValid(translationA) || !vectorIsValid(translationB) || !rotationIsValid(rotationA) || !rotationIsValid(rotationB)) {
    return writeMiss(index, STATUS_INVALID_RAY);
  }
  setMotion(pair.poseA, translationA, rotationA, pair.poseB, translationB, rotationB);
  const status = findImpact(changetype<Shape>(pair.shapeA), changetype<Shape>(pair.shapeB), <f64>maxFraction, <f64>target);
  const t = impactTime;
  return write(
    pair, status, t, t * <f64>load<f32>(translationA), t * <f64>load<f32>(translationA, 4), t * <f64>load<f32>(translationA, 8),
  );
}

@inline
function rotationIsValid(rotation: usize): bool {
  const largest = max<f32>(max<f32>(abs<f32>(load<f32>(rotation)), abs<f32>(load<f32>(rotation, 4))), abs<f32>(load<f32>(rotation, 8)));
  return largest <= MAX_ROTATION;
}

/** Writes what was found; 1 for a hit. `x, y, z`: how far A has moved in the world. */
function write(pair: Row, status: u32, fraction: f64, x: f64, y: f64, z: f64): u32 {
  if (status == STATUS_UNBOUNDED) return writeWithoutContact(pair.row, status, 0, -Infinity);
  if (status > STATUS_NOT_CONVERGED && status != STATUS_INITIAL_OVERLAP) return writeMiss(pair.row, status);
  const at = <usize>pair.row;
  const shapeA = changetype<Shape>(pair.shapeA), poseA = pair.poseA;
  const radius = <f64>shapeA.radius;
  const nx = worldX(contactX, contactY, contactZ);
  const ny = worldY(contactX, contactY, contactZ);
  const nz = worldZ(contactX, contactY, contactZ);
  const px = pointX + <f64>shapeA.centerX, py = pointY + <f64>shapeA.centerY, pz = pointZ + <f64>shapeA.centerZ;
  const ax = <f64>load<f32>(poseA) + x + (worldX(px, py, pz) + radius * nx);
  const ay = <f64>load<f32>(poseA, 4) + y + (worldY(px, py, pz) + radius * ny);
  const az = <f64>load<f32>(poseA, 8) + z + (worldZ(px, py, pz) + radius * nz);
  const distance = contactDistance;
  const swapped = pair.swapped != 0;
  // Outward from the caller's B. + 0 makes a zero positive.
  const side: f64 = swapped ? 1 : -1;
  store<u8>(statusColumn + at, <u8>status);
  store<f32>(fractionColumn + (at << 2), <f32>fraction);
  store<f32>(distanceColumn + (at << 2), <f32>distance + <f32>0);
  if (iterationsColumn) store<u16>(iterationsColumn + (at << 1), <u16>min<u32>(contactIterations, 0xffff));
  storeVector(normalColumn + at * 12, <f32>(side * nx) + <f32>0, <f32>(side * ny) + <f32>0, <f32>(side * nz) + <f32>0);
  storeVector((swapped ? pointBColumn : pointAColumn) + at * 12, <f32>ax, <f32>ay, <f32>az);
  storeVector(
    (swapped ? pointAColumn : pointBColumn) + at * 12,
    <f32>(ax + distance * nx), <f32>(ay + distance * ny), <f32>(az + distance * nz),
  );
  return 1;
}

function writeMiss(index: u32, status: u32): u32 {
  writeWithoutContact(index, status, Infinity, Infinity);
  return 0;
}

function writeWithoutContact(index: u32, status: u32, fraction: f32, distance: f32): u32 {
  const at = <usize>index;
  store<u8>(statusColumn + at, <u8>status);
  store<f32>(fractionColumn + (at << 2), fraction);
  store<f32>(distanceColumn + (at << 2), distance);
  if (iterationsColumn) store<u16>(iterationsColumn + (at << 1), <u16>min<u32>(contactIterations, 0xffff));
  storeVector(normalColumn + at * 12, 0, 0, 0);
  storeVector(pointAColumn + at * 12, 0, 0, 0);
  storeVector(pointBColumn + at * 12, 0, 0, 0);
  return 1;
}
