// Pairs as plain data, answered by the batch API.

import type { Narrowphase, Shape } from "../../dist/index.js";
import { signedDistance } from "../helpers/oracle.mjs";

/** A call that makes a shape: method, then arguments. */
export type Spec = readonly [kind: string, ...rest: unknown[]];

export interface Pair {
  readonly a: Spec;
  readonly poseA: readonly number[];
  readonly b: Spec;
  readonly poseB: readonly number[];
}

/** A core as the oracle takes it, with the radius that is added to it. */
export interface Core {
  readonly t: number;
  readonly p: readonly number[];
  readonly radius: number;
}

export interface Answers {
  readonly distance: Float32Array;
  readonly normal: Float32Array;
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  readonly status: Uint8Array;
  readonly iterations: Uint16Array;
  /** What `intersectsBatch` says. */
  readonly intersects: Uint8Array;
  /** Distances of `contactBatch`: Infinity where apart. */
  readonly contact: Float32Array;
}

export const f = Math.fround;
export const floats = (values: ArrayLike<number>) => Array.from(values, f);
export const ORIGIN = [0, 0, 0, 0, 0, 0, 1] as const;
export const at = (x: number, y = 0, z = 0) => [x, y, z, 0, 0, 0, 1];

export function make(np: Narrowphase, [kind, ...rest]: Spec): Shape {
  const call = (np as unknown as Record<string, (...args: unknown[]) => Shape>)[kind];
  if (call === undefined) throw new Error(`no shape of kind ${kind}`);
  return call.apply(np, rest);
}

export const triple = (column: ArrayLike<number>, row: number) =>
  [column[3 * row], column[3 * row + 1], column[3 * row + 2]] as [number, number, number];

/** Answers pairs in one batch, with two bodies a pair and one shape for every spec object. */
export function answer(np: Narrowphase, pairs: readonly Pair[], maxDistance = Number.POSITIVE_INFINITY): Answers {
  const made = new Map<Spec, Shape>();
  const shapeOf = (spec: Spec) => {
    const shape = made.get(spec) ?? make(np, spec);
    made.set(spec, shape);
    return shape;
  };
  const bodies = np.bodies(2 * pairs.length);
  for (const [i, { a, poseA, b, poseB }] of pairs.entries()) {
    bodies.set(2 * i, shapeOf(a), poseA);
    bodies.set(2 * i + 1, shapeOf(b), poseB);
  }
  const rows = np.pairs(pairs.length);
  rows.set(Array.from({ length: 2 * pairs.length }, (_, i) => i));
  const results = np.distances(pairs.length, { iterations: true });
  const contacts = np.contacts(pairs.length);
  const overlaps = np.overlaps(pairs.length);
  np.distanceBatch(bodies, rows, results, { maxDistance });
  np.contactBatch(bodies, rows, contacts);
  np.intersectsBatch(bodies, rows, overlaps);
  const answers = {
    distance: results.distance.slice(),
    normal: results.normal.slice(),
    pointA: results.pointA.slice(),
    pointB: results.pointB.slice(),
    status: results.status.slice(),
    iterations: (results.iterations as Uint16Array).slice(),
    intersects: overlaps.intersects.slice(),
    contact: contacts.distance.slice(),
  };
  for (const columns of [bodies, rows, results, contacts, overlaps]) columns.dispose();
  for (const shape of made.values()) np.remove(shape);
  return answers;
}

/** Every bit of the answers, as one number (FNV-1a). */
export function hash(answers: Answers): number {
  let value = 0x811c9dc5;
  for (const column of Object.values(answers) as Uint8Array[]) {
    for (const byte of new Uint8Array(column.buffer, column.byteOffset, column.byteLength)) {
      value = Math.imul(value ^ byte, 0x01000193);
    }
  }
  return value >>> 0;
}

/** Readable in a failure: the first of a long one. */
export function describePair({ a, poseA, b, poseB }: Pair): string {
  const short = (x: unknown) => JSON.stringify(x, (_, v) => (v instanceof Float32Array ? Array.from(v) : v));
  const text = `${short(a)} ${short(poseA)} ${short(b)} ${short(poseB)}`;
  return text.length > 400 ? `${text.slice(0, 400)}...` : text;
}

// ---------------------------------------------------------------- truth

