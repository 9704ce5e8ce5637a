// Tolerances and caps of the plane, with their unit and reason. "Size" is the sum of the two bounding radii.

/** The distance of two cores is known to this part of their size: rounding of f64 with a margin. */
export const TWO_TOLERANCE: f64 = 1e-13;
/** Steps from the best axis to the closest points. Each ends at another vertex; a few are needed. */
export const TWO_MAX_ITERATIONS: u32 = 256;
