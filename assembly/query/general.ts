// The general path: any two cores, one row at a time, in f64. GJK for the distance, EPA for the depth, radii added after.

import { KIND_HALF_SPACE, KIND_PLANE, STATUS_BEYOND, STATUS_NOT_CONVERGED, STATUS_OK, STATUS_UNBOUNDED } from "../layout";
import { epaDepth, epaX, epaY, epaZ } from "../epa/direction";
import { epa, epaIterations, epaPointX, epaPointY, epaPointZ } from "../epa/epa";
import { GJK_BEYOND, GJK_CAPPED, GJK_OVERLAP, gjk, gjkIterations, remember } from "../gjk/gjk";
import { simplexCount, vX, vY, vZ, vertexAt } from "../gjk/simplex";
import { r00, r01, r02, r10, r11, r12, r20, r21, r22, setRelativePose, tx, ty, tz, worldX, worldY, worldZ } from "../math/pose";
import { Shape } from "../shape/shape";
import { aX, aY, aZ, supportDifference } from "../shape/support";
import { Row, cacheOf, maxDistance, signOnly, writeAnswer, writeNoAnswer } from "./row";

/** Bounding spheres are in f32: this much clear of the limit, relative. */
const BOUND_SLOP: f64 = 1.00001;

/** `atLeast`: a bound below the distance that the caller holds, which a positive sign rests on; else -Infinity. */
export function answerGeneral(row: Row, atLeast: f32): void {
  const shapeA = changetype<Shape>(row.shapeA);
  const shapeB = changetype<Shape>(row.shapeB);
  setRelativePose(row.poseA, shapeA, row.poseB, shapeB);
  if (shapeB.kind >= KIND_PLANE) {
    if (shapeA.kind >= KIND_PLANE) answerPlanes(row, shapeA, shapeB);
    else answerPlane(row, shapeA, shapeB);
    return;
  }

  const reach = (<f64>shapeA.boundingRadius + <f64>shapeB.boundingRadius + <f64>maxDistance) * BOUND_SLOP;
  if (tx * tx + ty * ty + tz * tz > reach * reach) return writeNoAnswer(row, STATUS_BEYOND, false, 0);

  const radius = <f64>shapeA.radius + <f64>shapeB.radius;
  const cache = cacheOf(row);
  const outcome = gjk(shapeA, shapeB, <f64>maxDistance + radius, signOnly ? radius : -1, cache);
  if (cache) remember(cache);
  if (outcome == GJK_BEYOND) return writeNoAnswer(row, STATUS_BEYOND, false, gjkIterations);
  if (outcome != GJK_OVERLAP) {
    const length = sqrt<f64>(vX * vX + vY * vY + vZ * vZ);
    const scale = 1 / length;
    let x: f64 = 0, y: f64 = 0, z: f64 = 0;
    for (let i: u32 = 0; i < simplexCount; i++) {
      const vertex = vertexAt(i);
      x += vertex.weight * vertex.ax;
      y += vertex.weight * vertex.ay;
      z += vertex.weight * vertex.az;
    }
    const status = outcome == GJK_CAPPED ? STATUS_NOT_CONVERGED : STATUS_OK;
    return finish(row, status, gjkIterations, atLeast, length - radius, vX * scale, vY * scale, vZ * scale, x, y, z);
  }
  if (signOnly) return writeAnswer(row, STATUS_OK, 0, 0, 0, 0, 0, 0, 0, 0);
  const steps = gjkIterations; // EPA may call GJK once more
  const status = epa(shapeA, shapeB) ? STATUS_OK : STATUS_NOT_CONVERGED;
  finish(row, status, steps + epaIterations, atLeast, -epaDepth - radius, -epaX, -epaY, -epaZ, epaPointX, epaPointY, epaPointZ);
}

