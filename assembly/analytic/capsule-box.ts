// Capsule A against box B, in the frame of B, reflected so that the segment c + t u, |t| <= h, runs towards the positive octant.
//
// Apart: half the derivative of the squared distance to the box is g(t) = u . (p - clamp(p)), which never falls and is linear
// between the six parameters where the segment crosses a face plane. The last of them with g <= 0 and the first with g >= 0
// enclose the root, and linear interpolation is exact: no search over features (compare Ericson 5.1.9, Eberly's 15 cases).
//
// Overlapping: the segment swept over the box is a zonotope whose faces have the normals of the box's faces and u x edge,
// so six axes give the least translation (the segment form of Gottschalk's test).

import {
  abs, add, and, andNot, any, clamp, constant, div, dot, less, lessEqual, max, min, mul, neg, only, or, select, sign, splat, sqrt,
  sub, unless, withSign,
} from "../math/lane";
import {
  AR, AY, BR, BX, BY, BZ, DX, DY, DZ, FALLBACK, QAX, QBX, ROTATION_B, read, writeAnswer, writeMask,
} from "./lane-block";
import { axisYx, axisYy, axisYz, quaternionScale, writeRotation } from "./rotation";

/** Sine between a segment and an edge below which f32 cannot rank their cross axis to 5e-6 of the size. */
const DOUBT: f32 = 0.05;

/**
 * Ties: a face before an edge, the lower axis before the higher, the positive side of the box before the negative.
 * FALLBACK: an axis between nearly parallel edges might be the least one, and f32 cannot tell.
 */
export function collideCapsuleBox<T>(): void {
  if (isVector<T>()) capsuleBox<T, v128>();
  else capsuleBox<T, bool>();
}

