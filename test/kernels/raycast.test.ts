import { describe, expect, test } from "vitest";
import { ArgumentError, emptyRayHit, type Narrowphase, Status } from "../../dist/index.js";
import { BACKENDS, instance } from "../helpers/instances.js";
import { dot, random, randomQuaternion, randomUnit, type Triple } from "../helpers/random.js";
import { castAll, castMany, type HitColumns, type RayRow, sizeOf, truth } from "./rays.js";
import { at, make, ORIGIN, type Spec, triple } from "./scene.js";

const OCTAHEDRON = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
const HALF = Math.SQRT1_2;

// ---------------------------------------------------------------- hand cases

type Hand = readonly [
  name: string,
  spec: Spec,
  origin: Triple,
  translation: Triple,
  /** Fraction, point and normal, or null for a miss. */
  solid: readonly [number, Triple, Triple] | null,
  /** With `solid: false`, if it differs. */
  hollow?: readonly [number, Triple, Triple] | null,
];

const BALL: Spec = ["sphere", { radius: 1 }];
const BOX: Spec = ["box", { halfExtents: [1, 2, 3] }];
const ROUNDED: Spec = ["box", { halfExtents: [1, 1, 1] }, { radius: 0.5 }];
const CAPSULE: Spec = ["capsule", { halfHeight: 1, radius: 0.5 }];
const CYLINDER: Spec = ["cylinder", { halfHeight: 1, radius: 1 }];
const CONE: Spec = ["cone", { halfHeight: 1, radius: 1 }];
const HULL: Spec = ["hull", OCTAHEDRON];
const TRIANGLE: Spec = ["triangle", [0, 0, 0, 1, 0, 0, 0, 1, 0]];
const PLANE: Spec = ["plane", { normal: [0, 1, 0], offset: 1 }];
const GROUND: Spec = ["halfSpace", { normal: [0, 1, 0], offset: 1 }];

