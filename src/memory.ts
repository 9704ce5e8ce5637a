// Blocks of the linear memory. Growth detaches every view made before it, so a view is made again when the buffer changed.

import { Arena } from "./arena.js";
import { checkInteger, fail } from "./check.js";
import type { Backend, Kernel, MemoryKernel } from "./instantiate.js";
import { REGION_POINTS } from "./layout.js";

/** A normal, then two points, a separation and an id for each point. */
const MANIFOLD_WORDS = 3 + 8 * REGION_POINTS;
/** Most rows that a set of columns can have; more would not fit the memory. */
const MAX_ROWS = 0x7ffffff;

type TypedArray =
  | Float32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;
type TypedArrayType<T extends TypedArray> = {
  new (buffer: ArrayBuffer, address: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

/** The memory of one instance for space, with what its single queries read and write. */
export class Memory extends Arena<Kernel> {
  /** Of the vectors in its columns. */
  readonly dimension = 3;
  /** Two poses, A then B, that the single queries read, and the answer that they write. */
  readonly poses: View<Float32Array<ArrayBuffer>>;
  /** What a single cast moves by. */
  readonly motions: View<Float32Array<ArrayBuffer>>;
  /** Two quaternions, and then the rotation between them. */
  readonly turn: View<Float32Array<ArrayBuffer>>;
  readonly answer: View<Float32Array<ArrayBuffer>>;
  readonly answerWords: View<Uint32Array<ArrayBuffer>>;
  /** The manifold that the single queries write: its numbers, and the same words for the ids. */
  readonly manifold: View<Float32Array<ArrayBuffer>>;
  readonly manifoldWords: View<Uint32Array<ArrayBuffer>>;

  constructor(kernel: Kernel) {
    super(kernel);
    this.poses = new View(kernel, Float32Array, kernel.singlePoses.value, 14);
    this.motions = new View(kernel, Float32Array, kernel.singleMotions.value, 12);
    this.turn = new View(kernel, Float32Array, kernel.singleTurn.value, 8);
    this.answer = new View(kernel, Float32Array, kernel.singleAnswer.value, 12);
    this.answerWords = new View(kernel, Uint32Array, kernel.singleAnswer.value, 11);
    this.manifold = new View(kernel, Float32Array, kernel.singleManifold.value, MANIFOLD_WORDS);
    this.manifoldWords = new View(kernel, Uint32Array, kernel.singleManifold.value, MANIFOLD_WORDS);
  }
}

/** A typed array over the linear memory that survives growth. */
export class View<T extends TypedArray> {
  readonly address: number;
  readonly length: number;
  readonly #memory: MemoryKernel["memory"];
  readonly #type: TypedArrayType<T>;
  #buffer: ArrayBuffer;
  #array: T;

  constructor(kernel: MemoryKernel, type: TypedArrayType<T>, address: number, length: number) {
    this.#memory = kernel.memory;
    this.#type = type;
    this.address = address;
    this.length = length;
    this.#buffer = this.#memory.buffer;
    this.#array = new type(this.#buffer, address, length);
  }

  get array(): T {
    const { buffer } = this.#memory;
    if (buffer !== this.#buffer) {
      this.#buffer = buffer;
      this.#array = new this.#type(buffer, this.address, this.length);
    }
    return this.#array;
  }
}

/** A column of a block: the type of its numbers and how many of them a row has. */
export type Column = readonly [type: TypedArrayType<TypedArray>, width: number];

/** Which columns of a block hold contacts, for whoever reads contacts of any kind; -1 for one that it does not have. */
export interface ContactColumns {
  readonly pointsPerRow: number;
  readonly count: number;
  readonly normal: number;
  readonly pointA: number;
  readonly pointB: number;
  readonly separation: number;
  readonly id: number;
}

/** One block of the linear memory that holds several columns. They live until `dispose()`. */
export abstract class Columns {
  /** Rows that fit. */
  readonly capacity: number;
  /** @internal What the rows are. */
  readonly what: string;
  readonly #memory: Arena;
  readonly #views: readonly View<TypedArray>[];
  #disposed = false;

  /** @internal */
  protected constructor(memory: Arena, capacity: number, what: string, columns: readonly Column[]) {
    this.capacity = checkInteger(capacity, "capacity", MAX_ROWS);
    this.what = what;
    this.#memory = memory;
    const bytes = columns.map(([type, width]) => padded(capacity * width * type.BYTES_PER_ELEMENT));
    let address = memory.allocate(
      bytes.reduce((sum, column) => sum + column, 16),
      `${capacity} ${what}`,
    );
    this.#views = columns.map(([type, width], i) => {
      const view = new View(memory.kernel, type, address, width * capacity);
      address += bytes[i] as number;
      return view;
    });
  }

  /** True once `dispose()` was called. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /** Gives the memory back. Arrays taken before must not be used any more; using the columns again throws. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#memory.kernel.release(this.address(0));
  }

  /** @internal Where a column starts. */
  address(column: number): number {
    return (this.#views[column] as View<TypedArray>).address;
  }

  /** @internal The typed array of a column, made again if memory has grown. */
  protected array<T extends TypedArray>(column: number): T {
    if (this.#disposed) fail("DISPOSED", "columns", "in use, not disposed", this);
    return (this.#views[column] as View<T>).array;
  }

  /** @internal */
  belongsTo(memory: Arena): boolean {
    return this.#memory === memory;
  }
}

/** Throws unless `value` is a live set of columns of the given class, made by the instance of `memory`. */
export function checkColumns<T extends Columns>(
  memory: Arena,
  value: T,
  type: abstract new (...args: never[]) => T,
  argument: string,
  maker: string,
): void {
  if (!(value instanceof type)) fail("INVALID_TYPE", argument, `made by ${maker}`, value);
  if (!value.belongsTo(memory)) fail("FOREIGN", argument, `made by ${maker} of this instance`, value);
  if (value.disposed) fail("DISPOSED", argument, "in use, not disposed", value);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

/** What an instance holds. */
export interface Stats {
  readonly backend: Backend;
  /** Live shapes. */
  readonly shapes: number;
  /** Bytes in use by shapes, columns and the tables behind them. */
  readonly liveBytes: number;
  /** Size of the linear memory; it never shrinks. */
  readonly memoryBytes: number;
}

export function statsOf({ kernel }: Arena, backend: Backend): Stats {
  return {
    backend,
    shapes: kernel.liveShapes() >>> 0,
    liveBytes: kernel.liveBytes() >>> 0,
    memoryBytes: kernel.memory.buffer.byteLength,
  };
}
