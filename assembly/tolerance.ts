// Every tolerance, cap and capacity, with its unit and reason. "Size" is the sum of the two core radii.

/** GJK stops when the distance cannot fall by more than this part of the size. Well under one rounding of f32. */
export const GJK_TOLERANCE: f64 = 1e-9;
/** Cores nearer than this part of the size touch: what is left of v is rounding, and EPA finds the normal from the facets. */
export const GJK_TOUCHING: f64 = 1e-10;
/** The f32 scan may miss the best vertex by a rounding of the size: early exits keep this much clear of the limit, in sizes. */
export const SUPPORT_SLOP: f64 = 1e-6;
/** Iterations. Polytopes need about 5 to 10, smooth cores up to 30. */
export const GJK_MAX_ITERATIONS: u32 = 64;
/** A tetrahedron whose height is less than this part of an edge is flat: its inside means nothing. Squared. */
export const SIMPLEX_FLAT_SQUARED: f64 = 1e-24;

/** EPA stops when the depth is known to this part of the size: 2e-7 is three roundings of the f32 scan. */
export const EPA_TOLERANCE: f64 = 2e-7;
/** A face sees a point that is this far in front of it, in sizes: above the rounding of f64, below that of the inputs. */
export const EPA_PLANE_SLOP: f64 = 1e-13;
export const EPA_MAX_VERTICES: u32 = 256;
/** With a round core: rows that need more are quicker by a search over directions. */
export const EPA_MAX_ROUND_VERTICES: u32 = 64;
/** Euler: a closed triangle surface with V vertices has 2V - 4 faces; the dead ones are kept, at most 3 new ones an edge. */
export const EPA_MAX_FACES: u32 = 1536;

/** Cells of the search over directions: a few hundred for most pairs. With EPA's steps they fit the u16 of `iterations`. */
export const REVOLUTION_MAX_CELLS: u32 = 60000;
/** How far apart the cores are held, in sizes, to find where they would touch. */
export const WITNESS_GAP: f64 = 1e-6;
// The pattern search after an EPA that ran out of vertices. Steps are radians; the depth's error is of second order in them.
export const POLISH_FIRST_STEP: f64 = 0.05;
export const POLISH_LAST_STEP: f64 = 1e-7;
export const POLISH_MAX_ROUNDS: u32 = 256;

/** A ray meets what it passes by this part of the shape's size: rounding of f64 with a margin, far below that of the inputs. */
export const RAY_SLOP: f64 = 1e-9;
/** The same for the rounding of the ray's start, as a part of its distance from the shape. */
export const RAY_START_SLOP: f64 = 1e-15;
/** Barycentric: how far outside of an edge a triangle is still hit. */
export const RAY_EDGE_SLOP: f64 = 1e-9;
/** Sine of the angle under which a triangle is seen edge-on. */
export const RAY_PARALLEL: f64 = 1e-9;
/** The convex cast stops at a step below this part of the size, as GJK's distance is not known better. */
export const RAY_TOLERANCE: f64 = 1e-9;
/** Steps of the convex cast. Faces take about 4; a graze halves the distance each step. */
export const RAY_MAX_ITERATIONS: u32 = 64;
/** Length. A hit farther away would have a point that f32 does not hold. */
export const RAY_FARTHEST: f64 = 1e38;
/** Quickhull's grid: half the extent of the points is at most 2 to this power, so that a triple product fits 120 bits. */
export const HULL_GRID_BITS: i32 = 38;
/**
 * Of the product of a face's two largest edge components: what rounding can do to normal . p - offset on the grid. The
 * normal is off by 4 u in each component and meets differences below 2^39 (12 u 2^39); the two dots are off by 9 u 2^39
 * each, the last difference by 6 u 2^39, with u = 2^-53. 36 u 2^39 is below 64 u 2^39 = 2^-8.
 */
export const HULL_FACE_SLOP: f64 = 0.00390625;
/**
 * A triangle whose normal is shorter than this part of the same product gets it from integers: f64 would turn it by up
 * to 2^-51 of the product, which this keeps below 2^-43.
 */
