// Depth of a pair with a core of revolution, by branch and bound over the directions n. Where a whole ring of normals is
// (nearly) equally good, facets close in on it with the square of their number; here the round core is exact.
//
// Let C be the cylinder or cone, Q the rest of K = C + Q, theta the latitude of n above C's equator and phi its longitude.
// h_K(n) = g(theta) + h_Q(n), and g is in closed form: P sin(theta) + S cos(theta) in each of two or three zones of latitude.
// A point q of Q bounds h_Q(n) >= q . n from below. A rim of Q (radius rho about c, its axis tilted by tau against C's)
// bounds it by c . n + rho cos(|theta| + tau). Either sum is a sinusoid of the latitude, concave where it is positive, so
// over a cell of latitudes and longitudes it is least at an end of the latitudes, and there at an end of the longitudes
// or opposite to the point. A cell whose bound is not below the least depth known is done; others are halved.

import { KIND_CONE, KIND_CYLINDER } from "../layout";
import { r01, r11, r21, tx, ty, tz } from "../math/pose";
import { Shape } from "../shape/shape";
import { aX, aY, aZ, wX, wY, wZ } from "../shape/support";
import { REVOLUTION_MAX_CELLS } from "../tolerance";
import { epaDepth, tryDirection } from "./direction";

@unmanaged
class Cell {
  // Latitudes from low to high and longitudes from first to last (at most a right angle), as cosine and sine.
  lowX: f64; lowY: f64; highX: f64; highY: f64;
  firstX: f64; firstY: f64; lastX: f64; lastY: f64;
}
const CELL_BYTES: usize = offsetof<Cell>();
/** Cells to do, depth first: of each halving one waits, and two angles have some 50 bits each. */
const stack: usize = memory.data(128 * 64, 16);
const stackEnd: usize = stack + 128 * 64;
let top: usize = 0;

export let cellCount: u32 = 0;

/** Whether C is A. */
let roundA: bool = false;
// C's axis (its tip up) and two directions across it, in A's frame.
let pX: f64 = 0, pY: f64 = 0, pZ: f64 = 0;
let uX: f64 = 0, uY: f64 = 0, uZ: f64 = 0;
let vX: f64 = 0, vY: f64 = 0, vZ: f64 = 0;
// The axis of a round Q at its lower and upper end, a cone's tip being the upper one, with the radii there.
let hasRims: bool = false;
let lowerP: f64 = 0, lowerU: f64 = 0, lowerV: f64 = 0, lowerRadius: f64 = 0;
let upperP: f64 = 0, upperU: f64 = 0, upperV: f64 = 0, upperRadius: f64 = 0;
/** Of tau. */
let tiltSine: f64 = 0, tiltCosine: f64 = 0;

export function isRound(shape: Shape): bool {
  return shape.kind == KIND_CYLINDER || shape.kind == KIND_CONE;
}

/**
 * Lowers `epaDepth` until nothing is less by more than `tolerance`. One core at least is round. False when that would
 * take too many cells.
 */
export function searchDirections(shapeA: Shape, shapeB: Shape, tolerance: f64): bool {
  cellCount = 0;
  const onlyA = !isRound(shapeB), onlyB = !isRound(shapeA);
  const largerA = shapeA.coreRadius >= shapeB.coreRadius;
  // Rings first: what is found there is out of reach of cells that only come near to it.
  if (!onlyA && !onlyB) {
    setFrame(shapeA, shapeB, !largerA);
    if (!searchRing(shapeA, shapeB, tolerance)) return false;
  }
  setFrame(shapeA, shapeB, onlyA || (!onlyB && largerA));
  return searchRing(shapeA, shapeB, tolerance) && searchZones(shapeA, shapeB, tolerance);
}

