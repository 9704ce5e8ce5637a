// The two command lines, `npm run -s corpus` and `npm run -s cases`, as others call them. The last line counts the checks.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encode, extent, scene } from "../bench/corpus.mjs";

const PAIRS = 64;
const WIDTHS = { distance: 1, intersects: 1, contact: 10, manifold: 32 };
const root = fileURLToPath(new URL("..", import.meta.url));
const truth = JSON.parse(readFileSync(join(root, "bench/truth.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "narrowphase-"));
const counts = { passed: 0, failed: 0 };

try {
  for (const [family, regime] of [
    ["box-box", "shallow"],
    ["hull-hull32", "near"],
  ]) {
    const pairs = scene(family, regime, { pairs: PAIRS });
    writeFileSync(join(folder, "in.bin"), encode(pairs));
    const answers = {};
    for (const [op, width] of Object.entries(WIDTHS)) {
      const simd = corpus(op, "simd");
      answers[op] = new Float32Array(Uint8Array.from(simd).buffer);
      check(`${op} ${pairs.name}: rows`, answers[op].length === width * PAIRS);
      for (const backend of ["scalar", "js"]) {
        check(`${op} ${pairs.name}: ${backend} like simd`, simd.equals(corpus(op, backend)));
      }
    }
    check(
      `${pairs.name}: certified distances`,
      truth[pairs.name].every((d, i) => i >= PAIRS || Math.abs(d - answers.distance[i]) <= 5e-6 * extent(pairs, i)),
    );
    check(
      `${pairs.name}: the queries agree`,
      answers.distance.every(
        (d, i) => d <= 0 === (answers.intersects[i] === 1) && d <= 0 === !Number.isNaN(answers.contact[10 * i]),
      ),
    );
  }
  const { pairs, nsPerPair } = JSON.parse(npm("corpus", "--", "distance", "in.bin", "out.f32", "--time"));
  check("--time prints JSON", pairs === PAIRS && nsPerPair > 0);

  const cases = JSON.parse(readFileSync(join(root, "test/fixtures/cases.json"), "utf8"));
  writeFileSync(join(folder, "in.json"), JSON.stringify(cases));
  npm("cases", "--", "in.json", "out.json");
  const answered = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
  check(
    "cases: an answer for each, in order",
    answered.map(({ id }) => id).join() === cases.map(({ id }) => id).join(),
  );
  check(
    "cases: some are supported",
    answered.some(({ unsupported }) => !unsupported),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

function corpus(op, backend) {
  npm("corpus", "--", op, "in.bin", "out.f32", "--backend", backend);
  return readFileSync(join(folder, "out.f32"));
}

/** Names of files are those in the temporary folder. */
function npm(script, ...args) {
  const paths = args.map((arg) => (/^(in|out)\./.test(arg) ? join(folder, arg) : arg));
  return execFileSync("npm", ["run", "-s", script, ...paths], { cwd: root, encoding: "utf8" });
}

function check(what, holds) {
  counts[holds ? "passed" : "failed"]++;
  console.log(`${holds ? "ok" : "FAILED"}: ${what}`);
}
