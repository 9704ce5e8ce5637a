import { describe, expect, test } from "vitest";
import { ArgumentError, emptyCastResult, type Narrowphase, Status } from "../../dist/index.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { dot, multiply, random, randomQuaternion, randomUnit, rotate, type Triple } from "../helpers/random.js";
import {
  along,
  type CastRow,
  castAll,
  describeCast,
  isUnbounded,
  type Options,
  pairsOfExtremes,
  pairsOfKinds,
  pairsWithPlanes,
  sizeOf,
  truth,
} from "./casts.js";
import { at, extent, floats, hash, make, ORIGIN, type Spec, triple } from "./scene.js";

/** Casts for each ordered pair of kinds; more for a longer run. */
const EACH = Number(process.env.CASTS ?? 8);
const HALF = Math.SQRT1_2;

// ---------------------------------------------------------------- hand cases

type Hand = readonly [
  name: string,
  a: Spec,
  from: Triple,
  translation: Triple,
  b: Spec,
  options: Options,
  /** Fraction, distance, normal and point on B (NaN where it is not unique), or null for a miss. */
  expected: readonly [number, number, Triple, Triple] | null,
  status?: string,
];

const BALL: Spec = ["sphere", { radius: 0.5 }];
const BOX: Spec = ["box", { halfExtents: [1, 1, 1] }];
const CRATE: Spec = ["box", { halfExtents: [0.5, 0.5, 0.5] }];
const CAPSULE: Spec = ["capsule", { halfHeight: 1, radius: 0.5 }];
const CYLINDER: Spec = ["cylinder", { halfHeight: 1, radius: 1 }];
const CONE: Spec = ["cone", { halfHeight: 1, radius: 1 }];
const OCTAHEDRON: Spec = ["hull", [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]];
const TRIANGLE: Spec = ["triangle", [0, 0, 0, 4, 0, 0, 0, 0, 4]];
const POINT: Spec = ["point"];
const SEGMENT: Spec = ["segment", { halfHeight: 1 }];
const PLANE: Spec = ["plane", { normal: [0, 1, 0], offset: 1 }];
const GROUND: Spec = ["halfSpace", { normal: [0, 1, 0], offset: 1 }];
const CEILING: Spec = ["halfSpace", { normal: [0, -1, 0] }];
const ANY = NaN;

