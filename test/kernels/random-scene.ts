// Random pairs of chosen kinds, placed by a certified distance of the pair.

import { random, randomQuaternion, randomUnit } from "../helpers/random.js";
import { extent, f, floats, type Pair, type Spec, truth } from "./scene.js";

export const BOUNDED = [
  "sphere",
  "point",
  "capsule",
  "segment",
  "box",
  "triangle",
  "hull",
  "cylinder",
  "cone",
] as const;
export type Bounded = (typeof BOUNDED)[number];

/** A spec of about unit size; `rounding` is for the kinds that take one. */
export function randomSpec(kind: Bounded, next: () => number, rounding = 0): Spec {
  const size = () => f(0.3 + next());
  const options = rounding > 0 ? [{ radius: f(rounding) }] : [];
  switch (kind) {
    case "point":
      return ["point"];
    case "sphere":
      return ["sphere", { radius: size() }];
    case "segment":
      return ["segment", { halfHeight: size() }];
    case "capsule":
      return ["capsule", { halfHeight: size(), radius: f(0.2 + 0.5 * next()) }];
    case "box":
      return ["box", { halfExtents: [size(), size(), size()] }, ...options];
    case "triangle":
      return ["triangle", floats(Array.from({ length: 9 }, () => 2 * next() - 1)), ...options];
    case "hull": {
      const points = Array.from({ length: 12 }, () => randomUnit(next)).flat();
      return ["hull", floats(points), ...options];
    }
    default:
      return [kind, { halfHeight: size(), radius: size() }, ...options];
  }
}

/** A pair with B along a random direction from A, so that about half of many overlap. */
export function randomPair(a: Spec, b: Spec, next: () => number, reach = 2.4): Pair {
  const origin = [next(), next(), next()].map((x) => 4 * x - 2);
  const along = randomUnit(next);
  const away = reach * extent({ a, b, poseA: [], poseB: [] }) * next();
  return {
    a,
    poseA: floats([...origin, ...randomQuaternion(next)]),
    b,
    poseB: floats([...origin.map((x, k) => x + away * (along[k] as number)), ...randomQuaternion(next)]),
  };
}

/** `count` pairs for every ordered choice of kinds, with the certified distances. */
export function randomPairs(kinds: readonly Bounded[], count: number, seed: number, rounding = 0, reach = 1.6) {
  const next = random(seed);
  const pairs = kinds.flatMap((a) =>
    kinds.flatMap((b) =>
      Array.from({ length: count }, () =>
        randomPair(randomSpec(a, next, rounding * next()), randomSpec(b, next, rounding * next()), next, reach),
      ),
    ),
  );
  return { pairs, distances: pairs.map(truth) };
}

export const shareOfHits = (distances: readonly number[]) => distances.filter((d) => d <= 0).length / distances.length;
