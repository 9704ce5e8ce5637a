// Of two surfaces: the geometric mean of their frictions, so that one without any slides on everything, and the larger of
// their restitutions, so that a ball bounces off everything.

import { Scene } from "./scene";

export function combinedFriction(scene: Scene, a: u32, b: u32): f64 {
  const product = <f64>load<f32>(scene.friction + (<usize>a << 2)) * <f64>load<f32>(scene.friction + (<usize>b << 2));
  return product > 0 ? sqrt<f64>(product) : 0;
}

/** In [0, 1]. */
export function combinedRestitution(scene: Scene, a: u32, b: u32): f64 {
  const restitutionA = <f64>load<f32>(scene.restitution + (<usize>a << 2));
  const restitutionB = <f64>load<f32>(scene.restitution + (<usize>b << 2));
  const larger = restitutionA > restitutionB ? restitutionA : restitutionB;
  return larger > 0 ? min<f64>(larger, 1) : 0;
}