const HANDS: readonly Hand[] = [
  ["ball on box, face", BALL, [0, 5, 0], [0, -10, 0], BOX, {}, [0.35, 0, [0, 1, 0], [0, 1, 0]]],
  ["ball on box, too short", BALL, [0, 5, 0], [0, -3.4, 0], BOX, {}, null],
  ["ball on box, maxFraction", BALL, [0, 5, 0], [0, -10, 0], BOX, { maxFraction: 0.34 }, null],
  ["ball on box, ends on it", BALL, [0, 2, 0], [0, -0.5, 0], BOX, {}, [1, 0, [0, 1, 0], [0, 1, 0]]],
  [
    "ball on box, beyond 1",
    BALL,
    [0, 5, 0],
    [0, -1, 0],
    BOX,
    { maxFraction: Infinity },
    [3.5, 0, [0, 1, 0], [0, 1, 0]],
  ],
  ["ball on box, away", BALL, [0, 2, 0], [0, 4, 0], BOX, {}, null],
  [
    ...(["ball on box, edge", BALL, [4, 4, 0], [-6, -6, 0], BOX, {}] as const),
    [(3 - HALF / 2) / 6, 0, [HALF, HALF, 0], [1, 1, 0]],
  ],
  ["ball on box, past a corner", BALL, [4, 1.4, 1.4], [-8, 0, 0], BOX, {}, null],
  ["ball on ball", BALL, [-4, 0, 0], [6, 0, 0], BALL, {}, [0.5, 0, [-1, 0, 0], [-0.5, 0, 0]]],
  ["ball on ball, graze", BALL, [-4, 1, 0], [8, 0, 0], BALL, {}, [0.5, 0, [0, 1, 0], [0, 0.5, 0]]],
  ["ball on ball, beside", BALL, [-4, 1.0001, 0], [8, 0, 0], BALL, {}, null],
  ["point through point", POINT, [-1, -2, 0], [2, 4, 0], POINT, {}, [0.5, 0, [ANY, ANY, ANY], [0, 0, 0]]],
  ["point past point", POINT, [-1, -2, 0], [2, 4.001, 0], POINT, {}, null],
  ["point on box", POINT, [0.5, 3, 0.25], [0, -4, 0], BOX, {}, [0.5, 0, [0, 1, 0], [0.5, 1, 0.25]]],
  ["box on box, face", CRATE, [4, 0.25, 0], [-5, 0, 0], BOX, {}, [0.5, 0, [1, 0, 0], [1, ANY, ANY]]],
  ["box on box, corner to face", OCTAHEDRON, [0.25, 4, 0], [0, -4, 0], BOX, {}, [0.5, 0, [0, 1, 0], [0.25, 1, 0]]],
  ["box on box, skew", CRATE, [3.5, 3, 0], [-4, -1, 0], BOX, {}, null],
  [
    "box beside box, touching on the way",
    CRATE,
    [-4.5, 1.5, 0],
    [9, 0, 0],
    BOX,
    {},
    [1 / 3, 0, [ANY, ANY, 0], [-1, 1, ANY]],
  ],
  ["box beside box, apart", CRATE, [-4.5, 1.501, 0], [9, 0, 0], BOX, {}, null],
  ["box on cylinder, lid", CRATE, [0, 3.5, 0], [0, -4, 0], CYLINDER, {}, [0.5, 0, [0, 1, 0], [ANY, 1, ANY]]],
  ["ball on cone, tip", BALL, [0, 3.5, 0], [0, -4, 0], CONE, {}, [0.5, 0, [0, 1, 0], [0, 1, 0]]],
  ["capsule on cylinder, side", CAPSULE, [3.5, 0.5, 0], [-4, 0, 0], CYLINDER, {}, [0.5, 0, [1, 0, 0], [1, ANY, 0]]],
  [
    "segments that cross",
    SEGMENT,
    [0.5, 0, 2],
    [0, 0, -4],
    ["hull", [-1, 0, 0, 1, 0, 0]],
    {},
    [0.5, 0, [0, 0, 1], [0.5, 0, 0]],
  ],
  ["parallel segments", SEGMENT, [3, 0.5, 0], [-6, 0, 0], SEGMENT, {}, [0.5, 0, [1, 0, 0], [0, ANY, 0]]],
  ["ball on triangle", BALL, [1, 3.5, 1], [0, -6, 0], TRIANGLE, {}, [0.5, 0, [0, 1, 0], [1, 0, 1]]],
  ["ball on triangle, from below", BALL, [1, -3.5, 1], [0, 6, 0], TRIANGLE, {}, [0.5, 0, [0, -1, 0], [1, 0, 1]]],

  // A touch at the start is a hit when it closes.
  ["touching, closing", CRATE, [0, 1.5, 0], [0, -1, 0], BOX, {}, [0, 0, [0, 1, 0], [ANY, 1, ANY]]],
  ["touching, parting", CRATE, [0, 1.5, 0], [0, 1, 0], BOX, {}, null],
  ["touching, along", CRATE, [0, 1.5, 0], [1, 0, 0.5], BOX, {}, null],
  ["touching, along and off", CRATE, [0, 1.5, 0], [5, 0, 0], BOX, {}, null],
  ["touching, along and up", CRATE, [0, 1.5, 0], [5, 0.1, 0], BOX, {}, null],
  ["touching, along and down", CRATE, [0, 1.5, 0], [1, -0.1, 0], BOX, {}, [0, 0, [0, 1, 0], [ANY, 1, ANY]]],
  ["touching, still", CRATE, [0, 1.5, 0], [0, 0, 0], BOX, {}, null],
  ["edges touching, past", CRATE, [1.5, 1.5, 0], [-1, 0, 0], BOX, {}, null],
  ["edges touching, in", CRATE, [1.5, 1.5, 0], [-1, -1, 0], BOX, {}, [0, 0, [ANY, ANY, 0], [1, 1, ANY]]],
  ["balls touching, closing", BALL, [0, 1, 0], [0, -3, 0], BALL, {}, [0, 0, [0, 1, 0], [0, 0.5, 0]]],
  ["balls touching, across", BALL, [0, 1, 0], [3, 0, 0], BALL, {}, null],
  ["point on triangle, along", POINT, [1, 0, 1], [1, 0, 0], TRIANGLE, {}, null],
  ["point on triangle, through", POINT, [1, 0, 1], [0, -1, 0], TRIANGLE, {}, null],

  ["overlap", CRATE, [0, 1.25, 0], [0, 5, 0], BOX, {}, [0, -0.25, [0, 1, 0], [ANY, 1, ANY]], "initialOverlap"],
  ["overlap, no motion", BALL, [1.25, 0, 0], [0, 0, 0], BOX, {}, [0, -0.25, [1, 0, 0], [1, 0, 0]], "initialOverlap"],
  ["overlap of rounding", CRATE, [0, 1.4999999, 0], [0, 5, 0], BOX, {}, null],
  ["no motion, apart", BALL, [2, 0, 0], [0, 0, 0], BOX, { maxFraction: Infinity }, null],

  ["stops at a gap", BALL, [0, 5, 0], [0, -10, 0], BOX, { targetDistance: 0.5 }, [0.3, 0.5, [0, 1, 0], [0, 1, 0]]],
  [
    "boxes, stop at a gap",
    CRATE,
    [4.5, 0, 0],
    [-5, 0, 0],
    BOX,
    { targetDistance: 0.5 },
    [0.5, 0.5, [1, 0, 0], [1, ANY, ANY]],
  ],
  [
    "passes within the gap",
    BALL,
    [-6, 2, 0],
    [12, 0, 0],
    ["point"],
    { targetDistance: 2 },
    [0.375, 2, [-0.6, 0.8, 0], [0, 0, 0]],
  ],
  [
    "starts in the gap",
    BALL,
    [0, 2, 0],
    [0, 9, 0],
    BOX,
    { targetDistance: 0.75 },
    [0, 0.5, [0, 1, 0], [0, 1, 0]],
    "initialOverlap",
  ],
  ["starts at the gap, along", BALL, [0, 2, 0], [9, 0, 0], BOX, { targetDistance: 0.5 }, null],

  ["ball on plane", BALL, [3, 4.5, 0], [0, -6, 0], PLANE, {}, [0.5, 0, [0, 1, 0], [3, 1, 0]]],
  ["ball on plane, from below", BALL, [3, -2.5, 0], [0, 6, 0], PLANE, {}, [0.5, 0, [0, -1, 0], [3, 1, 0]]],
  ["ball on plane, along", BALL, [3, 1.5, 0], [5, 0, 0], PLANE, {}, null],
  [
    "ball on plane, astride",
    BALL,
    [3, 1.25, 0],
    [5, 0, 0],
    PLANE,
    {},
    [0, -0.25, [0, 1, 0], [3, 1, 0]],
    "initialOverlap",
  ],
  [
    "box on ground, at a gap",
    CRATE,
    [0, 5, 0],
    [4, -6, 0],
    GROUND,
    { targetDistance: 0.5 },
    [0.5, 0.5, [0, 1, 0], [ANY, 1, ANY]],
  ],
  ["box on ground, touching, along", CRATE, [0, 1.5, 0], [4, 0, 0], GROUND, {}, null],
  ["box on ground, touching, in", CRATE, [0, 1.5, 0], [4, -1, 0], GROUND, {}, [0, 0, [0, 1, 0], [ANY, 1, ANY]]],
  ["box in ground", CRATE, [0, -3, 0], [0, 9, 0], GROUND, {}, [0, -4.5, [0, 1, 0], [ANY, 1, ANY]], "initialOverlap"],
  ["box up from ground", CRATE, [0, 2, 0], [0, 1, 0], GROUND, { maxFraction: Infinity }, null],
  [
    "ground on box",
    ["halfSpace", { normal: [0, 1, 0] }],
    [0, -5, 0],
    [0, 8, 0],
    BOX,
    {},
    [0.5, 0, [0, -1, 0], [ANY, -1, ANY]],
  ],
  ["ceiling on ground", CEILING, [0, 3, 0], [1, -4, 0], GROUND, {}, [0.5, 0, [0, 1, 0], [ANY, 1, ANY]]],
  ["plane on plane", PLANE, [0, 2, 0], [0, -4, 0], PLANE, {}, [0.5, 0, [0, 1, 0], [ANY, 1, ANY]]],
];