const HANDS: readonly Hand[] = [
  ["ball, head on", BALL, [-3, 0, 0], [4, 0, 0], [0.5, [-1, 0, 0], [-1, 0, 0]]],
  ["ball, too short", BALL, [-3, 0, 0], [1.5, 0, 0], null],
  ["ball, ends on it", BALL, [-3, 0, 0], [2, 0, 0], [1, [-1, 0, 0], [-1, 0, 0]]],
  ["ball, behind", BALL, [-3, 0, 0], [-4, 0, 0], null],
  ["ball, graze", BALL, [-3, 1, 0], [6, 0, 0], [0.5, [0, 1, 0], [0, 1, 0]]],
  ["ball, beside", BALL, [-3, 1.0001, 0], [6, 0, 0], null],
  ["ball, from inside", BALL, [0.5, 0, 0], [2, 0, 0], [0, [0.5, 0, 0], [-1, 0, 0]], [0.25, [1, 0, 0], [1, 0, 0]]],
  ["ball, inside to inside", BALL, [0, 0, 0], [0.5, 0, 0], [0, [0, 0, 0], [-1, 0, 0]], null],
  ["ball, from the surface in", BALL, [-1, 0, 0], [4, 0, 0], [0, [-1, 0, 0], [-1, 0, 0]]],
  ["ball, from the surface out", BALL, [1, 0, 0], [4, 0, 0], [0, [1, 0, 0], [-1, 0, 0]], [0, [1, 0, 0], [1, 0, 0]]],
  ["ball, a point inside", BALL, [0, 0.5, 0], [0, 0, 0], [0, [0, 0.5, 0], [0, 1, 0]], null],
  ["ball, a point outside", BALL, [0, 1.5, 0], [0, 0, 0], null],
  ["point, through it", ["point"], [-1, -1, 0], [2, 2, 0], [0.5, [0, 0, 0], [-HALF, -HALF, 0]]],
  ["point, past it", ["point"], [-1, -1, 0], [2, 2.001, 0], null],
  ["box, face", BOX, [0, 0, 5], [0, 0, -4], [0.5, [0, 0, 3], [0, 0, 1]]],
  ["box, skew", BOX, [-2, 0, 0], [2, 1, 1], [0.5, [-1, 0.5, 0.5], [-1, 0, 0]]],
  ["box, in a face", BOX, [1, 4, 0], [0, -4, 0], [0.5, [1, 2, 0], [0, 1, 0]]],
  ["box, along an edge", BOX, [1, 4, 3], [0, -4, 0], [0.5, [1, 2, 3], [0, 1, 0]]],
  ["box, beside a face", BOX, [1.0001, 4, 0], [0, -8, 0], null],
  ["box, over an edge", BOX, [0, 3, 0], [2, -2, 0], [0.5, [1, 2, 0], [0, 1, 0]]],
  ["box, from inside", BOX, [0, 0, 0], [0, 4, 0], [0, [0, 0, 0], [0, -1, 0]], [0.5, [0, 2, 0], [0, 1, 0]]],
  ["box, from a face out", BOX, [1, 0, 0], [1, 0, 0], [0, [1, 0, 0], [-1, 0, 0]], [0, [1, 0, 0], [1, 0, 0]]],
  ["flat box", ["box", { halfExtents: [1, 0, 1] }], [0.5, 1, 0], [0, -2, 0], [0.5, [0.5, 0, 0], [0, 1, 0]]],
  ["rounded box, face", ROUNDED, [3.5, 0.5, 0], [-4, 0, 0], [0.5, [1.5, 0.5, 0], [1, 0, 0]]],
  [
    "rounded box, edge",
    ROUNDED,
    [3, 3, 0],
    [-4, -4, 0],
    [0.5 - HALF / 8, [1 + HALF / 2, 1 + HALF / 2, 0], [HALF, HALF, 0]],
  ],
  [
    "rounded box, from inside",
    ROUNDED,
    [0, 0, 0],
    [3, 0, 0],
    [0, [0, 0, 0], [-1, 0, 0]],
    [0.5, [1.5, 0, 0], [1, 0, 0]],
  ],
  ["rounded box, past a corner", ROUNDED, [3, 1.4, 1.4], [-6, 0, 0], null],
  ["capsule, side", CAPSULE, [2.5, 0.5, 0], [-4, 0, 0], [0.5, [0.5, 0.5, 0], [1, 0, 0]]],
  ["capsule, cap", CAPSULE, [0, 3.5, 0], [0, -4, 0], [0.5, [0, 1.5, 0], [0, 1, 0]]],
  ["capsule, along its axis", CAPSULE, [0, 0, 0], [0, 3, 0], [0, [0, 0, 0], [0, -1, 0]], [0.5, [0, 1.5, 0], [0, 1, 0]]],
  ["capsule, along its side", CAPSULE, [0.5, 3, 0], [0, -4, 0], [0.5, [0.5, 1, 0], [1, 0, 0]]],
  ["capsule, over it", CAPSULE, [0.4, 1.4, -3], [0, 0, 6], null],
  ["segment, through it", ["segment", { halfHeight: 1 }], [-1, 0.5, 0], [2, 0, 0], [0.5, [0, 0.5, 0], [-1, 0, 0]]],
  ["cylinder, side", CYLINDER, [3, 0.5, 0], [-4, 0, 0], [0.5, [1, 0.5, 0], [1, 0, 0]]],
  ["cylinder, lid", CYLINDER, [0.5, 3, 0], [0, -4, 0], [0.5, [0.5, 1, 0], [0, 1, 0]]],
  ["cylinder, along its side", CYLINDER, [1, 3, 0], [0, -4, 0], [0.5, [1, 1, 0], [0, 1, 0]]],
  ["cylinder, past the rim", CYLINDER, [2.1, 1, 0], [-2, 2, 0], null],
  [
    "cylinder, from inside",
    CYLINDER,
    [0, 0, 0],
    [2, 1, 0],
    [0, [0, 0, 0], [-0.894427191, -0.447213595, 0]],
    [0.5, [1, 0.5, 0], [1, 0, 0]],
  ],
  ["cone, side", CONE, [2.5, 0, 0], [-4, 0, 0], [0.5, [0.5, 0, 0], [0.894427191, 0.447213595, 0]]],
  ["cone, base", CONE, [0.5, -3, 0], [0, 4, 0], [0.5, [0.5, -1, 0], [0, -1, 0]]],
  ["cone, tip", CONE, [0, 3, 0], [0, -4, 0], [0.5, [0, 1, 0], [0, 1, 0]]],
  ["cone, above the tip", CONE, [2, 1.1, 0], [-4, 0, 0], null],
  ["cone, the other half", CONE, [2, 1.5, 0], [-4, 0.01, 0], null],
  [
    "cone, from inside",
    CONE,
    [0, 0, 0],
    [1, 0, 0],
    [0, [0, 0, 0], [-1, 0, 0]],
    [0.5, [0.5, 0, 0], [0.894427191, 0.447213595, 0]],
  ],
  [
    "hull, face",
    HULL,
    [1.2, 1.2, 1.2],
    [-1, -1, -1],
    [1.2 - 1 / 3, [1 / 3, 1 / 3, 1 / 3], [0.577350269, 0.577350269, 0.577350269]],
  ],
  ["hull, past an edge", HULL, [1, 0.51, -2], [-0.5, 0, 4].map((x) => x) as Triple, null],
  [
    "hull, from inside",
    HULL,
    [0, 0, 0],
    [1, 1, 0.5].map((x) => x * 0.8) as Triple,
    [0, [0, 0, 0], [-2 / 3, -2 / 3, -1 / 3]],
    [0.5, [0.4, 0.4, 0.2], [0.577350269, 0.577350269, 0.577350269]],
  ],
  ["triangle, front", TRIANGLE, [0.25, 0.25, 1], [0, 0, -2], [0.5, [0.25, 0.25, 0], [0, 0, 1]]],
  ["triangle, back", TRIANGLE, [0.25, 0.25, -1], [0, 0, 2], [0.5, [0.25, 0.25, 0], [0, 0, -1]]],
  ["triangle, on its edge", TRIANGLE, [0.5, 0.5, 1], [0, 0, -2], [0.5, [0.5, 0.5, 0], [0, 0, 1]]],
  ["triangle, at its corner", TRIANGLE, [0, 0, 1], [0, 0, -2], [0.5, [0, 0, 0], [0, 0, 1]]],
  ["triangle, outside an edge", TRIANGLE, [0.51, 0.51, 1], [0, 0, -2], null],
  ["triangle, in its plane", TRIANGLE, [-1, 0.25, 0], [2, 0, 0], [0.5, [0, 0.25, 0], [-1, 0, 0]]],
  ["triangle, beside its plane", TRIANGLE, [-1, 0.25, 0.01], [2, 0, 0], null],
  ["plane, from above", PLANE, [5, 3, 0], [0, -4, 0], [0.5, [5, 1, 0], [0, 1, 0]]],
  ["plane, from below", PLANE, [5, -1, 0], [0, 4, 0], [0.5, [5, 1, 0], [0, -1, 0]]],
  ["plane, parallel", PLANE, [5, 3, 0], [4, 0, 0], null],
  ["plane, in it", PLANE, [5, 1, 0], [4, 0, 0], [0, [5, 1, 0], [-1, 0, 0]], null],
  ["half-space, from above", GROUND, [5, 3, 0], [0, -4, 0], [0.5, [5, 1, 0], [0, 1, 0]]],
  ["half-space, from below", GROUND, [5, -1, 0], [0, 4, 0], [0, [5, -1, 0], [0, -1, 0]], [0.5, [5, 1, 0], [0, 1, 0]]],
  ["half-space, down for ever", GROUND, [5, -1, 0], [0, -4, 0], [0, [5, -1, 0], [0, 1, 0]], null],
];

