// One case of the plane of test/fixtures/cases.json, asked through the public API of narrowphase/2d.

const SHAPES = {
  sphere: (np, { r }) => np.circle({ radius: r }),
  point: (np) => np.point(),
  box: (np, { half }) => np.box({ halfExtents: half }),
  capsule: (np, { halfHeight, r }) => np.capsule({ halfHeight, radius: r }),
  // The order of the points is not trusted.
  polygon2d: (np, { points }) => np.hull(points),
  segment: (np, { v }) => np.hull(v),
};

const KINDS = { distance: answerPair, penetration: answerPair, hull: answerHull };

/** The answer in the keys of scripts/cases.mjs. */
export function answerCase2D(np, one) {
  const { id, kind } = one;
  const unsupported = (shape) => shape !== undefined && !Object.hasOwn(SHAPES, shape.type);
  const { a, b, moving, target } = one.input;
  if (!Object.hasOwn(KINDS, kind) || [a, b, moving, target].some((body) => unsupported(body?.shape))) {
    return { id, unsupported: true };
  }
  const made = [];
  const make = (shape) => {
    made.push(SHAPES[shape.type](np, shape));
    return made.at(-1);
  };
  try {
    return { id, ...KINDS[kind](np, one, make) };
  } catch (error) {
    return { id, error: error.message };
  } finally {
    for (const shape of made) np.remove(shape);
  }
}

function pose({ p: [x, y], angle }) {
  return { x, y, angle };
}

function answerPair(np, { input: { a, b }, expected }, make) {
  const query = [make(a.shape), pose(a.pose), make(b.shape), pose(b.pose)];
  const { distance, normal, pointA, pointB } = np.distance(...query);
  const answer = { distance, normal, pointA, pointB, intersects: np.intersects(...query) };
  return expected.depth === undefined ? answer : { ...answer, depth: Math.max(0, -distance) };
}

function answerHull(np, { input: { points } }) {
  const { indices, area } = np.convexHull(points);
  return { hullCcw: indices, area, vertexCount: indices.length };
}
