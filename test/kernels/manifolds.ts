// Pairs answered by `manifoldBatch`, as plain data.

import { emptyManifold, type Narrowphase, type Shape } from "../../dist/index.js";
import { make, type Pair, type Spec } from "./scene.js";

export interface Point {
  readonly pointA: number[];
  readonly pointB: number[];
  readonly separation: number;
  readonly id: number;
}

export interface Manifold {
  readonly count: number;
  readonly normal: number[];
  readonly points: Point[];
  readonly status: number;
  /** What `contactBatch` says of the pair. */
  readonly distance: number;
}

export interface Answered {
  readonly manifolds: Manifold[];
  readonly touching: number;
  /** Every byte of the columns. */
  readonly bytes: Uint8Array;
}

const from = (column: ArrayLike<number>, start: number, count: number) =>
  Array.from({ length: count }, (_, k) => column[start + k] as number);

/** One batch with two bodies a pair and one shape for every spec object. */
export function answerManifolds(np: Narrowphase, pairs: readonly Pair[], maxDistance = 0): Answered {
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
  const [results, contacts] = [np.manifolds(pairs.length), np.contacts(pairs.length)];
  const touching = np.manifoldBatch(bodies, rows, results, { maxDistance });
  np.contactBatch(bodies, rows, contacts, { maxDistance });

  const { count, normal, pointA, pointB, separation, id, status } = results;
  const manifolds = pairs.map((_, i) => ({
    count: count[i] as number,
    normal: from(normal, 3 * i, 3),
    points: Array.from({ length: count[i] as number }, (_, k) => ({
      pointA: from(pointA, 12 * i + 3 * k, 3),
      pointB: from(pointB, 12 * i + 3 * k, 3),
      separation: separation[4 * i + k] as number,
      id: id[4 * i + k] as number,
    })),
    status: status[i] as number,
    distance: contacts.distance[i] as number,
  }));
  const columns = [count, normal, pointA, pointB, separation, id, status];
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + column.byteLength, 0));
  let at = 0;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  for (const block of [bodies, rows, results, contacts]) block.dispose();
  for (const shape of made.values()) np.remove(shape);
  return { manifolds, touching, bytes };
}

/** One pair through the single query, or null. */
export function oneManifold(np: Narrowphase, { a, poseA, b, poseB }: Pair, maxDistance = 0) {
  const [A, B] = [make(np, a), make(np, b)];
  const manifold = np.manifold(A, poseA as number[], B, poseB as number[], { maxDistance }, emptyManifold());
  np.remove(A);
  np.remove(B);
  return manifold && { ...manifold, points: manifold.points.slice(0, manifold.count) };
}
