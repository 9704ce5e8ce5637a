// Runs in a worker of its own for each family, so that no family is slowed by what the engine learned from another.
// For each query and regime: the answers of all contenders are compared first, then all are timed on the same pairs.
import { parentPort, workerData } from "node:worker_threads";
import { Bench } from "tinybench";
import * as baseline from "./baseline/index.mjs";
import { extent, scene } from "./corpus.mjs";
import { loadOurs } from "./ours.mjs";
import { eachPair, hit } from "./peers/each-pair.mjs";
import { loadPeers } from "./peers/index.mjs";
import { prepare } from "./scenes.mjs";

/** Part of the pair's extent that answers may deviate by; so near to touching, either boolean is right. */
export const TOLERANCE = 1e-4;

const BASELINE = { name: "JS baseline", prepare: prepareBaseline };

function prepareBaseline(data, query) {
  const pairs = prepare(data);
  if (query === "intersects") {
    return eachPair(data.count, (i) => {
      const { A, poseA, B, poseB } = pairs[i];
      return baseline.intersects(A, poseA, B, poseB) ? 1 : 0;
    });
  }
  const ask = query === "contact" ? baseline.contact : baseline.distance;
  return eachPair(data.count, (i) => {
    const { A, poseA, B, poseB } = pairs[i];
    const answer = ask(A, poseA, B, poseB);
    if (!answer) return Number.NaN;
    const { normal: n, pointA: p, pointB: q } = answer;
    hit[0] = n.x;
    hit[1] = n.y;
    hit[2] = n.z;
    hit[3] = p.x;
    hit[4] = p.y;
    hit[5] = p.z;
    hit[6] = q.x;
    hit[7] = q.y;
    hit[8] = q.z;
    return answer.distance;
  });
}

/** How far answers are from the baseline's, which test/baseline.test.ts holds to certified ones. */
function compare(data, query, answers, truth) {
  let wrong = 0;
  let missing = 0;
  let deviation = 0;
  for (let i = 0; i < data.count; i++) {
    const size = extent(data, i);
    const touching = Math.abs(truth[i]) <= TOLERANCE * size;
    const overlaps = query === "intersects" ? answers[i] === 1 : answers[i] <= 0;
    if (!touching && overlaps !== truth[i] <= 0) wrong++;
    if (query === "intersects") continue;
    if (Number.isNaN(answers[i])) missing += query === "distance" ? 1 : 0;
    else deviation = Math.max(deviation, Math.abs(answers[i] - truth[i]) / size);
  }
  return { wrong, missing, deviation, off: wrong > 0 || missing > 0 || !(deviation <= TOLERANCE) };
}

async function time(runs, { milliseconds, iterations }) {
  let checksum = 0;
  const bench = new Bench({ time: milliseconds, iterations, warmupTime: milliseconds, warmupIterations: 2 });
  for (const [name, run] of runs) {
    bench.add(name, () => {
      checksum += run.pass();
    });
  }
  await bench.run();
  return { checksum, latency: new Map(bench.tasks.map(({ name, result }) => [name, result.latency])) };
}

async function measure({ family, regimes, queries, pairs, seed, peers, timing }) {
  const contenders = [BASELINE, ...(await loadOurs()), ...(peers ? await loadPeers() : [])];
  for (const regime of regimes) {
    const data = scene(family, regime, { pairs, seed });
    const truth = prepareBaseline(data, "distance").answers();
    for (const query of queries) {
      const runs = new Map();
      const rows = new Map();
      for (const contender of contenders) {
        const { name, ours = false } = contender;
        const row = { query, family, regime, pairs, name, ours, peer: !ours && contender !== BASELINE };
        try {
          const run = contender.prepare(data, query);
          if (!run) continue;
          rows.set(name, Object.assign(row, compare(data, query, run.answers(), truth)));
          runs.set(name, run);
        } catch (error) {
          rows.set(name, Object.assign(row, { off: true, error: String(error?.message ?? error) }));
        }
      }
      const { checksum, latency } = await time(runs, timing);
      for (const [name, { p50, p75, min, mad, samplesCount }] of latency) {
        const perPair = (ms) => (ms * 1e6) / pairs;
        const times = { median: perPair(p50), mad: perPair(mad), p75: perPair(p75), fastest: perPair(min) };
        Object.assign(rows.get(name), times, { passes: samplesCount });
      }
      for (const run of runs.values()) run.free?.();
      parentPort.postMessage({ rows: [...rows.values()], checksum });
    }
  }
}

if (parentPort) await measure(workerData);
