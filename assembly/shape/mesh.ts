// The surface of a polyhedron: polygons, their planes and who is next to whom. Part of a larger block, never changed.

@unmanaged
export class Mesh {
  faceCount: u32;
  /** u32: where the vertices of a face start; one more closes the last. */
  faceOffsets: usize;
  /** u32: the vertices around each face, counter-clockwise from outside. */
  faceVertices: usize;
  /** f64 x 4 a face: unit outward normal, then its dot with the points of the plane. No vertex lies in front. */
  planes: usize;
  /** u32: where the neighbours of a vertex start; one more closes the last. */
  neighbourOffsets: usize;
  /** u32: of a hull shape along the edges of the exact hull, which merged faces may lack; else along the faces. */
  neighbours: usize;
  /** u32: vertices to climb from, by direction (shape/climb.ts); 0 where nobody climbs. */
  starts: usize;
}
