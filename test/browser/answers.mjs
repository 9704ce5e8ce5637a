// Answers scenes through the public API and hashes every byte of the answers. Runs in Node, in a page and in a worker.

const SINGLES = 16;

/** @returns {Promise<{ backend: string, rows: number, hashes: Record<string, string> }>} a SHA-256 for each scene */
export async function answers(load, backend, scenes) {
  const hashes = {};
  let rows = 0;
  for (const scene of scenes) {
    const np = await load({ backend });
    if (np.backend !== backend) throw new Error(`got ${np.backend}, not ${backend}`);
    const { bytes, count } = answer(np, scene);
    hashes[scene.name] = await sha256(bytes);
    rows += count;
  }
  return { backend, rows, hashes };
}

/** Every column of every batch query, one after the other, then some single queries. */
function answer(np, { shapes, removed = [], shape, pose, pairs, maxDistance }) {
  const made = shapes.map(([kind, ...sizes]) => np[kind](...sizes));
  const ids = made.map(({ id }) => id);
  for (const index of removed) np.remove(made[index]);

  const bodies = np.bodies(shape.length);
  const rows = np.pairs(pairs.length / 2);
  bodies.shape.set(shape.map((index) => ids[index] ?? 0));
  new Uint32Array(bodies.pose.buffer, bodies.pose.byteOffset, pose.length).set(pose);
  rows.set(pairs);

  const chunks = [];
  const add = (...columns) => {
    for (const { buffer, byteOffset, byteLength } of columns)
      chunks.push(new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength)));
  };
  const results = np.distances(rows.count, { iterations: true });
  const addResults = (overlaps) => {
    add(
      Uint32Array.of(overlaps),
      results.distance,
      results.normal,
      results.pointA,
      results.pointB,
      results.status,
      results.iterations,
    );
  };
  const cache = np.cache(rows.count);
  const overlaps = np.overlaps(rows.count);
  const manifolds = np.manifolds(rows.count);
  let count = 0;
  for (const ask of [
    () => addResults(np.distanceBatch(bodies, rows, results)),
    () => addResults(np.distanceBatch(bodies, rows, results, { maxDistance })),
    () => addResults(np.contactBatch(bodies, rows, results)),
    () => addResults(np.contactBatch(bodies, rows, results, { maxDistance, cache })),
    () => addResults(np.contactBatch(bodies, rows, results, { maxDistance, cache })), // from the cache
    () => {
      const touching = np.manifoldBatch(bodies, rows, manifolds, { maxDistance });
      const { count, normal, pointA, pointB, separation, id, status } = manifolds;
      add(Uint32Array.of(touching), count, normal, pointA, pointB, separation, id, status);
    },
    () => add(Uint32Array.of(np.intersectsBatch(bodies, rows, overlaps)), overlaps.intersects, overlaps.status),
  ]) {
    ask();
    count += rows.count;
  }

  for (let row = 0; row < Math.min(SINGLES, rows.count); row++) {
    if (overlaps.status[row] !== 0) continue;
    const posed = Array.from(rows.indices.subarray(2 * row, 2 * row + 2), (body) => [
      made[shape[body]],
      bodies.pose.slice(7 * body, 7 * body + 7),
    ]).flat();
    const { distance, normal, pointA, pointB } = np.distance(...posed);
    add(Float32Array.of(distance, ...normal, ...pointA, ...pointB, np.intersects(...posed)));
  }
  return { bytes: joined(chunks), count };
}

function joined(chunks) {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
