// Runs the JavaScript of the README. `expression; // => value` is a check: numbers may differ by 1e-6. A block that
// starts with an import starts a program; the blocks after it go on with its variables.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Status } from "../dist/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const lines = readme.split("\n");
const CHECK = /^(\s*)(.+?);\s*\/\/ => (.+)$/;

interface Program {
  line: number;
  text: string;
  checks: number;
}

function programs(): Program[] {
  const found: Program[] = [];
  let open: Program | undefined;
  for (const [index, line] of lines.entries()) {
    if (line === "```js") {
      if (lines[index + 1]?.startsWith("import") || found.length === 0) {
        found.push({ line: index + 2, text: "", checks: 0 });
      }
      open = found.at(-1);
    } else if (line.startsWith("```")) {
      open = undefined;
    } else if (open) {
      const [, indent, expression, value] = line.match(CHECK) ?? [];
      if (value !== undefined) open.checks++;
      open.text += value === undefined ? `${line}\n` : `${indent}check(${index + 1}, ${expression}, ${value});\n`;
    }
  }
  return found;
}

// Node resolves the package's own name for files inside the package, so the programs are written there.
const folder = new URL("../build/readme/", import.meta.url);
const PRELUDE = `
const near = (a, b) => {
  if (typeof b === "number") return a === b || Math.abs(a - b) <= 1e-6;
  if (typeof b !== "object" || b === null) return Object.is(a, b);
  const keys = Object.keys(b);
  return keys.length === Object.keys(a).length && keys.every((key) => near(a[key], b[key]));
};
let checked = 0;
const check = (line, actual, expected) => {
  checked++;
  if (!near(actual, expected)) throw new Error("README.md:" + line + ": got " + JSON.stringify(actual));
};
process.on("exit", () => console.log("checked " + checked));
`;

describe("programs of the README", () => {
  test.each(programs())("from line $line: $checks checks", ({ line, text, checks }) => {
    mkdirSync(folder, { recursive: true });
    const file = fileURLToPath(new URL(`line-${line}.mjs`, folder));
    writeFileSync(file, `${PRELUDE}${text}`);
    const output = execFileSync(process.execPath, [file], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    expect(output).toContain(`checked ${checks}`);
    expect(checks).toBeGreaterThan(0);
  });
});

describe("tables of the README", () => {
  test("statuses", () => {
    const rows = Array.from(readme.matchAll(/^\| (\d) \| `(\w+)` \|/gm), ([, number, name]) => [name, Number(number)]);
    expect(Object.fromEntries(rows)).toEqual(Status);
  });

  test("links lead to files and headings that exist", () => {
    const slugs = lines
      .filter((line) => line.startsWith("#"))
      .map(
        (line) =>
          `#${line
            .replace(/^#+ /, "")
            .toLowerCase()
            .replace(/[^\w\- ]/g, "")
            .replaceAll(" ", "-")}`,
      );
    for (const [, target] of readme.matchAll(/\]\(([^)]+)\)/g)) {
      if (target?.startsWith("#")) expect(slugs).toContain(target);
      else if (!target?.startsWith("http")) readFileSync(new URL(`../${target}`, import.meta.url));
    }
  });
});
