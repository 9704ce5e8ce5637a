// Contact manifolds: the contact of each row as the distance query finds it, then the points of its two features.

import { findContactPoints, pointAt, pointCount } from "../clip/contact-points";
import { Frame, featureA, featureB, frameA, frameB, plane, setFrame, setPlane } from "../clip/feature";
import { featureIdAt } from "../clip/feature-id";
import { reduceManifold } from "../clip/reduce-manifold";
import { supportFeature } from "../clip/support-feature";
import { MANIFOLD_POINTS, REGION_POINTS, STATUS_NOT_CONVERGED, singleManifold } from "../layout";
import { Shape } from "../shape/shape";
import { MANIFOLD_MERGE, MANIFOLD_RIM } from "../tolerance";
import { CHUNK_ROWS, answerChunk, answerSingle, rowOfChunk } from "./distance";
import { Row, beginContacts, beginDistances } from "./row";

// The contact of each row of a chunk.
const distances: usize = memory.data(<i32>(CHUNK_ROWS * 4), 16);
const pointsOnA: usize = memory.data(<i32>(CHUNK_ROWS * 12), 16);
const pointsOnB: usize = memory.data(<i32>(CHUNK_ROWS * 12), 16);

/**
 * Manifolds of `count` pairs of bodies; the columns are described in src/manifold.ts. `cache` may be 0. Returns the number
 * of rows that have points.
 */
export function manifoldPairs(
  counts: usize, normal: usize, pointA: usize, pointB: usize, separation: usize, id: usize, status: usize, cache: usize,
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32, maxDistance: f32,
): u32 {
  let touching: u32 = 0;
  for (let base: u32 = 0; base < count; base += CHUNK_ROWS) {
    const size = min<u32>(count - base, CHUNK_ROWS);
    // Columns are indexed by the row of the batch, of which the chunk is a part.
    const before = <usize>base * 12;
    beginDistances(
      distances - (<usize>base << 2), normal, pointsOnA - before, pointsOnB - before, status, 0, cache, maxDistance,
    );
    beginContacts();
    answerChunk(shapes, poses, bodyCount, pairs, base, size);
    for (let i: u32 = 0; i < size; i++) {
      const at = <usize>(base + i);
      let points: i32 = 0;
      if (load<u8>(status + at) <= STATUS_NOT_CONVERGED) {
        find(rowOfChunk(i), i, normal + at * 12, maxDistance, MANIFOLD_BITS);
        points = reduceManifold(contactSeparation, rim);
        touching++;
      }
      write(points, MANIFOLD_POINTS, rowOfChunk(i), pointA + at * 48, pointB + at * 48, separation + (at << 4), id + (at << 4));
      store<u8>(counts + at, <u8>points);
    }
  }
  return touching;
}

/** Corners of a rim are 4 << this: enough for a cap to stand on, and for the outline of a region. */
const MANIFOLD_BITS: i32 = 1;
const REGION_BITS: i32 = 3;

// What `find` leaves for `reduceManifold` and `write`.
let contactSeparation: f64 = 0;
let rim: f64 = 0;
/** Points nearer to each other than this are one, and at half of it on a corner or an edge. */
let merge: f64 = 0;