function expectCast(np: Narrowphase, [, a, from, translation, b, options, expected, status = "ok"]: Hand): void {
  const [A, B] = [make(np, a), make(np, b)];
  // As it stands; moved and turned, a quarter about z; and from B's side, which moves the other way.
  const turn = ([x, y, z]: Triple): Triple => [-y, x, z];
  const moved = ([x, y, z]: Triple): Triple => [-y, x, z + 64];
  const plain = np.cast(A, at(...from), translation, B, [...ORIGIN], options);
  const turned = np.cast(A, [...moved(from), 0, 0, 3, 3], turn(translation), B, [0, 0, 64, 0, 0, 3, 3], options);
  const back = translation.map((x) => -x);
  const mirrored = np.cast(B, [...ORIGIN], back, A, at(...from), options);
  np.remove(A);
  np.remove(B);
  if (expected === null) {
    expect([plain, turned, mirrored]).toEqual([null, null, null]);
    return;
  }

  const [fraction, distance, normal, pointB] = expected;
  const off = (is: unknown[], should: number[]) =>
    Math.max(...should.map((x, k) => (Number.isNaN(x) ? 0 : Math.abs((is[k] as number) - x))));
  const known = (point: Triple) => point.every((x) => !Number.isNaN(x));
  for (const result of [plain, turned, mirrored]) {
    if (!result) throw new Error("no hit");
    expect(result.status).toBe(status);
    expect(off([result.fraction, result.distance], [fraction, distance])).toBeLessThan(2e-6);
    expect(Math.abs(Math.hypot(...result.normal) - 1)).toBeLessThan(1e-6);
    const apart = [0, 1, 2].map(
      (k) => (result.pointA[k] as number) - (result.pointB[k] as number) - distance * (result.normal[k] as number),
    );
    expect(Math.hypot(...apart)).toBeLessThan(2e-5);
  }
  // A graze is met early by the root of the tolerance.
  expect(off(plain?.pointB ?? [], pointB)).toBeLessThan(5e-6);
  expect(off(plain?.normal ?? [], normal)).toBeLessThan(5e-6);
  if (known(normal)) expect(off(turned?.normal ?? [], turn(normal))).toBeLessThan(5e-6);
  if (known(pointB)) expect(off(turned?.pointB ?? [], moved(pointB))).toBeLessThan(1e-5);
  expect(
    off(
      mirrored?.normal ?? [],
      normal.map((x) => -x),
    ),
  ).toBeLessThan(5e-6);
}

