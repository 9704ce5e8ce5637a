// Bodies and contacts as the kernels of response take them: one record of counts and addresses.

import type { Arena } from "../arena.js";
import type { Bodies, Pairs } from "../bodies.js";
import { fail } from "../check.js";
import type { Distances } from "../distance.js";
import type { Manifolds } from "../manifold.js";
import { type Columns, View } from "../memory.js";
import type { Bodies as PlanarBodies } from "../two/bodies.js";
import type { Distances as PlanarDistances } from "../two/distance.js";
import type { Manifolds as PlanarManifolds } from "../two/manifold.js";
import type { Dynamics } from "./dynamics.js";

/** The memory of an instance for space or for the plane. */
export type Memory = Arena & { readonly dimension: 2 | 3 };

/** Rows of posed shapes, in space or in the plane. */
export type PosedBodies = Bodies | PlanarBodies;

/** The answers of `contactBatch`, `distanceBatch` or `manifoldBatch`. */
export type Contacts = Distances | Manifolds | PlanarDistances | PlanarManifolds;

/** Words of `Scene` in assembly/response/scene.ts, and bytes of its `Contact`, rounded up. */
const SCENE_WORDS = 18;
const CONTACT_BYTES = 48;

/** The record, and the scratch of the kernels that answer one row at a time. */
export class Scene {
  readonly address: number;
  /** Scratch: a `Contact`, and then what a collision needs. */
  readonly contact: number;
  readonly collision: number;
  readonly #memory: Memory;
  readonly #words: View<Uint32Array<ArrayBuffer>>;

  constructor(memory: Memory, collisionBytes: number) {
    const sceneBytes = Math.ceil(SCENE_WORDS / 4) * 16;
    this.#memory = memory;
    this.address = memory.allocate(sceneBytes + CONTACT_BYTES + collisionBytes, "response");
    this.contact = this.address + sceneBytes;
    this.collision = this.contact + CONTACT_BYTES;
    this.#words = new View(memory.kernel, Uint32Array, this.address, SCENE_WORDS);
  }

  /** Fills the record; returns its address. */
  set(bodies: PosedBodies, dynamics: Dynamics, pairs: Pairs, contacts: Contacts): number {
    const memory = this.#memory;
    checkMade(memory, bodies, bodies?.what === "bodies", "bodies", "bodies()");
    checkMade(memory, dynamics, dynamics?.what === "dynamics", "dynamics", "dynamics()");
    checkMade(memory, pairs, pairs?.what === "pairs", "pairs", "pairs()");
    checkMade(memory, contacts, contacts?.contact !== undefined, "contacts", "contacts() or manifolds()");
    checkRoom(dynamics, bodies.count, "dynamics");
    checkRoom(contacts, pairs.count, "contacts");
    const words = this.#words.array;
    const { contact } = contacts;
    words[0] = memory.dimension;
    words[1] = bodies.count;
    words[2] = pairs.count;
    words[3] = contact.pointsPerRow;
    words[4] = bodies.address(1);
    for (let i = 0; i < 6; i++) words[5 + i] = dynamics.address(i);
    words[11] = pairs.address(0);
    words[12] = contact.count < 0 ? 0 : contacts.address(contact.count);
    words[13] = contacts.address(contact.normal);
    words[14] = contacts.address(contact.pointA);
    words[15] = contacts.address(contact.pointB);
    words[16] = contacts.address(contact.separation);
    words[17] = contact.id < 0 ? 0 : contacts.address(contact.id);
    return this.address;
  }

  dispose(): void {
    this.#memory.kernel.release(this.address);
  }
}

/** Throws unless `value` is the right kind of columns, in use and of the instance of `memory`. */
export function checkMade(memory: Memory, value: Columns, isRight: boolean, argument: string, maker: string): void {
  if (!isRight) fail("INVALID_TYPE", argument, `made by ${maker}`, value);
  if (!value.belongsTo(memory)) fail("FOREIGN", argument, `made by ${maker} of this instance`, value);
  if (value.disposed) fail("DISPOSED", argument, "in use, not disposed", value);
}

export function checkRoom(columns: Columns, rows: number, argument: string): void {
  if (columns.capacity >= rows) return;
  fail("INVALID_LENGTH", `${argument}.capacity`, `at least ${rows}, the rows in use`, columns.capacity);
}
