// Box against box by the separating axis test on 15 axes, Gottschalk 1996: the face normals of A, those of B, and the cross
// products of their edges. Everything is in the frame of A: B's middle at t, B's axes the columns of R.
//
//   face of A    |t_i| - (a_i + sum_j b_j |R_ij|)
//   face of B    |t . R_j| - (b_j + sum_i a_i |R_ij|)
//   edges i, j   (|t . e_i x R_j| - radii) / |e_i x R_j|, where the square of the length is the sum of the two other entries
//                of column j squared: 1 - R_ij^2 would cancel
//
// The largest value is the separation along the best axis: minus the depth when it is not positive, else a lower bound of
// the distance. If the closest features along that axis really face each other (a vertex over the face, two edges that pass
// each other) the bound is attained and the distance exact.

import {
  abs, add, all, and, andNot, any, clamp, constant, div, dot, less, lessEqual, max, min, mul, neg, only, or, select, sign, splat, sqrt, sub,
  unless, withSign,
} from "../math/lane";
import {
  AR, AX, AY, AZ, BR, BX, BY, BZ, DISTANCE, DX, DY, DZ, FALLBACK, QAW, QAX, QAY, QAZ, QBW, QBX, QBY, QBZ, ROTATION_A, ROTATION_B,
  SEPARATED, read, write, writeAnswer, writeMask,
} from "../analytic/lane-block";
import { quaternionScale, writeRotation, writeRotationOf } from "../analytic/rotation";

/**
 * Squared sine between two edges below which f32 cannot rank their cross axis to 5e-6 of the size: rounding is divided by
 * the sine. Such an axis takes no part; where it might have won, the lane says FALLBACK.
 */
const DOUBT_SQUARED: f32 = 0.01;
/** Squared sine below which edges are parallel to f32: their cross axis gains less than rounding over the faces. */
const PARALLEL_SQUARED: f32 = 4e-12;
const PARALLEL_SQUARED_F64: f64 = 1e-16;

/**
 * Ties: a face wins against an edge that is not better by 5e-7 of the sum of the half extents; then the lower axis wins,
 * A's before B's; boxes with a common middle are parted along the positive side.
 * Lanes that are farther apart than `limit` (radii included) along a face axis may stop there: they are SEPARATED, never FALLBACK.
 * FALLBACK: overlapping, and either nearly parallel edges cannot be ranked or the features do not face each other to 1e-6
 * (parallel faces): the caller takes collideBoxBoxExact.
 */
export function collideBoxBox<T>(limit: f32): void {
  if (isVector<T>()) boxBox<T, v128>(limit);
  else boxBox<T, bool>(limit);
}