function capsuleBox<T, M>(): void {
  writeRotation<T>(QBX, ROTATION_B);
  const r00 = read<T>(ROTATION_B), r01 = read<T>(ROTATION_B + 1), r02 = read<T>(ROTATION_B + 2);
  const r10 = read<T>(ROTATION_B + 3), r11 = read<T>(ROTATION_B + 4), r12 = read<T>(ROTATION_B + 5);
  const r20 = read<T>(ROTATION_B + 6), r21 = read<T>(ROTATION_B + 7), r22 = read<T>(ROTATION_B + 8);
  const dx = read<T>(DX), dy = read<T>(DY), dz = read<T>(DZ);
  const bx = read<T>(BX), by = read<T>(BY), bz = read<T>(BZ), half = read<T>(AY);
  const scale = quaternionScale<T>(QAX);
  const ax = axisYx<T>(QAX, scale), ay = axisYy<T>(QAX, scale), az = axisYz<T>(QAX, scale);
  const zero = splat<T>(0), one = splat<T>(1);

  // Into the frame of B, reflected.
  const lx = dot<T>(ax, ay, az, r00, r10, r20), ly = dot<T>(ax, ay, az, r01, r11, r21), lz = dot<T>(ax, ay, az, r02, r12, r22);
  const flipX = sign<T, M>(lx), flipY = sign<T, M>(ly), flipZ = sign<T, M>(lz);
  // A slope that is all rounding would let it choose an end of a segment that lies flat.
  const ux = slanted<T, M>(lx), uy = slanted<T, M>(ly), uz = slanted<T, M>(lz);
  const cx = mul<T>(neg<T>(flipX), dot<T>(dx, dy, dz, r00, r10, r20));
  const cy = mul<T>(neg<T>(flipY), dot<T>(dx, dy, dz, r01, r11, r21));
  const cz = mul<T>(neg<T>(flipZ), dot<T>(dx, dy, dz, r02, r12, r22));

  // Where the segment crosses the face planes. An axis that u does not move along crosses at infinity, that is at an end.
  const ix = div<T>(one, max<T>(ux, splat<T>(1e-20)));
  const iy = div<T>(one, max<T>(uy, splat<T>(1e-20)));
  const iz = div<T>(one, max<T>(uz, splat<T>(1e-20)));
  const enterX = clamp<T>(mul<T>(neg<T>(add<T>(cx, bx)), ix), half), leaveX = clamp<T>(mul<T>(sub<T>(bx, cx), ix), half);
  const enterY = clamp<T>(mul<T>(neg<T>(add<T>(cy, by)), iy), half), leaveY = clamp<T>(mul<T>(sub<T>(by, cy), iy), half);
  const enterZ = clamp<T>(mul<T>(neg<T>(add<T>(cz, bz)), iz), half), leaveZ = clamp<T>(mul<T>(sub<T>(bz, cz), iz), half);

  // ---- apart: enclose the root of g. An end takes part on either side, so that g > 0 or g < 0 all along leaves that end.
  const first = neg<T>(half);
  const gFirst = slope<T>(first, ux, uy, uz, cx, cy, cz, bx, by, bz), gLast = slope<T>(half, ux, uy, uz, cx, cy, cz, bx, by, bz);
  const g0 = slope<T>(enterX, ux, uy, uz, cx, cy, cz, bx, by, bz), g1 = slope<T>(leaveX, ux, uy, uz, cx, cy, cz, bx, by, bz);
  const g2 = slope<T>(enterY, ux, uy, uz, cx, cy, cz, bx, by, bz), g3 = slope<T>(leaveY, ux, uy, uz, cx, cy, cz, bx, by, bz);
  const g4 = slope<T>(enterZ, ux, uy, uz, cx, cy, cz, bx, by, bz), g5 = slope<T>(leaveZ, ux, uy, uz, cx, cy, cz, bx, by, bz);
  const tLow = max<T>(
    max<T>(
      max<T>(falling<T, M>(g0, enterX, first), falling<T, M>(g1, leaveX, first)),
      max<T>(falling<T, M>(g2, enterY, first), falling<T, M>(g3, leaveY, first)),
    ),
    max<T>(max<T>(falling<T, M>(g4, enterZ, first), falling<T, M>(g5, leaveZ, first)), falling<T, M>(gLast, half, first)),
  );
  const tHigh = min<T>(
    min<T>(
      min<T>(rising<T, M>(g0, enterX, half), rising<T, M>(g1, leaveX, half)),
      min<T>(rising<T, M>(g2, enterY, half), rising<T, M>(g3, leaveY, half)),
    ),
    min<T>(min<T>(rising<T, M>(g4, enterZ, half), rising<T, M>(g5, leaveZ, half)), rising<T, M>(gFirst, first, half)),
  );
  // No slope between the two: they are one point or span a stretch of equal distance, whose middle is stable.
  const gLow = slope<T>(tLow, ux, uy, uz, cx, cy, cz, bx, by, bz), gHigh = slope<T>(tHigh, ux, uy, uz, cx, cy, cz, bx, by, bz);
  const rise = sub<T>(gHigh, gLow);
  const level = or<M>(lessEqual<T, M>(rise, zero), or<M>(lessEqual<T, M>(zero, gLow), lessEqual<T, M>(gHigh, zero)));
  const share = select<T, M>(level, splat<T>(0.5), div<T>(neg<T>(gLow), select<T, M>(level, one, rise)));
  const tApart = clamp<T>(add<T>(tLow, mul<T>(share, sub<T>(tHigh, tLow))), half);

  const ex = excess<T>(add<T>(cx, mul<T>(tApart, ux)), bx);
  const ey = excess<T>(add<T>(cy, mul<T>(tApart, uy)), by);
  const ez = excess<T>(add<T>(cz, mul<T>(tApart, uz)), bz);

  // Between the ends the normal must be perpendicular to u, or pointA leaves the mantle; rounding is taken out along the
  // part of u in the plane of what sticks out. With one such axis the segment is parallel to a face and nothing is to do.
  const outX = less<T, M>(zero, abs<T>(ex)), outY = less<T, M>(zero, abs<T>(ey)), outZ = less<T, M>(zero, abs<T>(ez));
  const several = or<M>(or<M>(and<M>(outX, outY), and<M>(outX, outZ)), and<M>(outY, outZ));
  const wx = only<T, M>(outX, ux), wy = only<T, M>(outY, uy), wz = only<T, M>(outZ, uz);
  const ww = dot<T>(wx, wy, wz, wx, wy, wz);
  const correct = and<M>(and<M>(several, less<T, M>(abs<T>(tApart), half)), less<T, M>(constant<T>(1e-6, 1e-20), ww));
  const rest = only<T, M>(correct, div<T>(dot<T>(ex, ey, ez, ux, uy, uz), select<T, M>(correct, ww, one)));
  const vx = sub<T>(ex, mul<T>(rest, wx)), vy = sub<T>(ey, mul<T>(rest, wy)), vz = sub<T>(ez, mul<T>(rest, wz));
  const squared = dot<T>(vx, vy, vz, vx, vy, vz);
  const length = sqrt<T>(squared);

  // ---- overlapping: the six axes
  const size = add<T>(add<T>(add<T>(bx, by), bz), half);
  const noise = mul<T>(size, constant<T>(5e-7, 1e-15));
  const overlap = lessEqual<T, M>(squared, add<T>(mul<T>(noise, noise), splat<T>(1e-36)));
  const inverse = div<T>(one, select<T, M>(overlap, one, length));
  let ox = mul<T>(vx, inverse), oy = mul<T>(vy, inverse), oz = mul<T>(vz, inverse), t = tApart, core = length;
  let doubtful = less<T, M>(one, zero);
  if (any<M>(overlap)) {
    const faceX = sub<T>(abs<T>(cx), add<T>(bx, mul<T>(half, ux)));
    const faceY = sub<T>(abs<T>(cy), add<T>(by, mul<T>(half, uy)));
    const faceZ = sub<T>(abs<T>(cz), add<T>(bz, mul<T>(half, uz)));
    const faceXY = max<T>(faceX, faceY), face = max<T>(faceXY, faceZ);
    const isFaceZ = less<T, M>(faceXY, faceZ), isFaceY = andNot<M>(less<T, M>(faceX, faceY), isFaceZ);

    // u x edge: (0, uz, -uy), (-uz, 0, ux), (uy, -ux, 0).
    const heightX = sub<T>(mul<T>(cy, uz), mul<T>(cz, uy));
    const heightY = sub<T>(mul<T>(cz, ux), mul<T>(cx, uz));
    const heightZ = sub<T>(mul<T>(cx, uy), mul<T>(cy, ux));
    const xx = mul<T>(ux, ux), yy = mul<T>(uy, uy), zz = mul<T>(uz, uz);
    const lengthX = sqrt<T>(add<T>(yy, zz)), lengthY = sqrt<T>(add<T>(zz, xx)), lengthZ = sqrt<T>(add<T>(xx, yy));
    const tiny = constant<T>(2e-6, 1e-8);
    const edgeX = edgeAxis<T, M>(sub<T>(abs<T>(heightX), add<T>(mul<T>(by, uz), mul<T>(bz, uy))), lengthX, tiny, noise);
    const edgeY = edgeAxis<T, M>(sub<T>(abs<T>(heightY), add<T>(mul<T>(bz, ux), mul<T>(bx, uz))), lengthY, tiny, noise);
    const edgeZ = edgeAxis<T, M>(sub<T>(abs<T>(heightZ), add<T>(mul<T>(bx, uy), mul<T>(by, ux))), lengthZ, tiny, noise);
    const edgeXY = max<T>(edgeX, edgeY), edge = max<T>(edgeXY, edgeZ);
    const isEdgeZ = less<T, M>(edgeXY, edgeZ), isEdgeY = andNot<M>(less<T, M>(edgeX, edgeY), isEdgeZ);
    const byEdge = less<T, M>(add<T>(face, noise), edge);
    const edgeLength = select<T, M>(isEdgeZ, lengthZ, select<T, M>(isEdgeY, lengthY, lengthX));
    doubtful = and<M>(and<M>(overlap, byEdge), less<T, M>(edgeLength, constant<T>(DOUBT, 0)));

    // The way out of the box, m, on the side of c.
    const sideX = sign<T, M>(cx), sideY = sign<T, M>(cy), sideZ = sign<T, M>(cz);
    const edgeHeight = select<T, M>(isEdgeZ, heightZ, select<T, M>(isEdgeY, heightY, heightX));
    const turn = div<T>(sign<T, M>(edgeHeight), max<T>(edgeLength, tiny));
    const kx = mul<T>(turn, sub<T>(only<T, M>(isEdgeZ, uy), only<T, M>(isEdgeY, uz)));
    const ky = mul<T>(turn, sub<T>(unless<T, M>(or<M>(isEdgeY, isEdgeZ), uz), only<T, M>(isEdgeZ, ux)));
    const kz = mul<T>(turn, sub<T>(only<T, M>(isEdgeY, ux), unless<T, M>(or<M>(isEdgeY, isEdgeZ), uy)));
    const fx = unless<T, M>(or<M>(isFaceY, isFaceZ), sideX);
    const fy = only<T, M>(isFaceY, sideY), fz = only<T, M>(isFaceZ, sideZ);

    // Face: the end that is deepest, brought between the other four planes; the middle of what is between them when the
    // segment is parallel to the face.
    const alongFace = select<T, M>(isFaceZ, uz, select<T, M>(isFaceY, uy, ux));
    const faceSide = select<T, M>(isFaceZ, sideZ, select<T, M>(isFaceY, sideY, sideX));
    const from = max<T>(
      max<T>(select<T, M>(or<M>(isFaceY, isFaceZ), enterX, first), select<T, M>(isFaceY, first, enterY)),
      select<T, M>(isFaceZ, first, enterZ),
    );
    const to = min<T>(
      min<T>(select<T, M>(or<M>(isFaceY, isFaceZ), leaveX, half), select<T, M>(isFaceY, half, leaveY)),
      select<T, M>(isFaceZ, half, leaveZ),
    );
    const isParallel = lessEqual<T, M>(mul<T>(alongFace, half), noise);
    const tFace = select<T, M>(isParallel, mul<T>(add<T>(from, to), splat<T>(0.5)), select<T, M>(less<T, M>(faceSide, zero), to, from));

    // Edge: where the segment passes the box's edge, seen along the edge.
    const qx = sub<T>(withSign<T>(bx, kx), cx), qy = sub<T>(withSign<T>(by, ky), cy), qz = sub<T>(withSign<T>(bz, kz), cz);
    const passX = only<T, M>(or<M>(isEdgeY, isEdgeZ), mul<T>(qx, ux));
    const passY = unless<T, M>(isEdgeY, mul<T>(qy, uy));
    const passZ = unless<T, M>(isEdgeZ, mul<T>(qz, uz));
    const tEdge = clamp<T>(div<T>(add<T>(add<T>(passX, passY), passZ), max<T>(mul<T>(edgeLength, edgeLength), mul<T>(tiny, tiny))), half);
    ox = select<T, M>(overlap, select<T, M>(byEdge, kx, fx), ox);
    oy = select<T, M>(overlap, select<T, M>(byEdge, ky, fy), oy);
    oz = select<T, M>(overlap, select<T, M>(byEdge, kz, fz), oz);
    t = select<T, M>(overlap, select<T, M>(byEdge, tEdge, tFace), t);
    core = select<T, M>(overlap, select<T, M>(byEdge, edge, face), core);
  }

  // ---- to the world
  const mx = neg<T>(mul<T>(ox, flipX)), my = neg<T>(mul<T>(oy, flipY)), mz = neg<T>(mul<T>(oz, flipZ));
  const nx = dot<T>(r00, r01, r02, mx, my, mz), ny = dot<T>(r10, r11, r12, mx, my, mz), nz = dot<T>(r20, r21, r22, mx, my, mz);
  const radiusA = read<T>(AR);
  writeAnswer<T>(
    sub<T>(core, add<T>(radiusA, read<T>(BR))), nx, ny, nz,
    add<T>(mul<T>(t, ax), mul<T>(nx, radiusA)), add<T>(mul<T>(t, ay), mul<T>(ny, radiusA)), add<T>(mul<T>(t, az), mul<T>(nz, radiusA)),
  );
  // A box that is a segment: along the capsule, the axes leave the lengths out.
  const thin = or<M>(lessEqual<T, M>(add<T>(bx, by), zero), or<M>(lessEqual<T, M>(add<T>(by, bz), zero), lessEqual<T, M>(add<T>(bz, bx), zero)));
  writeMask<T, M>(FALLBACK, or<M>(doubtful, thin));
}

