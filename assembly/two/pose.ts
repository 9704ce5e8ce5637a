// Poses of the plane: 4 floats, x, y, cos, sin. The last two need not be unit: they are divided by their length.

import { MAX_MAGNITUDE } from "../math/pose";

/** A rotation needs one component of at least this; one of length 1e-15 has. */
const MIN_ROTATION: f32 = 7e-16;

/** Comparisons only, so that every build agrees, and written so that NaN fails. */
@inline
export function posesAreValid2D(poseA: usize, poseB: usize): bool {
  if (ASC_FEATURE_SIMD) {
    const a = f32x4.abs(v128.load(poseA)), b = f32x4.abs(v128.load(poseB));
    const most = f32x4.splat(MAX_MAGNITUDE), least = f32x4.splat(MIN_ROTATION);
    const within = v128.and(f32x4.le(a, most), f32x4.le(b, most));
    const turns = f32x4.ge(f32x4.pmax(v128.shuffle<f32>(a, b, 2, 6, 2, 6), v128.shuffle<f32>(a, b, 3, 7, 3, 7)), least);
    return i32x4.all_true(v128.and(within, turns));
  } else {
    return poseIsValid2D(poseA) && poseIsValid2D(poseB);
  }
}

export function poseIsValid2D(pose: usize): bool {
  const position = max<f32>(abs<f32>(load<f32>(pose)), abs<f32>(load<f32>(pose, 4)));
  const rotation = max<f32>(abs<f32>(load<f32>(pose, 8)), abs<f32>(load<f32>(pose, 12)));
  return max<f32>(position, rotation) <= MAX_MAGNITUDE && rotation >= MIN_ROTATION;
}

// ---------------------------------------------------------------- one pair, in f64

/** Rotation of A: its local x axis in the world. */
export let cosA: f64 = 1, sinA: f64 = 0;
/** What takes B's frame into A's: x_A = (cos x_B - sin y_B, sin x_B + cos y_B) + t. */
export let cos: f64 = 1, sin: f64 = 0;
export let tx: f64 = 0, ty: f64 = 0;

/** Positions are subtracted first: far from the origin nothing is lost. */
export function setRelativePose2D(poseA: usize, poseB: usize): void {
  setRotation2D(poseA);
  const x = <f64>load<f32>(poseB, 8), y = <f64>load<f32>(poseB, 12);
  const scale = 1 / sqrt<f64>(x * x + y * y);
  cos = (cosA * x + sinA * y) * scale;
  sin = (cosA * y - sinA * x) * scale;
  const dx = <f64>load<f32>(poseB) - <f64>load<f32>(poseA), dy = <f64>load<f32>(poseB, 4) - <f64>load<f32>(poseA, 4);
  tx = localX2D(dx, dy);
  ty = localY2D(dx, dy);
}

/** Sets the rotation of A alone. */
export function setRotation2D(pose: usize): void {
  const x = <f64>load<f32>(pose, 8), y = <f64>load<f32>(pose, 12);
  const scale = 1 / sqrt<f64>(x * x + y * y);
  cosA = x * scale;
  sinA = y * scale;
}

/** World coordinates of a direction in A's frame, and back. */
@inline export function worldX2D(x: f64, y: f64): f64 { return cosA * x - sinA * y; }
@inline export function worldY2D(x: f64, y: f64): f64 { return sinA * x + cosA * y; }
@inline export function localX2D(x: f64, y: f64): f64 { return cosA * x + sinA * y; }
@inline export function localY2D(x: f64, y: f64): f64 { return cosA * y - sinA * x; }
