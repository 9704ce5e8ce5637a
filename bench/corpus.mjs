// Seeded scenes: pairs of one family of shapes, placed in one regime of distance. The same seed gives the same bytes.
//
//   node bench/corpus.mjs OUTDIR [seed]      writes one file per family and regime
//
// A file is little-endian:
//   u32 magic, u32 shape count, u32 pair count
//   per shape: u32 type, u32 n, f32[n]       sizes as in TYPES; points of a hull as x, y, z
//   per pair:  u32 a, u32 b, f32[7] poseA, f32[7] poseB     a pose is px py pz qx qy qz qw
import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * @typedef {{ type: number, sizes: number[] | Float32Array }} CorpusShape
 * @typedef {{ name: string, family: string, regime: string, shapes: CorpusShape[], count: number,
 *   a: Uint32Array, b: Uint32Array, poseA: Float32Array, poseB: Float32Array }} Scene  poses hold 7 floats a pair
 */

const MAGIC = 0x43505231;
const POSE = 7;
const SHAPES_PER_SIDE = 64;

/** sphere [r], box [hx, hy, hz], capsule [halfHeight, r], hull [x, y, z, ...], cylinder and cone [halfHeight, r]; along Y. */
export const TYPES = { sphere: 0, box: 1, capsule: 2, hull: 3, cylinder: 4, cone: 5 };

// The order is part of the seed of each scene: append only.
const KINDS = [
  ["sphere-sphere"], ["sphere-box"], ["sphere-capsule"], ["capsule-capsule"], ["capsule-box"], ["box-box"],
  ["hull-hull", 8], ["hull-hull", 16], ["hull-hull", 32], ["hull-hull", 64], ["hull-hull", 256], ["hull-hull", 1024],
  ["box-hull", 32], ["sphere-hull", 32], ["capsule-hull", 32], ["cylinder-box"], ["cylinder-cylinder"], ["cone-box"],
];

// The gap along a random direction, as a fraction of the smaller extent along it. `near` and `shallow` count it from
// first contact along that direction; `far` and `deep` from the touching of the two projections.
const RANGES = { far: [0.5, 2], near: [0.001, 0.1], shallow: [-0.08, -0.002], deep: [-0.9, -0.3] };

export const FAMILIES = KINDS.map(([pair, points]) => pair + (points ?? ""));
export const REGIMES = Object.keys(RANGES);

const f = Math.fround;

/** Mulberry32. */
export function random(seed) {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomUnit(r) {
  for (;;) {
    const x = 2 * r() - 1, y = 2 * r() - 1, z = 2 * r() - 1, l = x * x + y * y + z * z;
    if (l > 1e-3 && l <= 1) {
      const s = 1 / Math.sqrt(l);
      return [x * s, y * s, z * s];
    }
  }
}

/** Uniform over rotations (Shoemake). */
function randomQuaternion(r) {
  const u = r(), v = r() * 2 * Math.PI, w = r() * 2 * Math.PI, a = Math.sqrt(1 - u), b = Math.sqrt(u);
  return [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)].map(f);
}

function randomShape(kind, points, r) {
  const type = TYPES[kind];
  if (kind === "sphere") return { type, sizes: [f(0.5 + r())] };
  if (kind === "box") return { type, sizes: [f(0.3 + r()), f(0.3 + r()), f(0.3 + r())] };
  if (kind === "capsule") return { type, sizes: [f(0.3 + r()), f(0.2 + 0.5 * r())] };
  if (kind !== "hull") return { type, sizes: [f(0.3 + r()), f(0.2 + 0.8 * r())] };
  const axes = [0.5 + r(), 0.5 + r(), 0.5 + r()], sizes = []; // points on an ellipsoid: each is a vertex of the hull
  for (let i = 0; i < points; i++) {
    const u = randomUnit(r);
    sizes.push(f(u[0] * axes[0]), f(u[1] * axes[1]), f(u[2] * axes[2]));
  }
  return { type, sizes };
}

