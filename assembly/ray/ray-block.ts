// The blocks that carry rays into a lane kernel and hits out of it: slot k of lane type T lies at block + k * sizeof<T>().
// Everything is f64 (math/lane64.ts). A row that is answered alone has the same bits as one of two.
//
// A kernel finds where the line `o + s w` of a ray enters and leaves a convex solid, s being the fraction of the translation w.
// What that means for the ray is decided in one place, by the policy of query/raycast.ts.

import {
  abs, add, and, andNot, any, div, dot, less, lessEqual, loadTwo, max, min, mul, neg, only, or, select, splat, sqrt, sub,
  unless,
} from "../math/lane64";
import { Shape } from "../shape/shape";
import { RAY_SLOP, RAY_START_SLOP } from "../tolerance";

// A block of bodies: position, rotation (row by row, to the world), radius and core parameters of the shape.
const POSITION: i32 = 0;
export const ROTATION: i32 = 3;
export const RADIUS: i32 = 12, X: i32 = 13, Y: i32 = 14, Z: i32 = 15;
/** The radius of the sphere that holds the shape, and 1 / RADIUS. */
const SIZE: i32 = 16, INVERSE_RADIUS: i32 = 17;
export const BODY_SLOTS: i32 = 18;

// A block of rays. Origin and translation as they came, but for a translation of no length.
export const ORIGIN: i32 = 0, TRANSLATION: i32 = 3;
/** From the position of the body to the origin, and the translation, in the axes of the body (of spheres: of the world). */
export const O: i32 = 6, W: i32 = 9;
/** The largest fraction, and what counts as nothing: a length, and no less than that as a fraction. */
const LIMIT: i32 = 12;
export const SLOP: i32 = 13, SLOP_FRACTION: i32 = 14;
/** The hit: fraction, unit normal in world axes, the number of the feature, and two masks. */
export const FRACTION: i32 = 15, NORMAL: i32 = 16, FEATURE: i32 = 19, HIT: i32 = 20, INSIDE: i32 = 21;
export const RAY_SLOTS: i32 = 22;

// @ts-ignore: decorator
@inline export function read<T>(block: usize, slot: i32): T {
  return load<T>(block + slot * sizeof<T>());
}

// @ts-ignore: decorator
@inline export function write<T>(block: usize, slot: i32, value: T): void {
  store<T>(block + slot * sizeof<T>(), value);
}

// @ts-ignore: decorator
@inline function writeMask<T, M>(block: usize, slot: i32, mask: M): void {
  if (isVector<T>()) store<v128>(block + slot * sizeof<T>(), mask);
  else store<u64>(block + slot * sizeof<T>(), <u64>mask);
}

// @ts-ignore: decorator
@inline export function readMask<T, M>(block: usize, slot: i32): M {
  if (isVector<T>()) return load<v128>(block + slot * sizeof<T>());
  return <M>load<u64>(block + slot * sizeof<T>());
}

// ---------------------------------------------------------------- the bodies

/** Position, radius and core of the bodies that the rays of the lanes are cast at. */
// @ts-ignore: decorator
@inline export function placeBodies<T>(body: usize, shape0: usize, pose0: usize, shape1: usize, pose1: usize): void {
  write<T>(body, POSITION, loadTwo<T>(pose0, pose1));
  write<T>(body, POSITION + 1, loadTwo<T>(pose0 + 4, pose1 + 4));
  write<T>(body, POSITION + 2, loadTwo<T>(pose0 + 8, pose1 + 8));
  const size = offsetof<Shape>("boundingRadius"), x = offsetof<Shape>("x"), y = offsetof<Shape>("y"), z = offsetof<Shape>("z");
  write<T>(body, SIZE, loadTwo<T>(shape0 + size, shape1 + size));
  write<T>(body, X, loadTwo<T>(shape0 + x, shape1 + x));
  write<T>(body, Y, loadTwo<T>(shape0 + y, shape1 + y));
  write<T>(body, Z, loadTwo<T>(shape0 + z, shape1 + z));
  const radius = loadTwo<T>(shape0 + offsetof<Shape>("radius"), shape1 + offsetof<Shape>("radius"));
  write<T>(body, RADIUS, radius);
  write<T>(body, INVERSE_RADIUS, div<T>(splat<T>(1), radius));
}

