// Handles of shapes, of space as of the plane, and the ranks that put a pair in order.
//
// A handle is an index into the table with the generation of the entry above it. An entry holds its own handle, and a resting
// one a number that is looked up elsewhere, so that a single comparison tells whether a handle is current.

import { allocate, release } from "../memory";

@unmanaged
class Entry {
  /** The next resting entry's index in a resting one. */
  shape: u32;
  handle: u32;
}
const ENTRY_BITS: u32 = 3;
const INDEX_BITS: u32 = 20;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;
const FIRST_GENERATION: u32 = 1 << INDEX_BITS;
/** Entries rest until this many are free: with 4095 generations, four million removals before a handle can return. */
const MIN_RESTING: u32 = 1024;
const MIN_CAPACITY: u32 = 256;

let table: usize = 0;
/** The capacity, a power of two, less 1. */
let tableMask: u32 = 0;
let tableUsed: u32 = 0;
let restingCount: u32 = 0;
let oldestResting: u32 = 0;
let newestResting: u32 = 0;
let live: u32 = 0;

@inline
function entryAt(index: u32): Entry {
  return changetype<Entry>(table + (<usize>index << ENTRY_BITS));
}

/** The record behind a handle; 0 for one that was removed or never existed. */
@inline
export function shapeOf(handle: u32): usize {
  const entry = entryAt(handle & tableMask);
  return entry.handle == handle ? <usize>entry.shape : 0;
}

export function liveShapes(): u32 {
  return live;
}

/** Frees the shape and its handle; 0 when there was none. */
export function removeShape(handle: u32): u32 {
  const shape = shapeOf(handle);
  if (!shape) return 0;
  release(shape);
  const index = handle & INDEX_MASK;
  entryAt(index).handle = handle ^ 1; // the index of another entry
  if (restingCount) entryAt(newestResting).shape = index;
  else oldestResting = index;
  newestResting = index;
  restingCount++;
  live--;
  return 1;
}

/** Handle for a finished record, or 0 (and the record freed) when the table cannot grow. */
export function register(shape: usize): u32 {
  const index = freeIndex();
  if (index > INDEX_MASK) {
    release(shape);
    return 0;
  }
  const entry = entryAt(index);
  const generation = (entry.handle & ~INDEX_MASK) + FIRST_GENERATION;
  entry.shape = <u32>shape;
  entry.handle = max<u32>(generation, FIRST_GENERATION) | index; // the first again after the last
  live++;
  return entry.handle;
}

/** The entry that has rested longest, or a new one; beyond INDEX_MASK when there is none. */
function freeIndex(): u32 {
  const full = (!table || tableUsed > tableMask) && !growTable();
  if (restingCount > MIN_RESTING || (full && restingCount)) {
    const index = oldestResting;
    oldestResting = entryAt(index).shape;
    restingCount--;
    return index;
  }
  return full ? INDEX_MASK + 1 : tableUsed++;
}

function growTable(): bool {
  const capacity = table ? (tableMask + 1) << 1 : MIN_CAPACITY;
  if (capacity > INDEX_MASK + 1) return false;
  const grown = allocate(capacity << ENTRY_BITS);
  if (!grown) return false;
  memory.copy(grown, table, tableUsed << ENTRY_BITS);
  release(table);
  table = grown;
  tableMask = capacity - 1;
  return true;
}

// ---------------------------------------------------------------- ranks

const RANK_KIND_BITS: u32 = 28;

@inline
export function rankOf(kind: u32, hash: u32): u32 {
  return (kind << RANK_KIND_BITS) | (hash >> (32 - RANK_KIND_BITS));
}

@inline
export function kindOfRank(rank: u32): u32 {
  return rank >> RANK_KIND_BITS;
}

export const HASH_SEED: u32 = 0x811c9dc5;

/** FNV-1a over bytes. */
export function hashBytes(seed: u32, address: usize, bytes: u32): u32 {
  let hash = seed;
  for (let i: u32 = 0; i < bytes; i++) hash = (hash ^ load<u8>(address + i)) * 0x01000193;
  return hash;
}
