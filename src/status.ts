// What a row's status says, by name.

import * as layout from "./layout.js";

/** The numbers of a `status` column. Rows with one above `notConverged` hold no answer, but for `initialOverlap`: distance Infinity (`unbounded`: -Infinity), the rest 0. */
export const Status = {
  /** The row holds the answer. */
  ok: layout.STATUS_OK,
  /** The row holds the best answer found before a cap was reached; its sign is right. */
  notConverged: layout.STATUS_NOT_CONVERGED,
  /** Farther apart than `maxDistance`; of a ray or cast: it hits nothing up to `maxFraction`. */
  beyond: layout.STATUS_BEYOND,
  /** Two unbounded shapes that overlap: they intersect, but no finite depth exists. */
  unbounded: layout.STATUS_UNBOUNDED,
  /** The pair names a body at or above the `count` of the bodies. */
  invalidIndex: layout.STATUS_INVALID_INDEX,
  /** A body names a shape that was removed or never existed. */
  invalidShape: layout.STATUS_INVALID_SHAPE,
  /** A pose has a number that is not finite, a position beyond 1e15 or a quaternion of no usable length. */
  invalidPose: layout.STATUS_INVALID_POSE,
  /** A ray, or the translation of a cast, has a number that is not finite or is beyond 1e15. */
  invalidRay: layout.STATUS_INVALID_RAY,
  /** Of a cast: the two overlap where it starts. The row holds the answer, at fraction 0. */
  initialOverlap: layout.STATUS_INITIAL_OVERLAP,
} as const;

export type StatusName = keyof typeof Status;

export const STATUS_NAMES = Object.keys(Status) as readonly StatusName[];