function expectHit(np: Narrowphase, [, spec, origin, translation]: Hand, expected: Hand[4], solid: boolean): void {
  const shape = make(np, spec);
  const hit = np.raycast(shape, [...ORIGIN], { origin, translation, solid });
  // Moved and turned with the shape: a quarter about z, and 1000 along it.
  const turn = ([x, y, z]: Triple): Triple => [-y, x, z];
  const moved = ([x, y, z]: Triple): Triple => [-y, x, z + 1024];
  const pose = [0, 0, 1024, 0, 0, 3, 3];
  const turned = np.raycast(shape, pose, { origin: moved(origin), translation: turn(translation), solid });
  np.remove(shape);
  if (expected === null) {
    expect(hit).toBeNull();
    expect(turned).toBeNull();
    return;
  }
  const [fraction, point, normal] = expected;
  expect(hit?.status).toBe("ok");
  const off = (is: unknown[], should: number[]) => Math.max(...should.map((x, k) => Math.abs((is[k] as number) - x)));
  expect(off([hit?.fraction, ...(hit?.point ?? [])], [fraction, ...point])).toBeLessThan(1e-6);
  expect(off(hit?.normal ?? [], normal)).toBeLessThan(1e-6);
  // Near 1024 a float is 1e-4 wide, in the ray's origin too.
  expect(off([turned?.fraction, ...(turned?.point ?? [])], [fraction, ...moved(point)])).toBeLessThan(1e-4);
  // A ray of no length has no direction that could turn with it.
  if (Math.hypot(...translation) > 0) expect(off(turned?.normal ?? [], turn(normal))).toBeLessThan(1e-4);
}

