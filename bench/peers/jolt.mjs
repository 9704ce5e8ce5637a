// jolt-physics: Jolt in WebAssembly. One call a pair by TransformedShape.CollideShape; poses and the hit are written and
// read in its memory, which is faster than its setters and getters. Convex radius 0 everywhere. There is no boolean
// query, so `intersects` stops at any hit.
import initJolt from "jolt-physics";
import { TYPES } from "../corpus.mjs";
import { eachPair, hit } from "./each-pair.mjs";

/** Wide enough for every gap of the corpus; wider costs depth digits, for EPA then works on shapes grown by it. */
const MAX_SEPARATION = 8;

export async function load() {
  const J = await initJolt();
  registerCollisions(J);
  const position = new J.RVec3(0, 0, 0);
  const rotation = new J.Quat(0, 0, 0, 1);
  const one = new J.Vec3(1, 1, 1);
  const zero = new J.RVec3(0, 0, 0);
  const anyShape = new J.ShapeFilter();
  const matrices = J.RMat44.prototype;

  /** Adds a reference, which `free` gives back. */
  function makeShape({ type, sizes: s }) {
    if (type === TYPES.hull) {
      const settings = new J.ConvexHullShapeSettings();
      settings.mMaxConvexRadius = 0;
      settings.mPoints.reserve(s.length / 3);
      const p = new J.Vec3(0, 0, 0);
      for (let i = 0; i < s.length; i += 3) {
        p.Set(s[i], s[i + 1], s[i + 2]);
        settings.mPoints.push_back(p);
      }
      J.destroy(p);
      return created(settings);
    }
    if (type === TYPES.cone) return created(new J.TaperedCylinderShapeSettings(s[0], 0, s[1], 0));
    let shape;
    if (type === TYPES.sphere) shape = new J.SphereShape(s[0]);
    else if (type === TYPES.capsule) shape = new J.CapsuleShape(s[0], s[1]);
    else if (type === TYPES.cylinder) shape = new J.CylinderShape(s[0], s[1], 0);
    else {
      const h = new J.Vec3(s[0], s[1], s[2]);
      shape = new J.BoxShape(h, 0);
      J.destroy(h);
    }
    shape.AddRef();
    return shape;
  }

  function created(settings) {
    const result = settings.Create();
    const shape = result.IsValid() ? result.Get() : null;
    shape?.AddRef();
    result.Clear();
    J.destroy(settings);
    return shape;
  }

  return {
    name: "jolt-physics",
    /** @returns {import("./each-pair.mjs").Run | null} */
    prepare(scene, query) {
      const { count, a, b, poseA, poseB } = scene;
      const shapes = scene.shapes.map(makeShape);
      const centers = shapes.map((s) => {
        const c = s?.GetCenterOfMass();
        return c ? [c.GetX(), c.GetY(), c.GetZ()] : [0, 0, 0];
      });
      const bodies = shapes.map((s) => {
        const body = new J.TransformedShape();
        if (s) body.mShape = s;
        body.SetShapeScale(one);
        return body;
      });
      const settings = new J.CollideShapeSettings();
      settings.mMaxSeparationDistance = query === "distance" ? MAX_SEPARATION : 0;
      const collector =
        query === "intersects"
          ? new J.CollideShapeAnyHitCollisionCollector()
          : new J.CollideShapeClosestHitCollisionCollector();
      const free = () => {
        for (const body of bodies) J.destroy(body);
        for (const s of shapes) s?.Release();
        J.destroy(collector);
        J.destroy(settings);
      };
      if (shapes.includes(null)) {
        free();
        return null;
      }

      const atPosition = J.getPointer(position) >> 2;
      const atRotation = J.getPointer(rotation) >> 2;
      const bodyPositions = bodies.map((body) => J.getPointer(body.mShapePositionCOM) >> 2);
      const bodyRotations = bodies.map((body) => J.getPointer(body.mShapeRotation) >> 2);
      // CollideShapeResult: three Vec3 of 4 floats (point on the query shape, on the body, axis), then the depth.
      const result = J.getPointer(collector.mHit) >> 2;

      const answer = (i) => {
        const heap = J.HEAPF32;
        const p = 7 * i;
        writePose(heap, atPosition, atRotation, poseA, p, centers[a[i]]);
        writePose(heap, bodyPositions[b[i]], bodyRotations[b[i]], poseB, p, centers[b[i]]);
        const place = matrices.sRotationTranslation(rotation, position);
        collector.Reset();
        bodies[b[i]].CollideShape(shapes[a[i]], one, place, settings, zero, collector, anyShape);
        return collector.HadHit();
      };
      const signed = (i) => {
        if (!answer(i)) return Number.NaN;
        const heap = J.HEAPF32;
        const x = heap[result + 8];
        const y = heap[result + 9];
        const z = heap[result + 10];
        const s = 1 / Math.sqrt(x * x + y * y + z * z);
        hit[0] = x * s;
        hit[1] = y * s;
        hit[2] = z * s;
        for (let k = 0; k < 3; k++) {
          hit[3 + k] = heap[result + k];
          hit[6 + k] = heap[result + 4 + k];
        }
        return -heap[result + 12];
      };
      return { ...eachPair(count, query === "intersects" ? (i) => (answer(i) ? 1 : 0) : signed), free };
    },
  };
}

/** The table of collision functions is filled when a world is made, however small. */
function registerCollisions(J) {
  const settings = new J.JoltSettings();
  settings.mMaxBodies = 1;
  settings.mMaxBodyPairs = 1;
  settings.mMaxContactConstraints = 1;
  const layers = new J.ObjectLayerPairFilterTable(1);
  const broadLayers = new J.BroadPhaseLayerInterfaceTable(1, 1);
  broadLayers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broadLayers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(broadLayers, 1, layers, 1);
  new J.JoltInterface(settings);
  J.destroy(settings);
}

/** Jolt places shapes by their centre of mass. */
function writePose(heap, atPosition, atRotation, pose, p, [cx, cy, cz]) {
  const x = pose[p + 3];
  const y = pose[p + 4];
  const z = pose[p + 5];
  const w = pose[p + 6];
  const tx = 2 * (y * cz - z * cy);
  const ty = 2 * (z * cx - x * cz);
  const tz = 2 * (x * cy - y * cx);
  heap[atPosition] = pose[p] + cx + w * tx + y * tz - z * ty;
  heap[atPosition + 1] = pose[p + 1] + cy + w * ty + z * tx - x * tz;
  heap[atPosition + 2] = pose[p + 2] + cz + w * tz + x * ty - y * tx;
  heap[atRotation] = x;
  heap[atRotation + 1] = y;
  heap[atRotation + 2] = z;
  heap[atRotation + 3] = w;
}
