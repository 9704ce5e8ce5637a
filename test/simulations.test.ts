// The examples of narrowphase/response, for a few seconds of theirs.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

function run(name: string, ...args: string[]): string {
  const example = fileURLToPath(new URL(`../examples/${name}.mjs`, import.meta.url));
  const output = execFileSync(process.execPath, [example, ...args], { encoding: "utf8" });
  expect(output).not.toMatch(/NaN|Infinity|undefined/);
  return output;
}

/** The cells of a row of a table, after its name. */
function row(output: string, name: string): string[] {
  const line = output.split("\n").find((text) => text.startsWith(`│ ${name}`)) as string;
  return line
    .split("│")
    .slice(2, -1)
    .map((cell) => cell.trim());
}

test("the pile: stack and pyramid stand, and what falls on the terrain comes to rest there", () => {
  const output = run("pile", "6", "80");
  for (const name of ["stack", "pyramid"]) {
    const [count, moved, fastest, , overlap] = row(output, name).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    expect(count).toBeGreaterThan(9);
    expect(moved).toBeLessThan(0.01);
    expect(fastest).toBeLessThan(0.01);
    expect(overlap).toBeLessThan(0.01);
  }
  const [count, moved, , median, overlap, fell] = row(output, "falling").map(Number);
  expect(count).toBe(80);
  expect(moved).toBeGreaterThan(5);
  expect(median).toBeLessThan(0.05);
  expect(overlap).toBeLessThan(0.02);
  expect(fell).toBe(0);
});

test("the slopes: boxes rest up to the angle of friction, nothing leaves the bin, no bullet tunnels", () => {
  const output = run("slopes", "5", "60");
  const boxes = [10, 20, 25, 30, 40].map((degrees) => row(output, `${degrees} degrees`)[2]);
  expect(boxes).toEqual(["rests", "rests", "rests", "slides", "slides"]);
  const [, inside, of, speed] = output.match(/bin +(\d+) of (\d+) in it, median speed ([\d.]+)/) as RegExpMatchArray;
  expect([inside, of]).toEqual(["60", "60"]);
  expect(Number(speed)).toBeLessThan(0.05);
  const [, bullets, hits, through] = output.match(
    /bullets +(\d+) at .+: (\d+) hits, (\d+) through/,
  ) as RegExpMatchArray;
  expect(Number(hits)).toBeGreaterThanOrEqual(Number(bullets));
  expect(through).toBe("0");
  const [, missed] = output.match(/without a cast, (\d+) would/) as RegExpMatchArray;
  expect(Number(missed)).toBeGreaterThan(0.5 * Number(bullets));
});
