// Answers every pair of a corpus file through the public batch API.
//
// IN.bin, little-endian: u32 magic, u32 shapes, u32 pairs; a shape is u32 type, u32 n, f32 x n; a pair is
// u32 a, u32 b, f32 x 7 poseA, f32 x 7 poseB. OUT.f32 holds a fixed number of floats a pair, NaN for no answer.

import { readFileSync, writeFileSync } from "node:fs";
import { cac } from "cac";
import { loadBuilt, main } from "./load-built.mjs";

const MAGIC = 0x43505231;
const PAIR_WORDS = 16;
const STATUS_NOT_CONVERGED = 1;
const STATUS_UNBOUNDED = 3;
/** Contacts of pairs that touch may come out a rounding apart: answered up to this part of the largest size. */
const TOUCHING = 1e-5;
/** Long enough for the optimizing compiler to take over. */
const WARM_UP_MS = 300;
const TIMED_PASSES = 31;

const SHAPES = [
  (np, [radius]) => np.sphere({ radius }),
  (np, halfExtents) => np.box({ halfExtents }),
  (np, [halfHeight, radius]) => np.capsule({ halfHeight, radius }),
  (np, positions) => np.hull(positions),
  (np, [halfHeight, radius]) => np.cylinder({ halfHeight, radius }),
  (np, [halfHeight, radius]) => np.cone({ halfHeight, radius }),
];

/** Each operation makes its result columns and gives a pass over all pairs, and the answers of the last pass. */
const OPERATIONS = { distance, intersects, contact, manifold };
const TOUCHES = new Set(["contact", "manifold"]);
const MANIFOLD_POINTS = 4;

const cli = cac("corpus");
cli
  .command("<op> <in> <out>", `Answer a corpus file. OP: ${Object.keys(OPERATIONS).join(", ")}`)
  .option("--backend <name>", "simd, scalar or js (default: the first that runs)")
  .option(
    "--max-distance <distance>",
    "Give up beyond it (default: unlimited; contact and manifold: what touches within rounding)",
  )
  .option("--time", "Print the median time a pair as one line of JSON")
  .action(answer);
await main(cli);

async function answer(op, inFile, outFile, options) {
  if (!Object.hasOwn(OPERATIONS, op)) {
    throw new Error(`unsupported operation "${op}"; supported: ${Object.keys(OPERATIONS).join(", ")}`);
  }
  const corpus = readCorpus(inFile);
  const np = await loadBuilt(options.backend);
  const maxDistance = Number(options.maxDistance ?? (TOUCHES.has(op) ? TOUCHING * largest(corpus) : Infinity));
  const { bodies, pairs, count } = fill(np, corpus);
  const { pass, answers } = OPERATIONS[op](np, bodies, pairs, maxDistance);

  const run = () => {
    bodies.pose.set(corpus.poses);
    pass();
  };
  run();
  writeFileSync(outFile, answers());
  if (options.time) {
    console.log(JSON.stringify({ op, backend: np.backend, pairs: count, nsPerPair: median(run) / Math.max(count, 1) }));
  }
}

function distance(np, bodies, pairs, maxDistance) {
  const results = np.distances(pairs.count);
  return {
    pass: () => np.distanceBatch(bodies, pairs, results, { maxDistance }),
    answers: () => results.distance.map((value, i) => (answered(results.status[i]) ? value : NaN)),
  };
}

function intersects(np, bodies, pairs) {
  const overlaps = np.overlaps(pairs.count);
  const known = (status) => answered(status) || status === STATUS_UNBOUNDED;
  return {
    pass: () => np.intersectsBatch(bodies, pairs, overlaps),
    answers: () => Float32Array.from(overlaps.intersects, (value, i) => (known(overlaps.status[i]) ? value : NaN)),
  };
}

