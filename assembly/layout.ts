// Everything that crosses the boundary: kinds, statuses and the addresses that JavaScript reads.
// src/layout.ts repeats the numbers; test/layout.test.ts holds the two equal.

// Shape kinds. The order is the canonical order of a pair: the lower kind is computed as A.
export const KIND_SPHERE: u32 = 0;
export const KIND_CAPSULE: u32 = 1;
export const KIND_BOX: u32 = 2;
export const KIND_TRIANGLE: u32 = 3;
export const KIND_HULL: u32 = 4;
export const KIND_CYLINDER: u32 = 5;
export const KIND_CONE: u32 = 6;
export const KIND_PLANE: u32 = 7;
export const KIND_HALF_SPACE: u32 = 8;
export const KIND_COUNT: u32 = 9;

// Row statuses. Up to NOT_CONVERGED, and with INITIAL_OVERLAP, the row holds an answer; with the others distance is Infinity
// and the rest 0 (-Infinity in UNBOUNDED, so that the sign is always the verdict).
/** The row holds the answer. */
export const STATUS_OK: u32 = 0;
/** The row holds the best answer found before a cap or capacity was reached; its sign is right. */
export const STATUS_NOT_CONVERGED: u32 = 1;
/** Farther apart than `maxDistance`, or nothing on the ray up to `maxFraction`. */
export const STATUS_BEYOND: u32 = 2;
/** Two unbounded shapes that overlap: no finite depth exists. They do intersect. */
export const STATUS_UNBOUNDED: u32 = 3;
/** A pair names a body that does not exist. */
export const STATUS_INVALID_INDEX: u32 = 4;
/** A body names a shape that was removed or never existed. */
export const STATUS_INVALID_SHAPE: u32 = 5;
/** A pose has a non-finite number, a position beyond MAX_MAGNITUDE or a quaternion of no usable length. */
export const STATUS_INVALID_POSE: u32 = 6;
/** A ray, or the translation of a cast, has a number that is not finite or beyond MAX_MAGNITUDE. */
export const STATUS_INVALID_RAY: u32 = 7;
/** Of a cast: the two overlap where it starts. The row holds the answer, at fraction 0. */
export const STATUS_INITIAL_OVERLAP: u32 = 8;

/** Floats of a pose: x, y, z, qx, qy, qz, qw. */
export const POSE_FLOATS: u32 = 7;
/** Words of one row of a pair cache: vertex count + 1, axis (3 floats), then 4 words for vertex indices of A and 4 of B. */
export const CACHE_WORDS: u32 = 12;
/** Floats of a single ray: origin, translation. */
export const RAY_FLOATS: u32 = 6;
/** Floats of the single answer of a ray cast: fraction, point, normal. The feature follows as i32. */
export const RAY_HIT_FLOATS: u32 = 7;
/** The feature of a hit on no surface of a known number. */
export const NO_FEATURE: i32 = -1;
/** Points of a manifold, and at most of a contact region. */
export const MANIFOLD_POINTS: u32 = 4;
export const REGION_POINTS: u32 = 64;
/** Floats of the single answer: distance, normal, pointA, pointB. */
export const ANSWER_FLOATS: u32 = 10;

/** Two poses, A then B, that the single queries read. Of a ray cast: a pose, then RAY_FLOATS floats. */
export const singlePoses: usize = memory.data(56, 16);
/** The translation of a single cast; of an impact, two translations and then two rotation vectors, A before B. */
export const singleMotions: usize = memory.data(48, 16);
/** The quaternions of two poses; `rotationBetween` writes 3 floats over them. */
export const singleTurn: usize = memory.data(32, 16);
/** The answer that the single queries write: ANSWER_FLOATS floats, then the iterations as u32; of a cast, its fraction then. */
export const singleAnswer: usize = memory.data(48, 16);

/** The manifold or region that the single queries write: normal, then pointA, pointB, separation and id of REGION_POINTS points. */
export const singleManifold: usize = memory.data(<i32>(12 + REGION_POINTS * 32), 16);

// What `convexHull` returns where there is no hull; every address is larger.
/** No room for the hull or for what it takes to find it. */
export const HULL_NO_MEMORY: u32 = 0;
/** Fewer than 4 points. */
export const HULL_TOO_FEW_POINTS: u32 = 1;
/** All points lie within the tolerance of one, of a line, of a plane. */
export const HULL_ALL_EQUAL: u32 = 2;
export const HULL_COLLINEAR: u32 = 3;
export const HULL_COPLANAR: u32 = 4;