// ---------------------------------------------------------------- seeded casts

/** Aimed beside B by up to its size, from beyond it or from nearby; about half of them hit. */
function seeded(seed: number, specs: readonly (readonly [Spec, Spec])[], beside = 1.5, scale = 1): CastRow[] {
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  return specs.map(([a, b], i) => {
    const size = isUnbounded(b) ? extent({ a, b: a, poseA: [], poseB: [] }) : extent({ a, b, poseA: [], poseB: [] });
    const place = i % 8 === 7 ? 1e3 * size : 2 * size;
    const poseB = [place * signed(), place * signed(), place * signed(), ...randomQuaternion(next)];
    const direction =
      i % 6 === 1
        ? ([
            [1, 0, 0],
            [0, -1, 0],
            [HALF, 0, HALF],
          ][i % 3] as Triple)
        : randomUnit(next);
    const off = randomUnit(next).map((x) => x * beside * size * next());
    const back = size * (i % 5 === 0 ? 0.5 : i % 7 === 3 ? 1e3 : 2 + 5 * next());
    const length = back * (i % 7 === 3 ? 1.01 : 0.5 + next()) * scale;
    const turn = i % 6 === 1 ? poseB.slice(3) : randomQuaternion(next);
    const poseA = [0, 1, 2].map((k) => (poseB[k] as number) + (off[k] as number) - (direction[k] as number) * back);
    return {
      a,
      poseA: floats([...poseA, ...turn]),
      b,
      poseB: floats(poseB),
      translation: floats(direction.map((x) => x * length)),
    };
  });
}

const ROWS = seeded(51, pairsOfKinds(52, EACH));
const PLANE_ROWS = seeded(53, pairsWithPlanes(54, 4 * EACH), 1.5, 0.8);
const EXTREME_ROWS = seeded(55, pairsOfExtremes(56, 80 * EACH), 0.8);
const TARGET: Options = { targetDistance: 0.25 };

/** What is wrong with a row, in words; undefined if nothing is. */
function wrong(row: CastRow, i: number, casts: ReturnType<typeof castAll>, options: Options): string | undefined {
  const size = sizeOf(row);
  const { fraction, startDistance, least } = truth(row, options);
  const target = options.targetDistance ?? 0;
  const is = casts.fraction[i] as number;
  const numbers = [is, ...triple(casts.pointA, i), ...triple(casts.pointB, i), ...triple(casts.normal, i)];
  if (numbers.some(Number.isNaN)) return "NaN";
  const hit = is !== Infinity;
  if (hit !== (fraction !== Infinity)) {
    // A path that ends at the touch, or grazes.
    const limit = options.maxFraction ?? 1;
    if (Math.abs(least - target) <= 1e-6 * size || Math.abs(fraction - limit) < 1e-6) return undefined;
    return `fraction ${is}, expected ${fraction}, least distance ${least}`;
  }
  const status = casts.status[i];
  if (!hit) return status === Status.beyond ? undefined : `status ${status} of a miss`;
  const excess = startDistance - target;
  if (Math.abs(excess) > 2e-6 * size && (status === Status.initialOverlap) !== excess < 0) return `status ${status}`;
  if (status === Status.initialOverlap) {
    const error = Math.abs((casts.distance[i] as number) - startDistance);
    if (!(error <= 5e-6 * size + 1e-7 * Math.abs(startDistance))) return `depth off by ${error}`;
  } else if (status !== Status.ok) {
    return `status ${status}`;
  }
  // Late or early by the rounding to f32 alone, unless the angle is flat.
  const error = Math.abs(is - fraction);
  const flat = fraction > 0 ? along(row)(is).distance - target : 0;
  if (!(error <= 1e-5 && (error <= 3e-7 * Math.max(fraction, 0.1) || Math.abs(flat) <= 1e-7 * size))) {
    return `fraction ${is}, expected ${fraction}`;
  }
  return undefined;
}

