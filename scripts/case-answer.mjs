// One case of test/fixtures/cases.json, asked through the public API.

const KINDS = new Set(["distance", "penetration"]);

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
export function answerCase(np, { id, kind, dim, input, expected }) {
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