// ---- Placing: a plain f64 GJK on arrays, used to find first contact ----

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const negate = (a) => [-a[0], -a[1], -a[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];

function rotate([x, y, z, w], [a, b, c]) {
  const tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
const rotateBack = ([x, y, z, w], v) => rotate([-x, -y, -z, w], v);

/** The extent along the world direction d, from the shape's origin. */
function extentAlong({ type, sizes: p }, q, d) {
  const l = rotateBack(q, d);
  if (type === TYPES.sphere) return p[0] * Math.hypot(...l);
  if (type === TYPES.box) return Math.abs(l[0]) * p[0] + Math.abs(l[1]) * p[1] + Math.abs(l[2]) * p[2];
  if (type === TYPES.capsule) return Math.abs(l[1]) * p[0] + p[1] * Math.hypot(...l);
  if (type === TYPES.cylinder) return Math.abs(l[1]) * p[0] + p[1] * Math.hypot(l[0], l[2]);
  if (type === TYPES.cone) return Math.max(l[1] * p[0], -l[1] * p[0] + p[1] * Math.hypot(l[0], l[2]));
  let most = -Infinity;
  for (let i = 0; i < p.length; i += 3) most = Math.max(most, p[i] * l[0] + p[i + 1] * l[1] + p[i + 2] * l[2]);
  return most;
}

/** The farthest point along the world direction d, relative to the shape's origin. */
function support({ type, sizes: p }, q, d) {
  const l = rotateBack(q, d), n = Math.hypot(...l) || 1, nr = Math.hypot(l[0], l[2]) || 1;
  let v;
  if (type === TYPES.sphere) v = l.map((x) => (x / n) * p[0]);
  else if (type === TYPES.box) v = l.map((x, i) => (x < 0 ? -p[i] : p[i]));
  else if (type === TYPES.capsule) {
    v = l.map((x) => (x / n) * p[1]);
    v[1] += l[1] < 0 ? -p[0] : p[0];
  } else if (type === TYPES.cylinder) v = [(l[0] / nr) * p[1], l[1] < 0 ? -p[0] : p[0], (l[2] / nr) * p[1]];
  else if (type === TYPES.cone) {
    const apex = l[1] * p[0] > -l[1] * p[0] + p[1] * Math.hypot(l[0], l[2]);
    v = apex ? [0, p[0], 0] : [(l[0] / nr) * p[1], -p[0], (l[2] / nr) * p[1]];
  } else {
    let most = -Infinity, at = 0;
    for (let i = 0; i < p.length; i += 3) {
      const h = p[i] * l[0] + p[i + 1] * l[1] + p[i + 2] * l[2];
      if (h > most) {
        most = h;
        at = i;
      }
    }
    v = [p[at], p[at + 1], p[at + 2]];
  }
  return rotate(q, v);
}

const nearest1 = (S) => ({ p: S[0], S: [S[0]] });
function nearest2([a, b]) {
  const e = sub(b, a), t = -dot(a, e), d = dot(e, e);
  if (t <= 0 || d === 0) return nearest1([a]);
  if (t >= d) return nearest1([b]);
  const s = t / d;
  return { p: a.map((x, i) => x + s * e[i]), S: [a, b] };
}
const nearer = (x, y) => (dot(y.p, y.p) < dot(x.p, x.p) ? y : x);
function nearest3([a, b, c]) {
  const n = cross(sub(b, a), sub(c, a)), nn = dot(n, n);
  const inside = nn > 0 && dot(cross(sub(b, a), n), a) >= 0 && dot(cross(sub(c, b), n), b) >= 0 && dot(cross(sub(a, c), n), c) >= 0;
  if (!inside) return [[a, b], [b, c], [a, c]].map(nearest2).reduce(nearer);
  const s = dot(a, n) / nn;
  return { p: n.map((x) => x * s), S: [a, b, c] };
}
function nearest4(S) {
  let best = null;
  for (const [i, j, k, m] of [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]]) {
    const n = cross(sub(S[j], S[i]), sub(S[k], S[i]));
    if (-dot(S[i], n) * dot(sub(S[m], S[i]), n) > 0) continue;
    const r = nearest3([S[i], S[j], S[k]]);
    best = best ? nearer(best, r) : r;
  }
  return best ?? { p: [0, 0, 0], S };
}
const NEAREST = [nearest1, nearest2, nearest3, nearest4];

/** The point nearest to the origin of A - (B + offset). */
function gjk(a, qa, b, qb, offset) {
  let v = negate(offset), S = [];
  for (let i = 0; i < 128; i++) {
    const w = sub(support(a, qa, negate(v)), support(b, qb, v)).map((x, j) => x - offset[j]), vv = dot(v, v);
    if (i && vv - dot(v, w) <= 1e-12 * vv) break;
    S.push(w);
    const r = NEAREST[S.length - 1](S);
    if (i && dot(r.p, r.p) >= vv) break;
    v = r.p;
    S = r.S;
    if (S.length === 4 || dot(v, v) < 1e-20) return [0, 0, 0];
  }
  return v;
}

/** B comes along -d from `start` towards A by conservative advancement: the offset along d at first contact. */
function firstContact(a, qa, b, qb, d, start) {
  let t = start;
  for (let i = 0; i < 64; i++) {
    const v = gjk(a, qa, b, qb, scale(d, t)), l = Math.hypot(...v);
    if (l < 1e-6) break;
    const closing = -dot(v, d) / l;
    if (closing <= 1e-3) break;
    t -= l / closing;
  }
  return t;
}

// ---- Scenes ----

/**
 * @param {string} family one of FAMILIES
 * @param {string} regime one of REGIMES
 * @param {{ pairs?: number, seed?: number }} [options] fewer pairs are the first ones of more
 * @returns {Scene}
 */
export function scene(family, regime, { pairs: count = 4096, seed = 1 } = {}) {
  const kind = FAMILIES.indexOf(family), range = REGIMES.indexOf(regime);
  if (kind < 0) throw new RangeError(`no family ${family}; there are ${FAMILIES.join(", ")}`);
  if (range < 0) throw new RangeError(`no regime ${regime}; there are ${REGIMES.join(", ")}`);
  const [pair, points] = KINDS[kind], [kindA, kindB] = pair.split("-"), [least, most] = RANGES[regime];
  const r = random(seed * 7919 + (kind * REGIMES.length + range + 1) * 104729);
  const shapes = [kindA, kindB].flatMap((k) => Array.from({ length: SHAPES_PER_SIDE }, () => randomShape(k, points, r)));
  const out = empty(family, regime, shapes, count);
  for (let i = 0; i < count; i++) {
    const a = Math.floor(r() * SHAPES_PER_SIDE), b = SHAPES_PER_SIDE + Math.floor(r() * SHAPES_PER_SIDE);
    const qa = randomQuaternion(r), qb = randomQuaternion(r), d = randomUnit(r);
    const ea = extentAlong(shapes[a], qa, d), eb = extentAlong(shapes[b], qb, negate(d));
    const gap = (least + (most - least) * r()) * Math.min(ea, eb);
    const fromContact = regime === "near" || regime === "shallow";
    const away = gap + (fromContact ? firstContact(shapes[a], qa, shapes[b], qb, d, ea + eb + 0.01) : ea + eb);
    const pa = [0, 1, 2].map(() => f((r() - 0.5) * 20)), pb = pa.map((x, j) => f(x + d[j] * away));
    out.a[i] = a;
    out.b[i] = b;
    out.poseA.set([...pa, ...qa], i * POSE);
    out.poseB.set([...pb, ...qb], i * POSE);
  }
  return out;
}

function empty(family, regime, shapes, count) {
  const a = new Uint32Array(count), b = new Uint32Array(count);
  const poseA = new Float32Array(count * POSE), poseB = new Float32Array(count * POSE);
  return { name: `${family}.${regime}`, family, regime, shapes, count, a, b, poseA, poseB };
}

/**
 * @param {Uint8Array} bytes a corpus file
 * @param {string} [name] "family.regime"
 * @returns {Scene}
 */
export function decode(bytes, name = "") {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const u32 = () => view.getUint32((at += 4) - 4, true), f32 = () => view.getFloat32((at += 4) - 4, true);
  if (u32() !== MAGIC) throw new Error("not a corpus file");
  const shapeCount = u32(), count = u32();
  const shapes = Array.from({ length: shapeCount }, () => {
    const type = u32();
    return { type, sizes: Float32Array.from({ length: u32() }, f32) };
  });
  const [family, regime = ""] = name.split("."), out = empty(family, regime, shapes, count);
  for (let i = 0; i < count; i++) {
    out.a[i] = u32();
    out.b[i] = u32();
    for (let j = 0; j < POSE; j++) out.poseA[i * POSE + j] = f32();
    for (let j = 0; j < POSE; j++) out.poseB[i * POSE + j] = f32();
  }
  return out;
}

/**
 * @param {Scene} scene
 * @returns {Uint8Array} the bytes of its corpus file
 */
export function encode({ shapes, count, a, b, poseA, poseB }) {
  const shapeBytes = shapes.reduce((bytes, s) => bytes + 8 + 4 * s.sizes.length, 0);
  const view = new DataView(new ArrayBuffer(12 + shapeBytes + count * (8 + 8 * POSE)));
  let at = 0;
  const u32 = (x) => view.setUint32((at += 4) - 4, x, true), f32 = (x) => view.setFloat32((at += 4) - 4, x, true);
  [MAGIC, shapes.length, count].forEach(u32);
  for (const s of shapes) {
    u32(s.type);
    u32(s.sizes.length);
    s.sizes.forEach(f32);
  }
  for (let i = 0; i < count; i++) {
    u32(a[i]);
    u32(b[i]);
    poseA.subarray(i * POSE, i * POSE + POSE).forEach(f32);
    poseB.subarray(i * POSE, i * POSE + POSE).forEach(f32);
  }
  return new Uint8Array(view.buffer);
}

/** The larger half diagonal of the two shapes' local boxes: what errors of pair i are measured against. */
export function extent({ shapes, a, b }, i) {
  return Math.max(halfDiagonal(shapes[a[i]]), halfDiagonal(shapes[b[i]]));
}

function halfDiagonal({ type, sizes: p }) {
  if (type === TYPES.sphere) return Math.sqrt(3) * p[0];
  if (type === TYPES.box) return Math.hypot(p[0], p[1], p[2]);
  if (type === TYPES.capsule) return Math.hypot(p[1], p[0] + p[1], p[1]);
  if (type !== TYPES.hull) return Math.hypot(p[1], p[0], p[1]);
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < p.length; i++) {
    low[i % 3] = Math.min(low[i % 3], p[i]);
    high[i % 3] = Math.max(high[i % 3], p[i]);
  }
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = "corpus", seed = "1"] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  for (const family of FAMILIES) {
    for (const regime of REGIMES) {
      const bytes = encode(scene(family, regime, { seed: Number(seed) }));
      writeFileSync(`${folder}/${family}.${regime}.bin`, bytes);
    }
  }
}
