// Rays as plain data, answered by the batch API, and where they truly hit: by bisection in f64.

import type { Narrowphase, RayHits, Shape } from "../../dist/index.js";
import { dot, rotate, type Triple } from "../helpers/random.js";
import { floats, halfDiagonal, make, type Spec, toSurface } from "./scene.js";

export interface RayRow {
  readonly spec: Spec;
  readonly pose: readonly number[];
  readonly origin: readonly number[];
  readonly translation: readonly number[];
}

export interface HitColumns {
  readonly fraction: Float32Array;
  readonly point: Float32Array;
  readonly normal: Float32Array;
  readonly feature: Int32Array;
  readonly status: Uint8Array;
}

export function castAll(
  np: Narrowphase,
  rows: readonly RayRow[],
  options?: { maxFraction?: number; solid?: boolean },
): HitColumns & { count: number } {
  const shapes = new Map<Spec, Shape>();
  const bodies = np.bodies(rows.length);
  const rays = np.rays(rows.length);
  const hits = np.rayHits(rows.length, { features: true });
  for (const [i, { spec, pose, origin, translation }] of rows.entries()) {
    const shape = shapes.get(spec) ?? make(np, spec);
    shapes.set(spec, shape);
    bodies.set(i, shape, pose as number[]);
    rays.origin.set(origin, 3 * i);
    rays.translation.set(translation, 3 * i);
    rays.body[i] = i;
  }
  const count = np.raycastBatch(bodies, rays, hits, options);
  const answers = copy(hits);
  for (const columns of [bodies, rays, hits]) columns.dispose();
  for (const shape of shapes.values()) np.remove(shape);
  return { ...answers, count };
}

/** The same for rows of one shape in one pose. */
export function castMany(
  np: Narrowphase,
  spec: Spec,
  pose: readonly number[],
  rows: readonly RayRow[],
  options?: { maxFraction?: number; solid?: boolean },
): HitColumns & { count: number } {
  const shape = make(np, spec);
  const rays = np.rays(rows.length);
  const hits = np.rayHits(rows.length, { features: true });
  for (const [i, { origin, translation }] of rows.entries()) {
    rays.origin.set(origin, 3 * i);
    rays.translation.set(translation, 3 * i);
  }
  const count = np.raycastMany(shape, pose as number[], rays, hits, options);
  const answers = copy(hits);
  for (const columns of [rays, hits]) columns.dispose();
  np.remove(shape);
  return { ...answers, count };
}

const copy = (hits: RayHits): HitColumns => ({
  fraction: hits.fraction.slice(),
  point: hits.point.slice(),
  normal: hits.normal.slice(),
  feature: (hits.feature as Int32Array).slice(),
  status: hits.status.slice(),
});

/** The length that errors are measured against. */
export function sizeOf(spec: Spec): number {
  return spec[0] === "plane" || spec[0] === "halfSpace" ? 1 : halfDiagonal(spec);
}

type Gauge = (p: Triple) => number;

/** A convex function in the shape's frame: not above 0 inside, and at least as steep as the shape is wide. */
function gaugeOf(spec: Spec): Gauge {
  const [kind, size, rounding] = spec;
  const radius = Math.fround((rounding as { radius?: number } | undefined)?.radius ?? 0);
  const s = size as { radius: number; halfHeight: number; halfExtents: number[]; normal: number[]; offset?: number };
  const [r, h] = [Math.fround(s.radius), Math.fround(s.halfHeight)];
  if (kind === "sphere") return (p) => Math.hypot(...p) - r;
  if (kind === "capsule") return ([x, y, z]) => Math.hypot(x, y - Math.max(-h, Math.min(h, y)), z) - r;
  if (kind === "halfSpace") return (p) => (dot(p, s.normal) - (s.offset ?? 0)) / Math.hypot(...s.normal);
  if (kind === "plane") return (p) => Math.abs(dot(p, s.normal) - (s.offset ?? 0)) / Math.hypot(...s.normal);
  if (kind === "box") {
    const half = floats(s.halfExtents);
    return (p) => {
      const out = p.map((x, k) => Math.abs(x) - (half[k] as number));
      return radius === 0 ? Math.max(...out) : Math.hypot(...out.map((x) => Math.max(x, 0))) - radius;
    };
  }
  if (radius === 0 && kind === "cylinder") return ([x, y, z]) => Math.max(Math.hypot(x, z) - r, Math.abs(y) - h);
  if (radius === 0 && kind === "cone") {
    const slant = Math.hypot(2 * h, r);
    return ([x, y, z]) => Math.max((2 * h * Math.hypot(x, z) - r * (h - y)) / slant, -h - y);
  }
  if (radius === 0 && kind === "hull") {
    const planes = planesOf(floats(size as number[]));
    return (p) => Math.max(...planes.map(({ normal, offset }) => dot(p, normal) - offset));
  }
  const at = [0, 0, 0, 0, 0, 0, 1];
  return (p) => Math.max(toSurface(p, spec, at), -1e-9);
}

