// What a contact point is on a shape: the vertex that it is at, else the edge that it is on, else the face.
//
// Told from where the point is, not from how clipping came to it: so the id does not depend on which face clipped which, and
// corners that coincide up to jitter keep theirs.

import { Feature, cornerAt } from "./feature";

// Half of an id: two bits for what it is, 14 for which one. Vertices and faces are told apart up to 16384, edges by the
// numbers of their ends up to 128; beyond that two features of one shape may share an id.
const ID_BITS: u32 = 14;
const ID_MASK: u32 = (1 << ID_BITS) - 1;
const ID_EDGE: u32 = 1 << ID_BITS;
const ID_FACE: u32 = 2 << ID_BITS;

/** Half of the id of a point at (x, y) on the feature. */
export function featureIdAt(feature: Feature, x: f64, y: f64, tolerance: f64): u32 {
  const count = feature.count;
  if (count == 1) return cornerAt(feature, 0).vertex & ID_MASK;
  const squared = tolerance * tolerance;
  let edge: u32 = 0;
  for (let i = 0; i < count; i++) {
    const p = cornerAt(feature, i), q = cornerAt(feature, i + 1 == count ? 0 : i + 1);
    const dx = x - p.x, dy = y - p.y, ex = q.x - p.x, ey = q.y - p.y;
    const length = ex * ex + ey * ey, along = dx * ex + dy * ey, area = ex * dy - ey * dx;
    // Rounded edges meet beside their middle lines.
    if (count == 2 ? along <= tolerance * sqrt<f64>(length) : dx * dx + dy * dy <= squared) return p.vertex & ID_MASK;
    if (count == 2 || area * area <= squared * length) {
      edge = ID_EDGE | ((min<u32>(p.vertex, q.vertex) ^ (max<u32>(p.vertex, q.vertex) << 7)) & ID_MASK);
    }
  }
  return edge ? edge : ID_FACE | (feature.face & ID_MASK);
}
