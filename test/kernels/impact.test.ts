import { describe, expect, test } from "vitest";
import { ArgumentError, emptyCastResult, type Motion, type Narrowphase, Status } from "../../dist/index.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { multiply, random, randomQuaternion, randomUnit, rotate, type Triple } from "../helpers/random.js";
import { castAll, isUnbounded, type Options, pairsOfExtremes, pairsOfKinds, pairsWithPlanes, sizeOf } from "./casts.js";
import {
  describeImpact,
  fastest,
  type ImpactRow,
  impactAll,
  impactTruth,
  moving,
  poseAt,
  rotationVector,
} from "./impacts.js";
import { at, extent, floats, hash, make, type Spec, toSurface, triple } from "./scene.js";

/** Impacts for each ordered pair of kinds; more for a longer run. */
const EACH = Number(process.env.IMPACTS ?? 2);
const TURN = 2 * Math.PI;

// ---------------------------------------------------------------- hand cases

const BALL: Spec = ["sphere", { radius: 0.5 }];
const ROD: Spec = ["box", { halfExtents: [5, 0.05, 0.05] }];
const CRATE: Spec = ["box", { halfExtents: [0.5, 0.5, 0.5] }];
const GROUND: Spec = ["halfSpace", { normal: [0, 1, 0] }];
const degrees = (angle: number) => (angle * Math.PI) / 180;
const ahead = Math.asin(0.55 / 4); // of a rod that touches a ball 4 from its middle

type Hand = readonly [
  name: string,
  a: Spec,
  motionA: Motion,
  b: Spec,
  motionB: Motion,
  options: Options,
  /** Fraction, distance and normal (NaN where it is not unique), or null for a miss. */
  expected: readonly [number, number, Triple] | null,
  status?: string,
];

const SPIN = { pose: at(0), rotation: [0, 0, TURN] };
const around = (angle: number, radius = 4) => ({ pose: at(radius * Math.cos(angle), radius * Math.sin(angle)) });
const tip = degrees(20) + ahead;