/** The planes through three of the points that have all points on one side. */
function planesOf(positions: number[]) {
  const points = Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3) as Triple);
  const planes: { normal: Triple; offset: number }[] = [];
  for (const a of points) {
    for (const b of points) {
      for (const c of points) {
        const [e, f] = [b.map((x, k) => x - (a[k] as number)), c.map((x, k) => x - (a[k] as number))] as [
          Triple,
          Triple,
        ];
        const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
        const length = Math.hypot(...n);
        if (length < 1e-9) continue;
        const normal = n.map((x) => x / length) as Triple;
        const offset = dot(a, normal);
        if (points.every((p) => dot(p, normal) <= offset + 1e-9)) planes.push({ normal, offset });
      }
    }
  }
  return planes;
}

const gauges = new WeakMap<Spec, Gauge>();

export interface Truth {
  /** How far the line passes the shape; negative where it goes through. */
  readonly clearance: number;
  /** In translations from the origin, which may be behind it. Infinite for what has no end. */
  readonly enter: number;
  readonly exit: number;
  readonly gauge: Gauge;
  /** A world point in the shape's frame. */
  readonly local: (p: ArrayLike<number>) => Triple;
}

/** The row as f32 holds it. */
export function truth({ spec, pose, origin, translation }: RayRow): Truth {
  const gauge = gauges.get(spec) ?? gaugeOf(spec);
  gauges.set(spec, gauge);
  const [x, y, z, qx, qy, qz, qw] = floats(pose) as [number, number, number, number, number, number, number];
  const back = [-qx, -qy, -qz, qw];
  const local = (p: ArrayLike<number>) =>
    rotate(back, [(p[0] as number) - x, (p[1] as number) - y, (p[2] as number) - z]);
  const o = local(floats(origin));
  const d = rotate(back, floats(translation));
  const length = Math.hypot(...d);
  const u = d.map((c) => c / length) as Triple;
  const start = dot(o, u);
  const foot = o.map((c, k) => c - start * (u[k] as number)) as Triple;
  const value = (s: number) => gauge(foot.map((c, k) => c + s * (u[k] as number)) as Triple);

  // The least value of a convex function, by thirds; then the two crossings.
  const unbounded = spec[0] === "plane" || spec[0] === "halfSpace";
  const off = spec[0] === "hull" ? Math.max(...(spec[1] as number[]).map(Math.abs)) : 0;
  const reach = unbounded ? 1e6 : 2 * (sizeOf(spec) + off);
  let [low, high] = [-reach, reach];
  for (let i = 0; i < 120; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (value(a) <= value(b)) high = b;
    else low = a;
  }
  const middle = (low + high) / 2;
  const clearance = value(middle);
  const crossing = (outside: number) => {
    let [inside, out] = [middle, outside];
    if (value(out) <= 0) return Math.sign(out) * Infinity;
    for (let i = 0; i < 100; i++) {
      const s = (inside + out) / 2;
      if (value(s) <= 0) inside = s;
      else out = s;
    }
    return (out - start) / length;
  };
  return { clearance, enter: crossing(-reach), exit: crossing(reach), gauge, local };
}