/** From the frame of A's core to a canonical answer in world axes. `x, y, z`: the witness on A's core. */
function finish(
  row: Row, status: u32, iterations: u32, atLeast: f32, signedDistance: f64, nx: f64, ny: f64, nz: f64, x: f64, y: f64, z: f64,
): void {
  const shapeA = changetype<Shape>(row.shapeA);
  const distance = max<f32>(<f32>signedDistance, atLeast);
  if (distance > maxDistance) return writeNoAnswer(row, STATUS_BEYOND, false, iterations);
  const radius = <f64>shapeA.radius;
  const px = x + nx * radius + <f64>shapeA.centerX;
  const py = y + ny * radius + <f64>shapeA.centerY;
  const pz = z + nz * radius + <f64>shapeA.centerZ;
  writeAnswer(
    row, status, iterations, distance,
    <f32>worldX(nx, ny, nz), <f32>worldY(nx, ny, nz), <f32>worldZ(nx, ny, nz),
    <f32>worldX(px, py, pz), <f32>worldY(px, py, pz), <f32>worldZ(px, py, pz),
  );
}

// ---------------------------------------------------------------- planes

/** A bounded A against a plane (two-sided, without thickness) or a half-space B: one support point, exact. */
function answerPlane(row: Row, shapeA: Shape, shapeB: Shape): void {
  const x = <f64>shapeB.x, y = <f64>shapeB.y, z = <f64>shapeB.z;
  const nx = r00 * x + r01 * y + r02 * z, ny = r10 * x + r11 * y + r12 * z, nz = r20 * x + r21 * y + r22 * z;
  const offset = <f64>shapeB.offset + (nx * tx + ny * ty + nz * tz);
  supportDifference(shapeA, shapeB, nx, ny, nz);
  let height = nx * aX + ny * aY + nz * aZ - offset;
  let side: f64 = -1; // the normal from A above the plane points down
  let px = aX, py = aY, pz = aZ;
  if (shapeB.kind == KIND_PLANE) {
    supportDifference(shapeA, shapeB, -nx, -ny, -nz);
    const below = offset - (nx * aX + ny * aY + nz * aZ);
    if (below > height) {
      height = below;
      side = 1;
      px = aX; py = aY; pz = aZ;
    }
  }
  finish(row, STATUS_OK, 0, -Infinity, height - <f64>shapeA.radius, side * nx, side * ny, side * nz, px, py, pz);
}

/** Two unbounded shapes: parallel ones as intervals along A's normal; any others meet without end. */
function answerPlanes(row: Row, shapeA: Shape, shapeB: Shape): void {
  const ax = <f64>shapeA.x, ay = <f64>shapeA.y, az = <f64>shapeA.z;
  const x = <f64>shapeB.x, y = <f64>shapeB.y, z = <f64>shapeB.z;
  const bx = r00 * x + r01 * y + r02 * z, by = r10 * x + r11 * y + r12 * z, bz = r20 * x + r21 * y + r22 * z;
  const cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
  let distance = -Infinity;
  let side: f64 = 1;
  const offsetA = <f64>shapeA.offset;
  if (cx * cx + cy * cy + cz * cz <= PARALLEL_SQUARED) {
    const along = ax * bx + ay * by + az * bz > 0;
    const offsetB = (ax * tx + ay * ty + az * tz) + (along ? <f64>shapeB.offset : -<f64>shapeB.offset);
    const lowB = shapeB.kind == KIND_HALF_SPACE && along ? -Infinity : offsetB;
    const highB = shapeB.kind == KIND_HALF_SPACE && !along ? Infinity : offsetB;
    const lowA = shapeA.kind == KIND_HALF_SPACE ? -Infinity : offsetA;
    distance = lowB - offsetA;
    if (lowA - highB > distance) {
      distance = lowA - highB;
      side = -1;
    }
  }
  if (distance == -Infinity) return writeNoAnswer(row, STATUS_UNBOUNDED, true, 0);
  finish(row, STATUS_OK, 0, -Infinity, distance, side * ax, side * ay, side * az, ax * offsetA, ay * offsetA, az * offsetA);
}

/** Sine of the angle between two normals that still count as parallel, squared. */
const PARALLEL_SQUARED: f64 = 1e-12;