const HANDS: readonly Hand[] = [
  [
    ...(["rod of 10 that turns once", ROD, SPIN, BALL, around(degrees(150)), {}] as const),
    [(degrees(150) - ahead) / TURN, 0, [Math.sin(degrees(150) - ahead), -Math.cos(degrees(150) - ahead), 0]],
  ],
  [
    ...(["rod that turns the other way", ROD, { ...SPIN, rotation: [0, 0, -TURN] }, BALL, around(tip), {}] as const),
    [(Math.PI - degrees(20) - 2 * ahead) / TURN, 0, [NaN, NaN, 0]],
  ],
  [
    "rod that turns short of the ball",
    ROD,
    { ...SPIN, rotation: [0, 0, 1] },
    BALL,
    around(1 + 1.001 * ahead),
    {},
    null,
  ],
  [
    ...([
      "rod that just reaches it",
      ROD,
      { ...SPIN, rotation: [0, 0, 1] },
      BALL,
      around(1 + 0.999 * ahead),
      {},
    ] as const),
    [1 - 0.001 * ahead, 0, [NaN, NaN, 0]],
  ],
  ["rod that turns past a ball out of reach", ROD, SPIN, BALL, around(1, 5.6), {}, null],
  [
    "rod that turns a thousand times past it",
    ROD,
    { ...SPIN, rotation: [0, 0, 1e3 * TURN] },
    BALL,
    around(1, 9),
    {},
    null,
  ],
  ["rod that turns about its own length", ROD, { ...SPIN, rotation: [TURN, 0, 0] }, BALL, around(1), {}, null],
  [
    ...([
      "rod that turns to a pose",
      ROD,
      { pose: at(0), end: [0, 0, 0, 0, 0, 1, 0.001] },
      BALL,
      around(1),
      {},
    ] as const),
    [(1 - ahead) / (2 * Math.atan2(1, 0.001)), 0, [NaN, NaN, 0]],
  ],
  [
    ...(["ball in orbit of nothing: a body off its center", ["hull", [4, 0, 0]], SPIN, BALL, around(2, 4)] as const),
    ...([{}, [(2 - 2 * Math.asin(0.5 / 8)) / TURN, 0, [NaN, NaN, 0]]] as const),
  ],
  [
    ...(["balls that spin and meet", BALL, { pose: at(-4), translation: [6, 0, 0], rotation: [0, 99, 0] }] as const),
    ...([BALL, { pose: at(0), rotation: [5, 5, 5] }, {}, [0.5, 0, [-1, 0, 0]]] as const),
  ],
  [
    ...([
      "both go",
      BALL,
      { pose: at(-4), translation: [3, 0, 0] },
      BALL,
      { pose: at(0), translation: [-3, 0, 0] },
    ] as const),
    ...([{}, [0.5, 0, [-1, 0, 0]]] as const),
  ],
  [
    ...(["stop at a gap", BALL, { pose: at(-4), translation: [6, 0, 0] }, CRATE, { pose: at(0) }] as const),
    ...([{ targetDistance: 0.5 }, [2.5 / 6, 0.5, [-1, 0, 0]]] as const),
  ],
  [
    ...([
      "rod that tips onto the ground",
      ROD,
      { pose: at(0, 2), rotation: [0, 0, 1] },
      GROUND,
      { pose: at(0) },
    ] as const),
    ...([{}, [Math.asin(2 / Math.hypot(5, 0.05)) - Math.atan2(0.05, 5), 0, [0, 1, 0]]] as const),
  ],
  [
    ...([
      "ground that turns up to a ball",
      BALL,
      { pose: at(4, 2) },
      GROUND,
      { pose: at(0), rotation: [0, 0, 1] },
    ] as const),
    ...([{}, [Math.atan2(2, 4) - Math.asin(0.5 / Math.hypot(4, 2)), 0, [NaN, NaN, 0]]] as const),
  ],
  ["ground that turns away", BALL, { pose: at(4, 2) }, GROUND, { pose: at(0), rotation: [0, 0, -1] }, {}, null],
  [
    "ground that spins about its normal",
    CRATE,
    { pose: at(4, 2) },
    GROUND,
    { pose: at(0), rotation: [0, 99, 0] },
    {},
    null,
  ],

  // A touch at the start is a hit when it closes.
  [
    "crate that turns on the ground",
    CRATE,
    { pose: at(0, 0.5), rotation: [0, 9, 0] },
    GROUND,
    { pose: at(0) },
    {},
    null,
  ],
  ["crate that turns on a crate", CRATE, { pose: at(0, 1), rotation: [0, 9, 0] }, CRATE, { pose: at(0) }, {}, null],
  [
    ...(["crate that tips on the ground", CRATE, { pose: at(0, 0.5), rotation: [0, 0, 1] }, GROUND] as const),
    ...([{ pose: at(0) }, {}, [0, 0, [0, 1, 0]]] as const),
  ],
  [
    ...([
      "crate that tips on a crate",
      CRATE,
      { pose: at(0, 1), rotation: [0, 0, 1] },
      CRATE,
      { pose: at(0) },
    ] as const),
    ...([{}, [0, 0, [0, 1, 0]]] as const),
  ],
  [
    ...([
      "crate that lifts off",
      CRATE,
      { pose: at(0, 1), translation: [0, 1, 0], rotation: [0, 0, 1] },
      CRATE,
    ] as const),
    ...([{ pose: at(0) }, {}, null] as const),
  ],
  ["crates that touch, still", CRATE, { pose: at(0, 1) }, CRATE, { pose: at(0) }, {}, null],
  ["points that coincide, still", ["point"], { pose: at(0) }, ["point"], { pose: at(0) }, {}, null],
  [
    ...([
      "points that meet",
      ["point"],
      { pose: at(-1, 2), translation: [2, -4, 0] },
      ["point"],
      { pose: at(0) },
    ] as const),
    ...([{}, [0.5, 0, [NaN, NaN, NaN]]] as const),
  ],
  [
    ...(["overlap", CRATE, { pose: at(0, 0.75), rotation: [1, 2, 3] }, CRATE, { pose: at(0) }] as const),
    ...([{}, [0, -0.25, [0, 1, 0]], "initialOverlap"] as const),
  ],
];

