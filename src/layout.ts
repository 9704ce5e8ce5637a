// The numbers of the boundary, equal to assembly/layout.ts (test/layout.test.ts holds them so).

export const KIND_SPHERE = 0;
export const KIND_CAPSULE = 1;
export const KIND_BOX = 2;
export const KIND_TRIANGLE = 3;
export const KIND_HULL = 4;
export const KIND_CYLINDER = 5;
export const KIND_CONE = 6;
export const KIND_PLANE = 7;
export const KIND_HALF_SPACE = 8;

export const STATUS_OK = 0;
export const STATUS_NOT_CONVERGED = 1;
export const STATUS_BEYOND = 2;
export const STATUS_UNBOUNDED = 3;
export const STATUS_INVALID_INDEX = 4;
export const STATUS_INVALID_SHAPE = 5;
export const STATUS_INVALID_POSE = 6;
export const STATUS_INVALID_RAY = 7;
export const STATUS_INITIAL_OVERLAP = 8;

export const HULL_NO_MEMORY = 0;
export const HULL_TOO_FEW_POINTS = 1;
export const HULL_ALL_EQUAL = 2;
export const HULL_COLLINEAR = 3;
export const HULL_COPLANAR = 4;

export const KIND_2D_CIRCLE = 0;
export const KIND_2D_CAPSULE = 1;
export const KIND_2D_BOX = 2;
export const KIND_2D_POLYGON = 3;
export const KIND_2D_COMPOUND = 4;

/** Of a manifold of the plane. */
export const MANIFOLD_2D_POINTS = 2;
export const POSE_2D_FLOATS = 4;
export const POSE_FLOATS = 7;
export const CACHE_WORDS = 12;
export const ANSWER_FLOATS = 10;
export const MANIFOLD_POINTS = 4;
export const REGION_POINTS = 64;
export const RAY_FLOATS = 6;
export const RAY_HIT_FLOATS = 7;
export const NO_FEATURE = -1;

/** What the kernels accept; beyond it f32 squares overflow or vanish. */
export const MAX_POSITION = 1e15;
export const MAX_SIZE = 1e12;
/** The least size that is not 0: squares of smaller ones leave the range of f32. */
export const MIN_SIZE = 1e-15;
/** A hair inside the kernels' [1e-30, 1e30], so that rounding to f32 does not leave it. */
export const MIN_QUATERNION_SQUARED = 1.00001e-30;
export const MAX_QUATERNION_SQUARED = 0.99999e30;