/** K = B - A: a round A has its axis, tip and all, upside down in K. */
function setFrame(shapeA: Shape, shapeB: Shape, fromA: bool): void {
  roundA = fromA;
  pX = roundA ? 0 : r01; pY = roundA ? -1 : r11; pZ = roundA ? 0 : r21;
  // Across the axis: its cross product with the coordinate axis it leans to least.
  const x = abs<f64>(pX), y = abs<f64>(pY), z = abs<f64>(pZ);
  if (x <= y && x <= z) { uX = 0; uY = pZ; uZ = -pY; }
  else if (y <= z) { uX = -pZ; uY = 0; uZ = pX; }
  else { uX = pY; uY = -pX; uZ = 0; }
  const scale = 1 / sqrt<f64>(uX * uX + uY * uY + uZ * uZ);
  uX *= scale; uY *= scale; uZ *= scale;
  vX = pY * uZ - pZ * uY; vY = pZ * uX - pX * uZ; vZ = pX * uY - pY * uX;

  const other = roundA ? shapeB : shapeA;
  hasRims = isRound(other);
  if (!hasRims) return;
  const halfHeight = <f64>other.y;
  const axisX = roundA ? r01 * halfHeight : 0, axisY = roundA ? r11 * halfHeight : -halfHeight, axisZ = roundA ? r21 * halfHeight : 0;
  const alongP = pX * axisX + pY * axisY + pZ * axisZ;
  const alongU = uX * axisX + uY * axisY + uZ * axisZ;
  const alongV = vX * axisX + vY * axisY + vZ * axisZ;
  const centerP = pX * tx + pY * ty + pZ * tz;
  const centerU = uX * tx + uY * ty + uZ * tz;
  const centerV = vX * tx + vY * ty + vZ * tz;
  lowerP = centerP - alongP; lowerU = centerU - alongU; lowerV = centerV - alongV;
  upperP = centerP + alongP; upperU = centerU + alongU; upperV = centerV + alongV;
  lowerRadius = <f64>other.x;
  upperRadius = other.kind == KIND_CONE ? 0 : lowerRadius;
  tiltSine = sqrt<f64>(r01 * r01 + r21 * r21);
  tiltCosine = abs<f64>(r11);
}

// ---------------------------------------------------------------- zones of latitude

// C's share of h_K in the zone at hand, and the sign of its latitudes.
let roundP: f64 = 0, roundS: f64 = 0;
let side: f64 = 0;
// Where a cone's base hands over to its tip.
let ringX: f64 = 0, ringY: f64 = 0;

/** The directions in which C has a whole edge of farthest points. */
function searchRing(shapeA: Shape, shapeB: Shape, tolerance: f64): bool {
  const round = roundA ? shapeA : shapeB;
  ringX = 1; ringY = 0;
  if (round.kind == KIND_CONE) {
    // 2 halfHeight sin(theta) = baseRadius cos(theta)
    const height = 2 * <f64>round.y, baseRadius = <f64>round.x;
    const length = sqrt<f64>(height * height + baseRadius * baseRadius);
    if (length > 0) {
      ringX = height / length;
      ringY = baseRadius / length;
    }
  }
  return searchZone(shapeA, shapeB, tolerance, ringX, ringY, ringX, ringY, 1, -<f64>round.y, <f64>round.x);
}

function searchZones(shapeA: Shape, shapeB: Shape, tolerance: f64): bool {
  const round = roundA ? shapeA : shapeB;
  const halfHeight = <f64>round.y, baseRadius = <f64>round.x;
  const tipRadius = round.kind == KIND_CONE ? 0 : baseRadius;
  return searchZone(shapeA, shapeB, tolerance, 0, -1, 1, 0, -1, -halfHeight, baseRadius) &&
    (ringY == 0 || searchZone(shapeA, shapeB, tolerance, 1, 0, ringX, ringY, 1, -halfHeight, baseRadius)) &&
    searchZone(shapeA, shapeB, tolerance, ringX, ringY, 0, 1, 1, halfHeight, tipRadius);
}

/** All longitudes between two latitudes on one side of the equator, where C's share is `p` sin(theta) + `s` cos(theta). */
function searchZone(
  shapeA: Shape, shapeB: Shape, tolerance: f64, lowX: f64, lowY: f64, highX: f64, highY: f64, sign: f64, p: f64, s: f64,
): bool {
  roundP = p; roundS = s;
  side = sign;
  top = stack;
  push(lowX, lowY, highX, highY, 1, 0, 0, 1);
  push(lowX, lowY, highX, highY, 0, 1, -1, 0);
  push(lowX, lowY, highX, highY, -1, 0, 0, -1);
  push(lowX, lowY, highX, highY, 0, -1, 1, 0);
  while (top > stack) {
    if (cellCount == REVOLUTION_MAX_CELLS) return false;
    cellCount++;
    top -= CELL_BYTES;
    const cell = changetype<Cell>(top);
    const lowX = cell.lowX, lowY = cell.lowY, highX = cell.highX, highY = cell.highY;
    const firstX = cell.firstX, firstY = cell.firstY, lastX = cell.lastX, lastY = cell.lastY;

    let scale = 1 / sqrt<f64>(square(lowX + highX) + square(lowY + highY));
    const midX = (lowX + highX) * scale, midY = (lowY + highY) * scale;
    scale = 1 / sqrt<f64>(square(firstX + lastX) + square(firstY + lastY));
    const middleX = (firstX + lastX) * scale, middleY = (firstY + lastY) * scale;
    const x = midY * pX + midX * (middleX * uX + middleY * vX);
    const y = midY * pY + midX * (middleX * uY + middleY * vY);
    const z = midY * pZ + midX * (middleX * uZ + middleY * vZ);
    tryDirection(shapeA, shapeB, x, y, z);
    const enough = epaDepth - tolerance;

    // The point of Q: K's less C's.
    const qX = roundA ? wX + aX : tx - aX, qY = roundA ? wY + aY : ty - aY, qZ = roundA ? wZ + aZ : tz - aZ;
    qP = pX * qX + pY * qY + pZ * qZ;
    qU = uX * qX + uY * qY + uZ * qZ;
    qV = vX * qX + vY * qY + vZ * qZ;
    if (pointBound(lowX, lowY, highX, highY, firstX, firstY, lastX, lastY) >= enough) continue;
    // What the bound would be if the cell had no height, or no width: it is halved where that gains more.
    let low = pointBound(midX, midY, midX, midY, firstX, firstY, lastX, lastY);
    let thin = pointBound(lowX, lowY, highX, highY, middleX, middleY, middleX, middleY);
    if (hasRims) {
      const bound = rimBound(lowX, lowY, highX, highY, firstX, firstY, lastX, lastY);
      if (bound >= enough) continue;
      const rimLow = rimBound(midX, midY, midX, midY, firstX, firstY, lastX, lastY);
      const rimThin = rimBound(lowX, lowY, highX, highY, middleX, middleY, middleX, middleY);
      // The point is exact in the middle of the cell, a rim need not be: it is followed where it leads somewhere.
      if (max<f64>(rimLow, rimThin) - bound > 0.25 * (enough - bound)) {
        low = rimLow;
        thin = rimThin;
      }
    }
    if (top + 2 * CELL_BYTES > stackEnd) return false;
    if (low > thin) {
      push(lowX, lowY, midX, midY, firstX, firstY, lastX, lastY);
      push(midX, midY, highX, highY, firstX, firstY, lastX, lastY);
    } else {
      push(lowX, lowY, highX, highY, firstX, firstY, middleX, middleY);
      push(lowX, lowY, highX, highY, middleX, middleY, lastX, lastY);
    }
  }
  return true;
}