function expectImpact(np: Narrowphase, [, a, motionA, b, motionB, options, expected, status = "ok"]: Hand): void {
  const [A, B] = [make(np, a), make(np, b)];
  const plain = np.timeOfImpact(A, motionA, B, motionB, options);
  const mirrored = np.timeOfImpact(B, motionB, A, motionA, options);
  np.remove(A);
  np.remove(B);
  if (expected === null || !plain || !mirrored) {
    expect([plain, mirrored]).toEqual([expected, expected]);
    return;
  }
  const [fraction, distance, normal] = expected;
  expect(plain.status).toBe(status);
  expect(Math.abs(plain.fraction - fraction)).toBeLessThan(2e-6);
  expect(Math.abs(plain.distance - distance)).toBeLessThan(5e-6);
  for (const [k, x] of normal.entries()) {
    if (!Number.isNaN(x)) expect(Math.abs((plain.normal[k] as number) - x)).toBeLessThan(1e-5);
  }
  expect(mirrored).toEqual({
    ...plain,
    ...{ normal: plain.normal.map((x) => -x + 0), pointA: plain.pointB, pointB: plain.pointA },
  });
}

// ---------------------------------------------------------------- seeded motions

/** The two pass beside each other by up to their size at some time of the way; both go and turn, or one of them. */
function seeded(seed: number, specs: readonly (readonly [Spec, Spec])[], beside: number, turns = 1): ImpactRow[] {
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  return specs.map(([a, b], i) => {
    const size = isUnbounded(b) ? extent({ a, b: a, poseA: [], poseB: [] }) : extent({ a, b, poseA: [], poseB: [] });
    const place = i % 8 === 7 ? 1e2 * size : 2 * size;
    const startB = [place * signed(), place * signed(), place * signed()];
    const away = (i % 5 === 0 ? 0.2 : i % 7 === 3 ? 50 : 4) * size * next();
    const way = randomUnit(next).map((x) => x * away);
    const drift = i % 3 === 0 ? [0, 0, 0] : randomUnit(next).map((x) => x * size * 2 * next());
    const off = randomUnit(next).map((x) => x * beside * size * (0.3 + next()));
    const when = next();
    // At `when` A is at `off` from B.
    const startA = startB.map((x, k) => x + (off[k] as number) - when * (way[k] as number));
    const rotation = (still: boolean) => {
      if (still) return [0, 0, 0];
      const axis: Triple = i % 6 === 1 ? [0, 0, next() < 0.5 ? -1 : 1] : randomUnit(next);
      return rotationVector(axis, TURN * turns * (i % 4 === 0 ? 0.1 : 1) * next());
    };
    return {
      ...{ a, poseA: floats([...startA, ...randomQuaternion(next)]), rotationA: rotation(i % 5 === 1) },
      ...{ b, poseB: floats([...startB, ...randomQuaternion(next)]), rotationB: rotation(i % 5 > 2) },
      translationA: floats(way.map((x, k) => x + (drift[k] as number))),
      translationB: floats(drift),
    };
  });
}

const ROWS = seeded(71, pairsOfKinds(72, EACH), 1.2);
const PLANE_ROWS = seeded(73, pairsWithPlanes(74, 9 * EACH), 2.5, 0.5);
const EXTREME_ROWS = seeded(75, pairsOfExtremes(76, 80 * EACH), 0.5);
const TARGET: Options = { targetDistance: 0.1 };

/** What is wrong with a row, in words; undefined if nothing is. */
function wrong(row: ImpactRow, i: number, impacts: ReturnType<typeof impactAll>, options: Options): string | undefined {
  const target = options.targetDistance ?? 0;
  const size = sizeOf(row) + target;
  const is = impacts.fraction[i] as number;
  const status = impacts.status[i];
  const numbers = [is, ...triple(impacts.pointA, i), ...triple(impacts.pointB, i), ...triple(impacts.normal, i)];
  if (numbers.some(Number.isNaN)) return "NaN";
  const { fraction, startDistance, least, near } = truth(row, options);
  const hit = is !== Infinity;
  // What the rounding of the fraction to f32 moves.
  const rounding = 6e-8 * fastest(row);
  if (hit && status !== Status.initialOverlap && is > fraction + 1e-7 * (1 + rounding / size)) {
    const depth = target - moving(row)(is).distance;
    if (depth > rounding + 2e-6 * size * Number(fraction === 0))
      return `late: ${is}, expected ${fraction}, by ${depth / size}`;
  }
  if (!hit) {
    if (status !== Status.beyond) return `status ${status} of a miss`;
    if (fraction === Infinity || target - least <= 2e-6 * size) return undefined;
    return `missed ${fraction}, least distance ${least}`;
  }
  if (status === Status.initialOverlap) {
    const error = Math.abs((impacts.distance[i] as number) - startDistance);
    if (startDistance - target > -1e-6 * size) return "no overlap";
    return error <= 5e-6 * size + 1e-7 * Math.abs(startDistance) ? undefined : `depth off by ${error}`;
  }
  if (startDistance - target < -3e-6 * size) return `status ${status}, starts at ${startDistance}`;
  if (status !== Status.ok) return `status ${status}`;
  if (is >= fraction - 1e-5 || is >= near - 1e-5) return undefined;
  return `early: ${is}, expected ${fraction}, near from ${near}, distance ${moving(row)(is).distance / size}`;
}

