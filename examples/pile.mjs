// A stack, a pyramid, and hulls and capsules that fall on a terrain of boxes, without a window: a summary as text.
//
//   node examples/pile.mjs [SECONDS] [FALLING]

import Table from "cli-table3";
import { load, Status } from "narrowphase";
import { boxInertia, capsuleInertia, loadResponse } from "narrowphase/response";
import { mulberry32, Sweep } from "./helpers.mjs";

const SECONDS = Number(process.argv[2] ?? 10);
const FALLING = Number(process.argv[3] ?? 200);
const STEPS_PER_SECOND = 60;
const SPECULATIVE = 0.05; // contacts this far ahead: what a body of 3 m/s moves in a step
const STACK = 10;
const PYRAMID = 6;
const TILES = 8;

const np = await load();
const response = await loadResponse(np);
const random = mulberry32(11);

// ---- Bodies ----

const capacity = TILES * TILES + 1 + STACK + (PYRAMID * (PYRAMID + 1)) / 2 + FALLING;
const bodies = np.bodies(capacity);
const dynamics = response.dynamics(capacity);
bodies.count = 0;
const reach = []; // bounding radius of each row, with what is seen ahead
const moves = [];
const groups = [];

const side = [0.5, 0.5, 0.5];
const box = np.box({ halfExtents: side });
const boxBody = { mass: 1, inertia: boxInertia(1, { halfExtents: side }), friction: 0.6 };
const boxRadius = Math.hypot(...side);

// The stack and the pyramid stand on a plate, the terrain lies beside it: columns of different heights.
add("ground", np.box({ halfExtents: [8, 0.5, 4] }), [-10, -0.5, 0], {}, Math.hypot(8, 0.5, 4));
for (let i = 0; i < STACK; i++) add("stack", box, [-14, 0.5 + i, 0], boxBody, boxRadius);
for (let level = 0; level < PYRAMID; level++) {
  for (let i = 0; i < PYRAMID - level; i++) {
    add("pyramid", box, [-10 + 1.05 * (i + level / 2), 0.5 + level, 0], boxBody, boxRadius);
  }
}
const tile = [0.75, 2, 0.75];
const column = np.box({ halfExtents: tile });
for (let i = 0; i < TILES * TILES; i++) {
  const [x, z] = [i % TILES, Math.floor(i / TILES)];
  const edge = x % (TILES - 1) === 0 || z % (TILES - 1) === 0;
  const height = edge ? 1.5 : 0.8 * random();
  add("ground", column, [1.5 * x, height - tile[1], 1.5 * (z - TILES / 2)], {}, Math.hypot(...tile));
}

const rocks = Array.from({ length: 5 }, rock);
const capsuleSize = { halfHeight: 0.25, radius: 0.15 };
const capsule = np.capsule(capsuleSize);
const capsuleBody = { mass: 0.5, inertia: capsuleInertia(0.5, capsuleSize), friction: 0.6 };
for (let i = 0; i < FALLING; i++) {
  const position = [1.5 + 7.5 * random(), 3 + 0.1 * i, 1.5 * (1 - TILES / 2) + 7.5 * random()];
  const [shape, body, radius] = i % 2 ? [capsule, capsuleBody, 0.4] : rocks[(i >> 1) % rocks.length];
  const turn = Array.from({ length: 4 }, () => random() - 0.5);
  add("falling", shape, position, { ...body, restitution: 0.2 }, radius, turn);
}

// ---- Steps ----

