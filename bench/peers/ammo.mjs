// ammojs-typed: Bullet in WebAssembly. Its only pair query is contactPairTest, which reports contact points to a
// callback; a distance is not to be had. Margins 0. The deepest point is the answer.
import Ammo from "ammojs-typed/wasm";
import { TYPES } from "../corpus.mjs";
import { eachPair, hit } from "./each-pair.mjs";

// Floats into btManifoldPoint: two local points of 4, then points on B and A, the normal on B, the distance.
const POINT_B = 8;
const POINT_A = 12;
const NORMAL_B = 16;
const DISTANCE = 20;

export async function load() {
  const A = await Ammo.call({});
  const origin = new A.btVector3(0, 0, 0);
  const rotation = new A.btQuaternion(0, 0, 0, 1);

  function makeShape({ type, sizes: s }) {
    const shape = shapeOf(type, s);
    if (type !== TYPES.sphere && type !== TYPES.capsule) shape.setMargin(0);
    return shape;
  }

  function shapeOf(type, s) {
    if (type === TYPES.sphere) return new A.btSphereShape(s[0]);
    if (type === TYPES.capsule) return new A.btCapsuleShape(s[1], 2 * s[0]);
    if (type === TYPES.cone) return new A.btConeShape(s[1], 2 * s[0]);
    if (type === TYPES.hull) {
      const shape = new A.btConvexHullShape();
      for (let i = 0; i < s.length; i += 3) {
        origin.setValue(s[i], s[i + 1], s[i + 2]);
        shape.addPoint(origin, i + 3 === s.length);
      }
      return shape;
    }
    if (type === TYPES.cylinder) origin.setValue(s[1], s[0], s[1]);
    else origin.setValue(s[0], s[1], s[2]);
    return type === TYPES.cylinder ? new A.btCylinderShape(origin) : new A.btBoxShape(origin);
  }

  return {
    name: "ammojs-typed",
    /** @returns {import("./each-pair.mjs").Run | null} */
    prepare(scene, query) {
      if (query === "distance") return null;
      const { count, a, b, poseA, poseB } = scene;
      const configuration = new A.btDefaultCollisionConfiguration();
      const dispatcher = new A.btCollisionDispatcher(configuration);
      const broadphase = new A.btDbvtBroadphase();
      const solver = new A.btSequentialImpulseConstraintSolver();
      const world = new A.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration);
      const shapes = scene.shapes.map(makeShape);
      const objects = shapes.map((s) => {
        const object = new A.btGhostObject(); // a bare btCollisionObject cannot be made
        object.setCollisionShape(s);
        return object;
      });
      const transforms = objects.map((object) => object.getWorldTransform());
      const callback = new A.ConcreteContactResultCallback();
      let deepest = Number.NaN;
      callback.addSingleResult = (point) => {
        const at = point >> 2;
        const heap = A.HEAPF32;
        const d = heap[at + DISTANCE];
        // It also reports points that are a little apart.
        if (d > 0 || d >= deepest) return 0; // false while deepest is NaN
        deepest = d;
        for (let k = 0; k < 3; k++) {
          hit[k] = -heap[at + NORMAL_B + k];
          hit[3 + k] = heap[at + POINT_A + k];
          hit[6 + k] = heap[at + POINT_B + k];
        }
        return 0;
      };
      const place = (transform, pose, p) => {
        origin.setValue(pose[p], pose[p + 1], pose[p + 2]);
        rotation.setValue(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
        transform.setOrigin(origin);
        transform.setRotation(rotation);
      };
      const contact = (i) => {
        place(transforms[a[i]], poseA, 7 * i);
        place(transforms[b[i]], poseB, 7 * i);
        deepest = Number.NaN;
        world.contactPairTest(objects[a[i]], objects[b[i]], callback);
        return deepest;
      };
      const intersects = (i) => (contact(i) <= 0 ? 1 : 0);
      const free = () => {
        for (const x of [...objects, ...shapes, callback, world, solver, broadphase, dispatcher, configuration])
          A.destroy(x);
      };
      return { ...eachPair(count, query === "intersects" ? intersects : contact), free };
    },
  };
}