/** Their rotations; the quaternions need not be unit. */
// @ts-ignore: decorator
@inline export function turnBodies<T>(body: usize, pose0: usize, pose1: usize): void {
  const x = loadTwo<T>(pose0 + 12, pose1 + 12), y = loadTwo<T>(pose0 + 16, pose1 + 16);
  const z = loadTwo<T>(pose0 + 20, pose1 + 20), w = loadTwo<T>(pose0 + 24, pose1 + 24);
  const s = div<T>(splat<T>(2), add<T>(dot<T>(x, y, z, x, y, z), mul<T>(w, w)));
  const sx = mul<T>(s, x), sy = mul<T>(s, y), sz = mul<T>(s, z), one = splat<T>(1);
  const xx = mul<T>(x, sx), yy = mul<T>(y, sy), zz = mul<T>(z, sz);
  const xy = mul<T>(x, sy), xz = mul<T>(x, sz), yz = mul<T>(y, sz);
  const wx = mul<T>(w, sx), wy = mul<T>(w, sy), wz = mul<T>(w, sz);
  write<T>(body, ROTATION, sub<T>(one, add<T>(yy, zz)));
  write<T>(body, ROTATION + 1, sub<T>(xy, wz));
  write<T>(body, ROTATION + 2, add<T>(xz, wy));
  write<T>(body, ROTATION + 3, add<T>(xy, wz));
  write<T>(body, ROTATION + 4, sub<T>(one, add<T>(xx, zz)));
  write<T>(body, ROTATION + 5, sub<T>(yz, wx));
  write<T>(body, ROTATION + 6, sub<T>(xz, wy));
  write<T>(body, ROTATION + 7, add<T>(yz, wx));
  write<T>(body, ROTATION + 8, sub<T>(one, add<T>(xx, yy)));
}

// ---------------------------------------------------------------- the rays

/** A ray of no length asks about its origin: with the direction (0, -1, 0), up to fraction 0. `turned`: not for spheres. */
// @ts-ignore: decorator
@inline export function placeRays<T, M>(
  body: usize, ray: usize, origin0: usize, translation0: usize, origin1: usize, translation1: usize, limit: f64, turned: bool,
): void {
  const x = loadTwo<T>(origin0, origin1), y = loadTwo<T>(origin0 + 4, origin1 + 4), z = loadTwo<T>(origin0 + 8, origin1 + 8);
  const ox = sub<T>(x, read<T>(body, POSITION)), oy = sub<T>(y, read<T>(body, POSITION + 1)), oz = sub<T>(z, read<T>(body, POSITION + 2));
  const wx = loadTwo<T>(translation0, translation1), wz = loadTwo<T>(translation0 + 8, translation1 + 8);
  let wy = loadTwo<T>(translation0 + 4, translation1 + 4);
  const longest = max<T>(max<T>(abs<T>(wx), abs<T>(wy)), abs<T>(wz)), one = splat<T>(1);
  const moves = less<T, M>(splat<T>(0), longest);
  wy = select<T, M>(moves, wy, splat<T>(-1));
  write<T>(ray, ORIGIN, x);
  write<T>(ray, ORIGIN + 1, y);
  write<T>(ray, ORIGIN + 2, z);
  write<T>(ray, TRANSLATION, wx);
  write<T>(ray, TRANSLATION + 1, wy);
  write<T>(ray, TRANSLATION + 2, wz);
  write<T>(ray, LIMIT, only<T, M>(moves, splat<T>(limit)));
  const away = max<T>(max<T>(abs<T>(ox), abs<T>(oy)), abs<T>(oz));
  const slop = add<T>(mul<T>(splat<T>(RAY_SLOP), read<T>(body, SIZE)), mul<T>(splat<T>(2 * RAY_START_SLOP), away));
  write<T>(ray, SLOP, slop);
  write<T>(ray, SLOP_FRACTION, div<T>(slop, select<T, M>(moves, longest, one)));
  if (turned) {
    const r00 = read<T>(body, ROTATION), r01 = read<T>(body, ROTATION + 1), r02 = read<T>(body, ROTATION + 2);
    const r10 = read<T>(body, ROTATION + 3), r11 = read<T>(body, ROTATION + 4), r12 = read<T>(body, ROTATION + 5);
    const r20 = read<T>(body, ROTATION + 6), r21 = read<T>(body, ROTATION + 7), r22 = read<T>(body, ROTATION + 8);
    writeVector<T>(
      ray, O, dot<T>(ox, oy, oz, r00, r10, r20), dot<T>(ox, oy, oz, r01, r11, r21), dot<T>(ox, oy, oz, r02, r12, r22),
    );
    writeVector<T>(
      ray, W, dot<T>(wx, wy, wz, r00, r10, r20), dot<T>(wx, wy, wz, r01, r11, r21), dot<T>(wx, wy, wz, r02, r12, r22),
    );
  } else {
    writeVector<T>(ray, O, ox, oy, oz);
    writeVector<T>(ray, W, wx, wy, wz);
  }
}

// @ts-ignore: decorator
@inline export function writeVector<T>(block: usize, slot: i32, x: T, y: T, z: T): void {
  write<T>(block, slot, x);
  write<T>(block, slot + 1, y);
  write<T>(block, slot + 2, z);
}

// ---------------------------------------------------------------- the hits

/** Whether the ray starts beyond its entry by more than rounding. */
// @ts-ignore: decorator
@inline export function startsBehind<T, M>(ray: usize, enter: T): M {
  return less<T, M>(enter, neg<T>(read<T>(ray, SLOP_FRACTION)));
}

