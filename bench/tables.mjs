// The numbers of a run as text.
import Table from "cli-table3";

const BASELINE = "JS baseline";
const BEST_OF_OURS = "simd batch";

// No colours: the tables are pasted into commits.
const plain = { style: { head: [], border: [], compact: true } };

export const geometricMean = (numbers) => Math.exp(numbers.reduce((sum, x) => sum + Math.log(x), 0) / numbers.length);

/** Nanoseconds a pair, median and its relative spread; a row for each scene. The ratios say how much faster ours is. */
export function speedTable(rows, query) {
  const ofQuery = rows.filter((row) => row.query === query);
  const names = [...new Set(ofQuery.map((row) => row.name))];
  const rivals = {
    "vs baseline": (row) => row.name === BASELINE,
    "vs best peer": (row) => row.peer,
    "vs best without *": (row) => row.peer && !row.off,
  };
  const ratios = Object.keys(rivals).map(() => []);
  const table = new Table({
    ...plain,
    head: [`${query}, ns a pair`, ...names, ...Object.keys(rivals)],
    colAligns: ["left", ...names.map(() => "right"), ...ratios.map(() => "right")],
  });
  for (const [scene, group] of groupBy(ofQuery, sceneOf)) {
    const cells = names.map((name) => cell(group.find((row) => row.name === name)));
    const ours = group.find((row) => row.name === BEST_OF_OURS)?.median;
    const ratioCells = Object.values(rivals).map((isRival, i) => {
      const times = group.filter((row) => row.median && isRival(row)).map((row) => row.median);
      if (!ours || times.length === 0) return "";
      const ratio = Math.min(...times) / ours;
      ratios[i].push(ratio);
      return `${ratio.toFixed(1)}x`;
    });
    table.push([scene, ...cells, ...ratioCells]);
  }
  const means = ratios.map((list) => (list.length ? `${geometricMean(list).toFixed(1)}x` : ""));
  table.push(["geometric mean", ...names.map(() => ""), ...means]);
  return `${table}\n* answers are off, see below; ± median absolute deviation; ratios of ${BEST_OF_OURS}`;
}

/** How far each contender is from the baseline, over all scenes of a query. */
export function accuracyTable(rows) {
  const table = new Table({
    ...plain,
    head: ["query", "contender", "scenes", "wrong booleans", "no answer", "max deviation / extent", "worst scene"],
    colAligns: ["left", "left", "right", "right", "right", "right", "left"],
  });
  for (const [key, group] of groupBy(rows, (row) => `${row.query}\n${row.name}`)) {
    const [query, name] = key.split("\n");
    const answered = group.filter((row) => !row.error);
    const sum = (field) => answered.reduce((n, row) => n + row[field], 0);
    const worst = answered.reduce((a, b) => (rank(b) > rank(a) ? b : a), answered[0]);
    const failed = group.length - answered.length;
    table.push([
      query,
      group.some((row) => row.off) ? `${name} *` : name,
      failed ? `${answered.length} (${failed} failed)` : answered.length,
      sum("wrong"),
      sum("missing"),
      worst && query !== "intersects" ? worst.deviation.toExponential(1) : "",
      worst && rank(worst) > 0 ? sceneOf(worst) : "",
    ]);
  }
  return String(table);
}

const sceneOf = ({ family, regime }) => `${family}.${regime}`;
const rank = ({ wrong, missing, deviation }) => 10 * (wrong + missing) + deviation;

function cell(row) {
  if (!row) return "";
  if (!row.median) return "failed";
  const digits = row.median < 100 ? 1 : 0;
  return `${row.median.toFixed(digits)} ±${Math.round((100 * row.mad) / row.median)}%${row.off ? " *" : ""}`;
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}
