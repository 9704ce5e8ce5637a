// Casts as plain data, answered by the batch API, and where they truly hit: in f64, from certified distances.

import type { Narrowphase, Shape } from "../../dist/index.js";
import { dot, random, randomUnit, rotate, type Triple } from "../helpers/random.js";
import { BOUNDED, randomSpec } from "./random-scene.js";
import { type Core, coreOf, extent, floats, halfDiagonal, make, type Pair, type Spec, truthAt } from "./scene.js";

/** A moves by the translation against B. */
export interface CastRow extends Pair {
  readonly translation: readonly number[];
}

export interface CastColumns {
  readonly fraction: Float32Array;
  readonly distance: Float32Array;
  readonly normal: Float32Array;
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  readonly status: Uint8Array;
  readonly iterations: Uint16Array;
}

export interface Options {
  readonly maxFraction?: number;
  readonly targetDistance?: number;
}

export function castAll(np: Narrowphase, rows: readonly CastRow[], options?: Options): CastColumns & { count: number } {
  const shapes = new Map<Spec, Shape>();
  const shapeOf = (spec: Spec) => {
    const shape = shapes.get(spec) ?? make(np, spec);
    shapes.set(spec, shape);
    return shape;
  };
  const bodies = np.bodies(2 * rows.length);
  const pairs = np.pairs(rows.length);
  const casts = np.casts(rows.length);
  for (const [i, { a, poseA, translation, b, poseB }] of rows.entries()) {
    bodies.set(2 * i, shapeOf(a), poseA as number[]);
    bodies.set(2 * i + 1, shapeOf(b), poseB as number[]);
    casts.set(i, translation as number[]);
  }
  pairs.set(Array.from({ length: 2 * rows.length }, (_, i) => i));
  const count = np.castBatch(bodies, pairs, casts, options);
  const { fraction, distance, normal, pointA, pointB, status, iterations } = casts;
  const answers = {
    fraction: fraction.slice(),
    distance: distance.slice(),
    normal: normal.slice(),
    pointA: pointA.slice(),
    pointB: pointB.slice(),
    status: status.slice(),
    iterations: iterations.slice(),
  };
  for (const columns of [bodies, pairs, casts]) columns.dispose();
  for (const shape of shapes.values()) np.remove(shape);
  return { ...answers, count };
}

// ---------------------------------------------------------------- pairs of shapes

export function pairsOfKinds(seed: number, each: number): [Spec, Spec][] {
  const next = random(seed);
  const kinds = BOUNDED.flatMap((a) => BOUNDED.map((b) => [a, b] as const)).filter(
    ([a, b]) => a !== "point" || b !== "point",
  );
  const rounding = () => (next() < 0.5 ? 0 : 0.2 * next());
  return kinds.flatMap(([a, b]) =>
    Array.from({ length: each }, (): [Spec, Spec] => [
      randomSpec(a, next, rounding()),
      randomSpec(b, next, rounding()),
    ]),
  );
}

export function pairsWithPlanes(seed: number, each: number): [Spec, Spec][] {
  const next = random(seed);
  return BOUNDED.flatMap((kind) =>
    Array.from({ length: each }, (_, i): [Spec, Spec] => {
      const size = { normal: randomUnit(next), offset: 2 * next() - 1 };
      return [randomSpec(kind, next, 0.1 * next()), [i % 2 ? "plane" : "halfSpace", size]];
    }),
  );
}

/** Needles, plates and sizes far apart. */
export function pairsOfExtremes(seed: number, count: number): [Spec, Spec][] {
  const next = random(seed);
  const size = () => 10 ** (6 * next() - 3);
  const spec = (): Spec => {
    const kind = Math.floor(6 * next());
    const rounding = { radius: next() < 0.5 ? 0 : size() };
    if (kind === 0) return ["sphere", { radius: size() }];
    if (kind === 1) return ["capsule", { halfHeight: size(), radius: size() }];
    if (kind === 2) return ["box", { halfExtents: [size(), size(), size()] }, rounding];
    if (kind === 3) return ["cylinder", { halfHeight: size(), radius: size() }, rounding];
    if (kind === 4) return ["cone", { halfHeight: size(), radius: size() }, rounding];
    const [x, y, z] = [size(), size(), size()];
    return [
      "hull",
      floats(Array.from({ length: 16 }, () => randomUnit(next)).flatMap((u) => [x * u[0], y * u[1], z * u[2]])),
    ];
  };
  return Array.from({ length: count }, () => [spec(), spec()]);
}

// ---------------------------------------------------------------- truth

