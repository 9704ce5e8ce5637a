// What the simulations share.

/** Rows whose bounding circles or spheres come near each other, swept along x. Two that do not move make no pair. */
export class Sweep {
  #order = [];

  /**
   * `width`: numbers of a pose; `dimension`: how many of them are the position; `reach`: of each row, its bounding radius and
   * what it may move. Writes two rows a pair to `indices`, lower first, and returns the number of pairs.
   */
  pairs(pose, width, dimension, reach, moves, indices) {
    const count = reach.length;
    while (this.#order.length < count) this.#order.push(this.#order.length);
    const low = (row) => pose[width * row] - reach[row];
    // Little changes from step to step: insertion sort takes about one comparison a row.
    const order = this.#order;
    for (let i = 1; i < count; i++) {
      const row = order[i];
      const key = low(row);
      let j = i;
      for (; j > 0 && low(order[j - 1]) > key; j--) order[j] = order[j - 1];
      order[j] = row;
    }
    let found = 0;
    for (let i = 0; i < count; i++) {
      const a = order[i];
      const high = pose[width * a] + reach[a];
      for (let j = i + 1; j < count && low(order[j]) <= high; j++) {
        const b = order[j];
        if (!moves[a] && !moves[b]) continue;
        let square = 0;
        for (let k = 0; k < dimension; k++) square += (pose[width * a + k] - pose[width * b + k]) ** 2;
        if (square > (reach[a] + reach[b]) ** 2) continue;
        if (2 * found === indices.length) throw new Error("more pairs than there is room for");
        indices[2 * found] = Math.min(a, b);
        indices[2 * found + 1] = Math.max(a, b);
        found++;
      }
    }
    return found;
  }
}

/** Numbers from 0 to 1 from a seed. */
export function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