function boxBox<T, M>(limit: f32): void {
  const zero = splat<T>(0), one = splat<T>(1), always = less<T, M>(zero, one);
  writeRotation<T>(QAX, ROTATION_A);
  writeRelativeRotation<T>();
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const tx = dot<T>(dx, dy, dz, read<T>(ROTATION_A), read<T>(ROTATION_A + 3), read<T>(ROTATION_A + 6));
  const ty = dot<T>(dx, dy, dz, read<T>(ROTATION_A + 1), read<T>(ROTATION_A + 4), read<T>(ROTATION_A + 7));
  const tz = dot<T>(dx, dy, dz, read<T>(ROTATION_A + 2), read<T>(ROTATION_A + 5), read<T>(ROTATION_A + 8));
  const r00 = read<T>(ROTATION_B), r01 = read<T>(ROTATION_B + 1), r02 = read<T>(ROTATION_B + 2);
  const r10 = read<T>(ROTATION_B + 3), r11 = read<T>(ROTATION_B + 4), r12 = read<T>(ROTATION_B + 5);
  const r20 = read<T>(ROTATION_B + 6), r21 = read<T>(ROTATION_B + 7), r22 = read<T>(ROTATION_B + 8);
  const m00 = abs<T>(r00), m01 = abs<T>(r01), m02 = abs<T>(r02);
  const m10 = abs<T>(r10), m11 = abs<T>(r11), m12 = abs<T>(r12);
  const m20 = abs<T>(r20), m21 = abs<T>(r21), m22 = abs<T>(r22);
  const ax = read<T>(AX), ay = read<T>(AY), az = read<T>(AZ), bx = read<T>(BX), by = read<T>(BY), bz = read<T>(BZ);
  const radii = add<T>(read<T>(AR), read<T>(BR));

  // ---- faces
  const faceA0 = sub<T>(abs<T>(tx), add<T>(ax, dot<T>(bx, by, bz, m00, m01, m02)));
  const faceA1 = sub<T>(abs<T>(ty), add<T>(ay, dot<T>(bx, by, bz, m10, m11, m12)));
  const faceA2 = sub<T>(abs<T>(tz), add<T>(az, dot<T>(bx, by, bz, m20, m21, m22)));
  const ux = dot<T>(tx, ty, tz, r00, r10, r20), uy = dot<T>(tx, ty, tz, r01, r11, r21), uz = dot<T>(tx, ty, tz, r02, r12, r22);
  const faceB0 = sub<T>(abs<T>(ux), add<T>(bx, dot<T>(ax, ay, az, m00, m10, m20)));
  const faceB1 = sub<T>(abs<T>(uy), add<T>(by, dot<T>(ax, ay, az, m01, m11, m21)));
  const faceB2 = sub<T>(abs<T>(uz), add<T>(bz, dot<T>(ax, ay, az, m02, m12, m22)));
  const faceA01 = max<T>(faceA0, faceA1), faceA = max<T>(faceA01, faceA2);
  const faceB01 = max<T>(faceB0, faceB1), faceB = max<T>(faceB01, faceB2);
  const face = max<T>(faceA, faceB);

  const beyond = less<T, M>(splat<T>(limit), sub<T>(face, radii));
  if (all<M>(beyond)) {
    write<T>(DISTANCE, face);
    writeMask<T, M>(SEPARATED, beyond);
    writeMask<T, M>(FALLBACK, less<T, M>(one, zero));
    return;
  }

  // ---- edges. Values are kept as v = s |s| / length^2, which orders as s / length does and needs no root.
  const q00 = mul<T>(r00, r00), q01 = mul<T>(r01, r01), q02 = mul<T>(r02, r02);
  const q10 = mul<T>(r10, r10), q11 = mul<T>(r11, r11), q12 = mul<T>(r12, r12);
  const q20 = mul<T>(r20, r20), q21 = mul<T>(r21, r21), q22 = mul<T>(r22, r22);
  const l00 = add<T>(q10, q20), l01 = add<T>(q11, q21), l02 = add<T>(q12, q22);
  const l10 = add<T>(q20, q00), l11 = add<T>(q21, q01), l12 = add<T>(q22, q02);
  const l20 = add<T>(q00, q10), l21 = add<T>(q01, q11), l22 = add<T>(q02, q12);
  // e_0 x R_j = (0, -R_2j, R_1j), e_1 x R_j = (R_2j, 0, -R_0j), e_2 x R_j = (-R_1j, R_0j, 0).
  const s00 = edge<T>(tz, r10, ty, r20, ay, m20, az, m10, by, m02, bz, m01);
  const s01 = edge<T>(tz, r11, ty, r21, ay, m21, az, m11, bx, m02, bz, m00);
  const s02 = edge<T>(tz, r12, ty, r22, ay, m22, az, m12, bx, m01, by, m00);
  const s10 = edge<T>(tx, r20, tz, r00, ax, m20, az, m00, by, m12, bz, m11);
  const s11 = edge<T>(tx, r21, tz, r01, ax, m21, az, m01, bx, m12, bz, m10);
  const s12 = edge<T>(tx, r22, tz, r02, ax, m22, az, m02, bx, m11, by, m10);
  const s20 = edge<T>(ty, r00, tx, r10, ax, m10, ay, m00, by, m22, bz, m21);
  const s21 = edge<T>(ty, r01, tx, r11, ax, m11, ay, m01, bx, m22, bz, m20);
  const s22 = edge<T>(ty, r02, tx, r12, ax, m12, ay, m02, bx, m21, by, m20);
  let v00 = ranked<T>(s00, l00), v01 = ranked<T>(s01, l01), v02 = ranked<T>(s02, l02);
  let v10 = ranked<T>(s10, l10), v11 = ranked<T>(s11, l11), v12 = ranked<T>(s12, l12);
  let v20 = ranked<T>(s20, l20), v21 = ranked<T>(s21, l21), v22 = ranked<T>(s22, l22);
  const flattest = min<T>(min<T>(min<T>(min<T>(l00, l01), min<T>(l02, l10)), min<T>(min<T>(l11, l12), min<T>(l20, l21))), l22);
  const someFlat = any<M>(less<T, M>(flattest, constant<T>(DOUBT_SQUARED, PARALLEL_SQUARED_F64)));
  if (someFlat) {
    v00 = unlessFlat<T, M>(v00, l00);
    v01 = unlessFlat<T, M>(v01, l01);
    v02 = unlessFlat<T, M>(v02, l02);
    v10 = unlessFlat<T, M>(v10, l10);
    v11 = unlessFlat<T, M>(v11, l11);
    v12 = unlessFlat<T, M>(v12, l12);
    v20 = unlessFlat<T, M>(v20, l20);
    v21 = unlessFlat<T, M>(v21, l21);
    v22 = unlessFlat<T, M>(v22, l22);
  }
  const row0 = max<T>(max<T>(v00, v01), v02);
  const row1 = max<T>(max<T>(v10, v11), v12);
  const row2 = max<T>(max<T>(v20, v21), v22);
  const row01 = max<T>(row0, row1), bestEdge = max<T>(row01, row2);
  const edgeRoot = sqrt<T>(abs<T>(bestEdge));
  const edgeValue = select<T, M>(less<T, M>(bestEdge, zero), neg<T>(edgeRoot), edgeRoot);

  // ---- the best axis
  const size = add<T>(add<T>(add<T>(ax, ay), add<T>(az, bx)), add<T>(by, bz));
  const byEdge = less<T, M>(add<T>(face, mul<T>(size, constant<T>(5e-7, 1e-13))), edgeValue);
  const best = select<T, M>(byEdge, edgeValue, face);
  const byFaceB = andNot<M>(less<T, M>(faceA, faceB), byEdge);

  // Its axis i of A and j of B, each as three masks of which one holds.
  const edgeI2 = less<T, M>(row01, row2), edgeI1 = andNot<M>(less<T, M>(row0, row1), edgeI2);
  const w0 = pick<T, M>(edgeI2, edgeI1, v00, v10, v20), w1 = pick<T, M>(edgeI2, edgeI1, v01, v11, v21);
  const w2 = pick<T, M>(edgeI2, edgeI1, v02, v12, v22);
  const isI2 = choice<M>(byEdge, edgeI2, less<T, M>(faceA01, faceA2));
  const isI1 = andNot<M>(choice<M>(byEdge, edgeI1, less<T, M>(faceA0, faceA1)), isI2);
  const isI0 = andNot<M>(always, or<M>(isI1, isI2));
  const isJ2 = choice<M>(byEdge, less<T, M>(max<T>(w0, w1), w2), less<T, M>(faceB01, faceB2));
  const isJ1 = andNot<M>(choice<M>(byEdge, less<T, M>(w0, w1), less<T, M>(faceB0, faceB1)), isJ2);
  const isJ0 = andNot<M>(always, or<M>(isJ1, isJ2));

  // Axes: e_i as 0 and 1, column j of R, and their cross product.
  const ex = only<T, M>(isI0, one), ey = only<T, M>(isI1, one), ez = only<T, M>(isI2, one);
  const cx = pick<T, M>(isJ2, isJ1, r00, r01, r02), cy = pick<T, M>(isJ2, isJ1, r10, r11, r12), cz = pick<T, M>(isJ2, isJ1, r20, r21, r22);
  const kx = sub<T>(only<T, M>(isI1, cz), only<T, M>(isI2, cy));
  const ky = sub<T>(only<T, M>(isI2, cx), only<T, M>(isI0, cz));
  const kz = sub<T>(only<T, M>(isI0, cy), only<T, M>(isI1, cx));
  const crossSquared = select<T, M>(byEdge, dot<T>(kx, ky, kz, kx, ky, kz), one);
  const gx = pick<T, M>(byEdge, byFaceB, ex, cx, kx), gy = pick<T, M>(byEdge, byFaceB, ey, cy, ky);
  const gz = pick<T, M>(byEdge, byFaceB, ez, cz, kz);
  const unit = div<T>(sign<T, M>(dot<T>(gx, gy, gz, tx, ty, tz)), sqrt<T>(crossSquared));
  const nx = mul<T>(gx, unit), ny = mul<T>(gy, unit), nz = mul<T>(gz, unit);

  // ---- witness. The vertex of A farthest along n and that of B farthest against it; for edges their middles.
  const alongX = dot<T>(nx, ny, nz, r00, r10, r20), alongY = dot<T>(nx, ny, nz, r01, r11, r21), alongZ = dot<T>(nx, ny, nz, r02, r12, r22);
  const ox = unless<T, M>(and<M>(byEdge, isI0), withSign<T>(ax, nx));
  const oy = unless<T, M>(and<M>(byEdge, isI1), withSign<T>(ay, ny));
  const oz = unless<T, M>(and<M>(byEdge, isI2), withSign<T>(az, nz));
  const hx = unless<T, M>(and<M>(byEdge, isJ0), withSign<T>(bx, alongX));
  const hy = unless<T, M>(and<M>(byEdge, isJ1), withSign<T>(by, alongY));
  const hz = unless<T, M>(and<M>(byEdge, isJ2), withSign<T>(bz, alongZ));
  const fx = sub<T>(tx, dot<T>(hx, hy, hz, r00, r01, r02));
  const fy = sub<T>(ty, dot<T>(hx, hy, hz, r10, r11, r12));
  const fz = sub<T>(tz, dot<T>(hx, hy, hz, r20, r21, r22));

  // Edges: o + p e_i closest to f + q R_j, Ericson 5.1.8 with p = (f - o) . (c x k) / |k|^2, which does not cancel.
  const px = sub<T>(fx, ox), py = sub<T>(fy, oy), pz = sub<T>(fz, oz);
  const p = div<T>(
    dot<T>(
      px, py, pz,
      sub<T>(mul<T>(cy, kz), mul<T>(cz, ky)), sub<T>(mul<T>(cz, kx), mul<T>(cx, kz)), sub<T>(mul<T>(cx, ky), mul<T>(cy, kx)),
    ),
    crossSquared,
  );
  const q = sub<T>(mul<T>(p, pick<T, M>(isI2, isI1, cx, cy, cz)), dot<T>(px, py, pz, cx, cy, cz));
  const halfI = pick<T, M>(isI2, isI1, ax, ay, az), halfJ = pick<T, M>(isJ2, isJ1, bx, by, bz);
  const edgeExcess = max<T>(sub<T>(abs<T>(p), halfI), sub<T>(abs<T>(q), halfJ));

  // Faces: the vertex of the other box beside the face. B's is f, A's is o seen from B.
  const zx = sub<T>(ox, tx), zy = sub<T>(oy, ty), zz = sub<T>(oz, tz);
  const besideX = sub<T>(abs<T>(select<T, M>(byFaceB, dot<T>(zx, zy, zz, r00, r10, r20), fx)), select<T, M>(byFaceB, bx, ax));
  const besideY = sub<T>(abs<T>(select<T, M>(byFaceB, dot<T>(zx, zy, zz, r01, r11, r21), fy)), select<T, M>(byFaceB, by, ay));
  const besideZ = sub<T>(abs<T>(select<T, M>(byFaceB, dot<T>(zx, zy, zz, r02, r12, r22), fz)), select<T, M>(byFaceB, bz, az));
  const faceExcess = max<T>(
    max<T>(unless<T, M>(choice<M>(byFaceB, isJ0, isI0), besideX), unless<T, M>(choice<M>(byFaceB, isJ1, isI1), besideY)),
    unless<T, M>(choice<M>(byFaceB, isJ2, isI2), besideZ),
  );

  const slack = mul<T>(size, constant<T>(1e-6, 1e-9));
  const facing = lessEqual<T, M>(select<T, M>(byEdge, edgeExcess, faceExcess), slack);
  const apart = less<T, M>(zero, best);

  const shift = only<T, M>(byEdge, clamp<T>(p, halfI)), byA = or<M>(byEdge, byFaceB);
  const wx = select<T, M>(byA, add<T>(ox, mul<T>(shift, ex)), sub<T>(fx, mul<T>(best, nx)));
  const wy = select<T, M>(byA, add<T>(oy, mul<T>(shift, ey)), sub<T>(fy, mul<T>(best, ny)));
  const wz = select<T, M>(byA, add<T>(oz, mul<T>(shift, ez)), sub<T>(fz, mul<T>(best, nz)));
  const radiusA = read<T>(AR);
  const sx = add<T>(wx, mul<T>(radiusA, nx)), sy = add<T>(wy, mul<T>(radiusA, ny)), sz = add<T>(wz, mul<T>(radiusA, nz));

  // ---- to the world
  const a00 = read<T>(ROTATION_A), a01 = read<T>(ROTATION_A + 1), a02 = read<T>(ROTATION_A + 2);
  const a10 = read<T>(ROTATION_A + 3), a11 = read<T>(ROTATION_A + 4), a12 = read<T>(ROTATION_A + 5);
  const a20 = read<T>(ROTATION_A + 6), a21 = read<T>(ROTATION_A + 7), a22 = read<T>(ROTATION_A + 8);
  const bound = or<M>(beyond, andNot<M>(apart, facing));
  writeAnswer<T>(
    select<T, M>(bound, best, sub<T>(best, radii)),
    dot<T>(a00, a01, a02, nx, ny, nz), dot<T>(a10, a11, a12, nx, ny, nz), dot<T>(a20, a21, a22, nx, ny, nz),
    dot<T>(a00, a01, a02, sx, sy, sz), dot<T>(a10, a11, a12, sx, sy, sz), dot<T>(a20, a21, a22, sx, sy, sz),
  );
  writeMask<T, M>(SEPARATED, bound);

  // ---- doubt: overlapping, and an axis that took no part would win if rounding were on its side
  const open = or<M>(apart, beyond);
  let untrusted = andNot<M>(always, or<M>(facing, open));
  if (sizeof<T>() != 8 && someFlat) {
    const noise = mul<T>(size, splat<T>(5e-7));
    const doubt = or<M>(
      or<M>(
        or<M>(or<M>(couldWin<T, M>(s00, l00, noise, best), couldWin<T, M>(s01, l01, noise, best)), couldWin<T, M>(s02, l02, noise, best)),
        or<M>(or<M>(couldWin<T, M>(s10, l10, noise, best), couldWin<T, M>(s11, l11, noise, best)), couldWin<T, M>(s12, l12, noise, best)),
      ),
      or<M>(or<M>(couldWin<T, M>(s20, l20, noise, best), couldWin<T, M>(s21, l21, noise, best)), couldWin<T, M>(s22, l22, noise, best)),
    );
    untrusted = or<M>(untrusted, andNot<M>(doubt, open));
  }
  writeMask<T, M>(FALLBACK, untrusted);
}

