// Batch loops: chunks of rows are resolved, bucketed by pair of kinds (counting sort) and answered bucket by bucket.
// Chunks keep the scratch static and the rows in cache between the passes.

import { KIND_COUNT, STATUS_OK, singleAnswer, singlePoses } from "../layout";
import { answerBucket, bucketOf } from "./bucket";
import { ROW_BYTES, Row, beginDistances, beginIntersects, overlapCount, resolveRow, writeNoAnswer } from "./row";

export const CHUNK_ROWS: u32 = 1024;
const BUCKETS: u32 = KIND_COUNT * KIND_COUNT;
const rows: usize = memory.data(<i32>(CHUNK_ROWS * 24), 16);
const buckets: usize = memory.data(<i32>CHUNK_ROWS, 16);
const counts: usize = memory.data(<i32>(BUCKETS * 4), 16);
/** Addresses of rows, by bucket. */
const sorted: usize = memory.data(<i32>(CHUNK_ROWS * 4), 16);

/**
 * Signed distance, normal and witness points of `count` pairs of bodies. Columns are described in src/distance.ts;
 * `iterations` and `cache` may be 0. Returns the number of rows that touch or overlap.
 */
export function distancePairs(
  distance: usize, normal: usize, pointA: usize, pointB: usize, status: usize, iterations: usize, cache: usize,
  shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32, maxDistance: f32,
): u32 {
  beginDistances(distance, normal, pointA, pointB, status, iterations, cache, maxDistance);
  answerPairs(shapes, poses, bodyCount, pairs, count);
  return overlapCount;
}

/** Whether each of `count` pairs of bodies touches or overlaps: 1 or 0 in `result`. Returns their number. */
export function intersectPairs(
  result: usize, status: usize, shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32,
): u32 {
  beginIntersects(result, status);
  answerPairs(shapes, poses, bodyCount, pairs, count);
  return overlapCount;
}

function answerPairs(shapes: usize, poses: usize, bodyCount: u32, pairs: usize, count: u32): void {
  for (let base: u32 = 0; base < count; base += CHUNK_ROWS) {
    answerChunk(shapes, poses, bodyCount, pairs, base, min<u32>(count - base, CHUNK_ROWS));
  }
}

/** Row `index` of the chunk that was answered last. */
@inline
export function rowOfChunk(index: u32): Row {
  return changetype<Row>(rows + index * ROW_BYTES);
}

/** Answers `size` rows from `base` on. */
export function answerChunk(shapes: usize, poses: usize, bodyCount: u32, pairs: usize, base: u32, size: u32): void {
  const mixed = resolveRows(shapes, poses, bodyCount, pairs, base, size);
  const first = <u32>load<u8>(buckets);
  if (!mixed && first < BUCKETS) answerBucket(first, sorted, size);
  else sortAndAnswer(size);
}

/** Fills the rows, their buckets (BUCKETS + status where a row cannot be answered) and their addresses; 0 if all go into one. */
function resolveRows(shapes: usize, poses: usize, bodyCount: u32, pairs: usize, base: u32, size: u32): u32 {
  let first: u32 = 0;
  let mixed: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const address = rows + i * ROW_BYTES;
    const row = changetype<Row>(address);
    const status = resolveRow(row, shapes, poses, bodyCount, pairs, base + i);
    const bucket = status == STATUS_OK ? bucketOf(row) : BUCKETS + status;
    store<u8>(buckets + i, <u8>bucket);
    store<u32>(sorted + (<usize>i << 2), <u32>address);
    if (i == 0) first = bucket;
    mixed |= bucket ^ first;
  }
  return mixed;
}

/** A counting sort of the chunk's rows by bucket, which keeps their order within one. */
function sortAndAnswer(size: u32): void {
  memory.fill(counts, 0, BUCKETS * 4);
  for (let i: u32 = 0; i < size; i++) {
    const bucket = <u32>load<u8>(buckets + i);
    if (bucket < BUCKETS) increment(bucket);
    else writeNoAnswer(changetype<Row>(rows + i * ROW_BYTES), bucket - BUCKETS, false, 0);
  }
  let start: u32 = 0;
  for (let bucket: u32 = 0; bucket < BUCKETS; bucket++) {
    const counter = counts + (bucket << 2);
    const length = load<u32>(counter);
    store<u32>(counter, start);
    start += length;
  }
  for (let i: u32 = 0; i < size; i++) {
    const bucket = <u32>load<u8>(buckets + i);
    if (bucket < BUCKETS) store<u32>(sorted + (<usize>increment(bucket) << 2), <u32>(rows + i * ROW_BYTES));
  }
  start = 0;
  for (let bucket: u32 = 0; bucket < BUCKETS; bucket++) {
    const end = load<u32>(counts + (bucket << 2));
    if (end > start) answerBucket(bucket, sorted + (<usize>start << 2), end - start);
    start = end;
  }
}

/** Adds 1 to a counter; its value before. */
@inline
function increment(bucket: u32): u32 {
  const counter = counts + (<usize>bucket << 2);
  const value = load<u32>(counter);
  store<u32>(counter, value + 1);
  return value;
}

// ---------------------------------------------------------------- one pair

const singleStatus: usize = memory.data(4, 16);
const singleSign: usize = memory.data(4, 16);

/** The poses are at `singlePoses`, the answer goes to `singleAnswer`. Returns the status. */
export function distancePair(handleA: u32, handleB: u32, maxDistance: f32): u32 {
  beginDistances(
    singleAnswer, singleAnswer + 4, singleAnswer + 16, singleAnswer + 28, singleStatus, singleAnswer + 40, 0, maxDistance,
  );
  answerSingle(handleA, handleB);
  return load<u8>(singleStatus);
}

/** Bit 0: they touch or overlap; above it the status. */
export function intersectPair(handleA: u32, handleB: u32): u32 {
  beginIntersects(singleSign, singleStatus);
  answerSingle(handleA, handleB);
  return (<u32>load<u8>(singleStatus) << 1) | load<u8>(singleSign);
}

const singleShapes: usize = memory.data(8, 16);
const singlePair: usize = memory.data(8, 16);

/** A batch of one, without the sorting: its row is row 0 of a chunk. */
export function answerSingle(handleA: u32, handleB: u32): void {
  store<u32>(singleShapes, handleA);
  store<u32>(singleShapes, handleB, 4);
  store<u32>(singlePair, 1, 4);
  const row = changetype<Row>(rows);
  const status = resolveRow(row, singleShapes, singlePoses, 2, singlePair, 0);
  if (status != STATUS_OK) return writeNoAnswer(row, status, false, 0);
  store<u32>(sorted, <u32>rows);
  answerBucket(bucketOf(row), sorted, 1);
}
