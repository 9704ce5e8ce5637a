// The convex hull of points in a plane: Andrew's monotone chain (1979).
// The points are integers of at most 2^38, so that every turn is decided exactly and none can contradict another.

import { exactMinor } from "./hull-mesh";

/** 1 when c lies to the left of the way from a to b, -1 to the right, 0 on the line. `points`: f64 x, y. */
function turn(points: usize, a: u32, b: u32, c: u32): i32 {
  const x = load<f64>(points + (a << 4)), y = load<f64>(points + (a << 4), 8);
  const ux = load<f64>(points + (b << 4)) - x, uy = load<f64>(points + (b << 4), 8) - y;
  const vx = load<f64>(points + (c << 4)) - x, vy = load<f64>(points + (c << 4), 8) - y;
  const left = ux * vy, right = uy * vx;
  const area = left - right;
  // Each product is off by at most 2^-53 of itself, the difference by 2^-53 of theirs.
  if (abs<f64>(area) > (abs<f64>(left) + abs<f64>(right)) * 4.44e-16) return area > 0 ? 1 : -1;
  const exact = exactMinor(ux, vy, uy, vx);
  return i32(exact > 0) - i32(exact < 0);
}

@inline
function precedes(points: usize, a: u32, b: u32): bool {
  const xa = load<f64>(points + (a << 4)), xb = load<f64>(points + (b << 4));
  return xa < xb || (xa == xb && load<f64>(points + (a << 4), 8) < load<f64>(points + (b << 4), 8));
}

@inline
function indexAt(list: usize, place: u32): u32 {
  return load<u32>(list + (place << 2));
}

/**
 * Counter-clockwise from the leftmost (then lowest) point; only points where the hull turns, the first of equal ones.
 * Returns their number: 1 when all are equal, 2 when all lie on a line. The indices stand at the start of `list`;
 * `list` and `scratch` hold `count` + 1 words each.
 */
export function planarHull(points: usize, count: u32, list: usize, scratch: usize): u32 {
  const sorted = sortByX(points, count, list, scratch);
  const hull = sorted == list ? scratch : list;
  let distinct: u32 = 1;
  for (let i: u32 = 1; i < count; i++) {
    const next = indexAt(sorted, i);
    if (!precedes(points, indexAt(sorted, distinct - 1), next)) continue;
    store<u32>(sorted + (distinct << 2), next);
    distinct++;
  }
  let size: u32 = 0;
  for (let i: u32 = 0; i < distinct; i++) size = extend(points, hull, size, 2, indexAt(sorted, i));
  // Back along the upper side, up to the first point, which comes again.
  const least = size + 1;
  for (let i = distinct; i-- > 1;) size = extend(points, hull, size, least, indexAt(sorted, i - 1));
  if (distinct > 1) size--;
  memory.copy(list, hull, size << 2);
  return size;
}

/** Drops from the end, down to `least` - 1 points, what makes no left turn towards the new point, and appends that. */
function extend(points: usize, hull: usize, size: u32, least: u32, index: u32): u32 {
  while (size >= least && turn(points, indexAt(hull, size - 2), indexAt(hull, size - 1), index) <= 0) size--;
  store<u32>(hull + (size << 2), index);
  return size + 1;
}

/** Merge sort from short runs to long ones, stable; returns which of the two lists holds the answer. */
function sortByX(points: usize, count: u32, list: usize, scratch: usize): usize {
  let from = list, to = scratch;
  for (let i: u32 = 0; i < count; i++) store<u32>(from + (i << 2), i);
  for (let run: u32 = 1; run < count; run <<= 1) {
    for (let start: u32 = 0; start < count; start += run << 1) {
      const middle = min<u32>(start + run, count), end = min<u32>(middle + run, count);
      let left = start, right = middle;
      for (let place = start; place < end; place++) {
        const takesRight = left == middle || (right < end && precedes(points, indexAt(from, right), indexAt(from, left)));
        store<u32>(to + (place << 2), indexAt(from, takesRight ? right++ : left++));
      }
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}