// conj(qA) qB, without normalising either: the factors are ordered so that nothing overflows in f32.
// Equal orientations give exact zeros off the diagonal.
// @ts-ignore: decorator
@inline function writeRelativeRotation<T>(): void {
  const ax = read<T>(QAX), ay = read<T>(QAY), az = read<T>(QAZ), aw = read<T>(QAW);
  const bx = read<T>(QBX), by = read<T>(QBY), bz = read<T>(QBZ), bw = read<T>(QBW);
  const inverse = mul<T>(splat<T>(0.5), quaternionScale<T>(QAX));
  const x = sub<T>(sub<T>(mul<T>(aw, bx), mul<T>(bw, ax)), sub<T>(mul<T>(ay, bz), mul<T>(az, by)));
  const y = sub<T>(sub<T>(mul<T>(aw, by), mul<T>(bw, ay)), sub<T>(mul<T>(az, bx), mul<T>(ax, bz)));
  const z = sub<T>(sub<T>(mul<T>(aw, bz), mul<T>(bw, az)), sub<T>(mul<T>(ax, by), mul<T>(ay, bx)));
  const w = add<T>(dot<T>(ax, ay, az, bx, by, bz), mul<T>(aw, bw));
  const ix = mul<T>(x, inverse), iy = mul<T>(y, inverse), iz = mul<T>(z, inverse), iw = mul<T>(w, inverse);
  const scale = div<T>(splat<T>(2), add<T>(dot<T>(x, y, z, ix, iy, iz), mul<T>(w, iw)));
  writeRotationOf<T>(x, y, z, w, mul<T>(ix, scale), mul<T>(iy, scale), mul<T>(iz, scale), ROTATION_B);
}

