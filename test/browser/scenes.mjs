// Scenes as plain data that survives JSON: shapes as calls of the library, poses as the bits of their floats.

import { FAMILIES, REGIMES, scene, TYPES } from "../../bench/corpus.mjs";

const CALLS = {
  [TYPES.sphere]: ([radius]) => ["sphere", { radius }],
  [TYPES.box]: (halfExtents) => ["box", { halfExtents }],
  [TYPES.capsule]: ([halfHeight, radius]) => ["capsule", { halfHeight, radius }],
  [TYPES.hull]: (positions) => ["hull", positions],
  [TYPES.cylinder]: ([halfHeight, radius]) => ["cylinder", { halfHeight, radius }],
  [TYPES.cone]: ([halfHeight, radius]) => ["cone", { halfHeight, radius }],
};

/** Every family of the corpus in every regime, every kind of shape against every kind, and rows without an answer. */
export function scenes(pairs) {
  const families = FAMILIES.flatMap((family) => REGIMES.map((regime) => fromCorpus(scene(family, regime, { pairs }))));
  return [...families, ...[1, 1e-4, 1e5].map(everyKind), errors()];
}

/** Two bodies a pair, and only the shapes that they use. */
function fromCorpus({ name, shapes, count, a, b, poseA, poseB }) {
  const used = [...new Set([...a, ...b])];
  const poses = [];
  const shape = [];
  for (let i = 0; i < count; i++) {
    shape.push(used.indexOf(a[i]), used.indexOf(b[i]));
    poses.push(...poseA.subarray(7 * i, 7 * i + 7), ...poseB.subarray(7 * i, 7 * i + 7));
  }
  const calls = used.map((index) => CALLS[shapes[index].type](Array.from(shapes[index].sizes)));
  return { name, shapes: calls, shape, pose: bits(poses), pairs: Array.from(shape.keys()), maxDistance: 0.5 };
}

/** All ordered pairs of kinds in the placements that break algorithms: coincident, touching, aligned, nested, far. */
function everyKind(unit) {
  const u = (...numbers) => numbers.map((x) => x * unit);
  const [half, quarter] = u(0.5, 0.25);
  const shapes = [
    ["sphere", { radius: half }],
    ["point"],
    ["capsule", { halfHeight: half, radius: quarter }],
    ["segment", { halfHeight: half }],
    ["box", { halfExtents: u(0.5, 0.25, 0.75) }],
    ["box", { halfExtents: u(0.5, 0, 0.75) }],
    ["box", { halfExtents: u(0.5, 0.25, 0.75) }, { radius: quarter }],
    ["triangle", u(0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5)],
    ["triangle", u(0, 0, 0, 0.5, 0, 0, 1, 0, 0)],
    ["hull", u(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1)],
    ["hull", u(1, 0, 0, 0, 1, 0, 0, 0, 1), { radius: quarter }],
    ["hull", u(0.25, 0.5, 0.75)],
    ["cylinder", { halfHeight: half, radius: quarter }],
    ["cone", { halfHeight: half, radius: quarter }, { radius: quarter }],
    ["plane", { normal: [0, 1, 0], offset: quarter }],
    ["halfSpace", { normal: [1, 2, 2], offset: quarter }],
  ];
  const placements = [
    [0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 1],
    [0, 0.75, 0, 0, 0, 1, 1],
    [0.5, 0.5, 0.5, 1, 2, 3, 4],
    [0.1, -0.2, 0.05, 1, 0, 0, 1e-3],
    [30, -20, 10, -3, 1, 1, 2],
  ];
  const poses = placements.map((p) => [...u(...p.slice(0, 3)), ...p.slice(3)]);
  const shape = [];
  const pose = [];
  for (const index of shapes.keys()) {
    for (const placed of poses) {
      shape.push(index);
      pose.push(...placed);
    }
  }
  // Body 0 of each kind against every placement of every kind.
  const pairs = shapes.flatMap((_, index) => shape.flatMap((_, body) => [index * poses.length, body]));
  return { name: `every kind, unit ${unit}`, shapes, shape, pose: bits(pose), pairs, maxDistance: half };
}

/** One row for each reason not to answer, between rows that have an answer. */
function errors() {
  const still = [0, 0, 0, 0, 0, 0, 1];
  const poses = [
    still,
    [1, 0, 0, 0, 0, 0, 1],
    [NaN, 0, 0, 0, 0, 0, 1],
    [0, Infinity, 0, 0, 0, 0, 1],
    [1e16, 0, 0, 0, 0, 0, 1],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, NaN, 0, 1],
    [0, 0, 0, 1e-16, 0, 0, 0],
    [1e15, -1e15, 1e15, 0, 0, 0, 1],
    still, // a removed shape
    still, // no shape
    still, // two half-spaces
    [0, 5, 0, 1, 0, 0, 0],
  ];
  const shape = [0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 99, 3, 3];
  const pairs = shape.flatMap((_, body) => [0, body, body, 1, body, 12]);
  return {
    name: "rows without an answer",
    shapes: [
      ["sphere", { radius: 1 }],
      ["box", { halfExtents: [0.5, 1, 2] }],
      ["sphere", { radius: 2 }],
      ["halfSpace", { normal: [0, 1, 0] }],
    ],
    removed: [2],
    shape,
    pose: bits(poses.flat()),
    pairs: [...pairs, 0, 13, 4_000_000_000, 1],
    maxDistance: 1,
  };
}

function bits(floats) {
  return Array.from(new Uint32Array(Float32Array.from(floats).buffer));
}
