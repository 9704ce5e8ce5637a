// narrowphase itself, through its public API: pair by pair, and in one call for all pairs.
import { TYPES } from "./corpus.mjs";
import { eachPair, hit } from "./peers/each-pair.mjs";

/** @returns {Promise<object[]>} contenders; empty when dist/ has not been built */
export async function loadOurs() {
  const library = await import("../dist/index.js").catch((error) => {
    if (error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  });
  if (!library) return [];
  const contender = async (backend, how) => {
    const name = `${backend} ${how === batch ? "batch" : "single"}`;
    try {
      return { name, ours: true, prepare: how(await library.load({ backend })) };
    } catch (error) {
      const prepare = () => {
        throw error;
      };
      return { name, ours: true, prepare };
    }
  };
  return Promise.all([
    contender("js", batch),
    contender("scalar", batch),
    contender("simd", single),
    contender("simd", batch),
  ]);
}

function makeShape(np, { type, sizes: s }) {
  switch (type) {
    case TYPES.sphere:
      return np.sphere({ radius: s[0] });
    case TYPES.box:
      return np.box({ halfExtents: [s[0], s[1], s[2]] });
    case TYPES.capsule:
      return np.capsule({ halfHeight: s[0], radius: s[1] });
    case TYPES.cylinder:
      return np.cylinder({ halfHeight: s[0], radius: s[1] });
    case TYPES.cone:
      return np.cone({ halfHeight: s[0], radius: s[1] });
    default:
      return np.hull(s);
  }
}

function single(np) {
  return ({ shapes: sizes, count, a, b, poseA, poseB }, query) => {
    const shapes = sizes.map((s) => makeShape(np, s));
    const free = () => {
      for (const s of shapes) np.remove(s);
    };
    const posesOf = (column) => Array.from({ length: count }, (_, i) => column.subarray(7 * i, 7 * i + 7));
    const P = posesOf(poseA);
    const Q = posesOf(poseB);
    if (query === "intersects") {
      return { ...eachPair(count, (i) => (np.intersects(shapes[a[i]], P[i], shapes[b[i]], Q[i]) ? 1 : 0)), free };
    }
    const triple = (at) => hit.subarray(at, at + 3);
    const out = { distance: 0, normal: triple(0), pointA: triple(3), pointB: triple(6), status: "ok", iterations: 0 };
    const answer = (i) =>
      np[query](shapes[a[i]], P[i], shapes[b[i]], Q[i], undefined, out) ? out.distance : Number.NaN;
    return { ...eachPair(count, answer), free };
  };
}

/** Every pass copies the poses in, makes one call and reads the column of distances. */
function batch(np) {
  return ({ shapes: sizes, count, a, b, poseA, poseB }, query) => {
    const shapes = sizes.map((s) => makeShape(np, s));
    const bodies = np.bodies(2 * count);
    const pairs = np.pairs(count);
    const results = query === "intersects" ? np.overlaps(count) : np.distances(count);
    const poses = new Float32Array(14 * count);
    for (let i = 0; i < count; i++) {
      bodies.shape[2 * i] = shapes[a[i]].id;
      bodies.shape[2 * i + 1] = shapes[b[i]].id;
      poses.set(poseA.subarray(7 * i, 7 * i + 7), 14 * i);
      poses.set(poseB.subarray(7 * i, 7 * i + 7), 14 * i + 7);
    }
    pairs.set(Uint32Array.from({ length: 2 * count }, (_, i) => i));

    const run = () => {
      bodies.pose.set(poses);
      np[`${query}Batch`](bodies, pairs, results);
      return query === "intersects" ? results.intersects : results.distance;
    };
    return {
      pass() {
        const column = run();
        let sum = 0;
        for (let i = 0; i < count; i++) if (column[i] !== Number.POSITIVE_INFINITY) sum += column[i];
        return sum;
      },
      answers: () => Float64Array.from(run(), (d) => (d === Number.POSITIVE_INFINITY ? Number.NaN : d)),
      free() {
        for (const columns of [bodies, pairs, results]) columns.dispose();
        for (const s of shapes) np.remove(s);
      },
    };
  };
}
