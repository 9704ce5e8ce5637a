// npm run bench:rays: the same rays at one posed shape, from JavaScript, with this library and its peers. Answers are compared
// first: `off` counts rays whose hit or fraction differs from ours by more than 1e-4 of the ray.

import RAPIER from "@dimforge/rapier3d-compat";
import cac from "cac";
import Table from "cli-table3";
import * as crashcat from "crashcat";
import initJolt from "jolt-physics";
import { load } from "../dist/index.js";
import { random } from "./corpus.mjs";

const POSE = [1, -2, 3, 0.3, -0.2, 0.5, 0.9];
const TOLERANCE = 1e-4;

const cli = cac("bench:rays");
cli
  .command("", "Compare answers, then time them")
  .option("--rays <count>", "Rays a shape", { default: 4096 })
  .option("--passes <count>", "Passes; the median counts", { default: 101 })
  .action(main);
cli.help();
cli.parse();

async function main({ rays: count, passes }) {
  const contenders = await Promise.all([ours(), jolt(), catEngine(), rapier()]);
  const head = contenders.flat().map(({ name }) => name);
  const table = new Table({
    head: ["ns a ray", ...head, "vs best peer"],
    style: { head: [], border: [], compact: true },
  });
  for (const shape of shapes()) {
    const { origin, translation } = aim(count);
    const runs = contenders
      .flat()
      .map((contender) => ({ ...contender, cast: contender.prepare(shape, origin, translation) }));
    const expected = runs[0].cast();
    const hits = expected.filter((fraction) => fraction <= 1).length;
    const cells = runs.map(({ cast }) => {
      if (!cast) return { text: "" };
      const answers = cast();
      const off = answers.reduce(
        (sum, x, i) => sum + (Math.abs(Math.min(x, 2) - Math.min(expected[i], 2)) > TOLERANCE),
        0,
      );
      const time = (median(cast, passes) * 1e6) / count;
      return { time, text: `${time.toFixed(time < 100 ? 1 : 0)}${off ? ` (${off} off)` : ""}` };
    });
    const peers = cells.filter(({ time }, i) => time && !runs[i].ours).map(({ time }) => time);
    const label = `${shape.name}, ${Math.round((100 * hits) / count)} % hit`;
    table.push([label, ...cells.map(({ text }) => text), `${(Math.min(...peers) / cells[0].time).toFixed(0)}x`]);
  }
  console.log(`${table}\nchecksum ${checksum.toFixed(3)}`);
}

/** About 16 units long, at points in a ball about the shape. */
function aim(count) {
  const next = random(7);
  const origin = new Float32Array(3 * count);
  const translation = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const d = [next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...d);
    for (let k = 0; k < 3; k++) {
      translation[3 * i + k] = (16 * d[k]) / length;
      origin[3 * i + k] = POSE[k] + 2.4 * (next() - 0.5) - (8 * d[k]) / length;
    }
  }
  return { origin, translation };
}

function shapes() {
  const next = random(11);
  const cloud = (n) =>
    Array.from({ length: n }, () => {
      const v = [next() - 0.5, next() - 0.5, next() - 0.5];
      return v.map((x) => x / Math.hypot(...v));
    }).flat();
  return [
    { name: "sphere", radius: 1 },
    { name: "box", halfExtents: [1, 0.7, 0.9] },
    { name: "capsule", halfHeight: 0.7, radius: 0.6 },
    { name: "cylinder", halfHeight: 0.7, radius: 0.9 },
    { name: "hull", positions: cloud(32) },
  ];
}

