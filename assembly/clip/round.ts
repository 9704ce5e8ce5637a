// How far a rounded edge rises over its core, along the normal.
//
// Over (x, y) the ball about a point c of the edge reaches up to height(c) + sqrt(r^2 - |c - (x, y)|^2); the surface is the
// highest of these. With b the distance beside the edge and s its slope, the best c lies uphill by sqrt(r^2 - b^2) s / sqrt(1 + s^2),
// unless that is off the edge.

import { Feature, cornerAt } from "./feature";

/** Height of the core over (x, y). */
// @ts-ignore: decorator
@inline export function heightAt(feature: Feature, x: f64, y: f64): f64 {
  return feature.height + feature.slopeX * x + feature.slopeY * y;
}

/** What rounding adds to `side` times the height of the core at (x, y), which is on the feature or less than r beside it. */
export function riseAt(feature: Feature, side: f64, x: f64, y: f64): f64 {
  if (feature.count != 2 || feature.radius == 0) return 0;
  const a = cornerAt(feature, 0), b = cornerAt(feature, 1);
  const ex = b.x - a.x, ey = b.y - a.y, length = sqrt<f64>(ex * ex + ey * ey);
  const px = x - a.x, py = y - a.y;
  const along = (px * ex + py * ey) / length, beside = (px * ey - py * ex) / length;
  const reach = max<f64>(0, feature.radius * feature.radius - beside * beside);
  const slope = side * (feature.slopeX * ex + feature.slopeY * ey) / length;
  const best = max<f64>(0, min<f64>(length, along + sqrt<f64>(reach) * slope / sqrt<f64>(1 + slope * slope)));
  const shift = best - along;
  return shift * slope + sqrt<f64>(max<f64>(0, reach - shift * shift));
}
