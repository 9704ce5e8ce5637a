// The example that `npm start` runs, on fewer bodies.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const example = fileURLToPath(new URL("../examples/bunnies.mjs", import.meta.url));

test("the bunnies find contacts, print the deepest and the speed", () => {
  const output = execFileSync(process.execPath, [example, "600"], { encoding: "utf8" });
  const number = (pattern: RegExp) => Number(output.match(pattern)?.[1]);

  const candidates = number(/candidates +(\d+) pairs/);
  const touching = number(/touching +(\d+) pairs/);
  expect(touching).toBeGreaterThan(0.1 * candidates);
  expect(touching).toBeLessThan(0.9 * candidates);

  const depths = Array.from(output.matchAll(/│ (\d\.\d{4}) │/g), ([, depth]) => Number(depth));
  expect(depths).toHaveLength(8);
  expect(depths).toEqual(depths.toSorted((a, b) => b - a));
  expect(depths[7]).toBeGreaterThan(0);
  expect(output.match(/│ (intersects|contact|distance) +│ +[\d.]+ +│ \d+ /g)).toHaveLength(3);
  expect(output).not.toMatch(/NaN|Infinity|undefined/);
});
