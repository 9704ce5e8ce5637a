import { afterEach, describe, expect, test } from "vitest";
import * as external from "../dist/external.js";
import {
  type DistanceResult,
  emptyResult,
  load,
  loadSync,
  type Narrowphase,
  type NumberTriple,
  type Shape,
  Status,
} from "../dist/index.js";
import { BACKENDS, instance, random, randomPose } from "./helpers/instances.js";

const ORIGIN = [0, 0, 0, 0, 0, 0, 1];
const at = (x: number, y = 0, z = 0) => [x, y, z, 0, 0, 0, 1];

/** One shape of each kind. */
function shapesOf(np: Narrowphase): Shape[] {
  const next = random(7);
  const points = Array.from({ length: 60 }, () => next() - 0.5);
  return [
    np.sphere({ radius: 0.6 }),
    np.point(),
    np.capsule({ halfHeight: 0.5, radius: 0.25 }),
    np.segment({ halfHeight: 0.7 }),
    np.box({ halfExtents: [0.5, 0.25, 0.75] }),
    np.box({ halfExtents: [0.5, 0.25, 0.75] }, { radius: 0.1 }),
    np.cylinder({ halfHeight: 0.5, radius: 0.4 }),
    np.cone({ halfHeight: 0.5, radius: 0.4 }, { radius: 0.05 }),
    np.triangle([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    np.hull(points),
    np.hull(Float32Array.from(points), { radius: 0.02 }),
    np.plane({ normal: [0, 1, 0], offset: -0.5 }),
    np.halfSpace({ normal: [0, 3, 4], offset: -0.5 }),
  ];
}

describe.each(BACKENDS)("%s", (backend) => {
  test("load gives the backend that was asked for", async () => {
    expect((await instance(backend)).backend).toBe(backend);
  });

  test("distance, contact and intersects of two spheres", async () => {
    const np = await instance(backend);
    const ball = np.sphere({ radius: 1 });
    expect(np.distance(ball, ORIGIN, ball, at(5))).toMatchObject({
      distance: 3,
      normal: [1, 0, 0],
      pointA: [1, 0, 0],
      pointB: [4, 0, 0],
      status: "ok",
    });
    expect(np.contact(ball, ORIGIN, ball, at(5))).toBeNull();
    expect(np.contact(ball, ORIGIN, ball, at(5), { maxDistance: 4 })?.distance).toBe(3);
    expect(np.contact(ball, ORIGIN, ball, at(0, 1.5))).toMatchObject({ distance: -0.5, normal: [0, 1, 0] });
    expect(np.contact(ball, ORIGIN, ball, at(2))?.distance).toBe(0);
    expect(np.intersects(ball, ORIGIN, ball, at(2))).toBe(true);
    expect(np.intersects(ball, ORIGIN, ball, at(2.01))).toBe(false);
  });

  test("poses are arrays, typed arrays and objects with position and quaternion", async () => {
    const np = await instance(backend);
    const crate = np.box({ halfExtents: { x: 1, y: 2, z: 3 } });
    const turned = [1, 2, 10, 0.5, 0.1, 0.2, 0.7];
    const answer = np.distance(crate, ORIGIN, crate, turned);
    const [x, y, z, qx, qy, qz, qw] = turned as [number, number, number, number, number, number, number];
    const same = [
      Float64Array.from(turned),
      Float32Array.from(turned),
      { position: { x, y, z }, quaternion: { x: qx, y: qy, z: qz, w: qw } },
      { position: [x, y, z], quaternion: [qx, qy, qz, qw] },
      { position: { x, y, z }, quaternion: Float32Array.of(qx, qy, qz, qw) },
    ];
    for (const pose of same) expect(np.distance(crate, ORIGIN, crate, pose)).toEqual(answer);
  });

  test("out is filled and returned, and reset after a miss", async () => {
    const np = await instance(backend);
    const ball = np.sphere({ radius: 1 });
    const out = emptyResult();
    expect(np.distance(ball, ORIGIN, ball, at(0, 0, 3), undefined, out)).toBe(out);
    expect(out).toMatchObject({ distance: 1, normal: [0, 0, 1], pointA: [0, 0, 1], pointB: [0, 0, 2], status: "ok" });
    expect(np.contact(ball, ORIGIN, ball, at(0, 0, 3), {}, out)).toBeNull();
    expect(out).toEqual(emptyResult());
    const typed: DistanceResult<NumberTriple> = {
      ...emptyResult(),
      normal: new Float32Array(3),
      pointA: new Float64Array(3),
      pointB: [9, 9, 9],
    };
    np.distance(ball, ORIGIN, ball, at(0, 0, 3), {}, typed);
    expect([...typed.normal, ...typed.pointA, ...typed.pointB]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 2]);
  });

  test("swapped arguments mirror, bit for bit", async () => {
    const np = await instance(backend);
    const shapes = shapesOf(np);
    const next = random(11);
    const wrong: string[] = [];
    for (const A of shapes) {
      for (const B of shapes) {
        for (let i = 0; i < 8; i++) {
          const [poseA, poseB] = [randomPose(next, 2), randomPose(next, 2)];
          const one = np.distance(A, poseA, B, poseB) as DistanceResult;
          const two = np.distance(B, poseB, A, poseA) as DistanceResult;
          const mirrored = {
            ...two,
            normal: two.normal.map((value) => 0 - value),
            pointA: two.pointB,
            pointB: two.pointA,
          };
          // 0 - value and + 0 make both zeros the same.
          const plain = { ...one, normal: one.normal.map((value) => value + 0) };
          if (A !== B && JSON.stringify(plain) !== JSON.stringify(mirrored)) wrong.push(`${A.kind}-${B.kind}`);
          if (np.intersects(A, poseA, B, poseB) !== np.intersects(B, poseB, A, poseA))
            wrong.push(`${A.kind}?${B.kind}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("the boolean agrees with the sign, and points with distance and normal", async () => {
    const np = await instance(backend);
    const shapes = shapesOf(np);
    const next = random(12);
    const wrong: string[] = [];
    let overlaps = 0;
    let total = 0;
    for (const A of shapes) {
      for (const B of shapes) {
        for (let i = 0; i < 16; i++) {
          const [poseA, poseB] = [randomPose(next, 1.5), randomPose(next, 1.5)];
          const intersects = np.intersects(A, poseA, B, poseB);
          const { distance, normal, pointA, pointB, status } = np.distance(A, poseA, B, poseB) as DistanceResult;
          total++;
          if (intersects) overlaps++;
          if (intersects !== distance <= 0) wrong.push(`${A.kind}-${B.kind} sign`);
          if (status !== "ok") continue;
          const off = [0, 1, 2].map((k) =>
            Math.abs((pointB[k] ?? NaN) - (pointA[k] ?? NaN) - distance * (normal[k] ?? NaN)),
          );
          if (!(Math.max(...off) < 1e-5)) wrong.push(`${A.kind}-${B.kind} points`);
          if (!(Math.abs(Math.hypot(...normal) - 1) < 1e-6)) wrong.push(`${A.kind}-${B.kind} normal`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(overlaps / total).toBeGreaterThan(0.3);
    expect(overlaps / total).toBeLessThan(0.7);
  });

  test.each([0, 1, 3, 4, 5, 17, 500])("a batch of %i rows agrees bit for bit with single queries", async (count) => {
    const np = await instance(backend);
    const shapes = shapesOf(np);
    const next = random(100 + count);
    const pick = (n: number) => Math.floor(next() * n);
    const bodies = np.bodies(64);
    const poses = Array.from({ length: 64 }, () => randomPose(next, 2));
    const owners = poses.map(() => shapes[pick(shapes.length)] as Shape);
    poses.forEach((pose, i) => {
      bodies.set(i, owners[i] as Shape, pose);
    });
    const indices = Array.from({ length: 2 * count }, () => pick(64));
    const pairs = np.pairs(count + 2);
    pairs.set(indices);
    const results = np.distances(count + 1, { iterations: true });
    const overlaps = np.overlaps(count);
    const cache = np.cache(count);

    for (const maxDistance of [Infinity, 0.3, 0]) {
      const options = { maxDistance };
      const expected = Array.from({ length: count }, (_, i) => {
        const [a, b] = [indices[2 * i] as number, indices[2 * i + 1] as number];
        const query = [owners[a], poses[a], owners[b], poses[b]] as [Shape, number[], Shape, number[]];
        const out = emptyResult();
        np.distance(...query, options, out);
        return { ...out, intersects: np.intersects(...query) ? 1 : 0 };
      });
      const row = (i: number) => ({
        distance: results.distance[i],
        normal: [...results.normal.subarray(3 * i, 3 * i + 3)],
        pointA: [...results.pointA.subarray(3 * i, 3 * i + 3)],
        pointB: [...results.pointB.subarray(3 * i, 3 * i + 3)],
        status: (Object.keys(Status) as (keyof typeof Status)[]).find((name) => Status[name] === results.status[i]),
        iterations: results.iterations?.[i],
        intersects: overlaps.intersects[i],
      });
      const rows = () => Array.from({ length: count }, (_, i) => row(i));

      const overlapping = expected.filter((one) => one.intersects).length;
      expect(np.intersectsBatch(bodies, pairs, overlaps)).toBe(overlapping);
      expect(np.distanceBatch(bodies, pairs, results, options)).toBe(overlapping);
      expect(rows()).toEqual(expected);

      // A cold cache changes nothing, a warm one only the iterations and the last bits.
      cache.clear();
      np.distanceBatch(bodies, pairs, results, { maxDistance, cache });
      expect(rows()).toEqual(expected);
      np.distanceBatch(bodies, pairs, results, { maxDistance, cache });
      rows().forEach((one, i) => {
        expect(one.status).toBe(expected[i]?.status);
        if (one.status === "ok")
          expect(Math.abs((one.distance ?? NaN) - (expected[i]?.distance ?? NaN))).toBeLessThan(1e-5);
      });
    }
  });

  test("overlapping half-spaces intersect without a depth", async () => {
    const np = await instance(backend);
    const ground = np.halfSpace({ normal: [0, 1, 0] });
    const tilted = [0, -5, 0, 0.5, 0, 0, 1];
    expect(np.intersects(ground, ORIGIN, ground, tilted)).toBe(true);
    expect(np.distance(ground, ORIGIN, ground, tilted)).toEqual({
      ...emptyResult(),
      distance: -Infinity,
      status: "unbounded",
    });
    const ceiling = [0, 3, 0, 1, 0, 0, 0];
    expect(np.intersects(ground, ORIGIN, ground, ceiling)).toBe(false);
    expect(np.distance(ground, ORIGIN, ground, ceiling)).toMatchObject({ distance: 3, normal: [0, 1, 0] });
  });

  test("contactBatch gives up at 0 unless told otherwise", async () => {
    const np = await instance(backend);
    const ball = np.sphere({ radius: 1 });
    const bodies = np.bodies(3);
    [0, 1.5, 4].forEach((x, i) => {
      bodies.set(i, ball, at(x));
    });
    const pairs = np.pairs(2);
    pairs.set([0, 1, 0, 2]);
    const results = np.contacts(2);
    expect(np.contactBatch(bodies, pairs, results)).toBe(1);
    expect([...results.distance]).toEqual([-0.5, Infinity]);
    expect([...results.status]).toEqual([Status.ok, Status.beyond]);
    expect([...results.normal]).toEqual([1, 0, 0, 0, 0, 0]);
    expect(np.contactBatch(bodies, pairs, results, { maxDistance: 2 })).toBe(1);
    expect([...results.distance]).toEqual([-0.5, 2]);
    expect(results.iterations).toBeUndefined();
  });
});

describe("loading", () => {
  const { Instance, compile } = WebAssembly;
  afterEach(() => {
    Object.assign(WebAssembly, { Instance, compile });
  });

  test("where the SIMD module does not compile, scalar answers", async () => {
    const compileOnce = () => {
      Object.assign(WebAssembly, { compile });
      return Promise.reject(new WebAssembly.CompileError("no SIMD"));
    };
    Object.assign(WebAssembly, { compile: compileOnce });
    expect((await load()).backend).toBe("scalar");
  });

  test("where WebAssembly computes wrongly, the JavaScript backend answers", async () => {
    class Wrong {
      readonly exports: WebAssembly.Exports;

      constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
        this.exports = { ...new Instance(module, imports).exports, distancePairs: () => 0 };
      }
    }
    Object.assign(WebAssembly, { Instance: Wrong });
    expect((await load()).backend).toBe("js");
    await expect(load({ backend: "scalar" })).rejects.toThrow(/the scalar backend computes wrongly here/);
    expect(() => loadSync()).toThrow(/the simd backend computes wrongly here/);
  });

  test("load takes the first backend that passes", async () => {
    expect((await load()).backend).toBe("simd");
  });

  test("without WebAssembly the JavaScript backend answers", async () => {
    const { WebAssembly } = globalThis;
    try {
      // @ts-expect-error: as in a browser that has it disabled
      delete globalThis.WebAssembly;
      expect((await load()).backend).toBe("js");
      expect(() => loadSync()).toThrow(/cannot run the module here/);
    } finally {
      globalThis.WebAssembly = WebAssembly;
    }
  });

  test("loadSync takes the inlined module, bytes or a compiled module", async () => {
    const { readFileSync } = await import("node:fs");
    const bytes = readFileSync(new URL("../dist/scalar.wasm", import.meta.url));
    expect(loadSync().backend).toBe("simd");
    expect(loadSync({ bytes }).backend).toBe("scalar");
    expect(loadSync({ module: new WebAssembly.Module(bytes) }).backend).toBe("scalar");
    expect(() => loadSync({ bytes: new Uint8Array(8) })).toThrow(/cannot run the module here/);
    expect(() => loadSync({ bytes: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) })).toThrow(/not one of narrowphase/);
    // @ts-expect-error: not bytes
    expect(() => loadSync({ bytes: "simd.wasm" })).toThrow(/options must be/);
    // @ts-expect-error: no such backend
    await expect(load({ backend: "gpu" })).rejects.toThrow(/backend must be/);
  });

  test("the external entry takes a URL, a response, bytes or a module", async () => {
    const { readFileSync } = await import("node:fs");
    const url = new URL("../dist/simd.wasm", import.meta.url);
    const bytes = readFileSync(url);
    const dataUrl = `data:application/wasm;base64,${bytes.toString("base64")}`;
    const sources = [url, url.href, dataUrl, new Response(bytes), bytes, await WebAssembly.compile(bytes)];
    for (const source of sources) expect((await external.load(source)).backend).toBe("simd");
    expect(external.loadSync(bytes).backend).toBe("simd");
    await expect(external.load(Promise.resolve(bytes))).resolves.toBeDefined();
    await expect(external.load(new Response("", { status: 404 }))).rejects.toThrow(/status 404/);
    await expect(external.load(new URL("../dist/none.wasm", import.meta.url))).rejects.toThrow(external.BackendError);
    // @ts-expect-error: not a source
    await expect(external.load(7)).rejects.toThrow(/source must be/);
  });

  test("instances share nothing", async () => {
    for (const backend of BACKENDS) {
      const [one, two] = [await instance(backend), await instance(backend)];
      one.sphere({ radius: 1 });
      expect(two.stats().shapes).toBe(0);
    }
  });
});
