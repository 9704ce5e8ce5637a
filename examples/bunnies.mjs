// Bunnies and crates thrown into a pen: which ones touch, where, how deep, and how long the questions take.
//
//   npm start [-- BODIES]

import bunny from "bunny";
import Table from "cli-table3";
import { load, Status } from "narrowphase";

const BODIES = Number(process.argv[2] ?? 8000);
const DIRECTIONS = 200;
const SPACE_PER_BODY = 2.5; // cubic units; a bunny is 1 unit tall
const RUNS = 9;

const np = await load();

// ---- Shapes ----
// The library uses every point of a hull that it is given. Most points of a scanned mesh are inside or nearly so, so the
// example keeps the points that are farthest out in 200 directions: the hull of a bunny, simplified.

const mesh = normalized(bunny.positions);
const outline = extremes(mesh, directions(DIRECTIONS));
const crateSize = [0.3, 0.2, 0.4];
const ground = np.halfSpace({ normal: [0, 1, 0] });
const rabbit = np.hull(outline.flat());
const crate = np.box({ halfExtents: crateSize });

// ---- Bodies: row 0 is the ground, then bunnies and crates in turn ----

const random = mulberry32(7);
const side = Math.cbrt(BODIES * SPACE_PER_BODY);
const bodies = np.bodies(1 + BODIES);
bodies.set(0, ground, [0, 0, 0, 0, 0, 0, 1]);
for (let i = 1; i <= BODIES; i++) {
  const position = [side * random(), side * random(), side * random()];
  const quaternion = Array.from({ length: 4 }, () => random() + random() + random() - 1.5); // the library normalizes
  bodies.set(i, i % 2 ? rabbit : crate, [...position, ...quaternion]);
}

// ---- Candidates: bounding spheres, swept along x ----

const outerRadius = { rabbit: Math.max(...outline.map((p) => Math.hypot(...p))), crate: Math.hypot(...crateSize) };
const radius = (row) => (row % 2 ? outerRadius.rabbit : outerRadius.crate);
const start = performance.now();
const candidates = sweep(bodies.pose);
const sweepTime = performance.now() - start;

const pairs = np.pairs(candidates.length / 2);
pairs.set(candidates);

// ---- Questions ----

const contacts = np.contacts(pairs.count);
const distances = np.distances(pairs.count);
const overlaps = np.overlaps(pairs.count);
const questions = [
  ["intersects", () => np.intersectsBatch(bodies, pairs, overlaps)],
  ["contact", () => np.contactBatch(bodies, pairs, contacts)],
  ["distance", () => np.distanceBatch(bodies, pairs, distances)],
].map(([name, ask]) => ({ name, ...timed(ask) }));

// ---- Answers ----

const touching = questions[1].answer;
const touched = new Set(candidates.filter((_, i) => contacts.status[i >> 1] <= Status.notConverged));
touched.delete(0);
console.log(`backend      ${np.backend}`);
console.log(`bunny        ${outline.length} of ${mesh.length} points, the farthest out in ${DIRECTIONS} directions`);
console.log(
  `bodies       ${BODIES / 2} bunnies and ${BODIES / 2} crates in a cube of side ${side.toFixed(1)}, on the ground`,
);
console.log(`candidates   ${pairs.count} pairs, swept in JavaScript in ${sweepTime.toFixed(0)} ms`);
console.log(`touching     ${touching} pairs; ${touched.size} of the ${BODIES} bodies touch something\n`);

console.log("The deepest contacts. Moving B by depth * normal parts the two.");
const deepest = new Table({ head: ["A", "B", "depth", "normal", "point on A"], style: { head: [], border: [] } });
const order = Array.from(contacts.distance.keys()).sort((i, j) => contacts.distance[i] - contacts.distance[j]);
for (const row of order.slice(0, 8)) {
  const [a, b] = pairs.indices.subarray(2 * row, 2 * row + 2);
  deepest.push([
    label(a),
    label(b),
    (-contacts.distance[row]).toFixed(4),
    triple(contacts.normal, row),
    triple(contacts.pointA, row),
  ]);
}
console.log(`${deepest}\n`);

console.log(`One call for all ${pairs.count} pairs, the median of ${RUNS}:`);
const speed = new Table({ head: ["query", "ms", "ns per pair", "pairs per second"], style: { head: [], border: [] } });
for (const { name, median } of questions) {
  const perPair = (1e6 * median) / pairs.count;
  speed.push([name, median.toFixed(2), perPair.toFixed(0), `${(1000 / perPair).toFixed(2)} million`]);
}
console.log(`${speed}`);

// ---- Helpers ----

/** The mesh with its bounding box around the origin, one unit tall. */
function normalized(positions) {
  const low = [0, 1, 2].map((axis) => Math.min(...positions.map((p) => p[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...positions.map((p) => p[axis])));
  return positions.map((p) => p.map((x, axis) => (x - (low[axis] + high[axis]) / 2) / (high[1] - low[1])));
}

/** Directions spread evenly over the sphere, on a spiral. */
function directions(count) {
  return Array.from({ length: count }, (_, i) => {
    const y = 1 - (2 * i + 1) / count;
    const turn = i * Math.PI * (3 - Math.sqrt(5));
    const r = Math.sqrt(1 - y * y);
    return [r * Math.cos(turn), y, r * Math.sin(turn)];
  });
}

/** The points that are farthest along one of the directions, each once. */
function extremes(points, along) {
  const height = (p, d) => p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
  return [...new Set(along.map((d) => points.reduce((best, p) => (height(p, d) > height(best, d) ? p : best))))];
}

/** Pairs of rows whose bounding spheres meet. The ground meets whatever reaches it. */
function sweep(pose) {
  const x = (row) => pose[7 * row];
  const rows = Array.from({ length: BODIES }, (_, i) => i + 1).sort((a, b) => x(a) - radius(a) - (x(b) - radius(b)));
  const found = [];
  rows.forEach((a, i) => {
    if (pose[7 * a + 1] <= radius(a)) found.push(0, a);
    for (let j = i + 1; j < rows.length && x(rows[j]) - radius(rows[j]) <= x(a) + radius(a); j++) {
      const b = rows[j];
      const [dx, dy, dz] = [0, 1, 2].map((axis) => pose[7 * b + axis] - pose[7 * a + axis]);
      const reach = radius(a) + radius(b);
      if (dx * dx + dy * dy + dz * dz <= reach * reach) found.push(a, b);
    }
  });
  return found;
}

/** The median time of some runs, in milliseconds, after two that warm up. */
function timed(ask) {
  ask();
  let answer = ask();
  const times = Array.from({ length: RUNS }, () => {
    const before = performance.now();
    answer = ask();
    return performance.now() - before;
  });
  return { answer, median: times.sort((a, b) => a - b)[RUNS >> 1] };
}

function label(row) {
  return row === 0 ? "ground" : `${row % 2 ? "bunny" : "crate"} ${row}`;
}

function triple(column, row) {
  return Array.from(column.subarray(3 * row, 3 * row + 3), (x) => x.toFixed(2).padStart(6)).join(" ");
}

function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
