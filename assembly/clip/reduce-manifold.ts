// Keeps the four points that matter: the deepest, the farthest from it, the farthest from the line of these two, and the one
// that adds most area to their triangle (as in most engines; Gregorius 2015).

import { ContactPoint, POINT_BYTES, pointAt, pointCount } from "./contact-points";

const KEPT: i32 = 4;

/** Moves at most four points to the front, in their order, and returns how many. Depths within `level` are alike. */
export function reduceManifold(separation: f64, level: f64): i32 {
  if (pointCount <= KEPT) return pointCount;
  let first = 0;
  while (pointAt(first).separation > separation + level) first++;
  // The contact's own depth stays in.
  pointAt(first).separation = separation;

  let second = first, third = first, last = first;
  for (let step = 1; step < KEPT; step++) {
    const a = pointAt(first), b = pointAt(second), c = pointAt(third);
    const turn: f64 = cross(a, b, c) < 0 ? -1 : 1;
    let most: f64 = -Infinity;
    let best = -1;
    for (let i = 0; i < pointCount; i++) {
      if (i == first || i == second || i == third) continue;
      const p = pointAt(i), beside = cross(a, b, p);
      let gain: f64;
      if (step == 1) gain = (p.x - a.x) * (p.x - a.x) + (p.y - a.y) * (p.y - a.y);
      else if (step == 2) gain = abs<f64>(beside);
      // What a point adds is outside of one edge; one inside adds nothing.
      else gain = -min<f64>(turn * beside, min<f64>(turn * cross(b, c, p), turn * cross(c, a, p)));
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    if (step == 1) second = best;
    else if (step == 2) third = best;
    else last = best;
  }

  let kept = 0;
  for (let i = 0; i < pointCount; i++) {
    if (i != first && i != second && i != third && i != last) continue;
    if (kept < i) memory.copy(changetype<usize>(pointAt(kept)), changetype<usize>(pointAt(i)), POINT_BYTES);
    kept++;
  }
  return kept;
}

/** Twice the area of the triangle, positive when it is counter-clockwise. */
function cross(a: ContactPoint, b: ContactPoint, c: ContactPoint): f64 {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