/** The length that errors are measured against. */
export const sizeOf = (row: Pair) => (isUnbounded(row.b) ? halfDiagonal(row.a) : extent(row));

export const isUnbounded = ([kind]: Spec) => kind === "plane" || kind === "halfSpace";

/** The signed distance, and the normal from A to B, with A at `fraction` of its way; the row as f32 holds it. */
export function along(row: CastRow): (fraction: number) => { distance: number; normal: number[] } {
  const [poseA, translation, poseB] = [floats(row.poseA), floats(row.translation), floats(row.poseB)];
  return (fraction) => {
    const moved = poseA.map((x, k) => (k < 3 ? x + fraction * (translation[k] as number) : x));
    if (isUnbounded(row.b)) return planeAt(row.a, moved, row.b, poseB);
    return truthAt({ a: row.a, poseA: moved, b: row.b, poseB });
  };
}

/** Of a bounded A from a plane, whose normal of A points to it, or from a half-space. */
export function planeAt(a: Spec, poseA: readonly number[], [kind, size]: Spec, poseB: readonly number[]) {
  const { normal, offset = 0 } = size as { normal: number[]; offset?: number };
  const length = Math.hypot(...normal);
  const up = rotate(
    poseB.slice(3),
    normal.map((x) => x / length),
  );
  const middle = dot(up, poseA) - dot(up, poseB) - offset / length;
  const core = coreOf(a);
  const above = middle - support(core, poseA.slice(3), up.map((x) => -x) as Triple);
  const below = -middle - support(core, poseA.slice(3), up);
  const isAbove = kind === "halfSpace" || above >= below;
  return { distance: isAbove ? above : below, normal: isAbove ? up.map((x) => -x) : up };
}

/** How far the shape reaches from its position along the unit vector `d` of the world. */
function support({ t, p, radius }: Core, q: readonly number[], d: Triple): number {
  const [x, y, z] = rotate([-(q[0] as number), -(q[1] as number), -(q[2] as number), q[3] as number], d);
  const [h, r] = p as [number, number];
  const across = Math.hypot(x, z);
  if (t === 0) return radius;
  if (t === 1) return Math.abs(x) * h + Math.abs(y) * r + Math.abs(z) * (p[2] as number) + radius;
  if (t === 2) return Math.abs(y) * h + radius;
  if (t === 4) return Math.abs(y) * h + across * r + radius;
  if (t === 5) return Math.max(y * h, across * r - y * h) + radius;
  const dots = Array.from({ length: p.length / 3 }, (_, i) => dot([x, y, z], p.slice(3 * i, 3 * i + 3)));
  return Math.max(...dots) + radius;
}

export interface CastTruth {
  /** Infinity for a miss; 0 for an overlap at the start. */
  readonly fraction: number;
  readonly startDistance: number;
  /** The least distance on the way up to the hit, the path's end or where the two part. */
  readonly least: number;
}

/**
 * The distance along the way is convex, and the normal's plane is below it: Newton's method from the start never passes the
 * first root. The root is bracketed afterwards by what is just beyond.
 */
export function truth(row: CastRow, options: Options = {}): CastTruth {
  const known = truths.get(row) ?? new Map<string, CastTruth>();
  truths.set(row, known);
  const key = `${options.maxFraction} ${options.targetDistance}`;
  const answer = known.get(key) ?? findTruth(row, options);
  known.set(key, answer);
  return answer;
}

/** All backends are held to the same. */
const truths = new WeakMap<CastRow, Map<string, CastTruth>>();

function findTruth(row: CastRow, { maxFraction = 1, targetDistance = 0 }: Options): CastTruth {
  const at = along(row);
  const translation = floats(row.translation);
  const size = sizeOf(row);
  const startDistance = at(0).distance;
  let fraction = 0;
  let least = Infinity;
  if (startDistance < targetDistance) return { fraction, startDistance, least: startDistance };
  for (let i = 0; i < 300; i++) {
    const { distance, normal } = at(fraction);
    least = Math.min(least, distance);
    const closing = dot(normal, translation);
    const gap = distance - targetDistance;
    if (gap <= 1e-11 * size) return { fraction, startDistance, least };
    if (!(closing > 0)) return { fraction: Infinity, startDistance, least };
    fraction += gap / closing;
    if (fraction > maxFraction) {
      least = Math.min(least, at(maxFraction).distance);
      return { fraction: Infinity, startDistance, least };
    }
  }
  return { fraction, startDistance, least };
}

export const describeCast = (row: CastRow) =>
  JSON.stringify(row, (_, v) => (v instanceof Float32Array ? Array.from(v) : v)).slice(0, 600);
