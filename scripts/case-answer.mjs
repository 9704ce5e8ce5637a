// One case of test/fixtures/cases.json, asked through the public API.

const KINDS = new Set(["distance", "penetration", "manifold"]);

const SHAPES = {
  sphere: (np, { r }) => np.sphere({ radius: r }),
  point: (np) => np.point(),
  box: (np, { half }) => np.box({ halfExtents: half }),
  capsule: (np, { halfHeight, r }) => np.capsule({ halfHeight, radius: r }),
  cylinder: (np, { halfHeight, r }) => np.cylinder({ halfHeight, radius: r }),
  cone: (np, { halfHeight, r }) => np.cone({ halfHeight, radius: r }),
  hull: (np, { points }) => np.hull(points.flat()),
  triangle: (np, { v }) => np.triangle(v.flat()),
  segment: (np, { v }) => np.hull(v.flat()),
  plane: (np, { normal, offset }) => np.plane({ normal, offset }),
};

/**
 * The answer in the keys of scripts/cases.mjs. Where a case asks for several distances to give up at, or for a sweep of
 * positions, `distances` has one answer for each (null for none).
 */
export function answerCase(np, one) {
  if (one.kind === "cast") return answerCast(np, one);
  return one.kind === "raycast" ? answerRay(np, one) : answerPair(np, one);
}

function answerPair(np, { id, kind, dim, input, expected }) {
  const shapes = [input.a?.shape, input.b?.shape ?? input.bShape];
  if (!KINDS.has(kind) || dim !== 3 || !shapes.every((shape) => Object.hasOwn(SHAPES, shape?.type ?? ""))) {
    return { id, unsupported: true };
  }
  const made = [];
  try {
    for (const shape of shapes) made.push(SHAPES[shape.type](np, shape));
    const [A, B] = made;
    const poseA = pose(input.a.pose);
    if (input.bPositionsY) return { id, ...sweep(np, A, poseA, B, input.bPositionsY) };

    const poseB = pose(input.b.pose);
    const { distance, normal, pointA, pointB } = np.distance(A, poseA, B, poseB);
    const answer = { id, distance, normal, pointA, pointB, intersects: np.intersects(A, poseA, B, poseB) };
    if (kind === "manifold") Object.assign(answer, contacts(np.manifold(A, poseA, B, poseB)));
    if (expected.depth !== undefined) answer.depth = Math.max(0, -distance);
    const limits = expected.queryMargins ?? expected.queryMaxDistances;
    if (limits) {
      answer.distances = limits.map(
        (maxDistance) => np.distance(A, poseA, B, poseB, { maxDistance })?.distance ?? null,
      );
    }
    return answer;
  } catch (error) {
    return { id, error: error.message };
  } finally {
    for (const shape of made) np.remove(shape);
  }
}

/** Each contact midway between its two points. */
function contacts(manifold) {
  if (manifold === null) return { count: 0, contacts: [] };
  const { count, points } = manifold;
  const between = ({ pointA, pointB, separation }) => ({
    point: pointA.map((x, k) => (x + pointB[k]) / 2),
    depth: -separation,
  });
  return { count, contacts: points.slice(0, count).map(between) };
}

/** A mesh is asked triangle by triangle: the first hit counts, and the lowest triangle where two are hit at once. */
function answerRay(np, { id, dim, input }) {
  const parts = dim === 3 ? partsOf(input.target.shape) : [];
  if (parts.length === 0) return { id, unsupported: true };
  const made = [];
  try {
    const { origin, dir: translation, maxT: maxFraction = Infinity } = input.ray;
    let first = null;
    for (const part of parts) {
      const shape = SHAPES[part.type](np, part);
      made.push(shape);
      const hit = np.raycast(shape, pose(input.target.pose), { origin, translation, maxFraction });
      if (hit && (first === null || hit.fraction < first.fraction)) first = { ...hit, triangle: made.length - 1 };
    }
    if (first === null) return { id, hit: false };
    const { fraction: t, point, normal, triangle } = first;
    return { id, hit: true, t, point, normal, ...(parts.length > 1 && { triangle }) };
  } catch (error) {
    return { id, error: error.message };
  } finally {
    for (const shape of made) np.remove(shape);
  }
}

/** A mesh is asked triangle by triangle, as with rays. A touch that does not close is no hit. */
function answerCast(np, { id, dim, input, expected }) {
  const { moving, target, delta: translation, maxT: maxFraction = Infinity } = input;
  const parts = dim === 3 && Object.hasOwn(SHAPES, moving.shape.type) ? partsOf(target.shape) : [];
  if (parts.length === 0) return { id, unsupported: true };
  const made = [];
  const make = (shape) => {
    made.push(SHAPES[shape.type](np, shape));
    return made.at(-1);
  };
  try {
    const A = make(moving.shape);
    const [poseA, poseB] = [pose(moving.pose), pose(target.pose)];
    let first = null;
    let startSignedDistance = Infinity;
    let closestApproach = Infinity;
    for (const part of parts) {
      const B = make(part);
      const found = np.cast(A, poseA, translation, B, poseB, { maxFraction });
      if (found && (first === null || found.fraction < first.fraction)) first = found;
      startSignedDistance = Math.min(startSignedDistance, np.distance(A, poseA, B, poseB).distance);
      if (expected.closestApproach !== undefined) {
        closestApproach = Math.min(closestApproach, closest(np, A, poseA, translation, B, poseB));
      }
    }
    const startsOverlapping = first?.status === "initialOverlap";
    const answer = { id, hit: first !== null, startsOverlapping, startSignedDistance, closestApproach };
    if (first === null) return answer;
    const { fraction: t, normal, pointA, pointB } = first;
    return { ...answer, t, normal, normalOnB: normal, point: pointB, pointA, pointB, pointOnB: pointB };
  } catch (error) {
    return { id, error: error.message };
  } finally {
    for (const shape of made) np.remove(shape);
  }
}

/** The least distance on the way, which is a convex function of it: by thirds. */
function closest(np, A, poseA, translation, B, poseB) {
  const at = (t) =>
    np.distance(
      A,
      poseA.map((x, k) => (k < 3 ? x + t * translation[k] : x)),
      B,
      poseB,
    ).distance;
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const third = (high - low) / 3;
    if (at(low + third) <= at(high - third)) high -= third;
    else low += third;
  }
  return Math.min(at(0), at(low), at(1));
}

function partsOf(shape) {
  if (shape.type !== "mesh") return Object.hasOwn(SHAPES, shape.type) ? [shape] : [];
  return shape.indices.map((corners) => ({ type: "triangle", v: corners.map((corner) => shape.vertices[corner]) }));
}

function pose({ p, q }) {
  return [...p, ...q];
}

function sweep(np, A, poseA, B, { start, step, count }) {
  const answers = Array.from({ length: count }, (_, i) => {
    const poseB = [0, start + step * i, 0, 0, 0, 0, 1];
    return { ...np.distance(A, poseA, B, poseB), intersects: np.intersects(A, poseA, B, poseB) };
  });
  const { distance, normal, pointA, pointB } = answers[0];
  const overlaps = answers.filter((answer) => answer.intersects).length;
  return {
    ...{ distance, normal, pointA, pointB },
    intersects: overlaps === count,
    allCount: overlaps,
    distances: answers.map((answer) => answer.distance),
  };
}