// @ts-ignore: decorator
@inline function slanted<T, M>(slope: T): T {
  const size = abs<T>(slope);
  return unless<T, M>(less<T, M>(size, constant<T>(3e-7, 1e-15)), size);
}

// Half the derivative of the squared distance from c + t u to the box.
// @ts-ignore: decorator
@inline function slope<T>(t: T, ux: T, uy: T, uz: T, cx: T, cy: T, cz: T, bx: T, by: T, bz: T): T {
  return dot<T>(
    ux, uy, uz,
    excess<T>(add<T>(cx, mul<T>(t, ux)), bx), excess<T>(add<T>(cy, mul<T>(t, uy)), by), excess<T>(add<T>(cz, mul<T>(t, uz)), bz),
  );
}

// How far x is out of [-limit, limit], signed.
// @ts-ignore: decorator
@inline function excess<T>(x: T, limit: T): T {
  return sub<T>(x, clamp<T>(x, limit));
}

// @ts-ignore: decorator
@inline function falling<T, M>(g: T, t: T, otherwise: T): T {
  return select<T, M>(lessEqual<T, M>(g, splat<T>(0)), t, otherwise);
}

// @ts-ignore: decorator
@inline function rising<T, M>(g: T, t: T, otherwise: T): T {
  return select<T, M>(lessEqual<T, M>(splat<T>(0), g), t, otherwise);
}

// Separation along a cross axis of the given length. Below `tiny` the axis gains nothing over the faces. Between that and
// DOUBT rounding is divided by a small length, so the axis gets the benefit of it: if it then wins, the lane is doubtful.
// @ts-ignore: decorator
@inline function edgeAxis<T, M>(separation: T, length: T, tiny: T, noise: T): T {
  const doubt = less<T, M>(length, constant<T>(DOUBT, 0));
  const value = div<T>(add<T>(separation, select<T, M>(doubt, noise, splat<T>(0))), max<T>(length, tiny));
  return select<T, M>(less<T, M>(length, tiny), splat<T>(-Infinity), value);
}
