// The line of a ray in the frame of a core, and the part of it that is inside a convex solid.
//
// A kernel finds where the whole line enters and leaves its solid, at `position + s * direction` for s = enter .. exit; the
// ray's own start and end come in afterwards, in one place for all shapes (query/raycast.ts).
// The line's position is the foot of the core's center on it. So numbers are of the size of the shape however far away the
// ray starts, and no quadratic cancels. All in f64.

/** Foot of the core's center. */
export let px: f64 = 0, py: f64 = 0, pz: f64 = 0;
/** Unit. */
export let ux: f64 = 0, uy: f64 = 0, uz: f64 = 0;
/** Length that counts as nothing: what rounding leaves of the inputs. */
export let slop: f64 = 0;

/** Where the line enters, the outward normal there, and the number of the feature that it is on. */
export let enter: f64 = 0, enterX: f64 = 0, enterY: f64 = 0, enterZ: f64 = 0, enterFeature: i32 = 0;
/** Where it leaves. */
export let exit: f64 = 0, exitX: f64 = 0, exitY: f64 = 0, exitZ: f64 = 0, exitFeature: i32 = 0;

/** The whole line is inside until something clips it. */
export function beginLine(x: f64, y: f64, z: f64, directionX: f64, directionY: f64, directionZ: f64, tolerance: f64): void {
  px = x; py = y; pz = z;
  ux = directionX; uy = directionY; uz = directionZ;
  slop = tolerance;
  setEnter(-Infinity, -ux, -uy, -uz, 0);
  setExit(Infinity, ux, uy, uz, 0);
}

@inline
export function setEnter(s: f64, x: f64, y: f64, z: f64, feature: i32): void {
  enter = s;
  enterFeature = feature;
  enterX = x; enterY = y; enterZ = z;
}

@inline
export function setExit(s: f64, x: f64, y: f64, z: f64, feature: i32): void {
  exit = s;
  exitFeature = feature;
  exitX = x; exitY = y; exitZ = z;
}

/** True if something is left of the line. Parts that miss each other by rounding meet. */
@inline
export function meets(): bool {
  if (!(enter <= exit + slop)) return false;
  exit = max<f64>(enter, exit);
  return true;
}

/** Clips to |y| <= half. Features: 1 at +y, 2 at -y. False if it is outside for ever. */
export function clipHeight(half: f64): bool {
  // On the face counts as inside; 0 / 0 must not happen.
  if (uy == 0) return abs<f64>(py) <= half + slop;
  const side: f64 = uy > 0 ? 1 : -1;
  const near = (-side * half - py) / uy;
  const far = (side * half - py) / uy;
  if (near > enter) setEnter(near, 0, -side, 0, uy > 0 ? 2 : 1);
  if (far < exit) setExit(far, 0, side, 0, uy > 0 ? 1 : 2);
  return true;
}

/** The part of the line inside the infinite cylinder about the y axis that `crossRound` found last. */
export let roundNear: f64 = 0, roundFar: f64 = 0;

/** Crosses the line with the cylinder x^2 + z^2 = radius^2. False if it is outside for ever. */
export function crossRound(radius: f64): bool {
  const a = ux * ux + uz * uz;
  const rho = sqrt<f64>(px * px + pz * pz);
  if (a == 0) {
    roundNear = -Infinity;
    roundFar = Infinity;
    return rho <= radius + slop;
  }
  // b^2 - a c = a radius^2 - cross^2, where nothing cancels before the last step.
  const b = px * ux + pz * uz;
  const c = (rho - radius) * (rho + radius);
  const cross = px * uz - pz * ux;
  if (!(abs<f64>(cross) <= (radius + slop) * sqrt<f64>(a))) return false;
  const discriminant = a * (radius * radius) - cross * cross;
  if (discriminant <= 0) {
    roundNear = -b / a;
    roundFar = roundNear;
    return true;
  }
  const root = sqrt<f64>(discriminant);
  const q = b > 0 ? -b - root : root - b;
  roundNear = b > 0 ? q / a : c / q;
  roundFar = b > 0 ? c / q : q / a;
  return true;
}
