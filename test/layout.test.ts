import { describe, expect, test } from "vitest";
import * as layout from "../src/layout.js";
import { BACKENDS, rawExports } from "./helpers/instances.js";

describe.each(BACKENDS)("layout of the %s build", (backend) => {
  const names = Object.keys(layout).filter(
    (name) => /^(KIND|STATUS|HULL)_|_(FLOATS|WORDS|POINTS|FEATURE)$/.test(name) && !/_2D_/.test(name),
  );

  test("src/layout.ts repeats the exported constants", async () => {
    const exports = await rawExports(backend);
    expect(names.length).toBeGreaterThan(15);
    const numbers = Object.fromEntries(names.map((name) => [name, exports[name]?.value]));
    expect(numbers).toEqual(Object.fromEntries(Object.entries(layout).filter(([name]) => names.includes(name))));
  });

  test("src/layout.ts lacks no kind and no status", async () => {
    const exports = Object.keys(await rawExports(backend));
    const missing = exports.filter(
      (name) => /^(KIND|STATUS|HULL)_/.test(name) && name !== "KIND_COUNT" && !names.includes(name),
    );
    expect(missing).toEqual([]);
  });

  test("has the lanes that its name says", async () => {
    expect((await rawExports(backend)).LANES?.value).toBe(backend === "simd" ? 4 : 1);
  });
});

describe.each(BACKENDS)("layout of the %s build of the plane", (backend) => {
  const numbers = Object.entries(layout).filter(([name]) => /^STATUS_|_2D_/.test(name));

  test("src/layout.ts repeats the exported constants, and lacks none", async () => {
    const exports = await rawExports(backend, "-2d");
    expect(Object.fromEntries(numbers)).toEqual(
      Object.fromEntries(numbers.map(([name]) => [name, exports[name]?.value])),
    );
    const known = new Set(numbers.map(([name]) => name));
    expect(Object.keys(exports).filter((name) => /^(KIND|STATUS)_/.test(name) && !known.has(name))).toEqual([]);
  });

  test("has the lanes that its name says", async () => {
    expect((await rawExports(backend, "-2d")).LANES?.value).toBe(backend === "simd" ? 4 : 1);
  });
});