function median(run, passes) {
  const end = performance.now() + 200;
  do run();
  while (performance.now() < end);
  const times = Array.from({ length: passes }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[passes >> 1];
}

async function ours() {
  const np = await load();
  const make = (shape) => (shape.positions ? np.hull(shape.positions) : np[shape.name](shape));
  const columns = (origin, translation) => {
    const count = origin.length / 3;
    const [rays, hits] = [np.rays(count), np.rayHits(count)];
    const copy = () => {
      rays.origin.set(origin);
      rays.translation.set(translation);
    };
    return { count, rays, hits, copy };
  };
  return [
    {
      name: "many",
      ours: true,
      prepare(spec, origin, translation) {
        const shape = make(spec);
        const { rays, hits, copy } = columns(origin, translation);
        return () => {
          copy();
          np.raycastMany(shape, POSE, rays, hits);
          return hits.fraction;
        };
      },
    },
    {
      name: "batch",
      ours: true,
      prepare(spec, origin, translation) {
        const shape = make(spec);
        const { count, rays, hits, copy } = columns(origin, translation);
        const bodies = np.bodies(count);
        for (let i = 0; i < count; i++) {
          bodies.set(i, shape, POSE);
          rays.body[i] = i;
        }
        return () => {
          copy();
          np.raycastBatch(bodies, rays, hits);
          return hits.fraction;
        };
      },
    },
  ];
}

/** Ray by ray. */
function each(origin, cast) {
  const answers = new Float32Array(origin.length / 3);
  return () => {
    for (let i = 0; i < answers.length; i++) answers[i] = cast(3 * i);
    return answers;
  };
}

/** Of normals, so that fetching them is no dead code. */
let checksum = 0;

async function jolt() {
  const J = await initJolt();
  const half = (v) => new J.Vec3(...v);
  const make = ({ name, radius, halfExtents, halfHeight, positions }) => {
    if (name === "sphere") return new J.SphereShape(radius);
    if (name === "box") return new J.BoxShape(half(halfExtents), 0);
    if (name === "capsule") return new J.CapsuleShape(halfHeight, radius);
    if (name === "cylinder") return new J.CylinderShape(halfHeight, radius, 0);
    const settings = new J.ConvexHullShapeSettings();
    settings.mMaxConvexRadius = 0;
    for (let i = 0; i < positions.length; i += 3) settings.mPoints.push_back(half(positions.slice(i, i + 3)));
    return settings.Create().Get();
  };
  return {
    name: "jolt-physics",
    prepare(spec, origin, translation) {
      const body = new J.TransformedShape();
      body.mShape = make(spec);
      const [x, y, z, ...q] = POSE;
      const length = Math.hypot(...q);
      const one = new J.Vec3(1, 1, 1);
      body.SetShapeScale(one);
      body.SetWorldTransform(new J.RVec3(x, y, z), new J.Quat(...q.map((c) => c / length)), one);
      const ray = new J.RRayCast(new J.RVec3(0, 0, 0), new J.Vec3(0, 0, 0));
      const at = J.getPointer(ray) >> 2;
      const hit = new J.RayCastResult();
      const point = new J.RVec3(0, 0, 0);
      return each(origin, (i) => {
        const heap = J.HEAPF32;
        for (let k = 0; k < 3; k++) {
          heap[at + k] = origin[i + k];
          heap[at + 4 + k] = translation[i + k];
        }
        hit.mFraction = 1.1;
        body.CastRay(ray, hit);
        const fraction = hit.mFraction;
        if (fraction > 1) return Number.POSITIVE_INFINITY;
        const p = (k) => origin[i + k] + fraction * translation[i + k];
        point.Set(p(0), p(1), p(2));
        checksum += body.GetWorldSpaceSurfaceNormal(hit.mSubShapeID2, point).GetX();
        return fraction;
      });
    },
  };
}

async function catEngine() {
  crashcat.registerAll();
  const make = ({ name, radius, halfExtents, halfHeight, positions }) => {
    if (name === "sphere") return crashcat.sphere.create({ radius });
    if (name === "box") return crashcat.box.create({ halfExtents, convexRadius: 0 });
    if (name === "capsule") return crashcat.capsule.create({ halfHeightOfCylinder: halfHeight, radius });
    if (name === "cylinder") return crashcat.cylinder.create({ halfHeight, radius, convexRadius: 0 });
    return crashcat.convexHull.create({ positions, convexRadius: 0 });
  };
  return {
    name: "crashcat",
    prepare(spec, origin, translation) {
      const shape = make(spec);
      const collector = crashcat.createClosestCastRayCollector();
      const settings = crashcat.createDefaultCastRaySettings();
      const [x, y, z, ...q] = POSE;
      const [qx, qy, qz, qw] = q.map((c) => c / Math.hypot(...q));
      return each(origin, (i) => {
        const [dx, dy, dz] = [translation[i], translation[i + 1], translation[i + 2]];
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        collector.reset();
        // biome-ignore format: one line a part
        crashcat.castRayVsShape(collector, settings,
          origin[i], origin[i + 1], origin[i + 2], dx / length, dy / length, dz / length, length,
          shape, crashcat.EMPTY_SUB_SHAPE_ID, 0, x, y, z, qx, qy, qz, qw, 1, 1, 1);
        const { hit } = collector;
        return hit.status === crashcat.CastRayStatus.COLLIDING ? hit.fraction : Number.POSITIVE_INFINITY;
      });
    },
  };
}

async function rapier() {
  await RAPIER.init();
  const { ColliderDesc } = RAPIER;
  const make = ({ name, radius, halfExtents, halfHeight, positions }) => {
    if (name === "sphere") return ColliderDesc.ball(radius);
    if (name === "box") return ColliderDesc.cuboid(...halfExtents);
    if (name === "capsule") return ColliderDesc.capsule(halfHeight, radius);
    if (name === "cylinder") return ColliderDesc.cylinder(halfHeight, radius);
    return ColliderDesc.convexHull(Float32Array.from(positions));
  };
  return {
    name: "rapier3d-compat",
    prepare(spec, origin, translation) {
      const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      const collider = world.createCollider(make(spec));
      const [x, y, z, ...q] = POSE;
      const [qx, qy, qz, qw] = q.map((c) => c / Math.hypot(...q));
      collider.setTranslation({ x, y, z });
      collider.setRotation({ x: qx, y: qy, z: qz, w: qw });
      const ray = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
      return each(origin, (i) => {
        ray.origin.x = origin[i];
        ray.origin.y = origin[i + 1];
        ray.origin.z = origin[i + 2];
        ray.dir.x = translation[i];
        ray.dir.y = translation[i + 1];
        ray.dir.z = translation[i + 2];
        const hit = collider.castRayAndGetNormal(ray, 1, true);
        if (!hit) return Number.POSITIVE_INFINITY;
        checksum += hit.normal.x;
        return hit.timeOfImpact;
      });
    },
  };
}