/** Finds the points of a row with an answer. `normal`: where it stands; `index`: of its contact in the chunk. */
function find(row: Row, index: usize, normal: usize, maxDistance: f32, rimBits: i32): void {
  const shapeA = changetype<Shape>(row.shapeA), shapeB = changetype<Shape>(row.shapeB);
  const side: f64 = row.swapped ? -1 : 1;
  const x = <f64>load<f32>(normal), y = <f64>load<f32>(normal, 4), z = <f64>load<f32>(normal, 8);
  const scale = side / sqrt<f64>(x * x + y * y + z * z);
  setPlane(x * scale, y * scale, z * scale);
  setFrame(frameA, shapeA, row.poseA, row.poseA);
  setFrame(frameB, shapeB, row.poseB, row.poseA);

  const onA = (row.swapped ? pointsOnB : pointsOnA) + index * 12;
  const px = <f64>load<f32>(onA), py = <f64>load<f32>(onA, 4), pz = <f64>load<f32>(onA, 8);
  const u = plane.ux * px + plane.uy * py + plane.uz * pz;
  const v = plane.vx * px + plane.vy * py + plane.vz * pz;
  const height = plane.nx * px + plane.ny * py + plane.nz * pz;
  const radiusA = <f64>shapeA.radius, radiusB = <f64>shapeB.radius;
  const coreA = <f64>shapeA.coreRadius, coreB = <f64>shapeB.coreRadius;
  contactSeparation = <f64>load<f32>(distances + (index << 2));
  rim = MANIFOLD_RIM * (coreA + coreB + radiusA + radiusB);
  merge = MANIFOLD_MERGE * min<f64>(coreA > 0 ? coreA : coreB, coreB > 0 ? coreB : coreA);
  supportFeature(shapeA, frameA, 1, u, v, height - radiusA, rimBits, featureA);
  supportFeature(shapeB, frameB, -1, u, v, height + contactSeparation + radiusB, rimBits, featureB);
  findContactPoints(
    u, v, height, contactSeparation, <f64>maxDistance + rim, rim, rimBits == MANIFOLD_BITS ? merge : rim,
  );
}

/** Writes the first `points` points in the world, and zeros up to `capacity`. */
function write(points: i32, capacity: u32, row: Row, pointA: usize, pointB: usize, separation: usize, id: usize): void {
  for (let i: u32 = 0; i < max<u32>(points, capacity); i++) {
    const at = <usize>i * 12, at4 = <usize>i << 2;
    if (<i32>i >= points) {
      memory.fill(pointA + at, 0, 12);
      memory.fill(pointB + at, 0, 12);
      store<f32>(separation + at4, 0);
      store<u32>(id + at4, 0);
      continue;
    }
    const point = pointAt(i), x = point.x, y = point.y;
    const idA = featureIdAt(featureA, x, y, 0.5 * merge), idB = featureIdAt(featureB, x, y, 0.5 * merge);
    const swapped = row.swapped;
    storePoint((swapped ? pointB : pointA) + at, row.poseA, x, y, point.height);
    storePoint((swapped ? pointA : pointB) + at, row.poseA, x, y, point.height + point.separation);
    store<f32>(separation + at4, <f32>point.separation + <f32>0);
    store<u32>(id + at4, swapped ? idB | (idA << 16) : idA | (idB << 16));
  }
}

function storePoint(address: usize, origin: usize, x: f64, y: f64, height: f64): void {
  for (let k: usize = 0; k < 12; k += 4) {
    const axis = changetype<usize>(plane) + (k << 1);
    const offset = x * load<f64>(axis) + y * load<f64>(axis, offsetof<Frame>("vx")) + height * load<f64>(axis, offsetof<Frame>("nx"));
    store<f32>(address + k, <f32>(<f64>load<f32>(origin + k) + offset) + <f32>0);
  }
}

// ---------------------------------------------------------------- one pair

const singleStatus: usize = memory.data(4, 16);

/**
 * The poses are at `singlePoses`. The answer goes to `singleManifold`: the normal, then for REGION_POINTS points all of pointA,
 * of pointB, the separations, the ids. Returns the status, and the number of points above it by 8 bits. `isRegion`: all of the
 * points up to REGION_POINTS, else at most MANIFOLD_POINTS.
 */
export function manifoldPair(handleA: u32, handleB: u32, maxDistance: f32, isRegion: u32): u32 {
  beginDistances(distances, singleManifold, pointsOnA, pointsOnB, singleStatus, 0, 0, maxDistance);
  beginContacts();
  answerSingle(handleA, handleB);
  const status = <u32>load<u8>(singleStatus);
  if (status > STATUS_NOT_CONVERGED) return status;
  const row = rowOfChunk(0);
  find(row, 0, singleManifold, maxDistance, isRegion ? REGION_BITS : MANIFOLD_BITS);
  const points = isRegion ? min<i32>(pointCount, <i32>REGION_POINTS) : reduceManifold(contactSeparation, rim);
  const pointA = singleManifold + 12, pointB = pointA + REGION_POINTS * 12;
  const separation = pointB + REGION_POINTS * 12;
  write(points, 0, row, pointA, pointB, separation, separation + (REGION_POINTS << 2));
  return status | (<u32>points << 8);
}
