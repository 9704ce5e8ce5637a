import simd from "../../build/simd-2d.wasm";
import { BackendError } from "../errors.js";
import { backendOf } from "../instantiate.js";
import { type Builds, type LoadOptions, type LoadSyncOptions, loadVerified, loadVerifiedSync } from "../kernels.js";
import type { Kernel2D } from "./kernel.js";
import { Narrowphase } from "./narrowphase.js";

export type { LoadOptions, LoadSyncOptions };

const builds: Builds<Kernel2D> = {
  simd,
  scalar: () => import("../../build/scalar-2d.wasm"),
  js: () => import("../../build/js-2d.mjs"),
  mark: "distancePairs2D",
};

/** Makes an instance for the plane. Throws a `BackendError` if no backend runs here. */
export function load(options: LoadOptions = {}): Promise<Narrowphase> {
  return loadVerified(options, builds, verified);
}

/**
 * Makes an instance for the plane without waiting, from the inlined SIMD bytes or from the given `module` or `bytes`. Throws a
 * `BackendError` where they cannot be compiled synchronously or SIMD is missing; `load()` finds another way.
 */
export function loadSync(options: LoadSyncOptions = {}): Narrowphase {
  return loadVerifiedSync(options, builds, verified);
}

/** Distances along x of the second shape from the first; five rows reach the lanes and what is left over. */
const OFFSETS = [4, 3, 2, 1.75, 1.5];

/** The instance over `kernel`, or an error if it answers wrongly. */
function verified(kernel: Kernel2D, backend = backendOf(kernel)): Narrowphase {
  const np = new Narrowphase(kernel, backend);
  const ball = np.circle({ radius: 1 });
  const crate = np.box({ halfExtents: [0.5, 0.25] });
  const bodies = np.bodies(1 + OFFSETS.length);
  const pairs = np.pairs(OFFSETS.length);
  const results = np.distances(OFFSETS.length);
  bodies.set(0, ball, [0, 0, 1, 0]);
  // A quarter turn with a rotation of length 2: the side of 0.25 faces the ball.
  for (const [i, x] of OFFSETS.entries()) bodies.set(i + 1, crate, [x, 0, 0, 2]);
  pairs.set(OFFSETS.flatMap((_, i) => [0, i + 1]));
  np.distanceBatch(bodies, pairs, results);

  const wrong = OFFSETS.find((x, i) => !(Math.abs((results.distance[i] as number) - (x - 1.25)) <= 1e-6));
  if (wrong !== undefined) throw new BackendError(`the ${backend} backend computes wrongly here: at ${wrong}`);
  for (const columns of [bodies, pairs, results]) columns.dispose();
  for (const shape of [ball, crate]) np.remove(shape);
  return np;
}
