// A few queries with known answers, so that a backend that computes wrongly is found before it is used.

import { BackendError } from "./errors.js";
import { backendOf, type Kernel } from "./instantiate.js";
import { Narrowphase } from "./narrowphase.js";

/** The instance over `kernel`, or an error if it answers wrongly. */
export function verified(kernel: Kernel, backend = backendOf(kernel)): Narrowphase {
  const np = new Narrowphase(kernel, backend);
  const wrong = selfTest(np);
  if (wrong) throw new BackendError(`the ${np.backend} backend computes wrongly here: ${wrong}`);
  return np;
}

/** Distances along x of the second shape from the first; five rows reach the lanes and what is left over. */
const OFFSETS = [4, 3, 2, 1.75, 1.5];

function selfTest(np: Narrowphase): string | undefined {
  const ball = np.sphere({ radius: 1 });
  const crate = np.box({ halfExtents: [0.5, 0.25, 2] });
  const bodies = np.bodies(1 + OFFSETS.length);
  const pairs = np.pairs(OFFSETS.length);
  const results = np.distances(OFFSETS.length);
  // A quarter turn about z with a quaternion of length sqrt(2): the side of 0.25 faces the ball.
  OFFSETS.forEach((x, i) => {
    bodies.set(i + 1, crate, [x, 0, 0, 0, 0, 1, 1]);
  });
  bodies.set(0, ball, [0, 0, 0, 0, 0, 0, 1]);
  pairs.set(OFFSETS.flatMap((_, i) => [0, i + 1]));
  np.distanceBatch(bodies, pairs, results);

  let wrong: string | undefined;
  OFFSETS.forEach((x, i) => {
    const pose = bodies.pose.subarray(7 * (i + 1), 7 * (i + 2));
    const single = np.distance(ball, [0, 0, 0, 0, 0, 0, 1], crate, pose);
    const row = results.distance[i] as number;
    if (single?.distance !== row) wrong = `${single?.distance} for one pair, ${row} in a batch`;
    if (!(Math.abs(row - (x - 1.25)) <= 1e-6)) wrong = `distance ${row}, not ${x - 1.25}`;
  });
  if (np.intersects(ball, [0, 0, 0, 0, 0, 0, 1], crate, [1.3, 0, 0, 0, 0, 1, 1])) wrong = "a false overlap";
  if (!np.intersects(ball, [0, 0, 0, 0, 0, 0, 1], crate, [1.2, 0, 0, 0, 0, 1, 1])) wrong = "a missed overlap";

  for (const columns of [bodies, pairs, results]) columns.dispose();
  for (const shape of [ball, crate]) np.remove(shape);
  return wrong;
}
