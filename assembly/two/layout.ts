// What crosses the boundary of the module of the plane besides the statuses, which are those of space. src/layout.ts repeats the
// numbers; test/layout.test.ts holds the two equal.

// Kinds of shapes of the plane, in canonical order.
export const KIND_2D_CIRCLE: u32 = 0;
export const KIND_2D_CAPSULE: u32 = 1;
export const KIND_2D_BOX: u32 = 2;
export const KIND_2D_POLYGON: u32 = 3;
export const KIND_2D_COMPOUND: u32 = 4;

/** Most points of a manifold. */
export const MANIFOLD_2D_POINTS: u32 = 2;
/** Floats of a pose: x, y, cos, sin. */
export const POSE_2D_FLOATS: u32 = 4;

/** What single queries read, and the answers that they write. */
export const singleInput2D: usize = memory.data(64, 16);
export const singleAnswer2D: usize = memory.data(64, 16);