/** What counts for a solid: the entry, or the start where that is `inside` and past the entry (`behind`). */
// @ts-ignore: decorator
@inline export function decideSolid<T, M>(ray: usize, crossed: M, behind: M, enter: T, inside: M): void {
  const within = lessEqual<T, M>(enter, add<T>(read<T>(ray, LIMIT), read<T>(ray, SLOP_FRACTION)));
  const starts = and<M>(behind, inside);
  writeHit<T, M>(ray, unless<T, M>(behind, enter), and<M>(crossed, or<M>(starts, andNot<M>(within, behind))), starts);
}

/** What counts for a surface: `s`, which is the entry, or the exit where the ray starts past the entry. */
// @ts-ignore: decorator
@inline export function decideSurface<T, M>(ray: usize, crossed: M, s: T): void {
  const within = lessEqual<T, M>(s, add<T>(read<T>(ray, LIMIT), read<T>(ray, SLOP_FRACTION)));
  writeHit<T, M>(ray, s, and<M>(crossed, andNot<M>(within, startsBehind<T, M>(ray, s))), andNot<M>(crossed, crossed));
}

// @ts-ignore: decorator
@inline function writeHit<T, M>(ray: usize, s: T, hit: M, inside: M): void {
  const fraction = min<T>(max<T>(s, splat<T>(0)), read<T>(ray, LIMIT));
  write<T>(ray, FRACTION, fraction);
  // A vanishing translation may take more of itself than f32 can say.
  writeMask<T, M>(ray, HIT, and<M>(hit, lessEqual<T, M>(fraction, splat<T>(<f64>f32.MAX_VALUE))));
  writeMask<T, M>(ray, INSIDE, inside);
}

/** A ray that starts inside of a solid meets it head on. */
// @ts-ignore: decorator
@inline export function faceInside<T, M>(ray: usize): void {
  const inside = readMask<T, M>(ray, INSIDE);
  if (!any<M>(inside)) return;
  const x = read<T>(ray, TRANSLATION), y = read<T>(ray, TRANSLATION + 1), z = read<T>(ray, TRANSLATION + 2);
  const scale = div<T>(splat<T>(-1), sqrt<T>(dot<T>(x, y, z, x, y, z)));
  write<T>(ray, NORMAL, select<T, M>(inside, mul<T>(scale, x), read<T>(ray, NORMAL)));
  write<T>(ray, NORMAL + 1, select<T, M>(inside, mul<T>(scale, y), read<T>(ray, NORMAL + 1)));
  write<T>(ray, NORMAL + 2, select<T, M>(inside, mul<T>(scale, z), read<T>(ray, NORMAL + 2)));
}

/**
 * Writes the unit normal along `v`, which is as long as the radius but for rounding; where that is nothing, against the ray
 * `w`, or along it where the ray leaves. `turned`: both are in the axes of the body.
 */
// @ts-ignore: decorator
@inline export function writeRadialNormal<T, M>(
  body: usize, ray: usize, vx: T, vy: T, vz: T, wx: T, wy: T, wz: T, leaves: M, turned: bool,
): void {
  let x = vx, y = vy, z = vz;
  const inverse = read<T>(body, INVERSE_RADIUS), squared = dot<T>(x, y, z, x, y, z), one = splat<T>(1);
  // One step of Newton's method from 1 / radius takes an error of 1e-4 to 4e-9.
  const ratio = mul<T>(mul<T>(squared, inverse), inverse);
  const near = lessEqual<T, M>(abs<T>(sub<T>(ratio, one)), splat<T>(1e-4));
  let scale = mul<T>(inverse, sub<T>(splat<T>(1.5), mul<T>(splat<T>(0.5), ratio)));
  if (any<M>(andNot<M>(readMask<T, M>(ray, HIT), near))) {
    const slop = read<T>(ray, SLOP);
    const tiny = andNot<M>(lessEqual<T, M>(squared, mul<T>(slop, slop)), near);
    x = select<T, M>(tiny, select<T, M>(leaves, wx, neg<T>(wx)), x);
    y = select<T, M>(tiny, select<T, M>(leaves, wy, neg<T>(wy)), y);
    z = select<T, M>(tiny, select<T, M>(leaves, wz, neg<T>(wz)), z);
    scale = select<T, M>(near, scale, div<T>(one, sqrt<T>(dot<T>(x, y, z, x, y, z))));
  }
  x = mul<T>(scale, x);
  y = mul<T>(scale, y);
  z = mul<T>(scale, z);
  if (turned) {
    writeVector<T>(
      ray, NORMAL,
      dot<T>(x, y, z, read<T>(body, ROTATION), read<T>(body, ROTATION + 1), read<T>(body, ROTATION + 2)),
      dot<T>(x, y, z, read<T>(body, ROTATION + 3), read<T>(body, ROTATION + 4), read<T>(body, ROTATION + 5)),
      dot<T>(x, y, z, read<T>(body, ROTATION + 6), read<T>(body, ROTATION + 7), read<T>(body, ROTATION + 8)),
    );
  } else writeVector<T>(ray, NORMAL, x, y, z);
}