/** What is met from a direction: shape, and (direction, feature, a point inside or on it). */
const FEATURES: readonly [string, Spec, readonly (readonly [Triple, number, Triple?])[]][] = [
  ["ball", BALL, [[[1, 0, 0], 0]]],
  [
    "box",
    BOX,
    [
      [[1, 0, 0], 0],
      [[-1, 0, 0], 1],
      [[0, 1, 0], 2],
      [[0, -1, 0], 3],
      [[0, 0, 1], 4],
      [[0, 0, -1], 5],
    ],
  ],
  [
    "capsule",
    CAPSULE,
    [
      [[1, 0, 0], 0],
      [[0, 1, 0], 1],
      [[0, -1, 0], 2],
    ],
  ],
  [
    "cylinder",
    CYLINDER,
    [
      [[0, 0, 1], 0],
      [[0, 1, 0], 1],
      [[0, -1, 0], 2],
    ],
  ],
  [
    "cone",
    CONE,
    [
      [[0, 0, 1], 0],
      [[0, -1, 0], 2],
    ],
  ],
  [
    "triangle",
    TRIANGLE,
    [
      [[0, 0, 1], 0, [0.25, 0.25, 0]],
      [[0, 0, -1], 1, [0.25, 0.25, 0]],
    ],
  ],
  [
    "plane",
    PLANE,
    [
      [[0, 1, 0], 0],
      [[0, -1, 0], 1],
    ],
  ],
  ["half-space", GROUND, [[[0, 1, 0], 0]]],
  ["rounded box", ROUNDED, [[[1, 0, 0], -1]]],
];

// ---------------------------------------------------------------- seeded rays

const SPECS: readonly Spec[] = [
  BALL,
  BOX,
  CAPSULE,
  CYLINDER,
  CONE,
  HULL,
  PLANE,
  GROUND,
  ["sphere", { radius: 300 }],
  ["capsule", { halfHeight: 5, radius: 0.01 }],
  ["box", { halfExtents: [10, 0.01, 1] }],
  ["box", { halfExtents: [1, 2, 0.5] }, { radius: 0.25 }],
  ["cylinder", { halfHeight: 0.01, radius: 2 }],
  ["cone", { halfHeight: 3, radius: 0.2 }],
  ["cone", { halfHeight: 0.05, radius: 2 }],
  ["hull", [0, 0, 0, 1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3]],
  ["hull", Array.from({ length: 24 }, (_, i) => Math.sin(17 * i + 1) + (i % 3 === 0 ? 40 : 0))],
];

/** Shapes whose distance only the slow oracle knows. */
const ROUNDED_SPECS: readonly Spec[] = [
  ["cylinder", { halfHeight: 1, radius: 0.5 }, { radius: 0.2 }],
  ["cone", { halfHeight: 1, radius: 0.5 }, { radius: 0.2 }],
  ["hull", OCTAHEDRON, { radius: 0.3 }],
  ["triangle", [0, 0, 0, 2, 0, 0, 0, 1, 0.5], { radius: 0.1 }],
];

function seeded(seed: number, specs: readonly Spec[], each: number): RayRow[] {
  const next = random(seed);
  const between = (low: number, high: number) => low * (high / low) ** next();
  return specs.flatMap((spec) => {
    const size = sizeOf(spec);
    const isHull = spec[0] === "hull" && (spec[1] as number[])[0] !== 1;
    const points = isHull ? (spec[1] as number[]) : [0, 0, 0];
    const middle = [0, 1, 2].map((k) => {
      const values = points.filter((_, i) => i % 3 === k);
      return values.reduce((sum, x) => sum + x, 0) / values.length;
    });
    return Array.from({ length: each }, (_, i): RayRow => {
      const axis = i % 4 === 1;
      const far = i % 8 === 2 ? 1e4 : 10;
      const position = axis ? [1, 2, 3] : [0, 1, 2].map(() => far * size * (next() - 0.5));
      const q = axis ? [0, 0, 0, 1] : randomQuaternion(next).map((x) => x * (i % 3 === 0 ? 5 : 1));
      const direction = axis
        ? ([
            [1, 0, 0],
            [0, -1, 0],
            [0, 0, 1],
            [HALF, -HALF, 0],
          ][(i >> 2) % 4] as Triple)
        : randomUnit(next);
      // Aimed at a point near the shape, from inside or from far.
      const [qx, qy, qz, qw] = q as [number, number, number, number];
      const rotated = rotateBy([qx, qy, qz, qw], middle as Triple);
      const target = randomUnit(next).map((x, k) => x * size * 0.7 * next() + (rotated[k] as number));
      const back = i % 5 === 0 ? 0.1 * size * next() : size * between(1.5, i % 7 === 0 ? 1e4 : 20);
      const length = between(1e-6, 1e6);
      return {
        spec,
        pose: [...position, ...q],
        origin: target.map((x, k) => x + (position[k] as number) - back * (direction[k] as number)),
        translation: direction.map((x) => x * length),
      };
    });
  });
}

