// Tolerances and caps of the plane, with their unit and reason. "Size" is the sum of the two bounding radii.

/** The distance of two cores is known to this part of their size: rounding of f64 with a margin. */
export const TWO_TOLERANCE: f64 = 1e-13;
/** Steps from the best axis to the closest points. Each ends at another vertex; a few are needed. */
export const TWO_MAX_ITERATIONS: u32 = 256;

/** Points of a manifold nearer to each other than this part of the size are one. */
export const MANIFOLD_MERGE: f64 = 1e-4;
/** How far above the contact, in sizes, the deepest point may be found and still be the contact: a few roundings of f32. */
export const MANIFOLD_SLOP: f64 = 2e-6;
/** Slope of an edge, against the normal's own level, that has no second point any more: 15 degrees. */
export const MANIFOLD_STEEP: f64 = 0.268;
/** Slope below which an edge as a whole is what touches, not its higher end. */
export const MANIFOLD_LEVEL: f64 = 1e-5;
/** Of an edge's length: nearer to its end than this a point is on the vertex, so that corners in line keep their ids. */
export const MANIFOLD_CORNER: f64 = 0.01;
/** Pieces of compounds whose normals have a cosine of at least this are in one manifold. */
export const MANIFOLD_NORMALS: f64 = 0.99;
