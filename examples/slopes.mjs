// Polygons and circles in a bin, boxes on slopes, and bullets that are stopped by a wall thinner than a thousandth of their way
// in a step, in the plane and without a window: a summary as text.
//
//   node examples/slopes.mjs [SECONDS] [FALLING]

import Table from "cli-table3";
import { load } from "narrowphase/2d";
import { circleInertia, loadResponse, polygonInertia, rectangleInertia } from "narrowphase/response";
import { mulberry32, Sweep } from "./helpers.mjs";

const SECONDS = Number(process.argv[2] ?? 10);
const FALLING = Number(process.argv[3] ?? 150);
const TIME_STEP = 1 / 60;
const GRAVITY = [0, -9.81];
const SPECULATIVE = 0.05; // contacts this far ahead: what a body of 3 m/s moves in a step
const BULLETS = 20;
const BULLET_SPEED = 900;
const WALL = 0.01; // thickness
const NEAR = 1e-4; // a bullet this near has hit

const np = await load();
const response = await loadResponse(np);
const random = mulberry32(5);

// ---- Bodies ----

const capacity = 32 + FALLING + BULLETS;
const bodies = np.bodies(capacity);
const dynamics = response.dynamics(capacity);
bodies.count = 0;
const shapes = [];
const reach = []; // bounding radius of each row, with what is seen ahead
const moves = [];

// The bin.
const floor = [10, 0.5];
add(np.box({ halfExtents: floor }), [0, -0.5], 0, {}, Math.hypot(...floor));
for (const x of [-6, 6]) add(np.box({ halfExtents: [0.25, 8] }), [x, 7.5], 0, {}, 8.1);

// Slopes, each with a box of friction 0.5 on it: that holds up to 26.6 degrees.
const slopes = [10, 20, 25, 30, 40].map((degrees, i) => {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [30 + 30 * i, 0];
  const up = [-Math.sin(angle), Math.cos(angle)];
  const ramp = [12, 0.5];
  add(np.box({ halfExtents: ramp }), [x, y], angle, {}, Math.hypot(...ramp));
  const half = [0.5, 0.3];
  const start = [x + 0.8 * up[0] + 8 * up[1], y + 0.8 * up[1] - 8 * up[0]];
  const body = { mass: 1, inertia: rectangleInertia(1, { halfExtents: half }) };
  return { degrees, start, row: add(np.box({ halfExtents: half }), start, angle, body, Math.hypot(...half)) };
});

// What falls: circles, and polygons of 3 to 8 corners.
const firstFalling = bodies.count;
for (let i = 0; i < FALLING; i++) {
  const position = [10 * (random() - 0.5), 1 + 0.12 * i];
  if (i % 3 === 0) {
    const size = { radius: 0.15 + 0.25 * random() };
    const mass = size.radius ** 2;
    add(np.circle(size), position, 0, { mass, inertia: circleInertia(mass, size) }, size.radius);
  } else {
    const { points, mass, radius } = polygon(3 + (i % 6));
    add(np.polygon(points), position, 6 * random(), { mass, inertia: polygonInertia(mass, points) }, radius);
  }
}

// A wall to shoot at, and what stands behind it.
const wall = add(np.box({ halfExtents: [WALL / 2, 5] }), [-40, 5], 0, {}, 5.1);

// The bullets come last, so that the solver can be told of the rows before them.
const bullet = np.circle({ radius: 0.02 });
const solved = bodies.count;
const bullets = Array.from({ length: BULLETS }, (_, i) => {
  const body = {
    mass: 0.01,
    inertia: circleInertia(0.01, { radius: 0.02 }),
    velocity: [BULLET_SPEED * (0.5 + random()), 40 * (random() - 0.5)],
    restitution: 0.3,
  };
  return add(bullet, [-60 - 5 * random(), 2 + (6 * i) / BULLETS], 0, body, 0.02);
});

// The same bullets without a cast: one test where each is after a step.
const seen = bullets.filter((row) => {
  const [x, y] = bodies.pose.subarray(4 * row, 4 * row + 2);
  const [vx, vy] = dynamics.velocity.subarray(2 * row, 2 * row + 2);
  const places = Array.from({ length: 60 }, (_, i) => [
    x + (i + 1) * TIME_STEP * vx,
    y + (i + 1) * TIME_STEP * vy,
    1,
    0,
  ]);
  return places.some((place) => np.intersects(bullet, place, shapes[wall], poseOf(wall)));
}).length;

// ---- Steps ----

const pairs = np.pairs(30 * capacity);
const manifolds = np.manifolds(30 * capacity);
const solver = response.solver({ bodies: capacity, pairs: 30 * capacity });
const bulletPair = np.pairs(1);
const bulletHit = np.manifolds(1);
const sweep = new Sweep();
const times = { sweep: 0, manifolds: 0, solver: 0, bullets: 0 };
const steps = Math.round(SECONDS / TIME_STEP);
let hits = 0;
let touching = 0;
for (let step = 0; step < steps; step++) {
  const t0 = performance.now();
  bodies.count = solved;
  pairs.count = sweep.pairs(bodies.pose, 4, 2, reach.slice(0, solved), moves, pairs.indices);
  const t1 = performance.now();
  np.manifoldBatch(bodies, pairs, manifolds, { maxDistance: SPECULATIVE });
  const t2 = performance.now();
  touching = solver.step(bodies, dynamics, pairs, manifolds, { timeStep: TIME_STEP, gravity: GRAVITY });
  const t3 = performance.now();
  bodies.count = solved + BULLETS;
  for (const row of bullets) hits += fly(row);
  const t4 = performance.now();
  times.sweep += t1 - t0;
  times.manifolds += t2 - t1;
  times.solver += t3 - t2;
  times.bullets += t4 - t3;
}

