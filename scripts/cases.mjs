// Answers a file of cases (schema: test/fixtures/cases.json) through the public API.

import { readFileSync, writeFileSync } from "node:fs";
import { cac } from "cac";
import { answerCase } from "./case-answer.mjs";
import { answerCase2D } from "./case-answer-2d.mjs";
import { loadBuilt, loadBuilt2D, main } from "./load-built.mjs";

const cli = cac("cases");
cli
  .command("<in> <out>", "Answer the cases of a JSON file")
  .option("--backend <name>", "simd, scalar or js (default: the first that runs)")
  .action(async (inFile, outFile, { backend }) => {
    const cases = JSON.parse(readFileSync(inFile, "utf8"));
    const np = await loadBuilt(backend);
    const planar = await loadBuilt2D(backend);
    const answers = cases.map((one) => (one.dim === 2 ? answerCase2D(planar, one) : answerCase(np, one)));
    writeFileSync(outFile, `${JSON.stringify(answers, null, 1)}\n`);
  });
await main(cli);
