// The answers of four neighbouring rows out of the lane block, as vectors: what `writeAnswer` and `writeNoAnswer` of row.ts
// write row by row, with the same bits.

import { AR, BR, DISTANCE, FALLBACK, NX, NY, NZ, PX, PY, PZ, SEPARATED, read } from "../analytic/lane-block";
import { STATUS_BEYOND } from "../layout";
import {
  Row, countOverlaps, distanceColumn, fromA, intersectsColumn, iterationsColumn, maxDistance, normalColumn, pointAColumn, pointBColumn,
  signOnly, statusColumn,
} from "./row";

/**
 * `separable`: the kernel sets SEPARATED. False, with nothing written, where the rows are no neighbours or one of them needs
 * more than its lane holds.
 */
export function scatterNeighbours(rows: usize, separable: bool): bool {
  const r0 = changetype<Row>(load<u32>(rows)), r1 = changetype<Row>(load<u32>(rows, 4));
  const r2 = changetype<Row>(load<u32>(rows, 8)), r3 = changetype<Row>(load<u32>(rows, 12));
  const first = <usize>r0.row;
  if (<usize>r3.row - first != 3) return false; // rows of a bucket ascend
  if (v128.any_true(read<v128>(FALLBACK))) return false;

  const distance = read<v128>(DISTANCE);
  const limit = f32x4.splat(maxDistance);
  let beyond = f32x4.gt(distance, limit);
  if (separable) {
    const separated = read<v128>(SEPARATED);
    const clear = f32x4.gt(f32x4.sub(distance, f32x4.add(read<v128>(AR), read<v128>(BR))), limit);
    if (v128.any_true(v128.andnot(separated, clear))) return false;
    beyond = v128.bitselect(clear, beyond, separated);
  }

  const overlaps = f32x4.le(distance, f32x4.splat(0)); // never where SEPARATED
  countOverlaps(popcnt<u32>(i32x4.bitmask(overlaps)));
  if (signOnly) {
    store<u32>(statusColumn + first, 0);
    storeBytes(intersectsColumn + first, v128.and(overlaps, i32x4.splat(1)));
    return true;
  }
  storeBytes(statusColumn + first, v128.and(beyond, i32x4.splat(STATUS_BEYOND)));
  if (iterationsColumn) store<u64>(iterationsColumn + (first << 1), 0);
  const zero = f32x4.splat(0);
  v128.store(distanceColumn + (first << 2), v128.bitselect(f32x4.splat(Infinity), f32x4.add(distance, zero), beyond));

  const nx = read<v128>(NX), ny = read<v128>(NY), nz = read<v128>(NZ);
  const px = read<v128>(PX), py = read<v128>(PY), pz = read<v128>(PZ);
  const qx = f32x4.add(px, f32x4.mul(distance, nx)), qy = f32x4.add(py, f32x4.mul(distance, ny)), qz = f32x4.add(pz, f32x4.mul(distance, nz));

  const a0 = v128.load(r0.poseA), a1 = v128.load(r1.poseA), a2 = v128.load(r2.poseA), a3 = v128.load(r3.poseA);
  const low = v128.shuffle<f32>(a0, a1, 0, 4, 1, 5), high = v128.shuffle<f32>(a2, a3, 0, 4, 1, 5);
  const kept = i32x4.splat(i32(fromA) - 1);
  const x = v128.and(v128.shuffle<f32>(low, high, 0, 1, 4, 5), kept), y = v128.and(v128.shuffle<f32>(low, high, 2, 3, 6, 7), kept);
  const z = v128.and(v128.shuffle<f32>(v128.shuffle<f32>(a0, a1, 2, 6, 3, 7), v128.shuffle<f32>(a2, a3, 2, 6, 3, 7), 0, 1, 4, 5), kept);

  const swapped = i32x4.neg(i32x4(r0.swapped, r1.swapped, r2.swapped, r3.swapped));
  const flip = v128.and(swapped, f32x4.splat(-0.0));
  storeTriples(
    normalColumn + first * 12, beyond,
    f32x4.add(v128.xor(nx, flip), zero), f32x4.add(v128.xor(ny, flip), zero), f32x4.add(v128.xor(nz, flip), zero),
  );
  const ax = f32x4.add(x, px), ay = f32x4.add(y, py), az = f32x4.add(z, pz);
  const bx = f32x4.add(x, qx), by = f32x4.add(y, qy), bz = f32x4.add(z, qz);
  storeTriples(
    pointAColumn + first * 12, beyond,
    v128.bitselect(bx, ax, swapped), v128.bitselect(by, ay, swapped), v128.bitselect(bz, az, swapped),
  );
  storeTriples(
    pointBColumn + first * 12, beyond,
    v128.bitselect(ax, bx, swapped), v128.bitselect(ay, by, swapped), v128.bitselect(az, bz, swapped),
  );
  return true;
}

/** Four numbers x, y, z in a row; zeros where `absent`. */
@inline
function storeTriples(address: usize, absent: v128, x: v128, y: v128, z: v128): void {
  const u = v128.andnot(x, absent), v = v128.andnot(y, absent), w = v128.andnot(z, absent);
  const low = v128.shuffle<f32>(u, v, 0, 4, 1, 5), high = v128.shuffle<f32>(u, v, 2, 6, 3, 7);
  v128.store(address, v128.shuffle<f32>(low, w, 0, 1, 4, 2));
  v128.store(address, v128.shuffle<f32>(v128.shuffle<f32>(low, w, 3, 5, 3, 5), high, 0, 1, 4, 5), 16);
  v128.store(address, v128.shuffle<f32>(w, high, 2, 6, 7, 3), 32);
}

/** The lowest byte of each lane. */
@inline
function storeBytes(address: usize, lanes: v128): void {
  v128.store32_lane(address, v128.shuffle<i8>(lanes, lanes, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
}
