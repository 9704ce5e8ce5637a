// @dimforge/rapier3d-compat: parry in WebAssembly. Colliders are moved and asked by contactCollider: its shape queries
// would send the shapes across on every call. It has no boolean query between colliders, so `intersects` asks for a contact.
import RAPIER from "@dimforge/rapier3d-compat";
import { TYPES } from "../corpus.mjs";
import { eachPair, hit } from "./each-pair.mjs";

/** More than any gap of the corpus. */
const UNLIMITED = 1e6;

function describe({ type, sizes: s }) {
  const { ColliderDesc } = RAPIER;
  if (type === TYPES.sphere) return ColliderDesc.ball(s[0]);
  if (type === TYPES.box) return ColliderDesc.cuboid(s[0], s[1], s[2]);
  if (type === TYPES.capsule) return ColliderDesc.capsule(s[0], s[1]);
  if (type === TYPES.cylinder) return ColliderDesc.cylinder(s[0], s[1]);
  if (type === TYPES.cone) return ColliderDesc.cone(s[0], s[1]);
  return ColliderDesc.convexHull(Float32Array.from(s));
}

export async function load() {
  await RAPIER.init();
  return {
    name: "rapier3d-compat",
    /** @returns {import("./each-pair.mjs").Run | null} */
    prepare(scene, query) {
      const { count, a, b, poseA, poseB } = scene;
      const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      const colliders = scene.shapes.map((s) => world.createCollider(describe(s)));
      const position = { x: 0, y: 0, z: 0 };
      const rotation = { x: 0, y: 0, z: 0, w: 1 };
      const found = new RAPIER.ShapeContact(0, { ...position }, { ...position }, { ...position }, { ...position });
      const prediction = query === "distance" ? UNLIMITED : 0;
      const place = (collider, pose, p) => {
        position.x = pose[p];
        position.y = pose[p + 1];
        position.z = pose[p + 2];
        rotation.x = pose[p + 3];
        rotation.y = pose[p + 4];
        rotation.z = pose[p + 5];
        rotation.w = pose[p + 6];
        collider.setTranslation(position);
        collider.setRotation(rotation);
      };
      const answer = (i) => {
        const A = colliders[a[i]];
        const B = colliders[b[i]];
        place(A, poseA, 7 * i);
        place(B, poseB, 7 * i);
        return A.contactCollider(B, prediction, found);
      };
      const signed = (i) => {
        if (!answer(i)) return Number.NaN;
        hit[0] = found.normal1.x;
        hit[1] = found.normal1.y;
        hit[2] = found.normal1.z;
        hit[3] = found.point1.x;
        hit[4] = found.point1.y;
        hit[5] = found.point1.z;
        hit[6] = found.point2.x;
        hit[7] = found.point2.y;
        hit[8] = found.point2.z;
        return found.distance;
      };
      return {
        ...eachPair(count, query === "intersects" ? (i) => (answer(i) ? 1 : 0) : signed),
        free: () => world.free(),
      };
    },
  };
}
