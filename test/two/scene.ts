// Seeded pairs of shapes of the plane as plain data, answered by the batch API.

import type { Narrowphase, Shape } from "../../dist/2d.js";
import { random } from "../helpers/instances.js";
import { type Core, gapAlong, type Point, placed, signedDistance } from "./oracle.js";

/** A call that makes a shape: method, then arguments. */
export type Spec = readonly [kind: string, size: unknown, rounding?: { readonly radius: number }];

export interface Scene {
  readonly a: Spec;
  readonly poseA: readonly number[];
  readonly b: Spec;
  readonly poseB: readonly number[];
}

const f = Math.fround;

export function make(np: Narrowphase, [kind, ...rest]: Spec): Shape {
  return (np as unknown as Record<string, (...args: unknown[]) => Shape>)[kind]?.(...rest) as Shape;
}

export function coreOf([kind, size, rounding]: Spec): Core {
  const s = size as { radius: number; halfHeight: number; halfExtents: [number, number] };
  if (kind === "circle") return { points: [[0, 0]], radius: s.radius };
  if (kind === "capsule")
    return {
      points:
        s.halfHeight > 0
          ? [
              [0, -s.halfHeight],
              [0, s.halfHeight],
            ]
          : [[0, 0]],
      radius: s.radius,
    };
  const radius = rounding?.radius ?? 0;
  if (kind === "box") {
    const [x, y] = s.halfExtents;
    const corners: Point[] = [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ];
    return { points: x > 0 && y > 0 ? corners : corners.filter((_, k) => k % 2 === 0), radius };
  }
  const flat = size as number[];
  return {
    points: Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] as number, flat[2 * i + 1] as number]),
    radius,
  };
}

/** The farthest point from the origin of the shape's frame. */
export function reach(spec: Spec): number {
  const { points, radius } = coreOf(spec);
  return Math.max(...points.map(([x, y]) => Math.hypot(x, y))) + radius;
}

/** The length that tolerances are relative to. */
export function extent({ a, b }: Scene): number {
  return Math.max(reach(a), reach(b));
}

export function truth({ a, poseA, b, poseB }: Scene): number {
  return signedDistance(placed(coreOf(a), poseA, poseA), placed(coreOf(b), poseB, poseA));
}

// ---------------------------------------------------------------- seeded shapes and pairs

type Next = () => number;

const between = (next: Next, low: number, high: number) => low + (high - low) * next();

/** Corners on an ellipse, in f32: strictly convex for as many corners as f32 can tell apart. */
export function polygonSpec(next: Next, scale: number, aspect = 1): Spec {
  const count = 3 + Math.floor(62 * next() ** 2);
  const start = 2 * Math.PI * next();
  const turn = 2 * Math.PI * next();
  const [shiftX, shiftY] = next() < 0.3 ? [between(next, -3, 3) * scale, between(next, -3, 3) * scale] : [0, 0];
  const points = Array.from({ length: count }, (_, k) => {
    const angle = start + (2 * Math.PI * (k + 0.6 * next())) / count;
    const [x, y] = [Math.cos(angle) * scale, (Math.sin(angle) * scale) / aspect];
    return [f(shiftX + x * Math.cos(turn) - y * Math.sin(turn)), f(shiftY + x * Math.sin(turn) + y * Math.cos(turn))];
  });
  return ["polygon", points.flat()];
}

const MAKERS: Record<string, (next: Next, scale: number) => Spec> = {
  circle: (next, scale) => ["circle", { radius: f(scale * between(next, 0.2, 1)) }],
  capsule: (next, scale) => [
    "capsule",
    { halfHeight: f(scale * between(next, 0.2, 1)), radius: f(next() < 0.2 ? 0 : scale * between(next, 0.05, 0.5)) },
  ],
  box: (next, scale) => ["box", { halfExtents: [f(scale * between(next, 0.2, 1)), f(scale * between(next, 0.2, 1))] }],
  roundedBox: (next, scale) => [
    "box",
    { halfExtents: [f(scale * between(next, 0.2, 1)), f(scale * between(next, 0.2, 1))] },
    { radius: f(scale * between(next, 0.05, 0.5)) },
  ],
  needle: (next, scale) => ["box", { halfExtents: [f(scale), f(scale * 1e-3 * between(next, 0.5, 1))] }],
  polygon: (next, scale) => polygonSpec(next, scale),
  roundedPolygon: (next, scale) =>
    [...polygonSpec(next, scale).slice(0, 2), { radius: f(scale * between(next, 0.05, 0.5)) }] as unknown as Spec,
  polygonNeedle: (next, scale) => polygonSpec(next, scale, 1e3),
};

export const FAMILIES: readonly (readonly [string, string])[] = [
  ["circle", "circle"],
  ["circle", "capsule"],
  ["circle", "box"],
  ["capsule", "capsule"],
  ["capsule", "box"],
  ["box", "box"],
  ["roundedBox", "roundedBox"],
  ["needle", "needle"],
  ["needle", "box"],
  ["circle", "polygon"],
  ["capsule", "polygon"],
  ["box", "polygon"],
  ["polygon", "polygon"],
  ["roundedPolygon", "roundedPolygon"],
  ["roundedBox", "roundedPolygon"],
  ["polygonNeedle", "polygonNeedle"],
  ["polygonNeedle", "circle"],
];

/** A rotation that is not unit; a third of them are quarter turns, so that sides are parallel. */
export function randomRotation(next: Next): [number, number] {
  const length = 10 ** between(next, -2, 2);
  const angle = next() < 0.3 ? (Math.PI / 2) * Math.floor(4 * next()) : 2 * Math.PI * next();
  return [f(length * Math.cos(angle)), f(length * Math.sin(angle))];
}

