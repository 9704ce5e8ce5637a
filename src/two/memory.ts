// The memory of one instance, with what single queries of the plane read and write.

import { Arena } from "../arena.js";
import { View } from "../memory.js";
import type { Kernel2D } from "./kernel.js";

/** Numbers of `singleInput2D` and of `singleAnswer2D` in assembly/two/layout.ts. */
const INPUT_FLOATS = 16;
const ANSWER_FLOATS = 16;

export class PlanarMemory extends Arena<Kernel2D> {
  readonly dimension = 2;
  readonly input: View<Float32Array<ArrayBuffer>>;
  readonly output: View<Float32Array<ArrayBuffer>>;
  readonly outputWords: View<Uint32Array<ArrayBuffer>>;

  constructor(kernel: Kernel2D) {
    super(kernel);
    this.input = new View(kernel, Float32Array, kernel.singleInput2D.value, INPUT_FLOATS);
    this.output = new View(kernel, Float32Array, kernel.singleAnswer2D.value, ANSWER_FLOATS);
    this.outputWords = new View(kernel, Uint32Array, kernel.singleAnswer2D.value, ANSWER_FLOATS);
  }
}