function contact(np, bodies, pairs, maxDistance) {
  const results = np.contacts(pairs.count);
  return {
    pass: () => np.contactBatch(bodies, pairs, results, { maxDistance }),
    answers() {
      const { distance, normal, pointA, pointB, status } = results;
      const out = new Float32Array(10 * pairs.count).fill(NaN);
      for (let i = 0; i < pairs.count; i++) {
        if (!answered(status[i])) continue;
        out[10 * i] = distance[i];
        [normal, pointA, pointB].forEach((column, k) => {
          out.set(column.subarray(3 * i, 3 * i + 3), 10 * i + 1 + 3 * k);
        });
      }
      return out;
    },
  };
}

/** 32 floats a pair: count and normal, then pointA, pointB and separation of four points, 0 where there are fewer. */
function manifold(np, bodies, pairs, maxDistance) {
  const results = np.manifolds(pairs.count);
  return {
    pass: () => np.manifoldBatch(bodies, pairs, results, { maxDistance }),
    answers() {
      const { count, normal, pointA, pointB, separation, status } = results;
      const out = new Float32Array(32 * pairs.count).fill(NaN);
      for (let i = 0; i < pairs.count; i++) {
        if (!answered(status[i])) continue;
        out[32 * i] = count[i];
        out.set(normal.subarray(3 * i, 3 * i + 3), 32 * i + 1);
        for (let k = MANIFOLD_POINTS * i; k < MANIFOLD_POINTS * (i + 1); k++) {
          const at = 32 * i + 4 + 7 * (k - MANIFOLD_POINTS * i);
          out.set(pointA.subarray(3 * k, 3 * k + 3), at);
          out.set(pointB.subarray(3 * k, 3 * k + 3), at + 3);
          out[at + 6] = separation[k];
        }
      }
      return out;
    },
  };
}

function largest({ shapes }) {
  return shapes.reduce((most, { numbers }) => numbers.reduce((m, number) => Math.max(m, Math.abs(number)), most), 0);
}

function answered(status) {
  return status <= STATUS_NOT_CONVERGED;
}

/** Two bodies a pair, since each pair has poses of its own. */
function fill(np, { shapes, shapeIndices, poses }) {
  const ids = shapes.map(({ type, numbers }) => {
    if (!SHAPES[type]) throw new Error(`unknown shape type ${type}`);
    return SHAPES[type](np, numbers).id;
  });
  const count = shapeIndices.length / 2;
  const bodies = np.bodies(2 * count);
  const pairs = np.pairs(count);
  bodies.shape.set(shapeIndices.map((index) => ids[index]));
  bodies.pose.set(poses);
  pairs.set(Uint32Array.from({ length: 2 * count }, (_, i) => i));
  return { bodies, pairs, count };
}

function readCorpus(file) {
  const { buffer } = Uint8Array.from(readFileSync(file));
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  const floats = new Float32Array(buffer, 0, words.length);
  const [magic, shapeCount, pairCount] = words;
  if (magic !== MAGIC) throw new Error(`${file} is not a corpus file`);

  let at = 3;
  const shapes = [];
  for (let i = 0; i < shapeCount && at + 2 <= words.length; i++) {
    const [type, n] = words.subarray(at, at + 2);
    shapes.push({ type, numbers: floats.subarray(at + 2, at + 2 + n) });
    at += 2 + n;
  }
  if (words.length < at + pairCount * PAIR_WORDS) throw new Error(`${file} is cut short`);

  const shapeIndices = new Uint32Array(2 * pairCount);
  const poses = new Float32Array(14 * pairCount);
  for (let i = 0; i < pairCount; i++, at += PAIR_WORDS) {
    shapeIndices.set(words.subarray(at, at + 2), 2 * i);
    poses.set(floats.subarray(at + 2, at + PAIR_WORDS), 14 * i);
  }
  return { shapes, shapeIndices, poses };
}

/** Nanoseconds of the median pass. */
function median(run) {
  const end = performance.now() + WARM_UP_MS;
  do run();
  while (performance.now() < end);
  const times = Array.from({ length: TIMED_PASSES }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start);
  });
  return times.sort((a, b) => a - b)[TIMED_PASSES >> 1];
}
