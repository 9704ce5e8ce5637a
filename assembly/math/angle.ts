// Sine and cosine in f64 from + - * alone, so that every build and every machine has the same bits.

/** Of the angle set last. */
export let sine: f64 = 0, cosine: f64 = 1;

const QUARTERS_PER_RADIAN: f64 = 0.6366197723675814; // 2 / pi
// pi / 2 in two parts, the first of 33 bits: its product with up to a million quarters is exact.
const QUARTER_HIGH: f64 = 1.57079632673412561417;
const QUARTER_LOW: f64 = 6.07710050650619224932e-11;

/** Radians, up to a million in magnitude. Off by two roundings at most. */
export function setAngle(angle: f64): void {
  const quarters = floor<f64>(angle * QUARTERS_PER_RADIAN + 0.5);
  const x = angle - quarters * QUARTER_HIGH - quarters * QUARTER_LOW;
  const s = taylorSine(x), c = taylorCosine(x);
  const quadrant = <i32>quarters & 3;
  sine = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
  cosine = quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s;
}

/** The angle in [0, pi / 2] whose sine and cosine these are: Newton's method on the sine of the difference. */
export function angleOf(s: f64, c: f64): f64 {
  let angle = s < c ? s : 1.5707963267948966 - c;
  for (let i = 0; i < 4; i++) {
    setAngle(angle);
    angle += s * cosine - c * sine;
  }
  return angle;
}

// Within pi / 4 the first term left out is below a rounding.

function taylorSine(x: f64): f64 {
  const y = x * x;
  let sum: f64 = 1;
  for (let n: f64 = 18; n >= 2; n -= 2) sum = 1 - sum * y / (n * (n + 1));
  return x * sum;
}

function taylorCosine(x: f64): f64 {
  const y = x * x;
  let sum: f64 = 1;
  for (let n: f64 = 17; n >= 1; n -= 2) sum = 1 - sum * y / (n * (n + 1));
  return sum;
}
