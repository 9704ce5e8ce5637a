// Line against a box: three slabs (Kay and Kajiya 1986). Among faces that are crossed at once the first axis names the normal.

import { Shape } from "../shape/shape";
import { clipSlab, meets, px, py, pz, ux, uy, uz } from "./line";

export function crossBox(shape: Shape): bool {
  return (
    clipSlab(px, ux, <f64>shape.x, 1, 0, 0) &&
    clipSlab(py, uy, <f64>shape.y, 0, 1, 0) &&
    clipSlab(pz, uz, <f64>shape.z, 0, 0, 1) &&
    meets()
  );
}
