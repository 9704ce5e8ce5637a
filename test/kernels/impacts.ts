// Pairs that move and turn as plain data, answered by the batch API, and when they truly touch: in f64, from certified distances.

import type { Narrowphase, Shape } from "../../dist/index.js";
import { multiply, type Triple } from "../helpers/random.js";
import { type CastColumns, isUnbounded, type Options, planeAt, sizeOf } from "./casts.js";
import { coreOf, floats, make, type Pair, type Spec, truthAt } from "./scene.js";

/** Each body goes by its translation and turns by its rotation vector about its position. */
export interface ImpactRow extends Pair {
  readonly translationA: readonly number[];
  readonly rotationA: readonly number[];
  readonly translationB: readonly number[];
  readonly rotationB: readonly number[];
}

export function impactAll(
  np: Narrowphase,
  rows: readonly ImpactRow[],
  options?: Options,
): CastColumns & { count: number } {
  const shapes = new Map<Spec, Shape>();
  const shapeOf = (spec: Spec) => {
    const shape = shapes.get(spec) ?? make(np, spec);
    shapes.set(spec, shape);
    return shape;
  };
  const bodies = np.bodies(2 * rows.length);
  const motions = np.motions(2 * rows.length);
  const pairs = np.pairs(rows.length);
  const impacts = np.impacts(rows.length);
  for (const [i, row] of rows.entries()) {
    bodies.set(2 * i, shapeOf(row.a), row.poseA as number[]);
    bodies.set(2 * i + 1, shapeOf(row.b), row.poseB as number[]);
    motions.set(2 * i, row.translationA as number[], row.rotationA as number[]);
    motions.set(2 * i + 1, row.translationB as number[], row.rotationB as number[]);
  }
  pairs.set(Array.from({ length: 2 * rows.length }, (_, i) => i));
  const count = np.timeOfImpactBatch(bodies, motions, pairs, impacts, options);
  const { fraction, distance, normal, pointA, pointB, status, iterations } = impacts;
  const answers = {
    fraction: fraction.slice(),
    distance: distance.slice(),
    normal: normal.slice(),
    pointA: pointA.slice(),
    pointB: pointB.slice(),
    status: status.slice(),
    iterations: iterations.slice(),
  };
  for (const columns of [bodies, motions, pairs, impacts]) columns.dispose();
  for (const shape of shapes.values()) np.remove(shape);
  return { ...answers, count };
}

/** The pose at time t, in f64: the row as f32 holds it. */
export function poseAt(
  pose: readonly number[],
  translation: readonly number[],
  rotation: readonly number[],
  t: number,
): number[] {
  const [start, way, turn] = [floats(pose), floats(translation), floats(rotation)];
  const angle = Math.hypot(...turn);
  const scale = angle > 0 ? Math.sin(0.5 * t * angle) / angle : 0;
  const quaternion = multiply([...turn.map((x) => scale * x), Math.cos(0.5 * t * angle)], start.slice(3));
  return [...start.slice(0, 3).map((x, k) => x + t * (way[k] as number)), ...quaternion];
}

export function moving(row: ImpactRow): (t: number) => { distance: number; normal: number[] } {
  return (t) => {
    const poseA = poseAt(row.poseA, row.translationA, row.rotationA, t);
    const poseB = poseAt(row.poseB, row.translationB, row.rotationB, t);
    if (isUnbounded(row.b)) return planeAt(row.a, poseA, row.b, poseB);
    return truthAt({ a: row.a, poseA, b: row.b, poseB });
  };
}

/** How far the farthest point of the core is from the shape's position. */
function armOf(spec: Spec): number {
  const { t, p } = coreOf(spec);
  if (t === 0) return 0;
  if (t === 3)
    return Math.max(...Array.from({ length: p.length / 3 }, (_, i) => Math.hypot(...p.slice(3 * i, 3 * i + 3))));
  return t === 2 ? (p[0] as number) : Math.hypot(...p);
}

/** The fastest that the distance can change. */
export function fastest(row: ImpactRow): number {
  const drift = Math.hypot(...floats(row.translationA).map((x, k) => x - (floats(row.translationB)[k] as number)));
  const [turnA, turnB] = [Math.hypot(...row.rotationA), Math.hypot(...row.rotationB)];
  if (!isUnbounded(row.b)) return drift + turnA * armOf(row.a) + turnB * armOf(row.b);
  const away = Math.hypot(...row.poseA.slice(0, 3).map((x, k) => x - (row.poseB[k] as number))) + drift;
  return drift + turnA * armOf(row.a) + turnB * (away + armOf(row.a));
}

export interface ImpactTruth {
  /** Infinity for a miss; 0 for an overlap at the start. */
  readonly fraction: number;
  readonly startDistance: number;
  /** The least distance on the way. */
  readonly least: number;
  /** When the distance was first within 2e-6 of the size: a graze before the touch. */
  readonly near: number;
}

/**
 * No step is longer than the distance allows at the highest speed, but for the last millionth of the size: what dips below 0
 * for less than that is a graze. The touch is then bisected.
 */
export function impactTruth(row: ImpactRow, { maxFraction = 1, targetDistance = 0 }: Options = {}): ImpactTruth {
  const at = moving(row);
  const [speed, slack] = [fastest(row), 1e-6 * (sizeOf(row) + targetDistance)];
  const gapAt = (t: number) => at(t).distance - targetDistance;
  const startDistance = at(0).distance;
  let [gap, least, near] = [startDistance - targetDistance, Infinity, Infinity];
  for (let t = 0; ; ) {
    least = Math.min(least, gap + targetDistance);
    if (gap <= 2 * slack) near = Math.min(near, t);
    if (gap <= 0) return { fraction: t, startDistance, least, near };
    if (t === maxFraction || speed === 0) return { fraction: Infinity, startDistance, least, near };
    let next = Math.min(t + Math.max(gap, slack) / speed, maxFraction);
    let beyond = gapAt(next);
    if (beyond <= 0) {
      for (let i = 0; i < 60; i++) {
        const middle = 0.5 * (t + next);
        const between = gapAt(middle);
        if (between > 0) t = middle;
        else [next, beyond] = [middle, between];
      }
    }
    [t, gap] = [next, beyond];
  }
}

export const rotationVector = (axis: Triple, angle: number) => floats(axis.map((x) => x * angle));

export const describeImpact = (row: ImpactRow) =>
  JSON.stringify(row, (_, v) => (v instanceof Float32Array ? Array.from(v) : v)).slice(0, 700);