function rotateBy([x, y, z, w]: [number, number, number, number], [a, b, c]: Triple): Triple {
  const s = 2 / (x * x + y * y + z * z + w * w);
  const [tx, ty, tz] = [s * (y * c - z * b), s * (z * a - x * c), s * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

const RAYS = seeded(41, SPECS, 200);
const ROUNDED_RAYS = seeded(42, ROUNDED_SPECS, 24);

/** Sizes from 0 to 1e12, places to 1e15; half of the rays start at the shape, half of them aim at its origin. */
function extremes(seed: number, count: number): RayRow[] {
  const next = random(seed);
  const pick = (values: readonly number[]) => values[Math.floor(next() * values.length)] as number;
  const size = () => {
    const length = pick([0, 1e-15, 1e-12, 1e-4, 1, 1, 1, 1e5, 1e12]) * (next() < 0.5 ? 1 : next());
    return length === 0 ? 0 : Math.max(length, 1e-15);
  };
  const signed = (x: number) => (next() < 0.3 ? 0 : next() < 0.5 ? -x : x);
  const place = () => signed(pick([1e-40, 1e-20, 1e-6, 0.5, 1, 1, 2, 1e6, 1e12, 9e14]));
  const places = (): Triple => [place(), place(), place()];
  return Array.from({ length: count }, (_, i): RayRow => {
    const rounding = { radius: next() < 0.5 ? 0 : size() };
    const coordinates = (n: number) => Array.from({ length: 3 * n }, () => signed(size()));
    const specs: readonly Spec[] = [
      ["sphere", { radius: size() }],
      ["capsule", { halfHeight: size(), radius: size() }],
      ["box", { halfExtents: [size(), size(), size()] }, rounding],
      ["cylinder", { halfHeight: size(), radius: size() }, rounding],
      ["cone", { halfHeight: size(), radius: size() }, rounding],
      ["hull", coordinates(1 + (i % 8)), rounding],
      ["triangle", coordinates(3), rounding],
      ["plane", { normal: [signed(1), 1, signed(0.3)], offset: signed(size()) }],
      ["halfSpace", { normal: [signed(1), 1, signed(0.3)], offset: signed(size()) }],
    ];
    const position = next() < 0.5 ? [0, 0, 0] : places();
    const origin = next() < 0.5 ? position.map((x) => x + signed(2 * next())) : places();
    const translation = next() < 0.5 ? places() : origin.map((x, k) => (position[k] as number) - x);
    const q = next() < 0.4 ? [0, 0, 0, 1] : randomQuaternion(next).map((x) => x * pick([1, 1e-12, 1e12]));
    return {
      spec: specs[i % specs.length] as Spec,
      pose: [...position, ...q],
      origin,
      translation: translation.map((x) => x / 2),
    };
  });
}

/** What is wrong with a row, in words; undefined if nothing is. */
function wrong(row: RayRow, i: number, hits: HitColumns, solid: boolean): string | undefined {
  const { clearance, enter, exit, gauge, local } = truth(row);
  const size = sizeOf(row.spec);
  const length = Math.hypot(...row.translation);
  const fraction = hits.fraction[i] as number;
  const numbers = [fraction, ...triple(hits.point, i), ...triple(hits.normal, i)];
  if (numbers.some(Number.isNaN)) return "NaN";
  const thin = row.spec[0] === "plane";
  if (!thin && Math.abs(clearance) < 1e-5 * size) return undefined;
  const near = (1e-5 * size) / length;
  if (Math.abs(enter) < near || Math.abs(exit) < near) return undefined;

  const through = thin || clearance < 0;
  const inside = through && enter < 0 && exit > 0 && !thin;
  const expected = !through || exit < 0 ? Infinity : !inside ? enter : solid ? 0 : exit;
  const hit = fraction !== Infinity;
  if (hit !== Number.isFinite(expected)) return `hit ${hit}, expected ${expected}`;
  if (!hit) return numbers.slice(1).some((x) => x !== 0) ? "a miss that is not zeros" : undefined;
  if (hits.status[i] !== Status.ok) return `status ${hits.status[i]}`;
  if (Math.abs(fraction - expected) > 1e-5 * expected + (1e-7 * size) / length)
    return `fraction ${fraction}, expected ${expected}`;

  const normal = triple(hits.normal, i);
  if (Math.abs(Math.hypot(...normal) - 1) > 1e-6) return `normal of length ${Math.hypot(...normal)}`;
  const along = dot(normal, row.translation) / length;
  if (inside && !solid ? along < -1e-6 : along > 1e-6) return `normal on the wrong side: ${along}`;
  if (inside && solid) return Math.abs(along + 1) < 1e-6 ? undefined : "normal not against the ray";
  // The point is on the surface, to the rounding of the world's f32; outward of it is outside, inward inside.
  const point = triple(hits.point, i);
  const rounding = 1e-7 * Math.max(...point.map(Math.abs)) + 1e-5 * size;
  if (Math.abs(gauge(local(point))) > rounding) return `point off the surface by ${gauge(local(point))}`;
  const out = gauge(local(point.map((x, k) => x + 10 * rounding * (normal[k] as number))));
  return out > 0 ? undefined : `normal not outward: ${out}`;
}

const hash = (hits: HitColumns) => {
  let value = 0x811c9dc5;
  for (const column of [hits.fraction, hits.point, hits.normal, hits.feature, hits.status]) {
    for (const byte of new Uint8Array(column.buffer)) value = Math.imul(value ^ byte, 0x01000193);
  }
  return value >>> 0;
};

const describeRow = ({ spec, pose, origin, translation }: RayRow) => JSON.stringify([spec, pose, origin, translation]);

describe.each(BACKENDS)("rays on the %s backend", async (backend) => {
  const np = await instance(backend);

  test.each(HANDS.map((hand) => [hand[0], hand] as const))("%s", (_, hand) => {
    expectHit(np, hand, hand[4], true);
    expectHit(np, hand, hand.length > 5 ? (hand[5] as Hand[4]) : hand[4], false);
  });

  test.each([true, false])("agree with bisection, solid %s (seeds 41, 42)", (solid) => {
    for (const rows of [RAYS, ROUNDED_RAYS]) {
      const hits = castAll(np, rows, { maxFraction: Infinity, solid });
      const failures = rows.flatMap((row, i) => {
        const what = wrong(row, i, hits, solid);
        return what === undefined ? [] : [`${what} ${describeRow(row)}`];
      });
      expect(failures.slice(0, 5)).toEqual([]);
      expect(hits.count).toBeGreaterThan(0.3 * rows.length);
      expect(hits.count).toBeLessThan(0.7 * rows.length);
    }
  });

  test("a batch and single rays agree, bit for bit", () => {
    const rows = RAYS.filter((_, i) => i % 7 === 0);
    const hits = castAll(np, rows, { maxFraction: 2 });
    const out = emptyRayHit();
    const differing = rows.filter(({ spec, pose, origin, translation }, i) => {
      const shape = make(np, spec);
      const ray = { origin: origin as number[], translation: translation as number[], maxFraction: 2 };
      np.raycast(shape, pose as number[], ray, out);
      np.remove(shape);
      const batch = [hits.fraction[i], ...triple(hits.point, i), ...triple(hits.normal, i)];
      return JSON.stringify([out.fraction, ...out.point, ...out.normal]) !== JSON.stringify(batch);
    });
    expect(differing).toEqual([]);
  });

  test("many rays at one shape have the bits of a batch", () => {
    const differing: string[] = [];
    for (const [k, spec] of [...SPECS, ...ROUNDED_SPECS].entries()) {
      const own = [...RAYS, ...ROUNDED_RAYS].filter((row) => row.spec === spec);
      const pose = own[0]?.pose as number[];
      for (const count of [0, 1, 3, 4, 5, 17, 33].slice(k % 3)) {
        // About the pose of the first row; some rows are no rays.
        const rows = own.slice(0, count).map((row, i) => ({
          ...row,
          pose,
          origin: row.origin.map((x, c) =>
            (i + k) % 7 === 6 ? NaN : x - (row.pose[c] as number) + (pose[c] as number),
          ),
        }));
        for (const solid of [true, false]) {
          const [many, batch] = [castMany(np, spec, pose, rows, { solid }), castAll(np, rows, { solid })];
          if (JSON.stringify(many) !== JSON.stringify(batch))
            differing.push(`${describeRow(own[0] as RayRow)} ${count}`);
        }
      }
    }
    expect(differing).toEqual([]);
  });

  test.each(FEATURES)("%s: features by number", (_, spec, hits) => {
    const shape = make(np, spec);
    for (const [direction, feature, origin = [0, 0, 0]] of hits) {
      const from = origin.map((x, k) => x - 8 * direction[k]) as Triple;
      const back = direction.map((x) => -16 * x) as Triple;
      const ray = { origin: origin.map((x, k) => x + 8 * direction[k]) as Triple, translation: back };
      expect(np.raycast(shape, at(0), ray)?.feature, `from ${direction}`).toBe(feature);
      const hollow = { origin: from, translation: back.map((x) => -x / 2) as Triple, solid: false };
      if (!["triangle", "plane"].includes(spec[0])) {
        // From inside it leaves by the same feature.
        expect(np.raycast(shape, at(0), { ...hollow, origin, translation: hollow.translation })?.feature).toBe(feature);
        expect(np.raycast(shape, at(0), { origin, translation: back })?.feature).toBe(-1);
      }
    }
    np.remove(shape);
  });

  test("the feature of a hull is the face of its mesh (seed 44)", () => {
    const next = random(44);
    const positions = Array.from({ length: 90 }, () => next() - 0.5);
    const { planes } = np.convexHull(positions);
    const shape = np.hull(positions);
    let worst = 0;
    for (let i = 0; i < 200; i++) {
      const direction = randomUnit(next);
      const ray = {
        origin: direction.map((x) => 3 * x) as Triple,
        translation: direction.map((x) => -3 * x) as Triple,
      };
      const hit = np.raycast(shape, at(0), ray);
      const plane = planes.subarray(4 * (hit?.feature as number), 4 * (hit?.feature as number) + 3);
      worst = Math.max(worst, ...[0, 1, 2].map((k) => Math.abs((plane[k] as number) - (hit?.normal[k] as number))));
    }
    expect(worst).toBeLessThan(1e-6);
    np.remove(shape);
  });

  test("a ray ends at maxFraction, and no sooner", () => {
    const all = castAll(np, RAYS, { maxFraction: Infinity });
    const limited = castAll(np, RAYS, { maxFraction: 1 });
    const failures = RAYS.filter((row, i) => {
      const fraction = all.fraction[i] as number;
      const near = (1e-6 * sizeOf(row.spec)) / Math.hypot(...row.translation);
      if (Math.abs(fraction - 1) <= near + 1e-6) return false;
      return limited.fraction[i] !== (fraction <= 1 ? fraction : Infinity);
    });
    expect(failures.map(describeRow).slice(0, 5)).toEqual([]);
  });

  test("a ray enters where its reverse leaves", () => {
    // From the middle of the part inside, out; and the reverse of it, from beyond, in.
    const through = RAYS.filter((row) => {
      const { clearance, enter, exit } = truth(row);
      return clearance < -0.01 * sizeOf(row.spec) && Number.isFinite(enter) && Number.isFinite(exit);
    });
    expect(through.length).toBeGreaterThan(500);
    const out = through.map((row): RayRow => {
      const { enter, exit } = truth(row);
      const scale = (4 * sizeOf(row.spec)) / Math.hypot(...row.translation);
      const origin = row.origin.map((x, k) => Math.fround(x + ((enter + exit) / 2) * (row.translation[k] as number)));
      return { ...row, origin, translation: row.translation.map((x) => Math.fround(x * scale)) };
    });
    const back = out.map(
      (row): RayRow => ({
        ...row,
        origin: row.origin.map((x, k) => x + (row.translation[k] as number)),
        translation: row.translation.map((x) => -x),
      }),
    );
    const [left, entered] = [castAll(np, out, { solid: false }), castAll(np, back)];
    const failures = out.filter((row, i) => {
      const gap = Math.hypot(
        ...[0, 1, 2].map((k) => (left.point[3 * i + k] as number) - (entered.point[3 * i + k] as number)),
      );
      const far = Math.max(...row.pose.slice(0, 3).map(Math.abs));
      const normals = dot(triple(left.normal, i), triple(entered.normal, i));
      return !(gap <= 1e-4 * sizeOf(row.spec) + 1e-6 * far) || left.fraction[i] === Infinity || normals < -0.01;
    });
    expect(failures.map(describeRow).slice(0, 5)).toEqual([]);
  });

  test("sizes and places of every magnitude give numbers (seed 43)", () => {
    const rows = extremes(43, 3000);
    for (const solid of [true, false]) {
      const hits = castAll(np, rows, { maxFraction: Infinity, solid });
      const failures = rows.filter((_, i) => {
        const numbers = [hits.fraction[i] as number, ...triple(hits.point, i), ...triple(hits.normal, i)];
        const length = Math.hypot(...triple(hits.normal, i));
        if ((hits.status[i] as number) > Status.notConverged) return numbers[0] !== Infinity || length !== 0;
        return !numbers.every(Number.isFinite) || Math.abs(length - 1) > 1e-6;
      });
      expect(failures.map(describeRow).slice(0, 5)).toEqual([]);
    }
  });

  test("bad rows get a status, good rows beside them an answer", () => {
    const ball = np.sphere({ radius: 1 });
    const gone = np.sphere({ radius: 1 });
    const bodies = np.bodies(4);
    for (let i = 0; i < 4; i++) bodies.set(i, i === 1 ? gone : ball, at(0));
    bodies.pose[14] = NaN;
    bodies.count = 3;
    np.remove(gone);
    const rays = np.rays(9);
    for (let i = 0; i < 9; i++) rays.set(i, [-3, 0, 0], [4, 0, 0], [0, 1, 2, 3, 0xffffffff, 0, 0, 0, 0][i] as number);
    rays.origin[15] = NaN;
    rays.translation[18] = Infinity;
    rays.translation[22] = 2e15;
    const hits = np.rayHits(9);
    expect(np.raycastBatch(bodies, rays, hits)).toBe(2);
    expect([...hits.status]).toEqual([
      ...[Status.ok, Status.invalidShape, Status.invalidPose, Status.invalidIndex, Status.invalidIndex],
      ...[Status.invalidRay, Status.invalidRay, Status.invalidRay, Status.ok],
    ]);
    expect([...hits.fraction]).toEqual([0.5, ...Array(7).fill(Infinity), 0.5]);
    expect([...hits.point]).toEqual([-1, 0, 0, ...Array(21).fill(0), -1, 0, 0]);
    expect([...hits.normal]).toEqual([-1, 0, 0, ...Array(21).fill(0), -1, 0, 0]);
    rays.count = 0;
    expect(np.raycastBatch(bodies, rays, hits)).toBe(0);
    for (const columns of [bodies, rays, hits]) columns.dispose();
    np.remove(ball);
  });

  test("misuse throws, naming the argument", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
    type Wrong = any;
    const other = await instance(backend);
    const [ball, bodies, rays, hits] = [np.sphere({ radius: 1 }), np.bodies(2), np.rays(2), np.rayHits(2)];
    const ray = { origin: [0, 0, 0], translation: [1, 0, 0] };
    const cast = (wrongRay: Wrong, out?: Wrong) => () => np.raycast(ball, at(0), wrongRay, out);
    const batch = (b: Wrong, r: Wrong, h: Wrong, o?: Wrong) => () => np.raycastBatch(b, r, h, o);
    const disposed = np.rayHits(2);
    disposed.dispose();
    const calls: [call: () => unknown, argument: string, code: string][] = [
      [cast(undefined), "ray", "INVALID_TYPE"],
      [cast({}), "ray.origin", "INVALID_TYPE"],
      [cast({ origin: [0, 0, 0] }), "ray.translation", "INVALID_TYPE"],
      [cast({ ...ray, origin: [0, 0] }), "ray.origin", "INVALID_LENGTH"],
      [cast({ ...ray, origin: [0, NaN, 0] }), "ray.origin[1]", "INVALID_NUMBER"],
      [cast({ ...ray, translation: { x: 0, y: 0, z: 1e16 } }), "ray.translation.z", "OUT_OF_RANGE"],
      [cast({ ...ray, maxFraction: -1 }), "ray.maxFraction", "OUT_OF_RANGE"],
      [cast({ ...ray, maxFraction: NaN }), "ray.maxFraction", "INVALID_NUMBER"],
      [cast({ ...ray, solid: 1 }), "ray.solid", "INVALID_TYPE"],
      [cast(ray, {}), "out.point", "INVALID_LENGTH"],
      [() => np.raycast({} as Wrong, at(0), ray), "shape", "INVALID_TYPE"],
      [() => np.raycast(other.point(), at(0), ray), "shape", "FOREIGN"],
      [() => np.raycast(ball, [0], ray), "pose", "INVALID_LENGTH"],
      [batch(rays, rays, hits), "bodies", "INVALID_TYPE"],
      [batch(bodies, np.pairs(2), hits), "rays", "INVALID_TYPE"],
      [batch(bodies, rays, np.rayHits(1)), "hits.capacity", "INVALID_LENGTH"],
      [batch(bodies, rays, other.rayHits(2)), "hits", "FOREIGN"],
      [batch(bodies, rays, disposed), "hits", "DISPOSED"],
      [batch(bodies, rays, hits, 1), "options", "INVALID_TYPE"],
      [batch(bodies, rays, hits, { maxFraction: "1" }), "options.maxFraction", "INVALID_TYPE"],
      [batch(bodies, rays, hits, { solid: "yes" }), "options.solid", "INVALID_TYPE"],
      [() => rays.set(2, [0, 0, 0], [0, 0, 0], 0), "index", "OUT_OF_RANGE"],
      [() => rays.set(0, [0, 0, 0], [0, 0, 0], -1), "body", "OUT_OF_RANGE"],
      [() => rays.set(0, [0, 0, Infinity], [0, 0, 0], 0), "origin[2]", "INVALID_NUMBER"],
      [() => Object.assign(rays, { count: 3 }), "count", "OUT_OF_RANGE"],
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
    expect(np.raycast(ball, at(3), { ...ray, maxFraction: 10 })?.fraction).toBe(2);
  });
});

test("every backend gives the same bytes", async () => {
  const hashes = [];
  for (const backend of BACKENDS) {
    const np = await instance(backend);
    hashes.push(
      [true, false].map((solid) => hash(castAll(np, [...RAYS, ...ROUNDED_RAYS], { maxFraction: 10, solid }))),
    );
  }
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hashes[2]).toEqual(hashes[0]);
});
