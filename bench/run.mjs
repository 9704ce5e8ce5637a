// npm run bench -- [options]: the baseline in JavaScript, this library and its peers, on the same pairs.
// --quick is a smoke run of seconds; it fails when an answer of this library is off.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import cac from "cac";
import { FAMILIES, REGIMES } from "./corpus.mjs";
import { picture } from "./picture.mjs";
import { accuracyTable, speedTable } from "./tables.mjs";

const QUERIES = ["contact", "distance", "intersects"];
/** Families whose scenes take seconds to lay out. */
const SLOW = ["hull-hull256", "hull-hull1024"];

const cli = cac("bench");
cli
  .command("", "Compare answers, then time them")
  .option("--families <list>", `Some of ${FAMILIES.join(", ")}; default: all, with --quick all but the largest hulls`)
  .option("--regimes <list>", `Some of ${REGIMES.join(", ")}`, { default: REGIMES.join() })
  .option("--queries <list>", `Some of ${QUERIES.join(", ")}`, { default: QUERIES.join() })
  .option("--pairs <count>", "Pairs a scene", { default: 1024 })
  .option("--seed <number>", "Seed of the scenes", { default: 1 })
  .option("--time <ms>", "Least time for each number", { default: 100 })
  .option("--no-peers", "Leave the other libraries out")
  .option("--quick", "A smoke run: few pairs, few passes; fails when an answer of ours is off")
  .option("--json <file>", "Write all numbers")
  .option("--svg <file>", "Write a picture")
  .action(main);
cli.help();
cli.parse();

async function main(options) {
  const quick = options.quick === true;
  const families = choose(options.families ?? FAMILIES.filter((name) => !(quick && SLOW.includes(name))), FAMILIES);
  const task = {
    regimes: choose(options.regimes, REGIMES),
    queries: choose(options.queries, QUERIES),
    pairs: quick ? Math.min(32, options.pairs) : options.pairs,
    seed: options.seed,
    peers: options.peers && !quick,
    timing: quick ? { milliseconds: 0, iterations: 3 } : { milliseconds: options.time, iterations: 9 },
  };
  const rows = [];
  let checksum = 0;
  for (const family of families) {
    process.stderr.write(`${family} `);
    await inWorker({ ...task, family }, (part) => {
      rows.push(...part.rows);
      checksum += part.checksum;
    });
  }
  process.stderr.write("\n");

  for (const query of task.queries) console.log(`\n${speedTable(rows, query)}`);
  console.log(`\n${accuracyTable(rows)}`);
  console.log(`\nchecksum ${checksum}`);
  const machine = { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform };
  const report = { machine, date: new Date().toISOString(), ...task, families, rows };
  if (options.json) await write(options.json, `${JSON.stringify(report, null, 1)}\n`);
  if (options.svg) await write(options.svg, await picture(report));

  const ours = rows.filter((row) => row.ours);
  if (ours.length === 0) console.error("dist/ has not been built: npm run build");
  const off = ours.filter((row) => row.off);
  const complaints = new Map();
  for (const { query, family, regime, name, wrong, missing, deviation, error } of off) {
    const what = error ?? `${wrong} wrong booleans, ${missing} missing, deviation ${deviation.toExponential(1)}`;
    const key = `off: ${name}: ${what}`;
    complaints.set(key, [...(complaints.get(key) ?? []), `${query} ${family}.${regime}`]);
  }
  for (const [what, [first, ...more]] of complaints) {
    console.error(`${what}, in ${first}${more.length ? ` and ${more.length} more` : ""}`);
  }
  if (off.length > 0 || (quick && ours.length === 0)) process.exitCode = 1;
}

function choose(list, from) {
  const chosen = String(list).split(",");
  const unknown = chosen.find((name) => !from.includes(name));
  if (unknown !== undefined) throw new RangeError(`no ${unknown}; there are ${from.join(", ")}`);
  return chosen;
}

function inWorker(workerData, onPart) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("measure.mjs", import.meta.url), { workerData });
    worker.on("message", onPart);
    worker.on("error", reject);
    worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${workerData.family}: exit ${code}`))));
  });
}

async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