const pairs = np.pairs(40 * capacity);
const manifolds = np.manifolds(40 * capacity);
const solver = response.solver({ bodies: capacity, pairs: 40 * capacity });
const sweep = new Sweep();
const start = bodies.pose.slice();
const times = { sweep: 0, manifolds: 0, solver: 0 };
const steps = Math.round(SECONDS * STEPS_PER_SECOND);
let touching = 0;
for (let step = 0; step < steps; step++) {
  const t0 = performance.now();
  pairs.count = sweep.pairs(bodies.pose, 7, 3, reach, moves, pairs.indices);
  const t1 = performance.now();
  np.manifoldBatch(bodies, pairs, manifolds, { maxDistance: SPECULATIVE });
  const t2 = performance.now();
  touching = solver.step(bodies, dynamics, pairs, manifolds, {
    timeStep: 1 / STEPS_PER_SECOND,
    gravity: [0, -9.81, 0],
  });
  const t3 = performance.now();
  times.sweep += t1 - t0;
  times.manifolds += t2 - t1;
  times.solver += t3 - t2;
}

// ---- Summary ----

console.log(`backend    ${np.backend}`);
console.log(`bodies     ${bodies.count}, ${moves.filter(Boolean).length} of them moving`);
console.log(
  `time       ${SECONDS} s in ${steps} steps; at the end ${touching} of ${pairs.count} pairs are in contact\n`,
);

pairs.count = sweep.pairs(bodies.pose, 7, 3, reach, moves, pairs.indices);
np.manifoldBatch(bodies, pairs, manifolds);
const table = new Table({
  head: ["bodies", "count", "moved", "fastest", "median speed", "deepest overlap", "fell off"],
  style: { head: [], border: [] },
});
for (const group of ["stack", "pyramid", "falling"]) {
  const rows = groups.flatMap((name, row) => (name === group ? [row] : []));
  const speeds = rows
    .map((row) => Math.hypot(...dynamics.velocity.subarray(3 * row, 3 * row + 3)))
    .sort((a, b) => a - b);
  const moved = rows.map((row) => Math.hypot(...[0, 1, 2].map((k) => bodies.pose[7 * row + k] - start[7 * row + k])));
  const fell = rows.filter((row) => bodies.pose[7 * row + 1] < -3).length;
  table.push([
    group,
    rows.length,
    Math.max(0, ...moved).toFixed(4),
    (speeds.at(-1) ?? 0).toFixed(3),
    (speeds[speeds.length >> 1] ?? 0).toFixed(4),
    deepest(new Set(rows)).toFixed(4),
    fell,
  ]);
}
console.log(`${table}\n`);
for (const [name, time] of Object.entries(times))
  console.log(`${name.padEnd(10)} ${(time / steps).toFixed(3)} ms a step`);

// ---- Helpers ----

function add(group, shape, position, body, radius, quaternion = [0, 0, 0, 1]) {
  const row = bodies.count++;
  bodies.set(row, shape, [...position, ...quaternion]);
  dynamics.set(row, { friction: 0.6, ...body });
  reach.push(radius + SPECULATIVE);
  moves.push(body.mass !== undefined);
  groups.push(group);
}

/** A hull around its center of mass, what it weighs, and its bounding radius. */
function rock() {
  const points = Array.from({ length: 3 * 14 }, () => 0.9 * (random() - 0.5));
  const { vertices, volume, inertia, centerOfMass } = np.convexHull(points);
  const centered = vertices.map((x, i) => x - centerOfMass[i % 3]);
  let radius = 0;
  for (let i = 0; i < centered.length; i += 3) radius = Math.max(radius, Math.hypot(...centered.subarray(i, i + 3)));
  const density = 2;
  return [
    np.hull(centered),
    { mass: density * volume, inertia: inertia.map((x) => density * x), friction: 0.6 },
    radius,
  ];
}

/** The depth of the deepest contact that one of the rows has. */
function deepest(rows) {
  let depth = 0;
  for (let i = 0; i < pairs.count; i++) {
    if (manifolds.status[i] > Status.notConverged) continue;
    if (!rows.has(pairs.indices[2 * i]) && !rows.has(pairs.indices[2 * i + 1])) continue;
    for (let k = 0; k < manifolds.count[i]; k++) depth = Math.max(depth, -manifolds.separation[4 * i + k]);
  }
  return depth;
}