// |t0 r0 - t1 r1| - (a0 m0 + a1 m1 + b0 n0 + b1 n1)
// @ts-ignore: decorator
@inline function edge<T>(t0: T, r0: T, t1: T, r1: T, a0: T, m0: T, a1: T, m1: T, b0: T, n0: T, b1: T, n1: T): T {
  const reach = add<T>(add<T>(mul<T>(a0, m0), mul<T>(a1, m1)), add<T>(mul<T>(b0, n0), mul<T>(b1, n1)));
  return sub<T>(abs<T>(sub<T>(mul<T>(t0, r0), mul<T>(t1, r1))), reach);
}

// @ts-ignore: decorator
@inline function ranked<T>(s: T, squared: T): T {
  return div<T>(mul<T>(s, abs<T>(s)), squared);
}

// @ts-ignore: decorator
@inline function unlessFlat<T, M>(value: T, squared: T): T {
  return select<T, M>(less<T, M>(squared, constant<T>(DOUBT_SQUARED, PARALLEL_SQUARED_F64)), splat<T>(-Infinity), value);
}

// An axis between nearly, not exactly, parallel edges, whose s / length may exceed the best when s is too small by the noise.
// @ts-ignore: decorator
@inline function couldWin<T, M>(s: T, squared: T, noise: T, best: T): M {
  const near = andNot<M>(less<T, M>(squared, splat<T>(DOUBT_SQUARED)), less<T, M>(squared, splat<T>(PARALLEL_SQUARED)));
  return and<M>(near, less<T, M>(mul<T>(best, sqrt<T>(squared)), add<T>(s, noise)));
}

// Value 2, 1 or 0 of a choice of three.
// @ts-ignore: decorator
@inline function pick<T, M>(is2: M, is1: M, value0: T, value1: T, value2: T): T {
  return select<T, M>(is2, value2, select<T, M>(is1, value1, value0));
}

// @ts-ignore: decorator
@inline function choice<M>(mask: M, a: M, b: M): M {
  return or<M>(and<M>(mask, a), andNot<M>(b, mask));
}