function push(lowX: f64, lowY: f64, highX: f64, highY: f64, firstX: f64, firstY: f64, lastX: f64, lastY: f64): void {
  const cell = changetype<Cell>(top);
  cell.lowX = lowX; cell.lowY = lowY; cell.highX = highX; cell.highY = highY;
  cell.firstX = firstX; cell.firstY = firstY; cell.lastX = lastX; cell.lastY = lastY;
  top += CELL_BYTES;
}

// ---------------------------------------------------------------- bounds over a cell

// A point of Q in C's frame.
let qP: f64 = 0, qU: f64 = 0, qV: f64 = 0;
// A bound at the lower and the higher latitude.
let atLow: f64 = 0, atHigh: f64 = 0;

/** 0 where it would not be positive. */
function pointBound(lowX: f64, lowY: f64, highX: f64, highY: f64, firstX: f64, firstY: f64, lastX: f64, lastY: f64): f64 {
  setEnds(qP, qU, qV, 0, lowX, lowY, highX, highY, firstX, firstY, lastX, lastY);
  return max<f64>(0, min<f64>(atLow, atHigh));
}

/** From a circle about the axis of Q between its ends: a mix of the bounds of the two, the best one. */
function rimBound(lowX: f64, lowY: f64, highX: f64, highY: f64, firstX: f64, firstY: f64, lastX: f64, lastY: f64): f64 {
  setEnds(lowerP, lowerU, lowerV, lowerRadius, lowX, lowY, highX, highY, firstX, firstY, lastX, lastY);
  const lowerLow = atLow, lowerHigh = atHigh;
  setEnds(upperP, upperU, upperV, upperRadius, lowX, lowY, highX, highY, firstX, firstY, lastX, lastY);
  const rise = lowerHigh - lowerLow, fall = atLow - atHigh;
  // A mix is level where one rises and the other falls.
  const level = rise * fall > 0 ? (lowerLow * fall + atLow * rise) / (rise + fall) : 0;
  return max<f64>(max<f64>(0, level), max<f64>(min<f64>(lowerLow, lowerHigh), min<f64>(atLow, atHigh)));
}

@inline
function setEnds(
  p: f64, u: f64, v: f64, radius: f64,
  lowX: f64, lowY: f64, highX: f64, highY: f64, firstX: f64, firstY: f64, lastX: f64, lastY: f64,
): void {
  const atFirst = u * firstX + v * firstY, atLast = u * lastX + v * lastY;
  const opposite = atFirst < 0 && u * firstY >= v * firstX && v * lastX >= u * lastY;
  const across = opposite ? -sqrt<f64>(u * u + v * v) : min<f64>(atFirst, atLast);
  const sine = roundP + p - side * radius * tiltSine;
  const cosine = roundS + across + radius * tiltCosine;
  atLow = sine * lowY + cosine * lowX;
  atHigh = sine * highY + cosine * highX;
}

@inline
function square(x: f64): f64 {
  return x * x;
}
