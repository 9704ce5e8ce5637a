/**
 * What a contender hands to the benchmark for one query on one scene. A number a pair: the signed distance, or NaN for
 * "apart" (contact) or "no answer"; for intersects 1 or 0.
 * @typedef {{ pass: () => number, answers: () => Float64Array, free?: () => void }} Run
 *   pass answers every pair once and returns a checksum; answers is the same, kept
 */

/** Normal and points of the last answer, where every contender leaves them so that none skips fetching them. */
export const hit = new Float64Array(9);

/**
 * @param {number} count
 * @param {(i: number) => number} one  answers pair i
 * @returns {Run}
 */
export function eachPair(count, one) {
  return {
    pass() {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const d = one(i);
        if (!Number.isNaN(d)) sum += d;
      }
      return sum + hit[0];
    },
    answers: () => Float64Array.from({ length: count }, (_, i) => one(i)),
  };
}