/** All backends are held to the same. */
const truths = new Map<ImpactRow, Map<Options, ReturnType<typeof impactTruth>>>();
function truth(row: ImpactRow, options: Options) {
  const known = truths.get(row) ?? new Map<Options, ReturnType<typeof impactTruth>>();
  truths.set(row, known);
  const answer = known.get(options) ?? impactTruth(row, options);
  known.set(options, answer);
  return answer;
}

const NONE: Options = {};

describe.each(BACKENDS)("times of impact on the %s backend", async (backend) => {
  const np = await instance(backend);

  test.each(HANDS.map((hand) => [hand[0], hand] as const))("%s", (_, hand) => expectImpact(np, hand));

  test.each([
    ["of every pair of kinds", ROWS, NONE],
    ["to a gap", ROWS.filter((_, i) => i % 4 === 0), TARGET],
    ["with planes and half-spaces", PLANE_ROWS, NONE],
    ["of needles, plates and unlike sizes", EXTREME_ROWS, NONE],
  ] as const)("impacts %s agree with certified distances (seeds 71 to 76)", (_, rows, options) => {
    const impacts = impactAll(np, rows, options);
    const failures = rows.flatMap((row, i) => {
      const what = wrong(row, i, impacts, options);
      return what === undefined ? [] : [`${what} ${describeImpact(row)}`];
    });
    expect(failures.slice(0, 5)).toEqual([]);
    expect(impacts.count).toBeGreaterThan(0.3 * rows.length);
    expect(impacts.count).toBeLessThan(0.7 * rows.length);
  });

  test("the answer is a contact there: unit normal, points on the surfaces and at the distance", () => {
    const impacts = impactAll(np, ROWS, TARGET);
    const failures = ROWS.filter((row, i) => {
      const fraction = impacts.fraction[i] as number;
      if (fraction === Infinity) return false;
      // The rounding of the fraction moves the bodies; that of the points is of their size.
      const size = sizeOf(row) + Math.max(...row.poseB.slice(0, 3).map(Math.abs)) * 0.2;
      const slack = 2e-6 * size + 1.2e-7 * fastest(row);
      const [normal, pointA, pointB] = [
        triple(impacts.normal, i),
        triple(impacts.pointA, i),
        triple(impacts.pointB, i),
      ];
      const distance = impacts.distance[i] as number;
      const gap = Math.hypot(...pointA.map((x, k) => x - (pointB[k] as number) - distance * (normal[k] as number)));
      const poseA = poseAt(row.poseA, row.translationA, row.rotationA, fraction);
      const poseB = poseAt(row.poseB, row.translationB, row.rotationB, fraction);
      const off = Math.max(Math.abs(toSurface(pointA, row.a, poseA)), Math.abs(toSurface(pointB, row.b, poseB)));
      const sameDistance = Math.abs(moving(row)(fraction).distance - distance) <= slack;
      return !(gap <= slack && Math.abs(Math.hypot(...normal) - 1) < 1e-6 && off <= slack && sameDistance);
    });
    expect(failures.map(describeImpact).slice(0, 5)).toEqual([]);
  });

  test("swapping A and B mirrors the answer, bit for bit", () => {
    for (const rows of [ROWS, PLANE_ROWS, EXTREME_ROWS]) {
      const swapped = rows.map((row) => ({
        ...{ a: row.b, poseA: row.poseB, translationA: row.translationB, rotationA: row.rotationB },
        ...{ b: row.a, poseB: row.poseA, translationB: row.translationA, rotationB: row.rotationA },
      }));
      const [one, two] = [impactAll(np, rows, TARGET), impactAll(np, swapped, TARGET)];
      const { normal, pointA, pointB, ...rest } = one;
      expect(two).toEqual({ ...rest, normal: normal.map((x) => -x + 0), pointA: pointB, pointB: pointA });
    }
  });

  test("a rigid motion of both changes nothing", () => {
    const q = floats([0.1, -0.7, 0.3, 0.5]);
    const moved = ROWS.map((row) => ({
      ...row,
      poseA: [...rotate(q, row.poseA.slice(0, 3)), ...multiply(q, row.poseA.slice(3))],
      poseB: [...rotate(q, row.poseB.slice(0, 3)), ...multiply(q, row.poseB.slice(3))],
      translationA: rotate(q, row.translationA),
      translationB: rotate(q, row.translationB),
      rotationA: rotate(q, row.rotationA),
      rotationB: rotate(q, row.rotationB),
    }));
    const [one, two] = [impactAll(np, ROWS), impactAll(np, moved)];
    const failures = ROWS.filter((row, i) => {
      const [from, to] = [one.fraction[i] as number, two.fraction[i] as number];
      if (Math.abs(from - to) <= 1e-5) return false;
      // What the poses lose in f32 decides where it is only just a touch.
      const size = sizeOf(row) + Math.max(...row.poseA.map(Math.abs), ...row.translationA.map(Math.abs));
      const early = Math.min(from, to);
      return early === Infinity ? from !== to : Math.abs(moving(row)(early).distance) > 3e-6 * size;
    });
    expect(failures.map(describeImpact).slice(0, 5)).toEqual([]);
  });

  test("without rotation it is the cast", () => {
    const still = ROWS.map((row) => ({ ...row, rotationA: [0, 0, 0], rotationB: [0, 0, 0], translationB: [0, 0, 0] }));
    const impacts = impactAll(np, still);
    const casts = castAll(
      np,
      still.map((row) => ({ ...row, translation: row.translationA })),
    );
    const failures = still.filter((row, i) => {
      const [is, cast] = [impacts.fraction[i] as number, casts.fraction[i] as number];
      if (is === cast || Math.abs(is - cast) <= 1e-5) return false;
      // Earlier where the angle is flat, or for a graze.
      return !(is < cast && moving(row)(is).distance <= 1e-6 * sizeOf(row));
    });
    expect(failures.map(describeImpact).slice(0, 5)).toEqual([]);
  });

  test("nothing tunnels through a plate of 1e-3, whatever its speed and spin (seed 77)", () => {
    const plates: Spec[] = [
      ["box", { halfExtents: [1, 0.0005, 1] }],
      ["cylinder", { halfHeight: 0.0005, radius: 1 }],
      ["triangle", [-2, 0, -2, 2, 0, -2, 0, 0, 4]],
    ];
    const movers: Spec[] = [
      ["point"],
      BALL,
      CRATE,
      ROD,
      ["cone", { halfHeight: 1, radius: 0.5 }],
      ["box", { halfExtents: [0.001, 0.001, 0.001] }],
      ["hull", [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]],
    ];
    const next = random(77);
    const rows = plates.flatMap((b) =>
      movers.flatMap((a) =>
        [50, 1e2, 1e4, 1e6].flatMap((length) =>
          [0, 1, 30].map((turns): ImpactRow => {
            // Down through the middle of the plate, which turns in its plane.
            const direction = randomUnit(next);
            direction[1] = -Math.abs(direction[1]) - 0.2;
            const scale = length / Math.hypot(...direction);
            const translationA = floats(direction.map((x) => x * scale));
            const back = Math.max(0.5 * next(), 6 / Math.abs(translationA[1] as number));
            return {
              ...{ a, poseA: floats([...translationA.map((x) => -back * x), ...randomQuaternion(next)]) },
              ...{ translationA, rotationA: rotationVector(randomUnit(next), TURN * turns) },
              ...{ b, poseB: at(0), translationB: [0, 0, 0], rotationB: floats([0, 20 * next(), 0]) },
            };
          }),
        ),
      ),
    );
    const impacts = impactAll(np, rows);
    const failures = rows.filter((row, i) => {
      if (impacts.status[i] !== Status.ok && impacts.status[i] !== Status.initialOverlap) return true;
      // By then the center has not passed the plate, and the two are as near as the rounding of the fraction allows.
      const fraction = impacts.fraction[i] as number;
      const height = (row.poseA[1] as number) + fraction * (row.translationA[1] as number);
      const rounding = 1.2e-7 * fastest(row);
      return !(height > -rounding && moving(row)(fraction).distance < 1e-5 + rounding);
    });
    expect(failures.map(describeImpact).slice(0, 5)).toEqual([]);
  });

  test("single queries and batches agree, bit for bit, for any number of rows", () => {
    const rows = [...ROWS, ...PLANE_ROWS].filter((_, i) => i % 7 === 0);
    const all = impactAll(np, rows, TARGET);
    for (const count of [0, 1, 3, 4, 5, 17]) {
      const some = impactAll(np, rows.slice(0, count), TARGET);
      expect(some.fraction).toEqual(all.fraction.subarray(0, count));
      expect(some.pointA).toEqual(all.pointA.subarray(0, 3 * count));
    }
    const out = emptyCastResult();
    const differing = rows.filter((row, i) => {
      const [A, B] = [make(np, row.a), make(np, row.b)];
      const motionA = { pose: row.poseA, translation: row.translationA, rotation: row.rotationA } as Motion;
      const motionB = { pose: row.poseB, translation: row.translationB, rotation: row.rotationB } as Motion;
      np.timeOfImpact(A, motionA, B, motionB, TARGET, out);
      np.remove(A);
      np.remove(B);
      const single = [out.fraction, out.distance, ...out.normal, ...out.pointA, ...out.pointB, out.iterations];
      const batch = [
        ...[all.fraction[i], all.distance[i], ...triple(all.normal, i), ...triple(all.pointA, i)],
        ...[...triple(all.pointB, i), all.iterations[i]],
      ];
      return JSON.stringify(single) !== JSON.stringify(batch) || Status[out.status] !== all.status[i];
    });
    expect(differing.map(describeImpact)).toEqual([]);
  });

  test("the way to another pose arrives there, by the shortest turn (seed 78)", () => {
    const next = random(78);
    const motions = np.motions(1);
    for (let i = 0; i < 100; i++) {
      const start = floats([next(), next(), next(), ...randomQuaternion(next).map((x) => 3 * x)]);
      const quaternion = randomQuaternion(next);
      const end = floats([next(), next(), next(), ...(i % 10 === 0 ? start.slice(3).map((x) => -x) : quaternion)]);
      motions.setBetween(0, start, end);
      const [translation, rotation] = [Array.from(motions.translation), Array.from(motions.rotation)];
      const there = poseAt(start, translation, rotation, 1);
      expect(Math.hypot(...rotation)).toBeLessThan(Math.PI + 1e-6);
      expect(Math.hypot(...there.slice(0, 3).map((x, k) => x - (end[k] as number)))).toBeLessThan(1e-6);
      for (const axis of [
        [1, 0, 0],
        [0, 1, 0],
      ] as Triple[]) {
        const is = rotate(there.slice(3), axis);
        expect(Math.hypot(...rotate(end.slice(3), axis).map((x, k) => x - (is[k] as number)))).toBeLessThan(1e-6);
      }
    }
    motions.dispose();
  });

  test("sizes, places and speeds of every magnitude give numbers (seed 79)", () => {
    const next = random(79);
    const pick = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T;
    const size = () => {
      const length = pick([0, 1e-15, 1e-12, 1e-4, 1, 1, 1, 1e5, 1e12]) * (next() < 0.5 ? 1 : next());
      return length === 0 ? 0 : Math.max(length, 1e-15);
    };
    const signed = (x: number) => (next() < 0.3 ? 0 : next() < 0.5 ? -x : x);
    const place = () => signed(pick([1e-40, 1e-20, 1e-6, 0.5, 1, 1, 2, 1e6, 1e12, 9e14]));
    const places = () => [place(), place(), place()];
    const spin = () => signed(pick([1e-40, 1e-12, 1e-3, 1, 1, 3, 1e2, 1e4]));
    const turn = () => (next() < 0.4 ? [0, 0, 0, 1] : randomQuaternion(next).map((x) => x * pick([1, 1e-12, 1e12])));
    const spec = (): Spec => {
      const rounding = { radius: next() < 0.5 ? 0 : size() };
      const coordinates = (n: number) => Array.from({ length: 3 * n }, () => signed(size()));
      return pick<Spec>([
        ["sphere", { radius: size() }],
        ["capsule", { halfHeight: size(), radius: size() }],
        ["box", { halfExtents: [size(), size(), size()] }, rounding],
        ["cylinder", { halfHeight: size(), radius: size() }, rounding],
        ["cone", { halfHeight: size(), radius: size() }, rounding],
        ["hull", coordinates(1 + Math.floor(8 * next())), rounding],
        ["triangle", coordinates(3), rounding],
        ["plane", { normal: [signed(1), 1, signed(0.3)], offset: signed(size()) }],
        ["halfSpace", { normal: [signed(1), 1, signed(0.3)], offset: signed(size()) }],
      ]);
    };
    const rows = Array.from({ length: 1000 }, (): ImpactRow => {
      const [from, to] = [places(), next() < 0.5 ? [0, 0, 0] : places()];
      const translationA = next() < 0.5 ? places() : from.map((x, k) => ((to[k] as number) - x) * pick([0.25, 0.5]));
      return {
        ...{ a: spec(), poseA: [...from, ...turn()], translationA, rotationA: [spin(), spin(), spin()] },
        ...{ b: spec(), poseB: [...to, ...turn()], translationB: places(), rotationB: [spin(), 0, spin()] },
      };
    });
    for (const options of [{}, { targetDistance: 1e-3 }, { maxFraction: 0.5, targetDistance: 1e12 }]) {
      const impacts = impactAll(np, rows, options);
      const failures = rows.filter((_, i) => {
        const { fraction, distance, normal, pointA, pointB, status } = impacts;
        const numbers = [...triple(normal, i), ...triple(pointA, i), ...triple(pointB, i)];
        const length = Math.hypot(...triple(normal, i));
        if (status[i] === Status.unbounded) return fraction[i] !== 0 || distance[i] !== -Infinity || length !== 0;
        if (status[i] === Status.beyond) return fraction[i] !== Infinity || distance[i] !== Infinity || length !== 0;
        return !(
          [fraction[i], distance[i], ...numbers].every(Number.isFinite) &&
          Math.abs(length - 1) <= 1e-6 &&
          (fraction[i] as number) >= 0 &&
          (fraction[i] as number) <= 1
        );
      });
      expect(failures.map(describeImpact).slice(0, 5)).toEqual([]);
    }
  });

  test("bad rows get a status, good rows beside them an answer", () => {
    const ball = np.sphere({ radius: 1 });
    const gone = np.sphere({ radius: 1 });
    const bodies = np.bodies(7);
    const motions = np.motions(7);
    for (let i = 0; i < 7; i++) {
      bodies.set(i, i === 1 ? gone : ball, at(i === 4 ? 6 : 0));
      motions.set(i, i === 4 ? [0, 0, 0] : [8, 0, 0]);
    }
    bodies.pose[14] = NaN;
    motions.translation[15] = NaN;
    motions.rotation[18] = Infinity;
    np.remove(gone);
    const pairs = np.pairs(8);
    pairs.set([0, 4, 0, 1, 2, 4, 0, 7, 5, 4, 4, 6, 0, 3, 4, 3]);
    const impacts = np.impacts(8);
    expect(np.timeOfImpactBatch(bodies, motions, pairs, impacts)).toBe(3);
    expect([...impacts.status]).toEqual([
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
    expect([...impacts.fraction].map((x) => Math.round(x * 1e5) / 1e5)).toEqual([
      0.5,
      ...Array(5).fill(Infinity),
      0,
      0.5,
    ]);
    pairs.set([]);
    expect(np.timeOfImpactBatch(bodies, motions, pairs, impacts)).toBe(0);
    for (const columns of [bodies, motions, pairs, impacts]) columns.dispose();
    np.remove(ball);
  });

  test("misuse throws, naming the argument", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
    type Wrong = any;
    const other = await instance(backend);
    const [ball, bodies, motions] = [np.sphere({ radius: 1 }), np.bodies(2), np.motions(2)];
    const [pairs, impacts] = [np.pairs(2), np.impacts(2)];
    pairs.count = 2;
    bodies.count = 2;
    const here = { pose: at(0) };
    const single = (motionA: Wrong, options?: Wrong, out?: Wrong) => () =>
      np.timeOfImpact(ball, motionA, ball, { pose: at(3) }, options, out);
    const batch = (b: Wrong, m: Wrong, p: Wrong, i: Wrong, o?: Wrong) => () => np.timeOfImpactBatch(b, m, p, i, o);
    const disposed = np.impacts(2);
    disposed.dispose();
    const calls: [call: () => unknown, argument: string, code: string][] = [
      [single(undefined), "motionA", "INVALID_TYPE"],
      [single({}), "motionA.pose", "INVALID_TYPE"],
      [single({ ...here, translation: [1, 2] }), "motionA.translation", "INVALID_LENGTH"],
      [single({ ...here, rotation: [0, NaN, 0] }), "motionA.rotation[1]", "INVALID_NUMBER"],
      [single({ ...here, rotation: [0, 0, 1e5] }), "motionA.rotation[2]", "OUT_OF_RANGE"],
      [single({ ...here, end: [0] }), "motionA.end", "INVALID_LENGTH"],
      [single({ ...here, end: at(0), rotation: [0, 0, 1] }), "motionA.end", "INVALID_TYPE"],
      [single(here, 1), "options", "INVALID_TYPE"],
      [single(here, { maxFraction: 1.1 }), "options.maxFraction", "OUT_OF_RANGE"],
      [single(here, { targetDistance: -1 }), "options.targetDistance", "OUT_OF_RANGE"],
      [single(here, {}, {}), "out.normal", "INVALID_LENGTH"],
      [() => np.timeOfImpact({} as Wrong, here, ball, here), "shapeA", "INVALID_TYPE"],
      [() => np.timeOfImpact(ball, here, other.point(), here), "shapeB", "FOREIGN"],
      [batch(pairs, motions, pairs, impacts), "bodies", "INVALID_TYPE"],
      [batch(bodies, bodies, pairs, impacts), "motions", "INVALID_TYPE"],
      [batch(bodies, np.motions(1), pairs, impacts), "motions.capacity", "INVALID_LENGTH"],
      [batch(bodies, motions, impacts, impacts), "pairs", "INVALID_TYPE"],
      [batch(bodies, motions, pairs, np.casts(2)), "impacts", "INVALID_TYPE"],
      [batch(bodies, motions, pairs, np.impacts(1)), "impacts.capacity", "INVALID_LENGTH"],
      [batch(bodies, motions, pairs, other.impacts(2)), "impacts", "FOREIGN"],
      [batch(bodies, motions, pairs, disposed), "impacts", "DISPOSED"],
      [batch(bodies, motions, pairs, impacts, { maxFraction: Infinity }), "options.maxFraction", "INVALID_NUMBER"],
      [() => motions.set(2, [0, 0, 0]), "index", "OUT_OF_RANGE"],
      [() => motions.set(0, [0, 0, Infinity]), "translation[2]", "INVALID_NUMBER"],
      [() => motions.set(0, [0, 0, 0], [2e4, 0, 0]), "rotation[0]", "OUT_OF_RANGE"],
      [() => motions.setBetween(0, at(0), [0, 0, 0, 0, 0, 0, 0]), "end", "ZERO_QUATERNION"],
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
    const meeting = np.timeOfImpact(ball, { ...here, translation: [4, 0, 0] }, ball, { pose: at(4) });
    expect(meeting?.fraction).toBeCloseTo(0.5, 5);
  });
});

test("every backend gives the same bytes", async () => {
  const hashes = [];
  for (const backend of BACKENDS) {
    const np = await instance(backend);
    const { count, ...columns } = impactAll(np, [...ROWS, ...PLANE_ROWS, ...EXTREME_ROWS], TARGET);
    hashes.push([count, hash(columns as never)]);
  }
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hashes[2]).toEqual(hashes[0]);
});