describe.each(BACKENDS)("casts on the %s backend", async (backend) => {
  const np = await instance(backend);

  test.each(HANDS.map((hand) => [hand[0], hand] as const))("%s", (_, hand) => expectCast(np, hand));

  test.each([
    ["of every pair of kinds", ROWS, {}],
    ["stopped at a gap", ROWS, TARGET],
    ["without an end", ROWS, { maxFraction: Infinity }],
    ["at planes and half-spaces", PLANE_ROWS, {}],
    ["of needles, plates and unlike sizes", EXTREME_ROWS, {}],
  ] as const)("casts %s agree with certified distances (seeds 51 to 56)", (_, rows, options) => {
    const casts = castAll(np, rows, options);
    const failures = rows.flatMap((row, i) => {
      const what = wrong(row, i, casts, options);
      return what === undefined ? [] : [`${what} ${describeCast(row)}`];
    });
    expect(failures.slice(0, 5)).toEqual([]);
    expect(casts.count).toBeGreaterThan(0.3 * rows.length);
    expect(casts.count).toBeLessThan(0.7 * rows.length);
  });

  test("the answer is a contact there: unit normal, points on it and at the distance", () => {
    const casts = castAll(np, ROWS, TARGET);
    const failures = ROWS.filter((row, i) => {
      const fraction = casts.fraction[i] as number;
      if (fraction === Infinity) return false;
      const size = sizeOf(row) + Math.max(...row.poseB.slice(0, 3).map(Math.abs)) * 0.2;
      const [normal, pointA, pointB] = [triple(casts.normal, i), triple(casts.pointA, i), triple(casts.pointB, i)];
      const distance = casts.distance[i] as number;
      const gap = Math.hypot(...pointA.map((x, k) => x - (pointB[k] as number) - distance * (normal[k] as number)));
      const there = along(row)(fraction);
      const sameDistance = Math.abs(there.distance - distance) <= 1e-6 * (size + Math.hypot(...row.translation));
      return !(gap <= 2e-6 * size && Math.abs(Math.hypot(...normal) - 1) < 1e-6 && sameDistance);
    });
    expect(failures.map(describeCast).slice(0, 5)).toEqual([]);
  });

  test("casting B the other way gives the mirrored answer", () => {
    for (const rows of [ROWS, PLANE_ROWS, EXTREME_ROWS]) {
      const mirrored = rows.map(({ a, poseA, b, poseB, translation }) => ({
        ...{ a: b, poseA: poseB, b: a, poseB: poseA },
        translation: translation.map((x) => -x),
      }));
      const [one, two] = [castAll(np, rows, TARGET), castAll(np, mirrored, TARGET)];
      expect(two.fraction).toEqual(one.fraction);
      expect(two.distance).toEqual(one.distance);
      expect(two.status).toEqual(one.status);
      expect(two.iterations).toEqual(one.iterations);
      expect(two.normal).toEqual(one.normal.map((x) => -x + 0));
      const failures = rows.filter((row, i) => {
        const fraction = one.fraction[i] as number;
        if (fraction === Infinity) return false;
        const size = Math.hypot(...row.poseA, ...row.poseB.slice(0, 3)) + fraction * Math.hypot(...row.translation);
        const off = triple(one.pointB, i).map(
          (x, k) => x - fraction * (row.translation[k] as number) - triple(two.pointA, i)[k],
        );
        return !(Math.hypot(...off) <= 1e-6 * (size + sizeOf(row)));
      });
      expect(failures.map(describeCast).slice(0, 5)).toEqual([]);
    }
  });

  test("a rigid motion of both changes nothing", () => {
    const q = floats([0.1, -0.7, 0.3, 0.5]);
    const moved = ROWS.map((row) => ({
      ...row,
      poseA: [...rotate(q, row.poseA.slice(0, 3)), ...multiply(q, row.poseA.slice(3))],
      poseB: [...rotate(q, row.poseB.slice(0, 3)), ...multiply(q, row.poseB.slice(3))],
      translation: rotate(q, row.translation),
    }));
    const [one, two] = [castAll(np, ROWS), castAll(np, moved)];
    const failures = ROWS.filter((row, i) => {
      const [from, to] = [one.fraction[i] as number, two.fraction[i] as number];
      if (from === to) return false;
      // What poses lose in f32 is what the distance there is off by.
      const size = sizeOf(row) + Math.max(...row.poseA.map(Math.abs));
      if (from === Infinity || to === Infinity) return Math.abs(truth(row).least) > 1e-5 * size;
      const length = Math.hypot(...row.translation);
      const steep = dot(
        triple(one.normal, i),
        row.translation.map((x) => x / length),
      );
      return Math.abs(from - to) > (1e-5 * size) / (length * Math.max(Math.abs(steep), 1e-2));
    });
    expect(failures.map(describeCast).slice(0, 5)).toEqual([]);
  });

  test("nothing tunnels through a plate of 1e-3, whatever its speed", () => {
    const plates: Spec[] = [
      ["box", { halfExtents: [1, 0.0005, 1] }],
      ["cylinder", { halfHeight: 0.0005, radius: 1 }],
      [
        "hull",
        [
          -1, -0.0005, -1, 1, -0.0005, -1, -1, -0.0005, 1, 1, -0.0005, 1, -1, 0.0005, -1, 1, 0.0005, -1, -1, 0.0005, 1,
          1, 0.0005, 1,
        ],
      ],
      ["triangle", [-2, 0, -2, 2, 0, -2, 0, 0, 4]],
    ];
    const movers: Spec[] = [
      POINT,
      BALL,
      CRATE,
      CAPSULE,
      OCTAHEDRON,
      CONE,
      ["box", { halfExtents: [0.001, 0.001, 0.001] }],
    ];
    const next = random(57);
    const rows = plates
      .flatMap((b) =>
        movers.flatMap((a) =>
          [10, 1e2, 1e4, 1e6, 1e9].map((length): CastRow => {
            // Down through the middle of the plate, from just above it or from up to half the way.
            const direction = randomUnit(next);
            direction[1] = -Math.abs(direction[1]) - 0.2;
            const scale = length / Math.hypot(...direction);
            const translation = floats(direction.map((x) => x * scale));
            const near = 3 / Math.abs(translation[1] as number);
            const back = next() < 0.5 ? near : Math.max(next() * 0.5, near);
            const poseA = floats([...translation.map((x) => -back * x), ...randomQuaternion(next)]);
            return { a, poseA, b, poseB: at(0), translation };
          }),
        ),
      )
      .filter((row) => truth(row).fraction !== Infinity);
    expect(rows.length).toBeGreaterThan(100);
    const casts = castAll(np, rows);
    expect(casts.count).toBe(rows.length);
    const failures = rows.filter((row, i) => {
      const { fraction } = truth(row);
      return !(Math.abs((casts.fraction[i] as number) - fraction) <= 1e-6);
    });
    expect(failures.map(describeCast)).toEqual([]);
  });

  test("single casts and batches agree, bit for bit, for any number of rows", () => {
    const rows = [...ROWS, ...PLANE_ROWS].filter((_, i) => i % 11 === 0);
    const all = castAll(np, rows, TARGET);
    for (const count of [0, 1, 3, 4, 5, 17]) {
      const some = castAll(np, rows.slice(0, count), TARGET);
      expect(some.fraction).toEqual(all.fraction.subarray(0, count));
      expect(some.pointA).toEqual(all.pointA.subarray(0, 3 * count));
    }
    const out = emptyCastResult();
    const differing = rows.filter(({ a, poseA, b, poseB, translation }, i) => {
      const [A, B] = [make(np, a), make(np, b)];
      np.cast(A, poseA as number[], translation as number[], B, poseB as number[], TARGET, out);
      np.remove(A);
      np.remove(B);
      const single = [out.fraction, out.distance, ...out.normal, ...out.pointA, ...out.pointB, out.iterations];
      const batch = [
        ...[all.fraction[i], all.distance[i], ...triple(all.normal, i), ...triple(all.pointA, i)],
        ...[...triple(all.pointB, i), all.iterations[i]],
      ];
      return JSON.stringify(single) !== JSON.stringify(batch) || Status[out.status] !== all.status[i];
    });
    expect(differing.map(describeCast)).toEqual([]);
  });

  test("two planes that are not parallel meet without end", () => {
    const [one, two] = [np.plane({ normal: [0, 1, 0] }), np.halfSpace({ normal: [1, 0, 0] })];
    const result = np.cast(one, at(0), [0, 1, 0], two, at(3));
    expect(result).toMatchObject({ status: "unbounded", fraction: 0, distance: -Infinity, normal: [0, 0, 0] });
    np.remove(one);
    np.remove(two);
  });

  test("sizes and places of every magnitude give numbers (seed 58)", () => {
    const next = random(58);
    const pick = (values: readonly number[]) => values[Math.floor(next() * values.length)] as number;
    const size = () => {
      const length = pick([0, 1e-15, 1e-12, 1e-4, 1, 1, 1, 1e5, 1e12]) * (next() < 0.5 ? 1 : next());
      return length === 0 ? 0 : Math.max(length, 1e-15);
    };
    const signed = (x: number) => (next() < 0.3 ? 0 : next() < 0.5 ? -x : x);
    const place = () => signed(pick([1e-40, 1e-20, 1e-6, 0.5, 1, 1, 2, 1e6, 1e12, 9e14]));
    const places = () => [place(), place(), place()];
    const turn = () => (next() < 0.4 ? [0, 0, 0, 1] : randomQuaternion(next).map((x) => x * pick([1, 1e-12, 1e12])));
    const spec = (): Spec => {
      const rounding = { radius: next() < 0.5 ? 0 : size() };
      const coordinates = (n: number) => Array.from({ length: 3 * n }, () => signed(size()));
      return pick([
        ["sphere", { radius: size() }],
        ["capsule", { halfHeight: size(), radius: size() }],
        ["box", { halfExtents: [size(), size(), size()] }, rounding],
        ["cylinder", { halfHeight: size(), radius: size() }, rounding],
        ["cone", { halfHeight: size(), radius: size() }, rounding],
        ["hull", coordinates(1 + Math.floor(8 * next())), rounding],
        ["triangle", coordinates(3), rounding],
        ["plane", { normal: [signed(1), 1, signed(0.3)], offset: signed(size()) }],
        ["halfSpace", { normal: [signed(1), 1, signed(0.3)], offset: signed(size()) }],
      ] as unknown as number[]) as unknown as Spec;
    };
    const rows = Array.from({ length: 4000 }, (): CastRow => {
      const [from, to] = [places(), next() < 0.5 ? [0, 0, 0] : places()];
      const translation = next() < 0.5 ? places() : from.map((x, k) => ((to[k] as number) - x) * pick([0.25, 0.5]));
      return { a: spec(), poseA: [...from, ...turn()], b: spec(), poseB: [...to, ...turn()], translation };
    });
    for (const options of [{}, { maxFraction: Infinity, targetDistance: 1e-3 }, { targetDistance: 1e12 }]) {
      const casts = castAll(np, rows, options);
      const failures = rows.filter((_, i) => {
        const { fraction, distance, normal, pointA, pointB, status } = casts;
        const numbers = [...triple(normal, i), ...triple(pointA, i), ...triple(pointB, i)];
        const length = Math.hypot(...triple(normal, i));
        if (status[i] === Status.unbounded) return fraction[i] !== 0 || distance[i] !== -Infinity || length !== 0;
        if (status[i] === Status.beyond) return fraction[i] !== Infinity || distance[i] !== Infinity || length !== 0;
        return !(
          [fraction[i], distance[i], ...numbers].every(Number.isFinite) &&
          Math.abs(length - 1) <= 1e-6 &&
          (status[i] as number) >= 0 &&
          (fraction[i] as number) >= 0
        );
      });
      expect(failures.map(describeCast).slice(0, 5)).toEqual([]);
    }
  });

  test("bad rows get a status, good rows beside them an answer", () => {
    const ball = np.sphere({ radius: 1 });
    const gone = np.sphere({ radius: 1 });
    const bodies = np.bodies(5);
    for (let i = 0; i < 5; i++) bodies.set(i, i === 1 ? gone : ball, at(i === 4 ? 6 : 0));
    bodies.pose[14] = NaN;
    bodies.count = 5;
    np.remove(gone);
    const pairs = np.pairs(8);
    pairs.set([0, 4, 0, 1, 2, 4, 0, 5, 0, 4, 0, 4, 0, 3, 0, 4]);
    const casts = np.casts(8);
    for (let i = 0; i < 8; i++) casts.set(i, [8, 0, 0]);
    casts.translation[12] = NaN;
    casts.translation[16] = -Infinity;
    expect(np.castBatch(bodies, pairs, casts)).toBe(3);
    expect([...casts.status]).toEqual([
      ...[
        Status.ok,
        Status.invalidShape,
        Status.invalidPose,
        Status.invalidIndex,
        Status.invalidRay,
        Status.invalidRay,
      ],
      ...[Status.initialOverlap, Status.ok],
    ]);
    expect([...casts.fraction]).toEqual([0.5, ...Array(5).fill(Infinity), 0, 0.5]);
    expect([...casts.distance]).toEqual([0, ...Array(5).fill(Infinity), -2, 0]);
    expect([...casts.normal.subarray(0, 18)]).toEqual([-1, 0, 0, ...Array(15).fill(0)]);
    pairs.set([]);
    expect(np.castBatch(bodies, pairs, casts)).toBe(0);
    expect(casts.fraction[0]).toBe(0.5);
    for (const columns of [bodies, pairs, casts]) columns.dispose();
    np.remove(ball);
  });

  test("misuse throws, naming the argument", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
    type Wrong = any;
    const other = await instance(backend);
    const [ball, bodies, pairs, casts] = [np.sphere({ radius: 1 }), np.bodies(2), np.pairs(2), np.casts(2)];
    pairs.count = 2;
    const single = (translation: Wrong, options?: Wrong, out?: Wrong) => () =>
      np.cast(ball, at(0), translation, ball, at(3), options, out);
    const batch = (b: Wrong, p: Wrong, c: Wrong, o?: Wrong) => () => np.castBatch(b, p, c, o);
    const disposed = np.casts(2);
    disposed.dispose();
    const calls: [call: () => unknown, argument: string, code: string][] = [
      [single(undefined), "translation", "INVALID_TYPE"],
      [single([1, 2]), "translation", "INVALID_LENGTH"],
      [single([1, NaN, 2]), "translation[1]", "INVALID_NUMBER"],
      [single({ x: 0, y: 0, z: 1e16 }), "translation.z", "OUT_OF_RANGE"],
      [single([1, 0, 0], 1), "options", "INVALID_TYPE"],
      [single([1, 0, 0], { maxFraction: -1 }), "options.maxFraction", "OUT_OF_RANGE"],
      [single([1, 0, 0], { maxFraction: NaN }), "options.maxFraction", "INVALID_NUMBER"],
      [single([1, 0, 0], { targetDistance: -1 }), "options.targetDistance", "OUT_OF_RANGE"],
      [single([1, 0, 0], { targetDistance: "1" }), "options.targetDistance", "INVALID_TYPE"],
      [single([1, 0, 0], {}, {}), "out.normal", "INVALID_LENGTH"],
      [() => np.cast({} as Wrong, at(0), [1, 0, 0], ball, at(3)), "shapeA", "INVALID_TYPE"],
      [() => np.cast(ball, at(0), [1, 0, 0], other.point(), at(3)), "shapeB", "FOREIGN"],
      [() => np.cast(ball, at(0), [1, 0, 0], ball, [0]), "poseB", "INVALID_LENGTH"],
      [batch(pairs, pairs, casts), "bodies", "INVALID_TYPE"],
      [batch(bodies, casts, casts), "pairs", "INVALID_TYPE"],
      [batch(bodies, pairs, np.distances(2)), "casts", "INVALID_TYPE"],
      [batch(bodies, pairs, np.casts(1)), "casts.capacity", "INVALID_LENGTH"],
      [batch(bodies, pairs, other.casts(2)), "casts", "FOREIGN"],
      [batch(bodies, pairs, disposed), "casts", "DISPOSED"],
      [batch(bodies, pairs, casts, { maxFraction: "1" }), "options.maxFraction", "INVALID_TYPE"],
      [batch(bodies, pairs, casts, { targetDistance: Infinity }), "options.targetDistance", "INVALID_NUMBER"],
      [() => casts.set(2, [0, 0, 0]), "index", "OUT_OF_RANGE"],
      [() => casts.set(0, [0, 0, Infinity]), "translation[2]", "INVALID_NUMBER"],
    ];
    for (const [call, argument, code] of calls) {
      let thrown: unknown;
      try {
        call();
      } catch (error) {
        thrown = error;
      }
      expect(thrown, argument).toBeInstanceOf(ArgumentError);
      expect(thrown).toMatchObject({ argument, code });
    }
    expect(np.cast(ball, at(0), [4, 0, 0], ball, at(4))?.fraction).toBe(0.5);
  });
});

test("every backend gives the same bytes", async () => {
  const hashes = [];
  for (const backend of BACKENDS) {
    const np = await instance(backend);
    const { count, ...columns } = castAll(np, [...ROWS, ...PLANE_ROWS, ...EXTREME_ROWS], TARGET);
    hashes.push([count, hash(columns as never)]);
  }
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hashes[2]).toEqual(hashes[0]);
});