export const HULL_SLIVER: f64 = 0.00390625;
/**
 * Default tolerance of a hull, in sums of the largest |x|, |y| and |z|. An f32 is off by 2^-24 of itself; the distance of
 * a point from a plane through three others moves by that of the point and of the plane, which reaches past its triangle.
 */
export const HULL_TOLERANCE: f64 = 2.384185791015625e-7; // 2^-22
/** Points this near to a line or a plane, in units of the grid, have no other dimension: snapping moves them by up to 0.9. */
export const HULL_FLAT: f64 = 4;
/** Triangles merge into a facet when the cosine between them is above this: thin sides of a slab are no part of its top. */
export const HULL_MERGE_COSINE: f64 = 0.5;
/** Faces of a hull shape merge within this many units of the grid: 2^-21 to 2^-20 of half its extent, a few roundings of f32. */
export const HULL_SHAPE_SLACK: f64 = 131072; // 2^17

/** Of bounding spheres: their radii and the sum are rounded. */
export const BOUND_SLOP: f64 = 1.000001;
/** Casts stop at a gap of this part of the size, radii included. It is how early a fraction can be, over the closing speed. */
export const CAST_TOLERANCE: f64 = 1e-11;
/** The same for the rounding of the start, as a part of how far apart the shapes start. */
export const CAST_START_TOLERANCE: f64 = 1e-15;
/**
 * An overlap of less than this part of the size, radii included, is a touch: moving apart or along from there is no hit. The
 * rounding of positions to f32 makes overlaps of resting bodies, so this is above it.
 */
export const CAST_TOUCHING: f64 = 1e-6;
/** Iterations of a linear cast. Boxes take about 8, round cores up to 40. */
export const SWEEP_MAX_ITERATIONS: u32 = 128;
/** Support points this near, in sizes, are one: the rounding of moving one of them with the simplex. */
export const SWEEP_SAME_POINT: f64 = 1e-13;
/** Of the terms that make the distance from a plane: what rounding leaves of them. */
export const PLANE_ROUNDING: f64 = 1e-15;
/** Sine of the angle between two planes that still count as parallel, squared. */
export const PLANES_PARALLEL_SQUARED: f64 = 1e-12;
/**
 * Hulls of this many vertices and more are climbed, smaller ones scanned. Nanoseconds a pair of equal hulls, scanned with SIMD
 * and climbed: 256 vertices near 2330 and 2460, overlapping 6220 and 6580; 512: 4590 and 3050, 10190 and 7570; 1024: 8600 and
 * 3730, 19040 and 9010. Without the starts by direction the climb took 6180 and 21140 for 1024.
 */
export const CLIMB_VERTICES: u32 = 320;
/**
 * Heights this near to each other, in core radii, are level for a climb. The grid and two sides of a flat hull move a vertex
 * by up to 6 units of 2^-38; f64 rounds far below that.
 */
export const CLIMB_LEVEL: f64 = 5.820766091346741e-11; // 2^-34

/**
 * Impacts stop at a gap of this part of the size, radii included: above what the f32 scans leave of a normal. It is how early a
 * fraction can be, over the closing speed.
 */
export const IMPACT_TOLERANCE: f64 = 5e-7;
/** The same for the rounding of the placement, as a part of how far the shapes are from each other and turn. */
export const IMPACT_ROUNDING: f64 = 4e-15;
/** Steps of an impact: about 5 near a touch, and some for every turn before it. */
export const IMPACT_MAX_STEPS: u32 = 1024;
/** Newton steps for each of them. Polytopes take about 2. */
export const IMPACT_MAX_CUTS: u32 = 8;

/**
 * Manifolds: how far out of a face or over the limit a point may be, in sums of the radii: what f32 poses leave of faces that
 * touch all over.
 */
export const MANIFOLD_RIM: f64 = 5e-7;
/** Of the smaller core radius: points this near to each other are one, and one this near to a vertex or an edge is on it. */
export const MANIFOLD_MERGE: f64 = 1e-3;
/** A witness is on a face if it is no farther below than this part of the size: merged faces and rounding. */
export const FACE_SLACK: f64 = 4e-6;