/** `sizes`: orders of magnitude around 1 that scales are drawn from. About half of the pairs overlap. */
export function randomScene(next: Next, [kindA, kindB]: readonly [string, string], sizes = [-4, 5]): Scene {
  const scale = 10 ** between(next, sizes[0] as number, sizes[1] as number);
  const ratio = next() < 0.3 ? 10 ** between(next, -2, 0) : 1;
  const a = MAKERS[kindA]?.(next, scale) as Spec;
  const b = kindA === kindB && next() < 0.1 ? a : (MAKERS[kindB]?.(next, scale * ratio) as Spec);
  const rotationA = randomRotation(next);
  const rotationB = next() < 0.2 ? rotationA : randomRotation(next);
  const angle = 2 * Math.PI * next();
  const direction: Point = next() < 0.2 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  const atOrigin = (spec: Spec, rotation: readonly number[]) => placed(coreOf(spec), [0, 0, ...rotation], [0, 0]);
  const coreA = atOrigin(a, rotationA);
  const coreB = atOrigin(b, rotationB);
  // In the projection on the direction they touch at the first distance; many are apart before, since they pass each other.
  const touching = coreA.radius + coreB.radius - gapAlong(coreA, coreB, direction);
  const middle = (core: Core) =>
    core.points.reduce((sum, [x, y]) => sum + x * direction[0] + y * direction[1], 0) / core.points.length;
  const concentric = middle(coreA) - middle(coreB);
  // Needles that cross rarely touch unless they are close to concentric.
  const thin = /needle/i.test(kindA) && kindB !== "box" ? 0.4 : 0.95;
  const by =
    concentric + (touching - concentric) * (next() < 0.5 ? between(next, 0, thin) : between(next, 0.8, 1.4) * thin);
  const poseA = [f(20 * scale * (next() - 0.5)), f(20 * scale * (next() - 0.5)), ...rotationA];
  const poseB = [
    f((poseA[0] as number) + by * direction[0]),
    f((poseA[1] as number) + by * direction[1]),
    ...rotationB,
  ];
  return next() < 0.5 ? { a, poseA, b, poseB } : { a: b, poseA: poseB, b: a, poseB: poseA };
}

export function randomScenes(
  seed: number,
  family: readonly [string, string],
  count: number,
  sizes?: number[],
): Scene[] {
  const next = random(seed);
  return Array.from({ length: count }, () => randomScene(next, family, sizes));
}

export const mirrored = ({ a, poseA, b, poseB }: Scene): Scene => ({ a: b, poseA: poseB, b: a, poseB: poseA });

// ---------------------------------------------------------------- answers

export interface Answers {
  readonly distance: Float32Array;
  readonly normal: Float32Array;
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  readonly status: Uint8Array;
  /** What `intersectsBatch` says. */
  readonly intersects: Uint8Array;
  /** Distances of `contactBatch`: Infinity where apart. */
  readonly contact: Float32Array;
}

/** Runs a callback with two bodies a scene and a pair of them, in the order of the scenes. */
export function withBodies<T>(
  np: Narrowphase,
  scenes: readonly Scene[],
  ask: (bodies: ReturnType<Narrowphase["bodies"]>, pairs: ReturnType<Narrowphase["pairs"]>) => T,
): T {
  const made = new Map<Spec, Shape>();
  const shapeOf = (spec: Spec) => {
    const shape = made.get(spec) ?? make(np, spec);
    made.set(spec, shape);
    return shape;
  };
  const bodies = np.bodies(2 * scenes.length);
  for (const [i, { a, poseA, b, poseB }] of scenes.entries()) {
    bodies.set(2 * i, shapeOf(a), poseA);
    bodies.set(2 * i + 1, shapeOf(b), poseB);
  }
  const pairs = np.pairs(scenes.length);
  pairs.set(Array.from({ length: 2 * scenes.length }, (_, i) => i));
  try {
    return ask(bodies, pairs);
  } finally {
    bodies.dispose();
    pairs.dispose();
    for (const shape of made.values()) np.remove(shape);
  }
}

export function answer(np: Narrowphase, scenes: readonly Scene[], maxDistance = Number.POSITIVE_INFINITY): Answers {
  return withBodies(np, scenes, (bodies, pairs) => {
    const results = np.distances(scenes.length);
    const contacts = np.contacts(scenes.length);
    const overlaps = np.overlaps(scenes.length);
    np.distanceBatch(bodies, pairs, results, { maxDistance });
    np.contactBatch(bodies, pairs, contacts);
    np.intersectsBatch(bodies, pairs, overlaps);
    const answers = {
      distance: results.distance.slice(),
      normal: results.normal.slice(),
      pointA: results.pointA.slice(),
      pointB: results.pointB.slice(),
      status: results.status.slice(),
      intersects: overlaps.intersects.slice(),
      contact: contacts.distance.slice(),
    };
    for (const columns of [results, contacts, overlaps]) columns.dispose();
    return answers;
  });
}

/** Every bit of some columns, as one number (FNV-1a). */
export function hash(columns: object): number {
  let value = 0x811c9dc5;
  for (const column of Object.values(columns) as Uint8Array[]) {
    for (const byte of new Uint8Array(column.buffer, column.byteOffset, column.byteLength)) {
      value = Math.imul(value ^ byte, 0x01000193);
    }
  }
  return value >>> 0;
}

export const pairOf = (column: ArrayLike<number>, row: number) =>
  [column[2 * row], column[2 * row + 1]] as [number, number];