/** The bounded kinds only. */
export function coreOf([kind, size, rounding]: Spec): Core {
  const s = size as { radius: number; halfHeight: number; halfExtents: number[] };
  const radius = f((rounding as { radius?: number } | undefined)?.radius ?? 0);
  switch (kind) {
    case "point":
      return { t: 0, p: [0], radius: 0 };
    case "sphere":
      return { t: 0, p: [0], radius: f(s.radius) };
    case "segment":
      return { t: 2, p: [f(s.halfHeight), 0], radius: 0 };
    case "capsule":
      return { t: 2, p: [f(s.halfHeight), 0], radius: f(s.radius) };
    case "box":
      return { t: 1, p: floats(s.halfExtents), radius };
    // The oracle wants curved shapes to have a base.
    case "cylinder":
    case "cone":
      if (s.radius === 0) return { t: 3, p: [0, f(s.halfHeight), 0, 0, -f(s.halfHeight), 0], radius };
      return { t: kind === "cylinder" ? 4 : 5, p: [f(s.halfHeight), f(s.radius)], radius };
    default:
      return { t: 3, p: floats(size as number[]), radius };
  }
}

const cores = new WeakMap<Spec, Core>();
function core(spec: Spec): Core {
  const known = cores.get(spec) ?? coreOf(spec);
  cores.set(spec, known);
  return known;
}

/** The certified signed distance of the pair as f32 holds it. */
export function truth({ a, poseA, b, poseB }: Pair): number {
  return truthAt({ a, poseA: floats(poseA), b, poseB: floats(poseB) }).distance;
}

/** The same for poses in f64, with the normal from A to B. */
export function truthAt({ a, poseA, b, poseB }: Pair): { distance: number; normal: number[] } {
  const [A, B] = [core(a), core(b)];
  const { sd, normal } = signedDistance(A, poseA, B, poseB, { witness: false });
  return { distance: sd - A.radius - B.radius, normal };
}

/** How far `point` is from the surface: negative inside. */
export function toSurface(point: readonly number[], spec: Spec, pose: readonly number[]): number {
  const C = core(spec);
  const sphere = { t: 0, p: [0] };
  return signedDistance(sphere, [...point, 0, 0, 0, 1], C, floats(pose), { witness: false }).sd - C.radius;
}

/** The half diagonal of the local box. */
export function halfDiagonal(spec: Spec): number {
  const { t, p, radius: r } = core(spec);
  if (t === 0) return Math.hypot(r, r, r);
  if (t === 1) return Math.hypot(...p.map((x) => x + r));
  if (t === 2) return Math.hypot(r, (p[0] as number) + r, r);
  if (t !== 3) return Math.hypot((p[1] as number) + r, (p[0] as number) + r, (p[1] as number) + r);
  const range = [0, 1, 2].map((k) => {
    const values = p.filter((_, i) => i % 3 === k);
    return (Math.max(...values) - Math.min(...values)) / 2 + r;
  });
  return Math.hypot(...range);
}

const diagonals = new WeakMap<Spec, number>();
/** What errors are measured against: the larger half diagonal of the two local boxes. */
export function extent({ a, b }: Pair): number {
  const of = (spec: Spec) => {
    const known = diagonals.get(spec) ?? halfDiagonal(spec);
    diagonals.set(spec, known);
    return known;
  };
  return Math.max(of(a), of(b));
}

// ---------------------------------------------------------------- from corpus files

interface CorpusScene {
  readonly shapes: readonly { readonly type: number; readonly sizes: ArrayLike<number> }[];
  readonly count: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly poseA: Float32Array;
  readonly poseB: Float32Array;
}

export function fromCorpus({ shapes, count, a, b, poseA, poseB }: CorpusScene): Pair[] {
  const specs = shapes.map(({ type, sizes }): Spec => {
    const [x, y] = Array.from(sizes);
    if (type === 0) return ["sphere", { radius: x }];
    if (type === 1) return ["box", { halfExtents: Array.from(sizes) }];
    if (type === 2) return ["capsule", { halfHeight: x, radius: y }];
    if (type === 3) return ["hull", Array.from(sizes)];
    return [type === 4 ? "cylinder" : "cone", { halfHeight: x, radius: y }];
  });
  const pose = (poses: Float32Array, i: number) => Array.from(poses.subarray(7 * i, 7 * i + 7));
  return Array.from({ length: count }, (_, i) => ({
    a: specs[a[i] as number] as Spec,
    poseA: pose(poseA, i),
    b: specs[b[i] as number] as Spec,
    poseB: pose(poseB, i),
  }));
}