// ---- Summary ----

console.log(`backend    ${np.backend}`);
console.log(`bodies     ${bodies.count}, ${moves.filter(Boolean).length} of them moving`);
console.log(
  `time       ${SECONDS} s in ${steps} steps; at the end ${touching} of ${pairs.count} pairs are in contact\n`,
);

const table = new Table({ head: ["slope", "way", "speed", "the box"], style: { head: [], border: [] } });
for (const { degrees, start, row } of slopes) {
  const [x, y] = bodies.pose.subarray(4 * row, 4 * row + 2);
  const way = Math.hypot(x - start[0], y - start[1]);
  const speed = Math.hypot(...dynamics.velocity.subarray(2 * row, 2 * row + 2));
  table.push([`${degrees} degrees`, way.toFixed(3), speed.toFixed(3), way < 0.05 ? "rests" : "slides"]);
}
console.log(`${table}\n`);

const fallen = Array.from({ length: FALLING }, (_, i) => firstFalling + i);
const speeds = fallen
  .map((row) => Math.hypot(...dynamics.velocity.subarray(2 * row, 2 * row + 2)))
  .sort((a, b) => a - b);
const inside = fallen.filter((row) => Math.abs(bodies.pose[4 * row]) < 6 && bodies.pose[4 * row + 1] > 0).length;
let deepest = 0;
for (let i = 0; i < 2 * pairs.count; i++) deepest = Math.max(deepest, -manifolds.separation[i]);
console.log(
  `bin        ${inside} of ${FALLING} in it, median speed ${speeds[FALLING >> 1]?.toFixed(4)}, deepest overlap ${deepest.toFixed(4)}`,
);
const through = bullets.filter((row) => bodies.pose[4 * row] > -40).length;
console.log(
  `bullets    ${BULLETS} at up to ${(1.5 * BULLET_SPEED * TIME_STEP).toFixed(0)} m a step: ${hits} hits, ${through} through the wall`,
);
console.log(`           without a cast, ${BULLETS - seen} would not have seen it\n`);
for (const [name, time] of Object.entries(times))
  console.log(`${name.padEnd(10)} ${(time / steps).toFixed(3)} ms a step`);

// ---- Helpers ----

function add(shape, position, angle, body, radius) {
  const row = bodies.count++;
  bodies.set(row, shape, { x: position[0], y: position[1], angle });
  dynamics.set(row, { friction: 0.5, ...body });
  shapes.push(shape);
  reach.push(radius + SPECULATIVE);
  moves.push(body.mass !== undefined);
  return row;
}

function poseOf(row) {
  return bodies.pose.subarray(4 * row, 4 * row + 4);
}

/** A convex polygon around its center of mass: corners on a circle. */
function polygon(corners) {
  const radius = 0.25 + 0.25 * random();
  const turns = Array.from({ length: corners }, (_, i) => ((i + 0.6 * random()) / corners) * 2 * Math.PI);
  const points = turns.flatMap((turn) => [radius * Math.cos(turn), radius * Math.sin(turn)]);
  let [area, cx, cy] = [0, 0, 0];
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    const cross = points[i] * points[j + 1] - points[i + 1] * points[j];
    area += cross / 2;
    cx += ((points[i] + points[j]) * cross) / 6;
    cy += ((points[i + 1] + points[j + 1]) * cross) / 6;
  }
  return { points: points.map((x, i) => x - (i % 2 ? cy : cx) / area), mass: area, radius: 2 * radius };
}

/** One step of a bullet: from hit to hit, up to four of them. Returns how many there were. */
function fly(row) {
  const velocity = dynamics.velocity.subarray(2 * row, 2 * row + 2);
  const pose = poseOf(row);
  velocity[1] += TIME_STEP * GRAVITY[1];
  let left = TIME_STEP;
  let count = 0;
  for (; count < 4 && left > 0; count++) {
    const hit = cast(row, left * velocity[0], left * velocity[1]);
    pose[0] += hit.fraction * left * velocity[0];
    pose[1] += hit.fraction * left * velocity[1];
    if (hit.row < 0) break;
    left *= 1 - hit.fraction;
    bulletPair.set([row, hit.row]);
    np.manifoldBatch(bodies, bulletPair, bulletHit, { maxDistance: 2 * NEAR });
    bulletHit.separation[0] = Math.min(bulletHit.separation[0], 0); // as near as this is a touch
    response.collideBatch(bodies, dynamics, bulletPair, bulletHit);
  }
  return count;
}

/**
 * Where a body that moves by (x, y) comes near another one first. Steps by the gap over the speed at which it closes: the line
 * across the normal separates the two until then, whatever lies beyond.
 */
function cast(row, x, y) {
  let first = { fraction: 1, row: -1 };
  const from = Array.from(poseOf(row));
  for (let other = 0; other < solved; other++) {
    let fraction = 0;
    for (let i = 0; i < 50 && fraction < first.fraction; i++) {
      const at = [from[0] + fraction * x, from[1] + fraction * y, from[2], from[3]];
      const { distance, normal } = np.distance(shapes[row], at, shapes[other], poseOf(other));
      const closing = normal[0] * x + normal[1] * y;
      if (closing <= 0) break;
      if (distance <= NEAR) {
        first = { fraction, row: other };
        break;
      }
      fraction += (distance - NEAR / 2) / closing;
    }
  }
  return first;
}
