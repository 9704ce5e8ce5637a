// A run as a picture: for each family the nanoseconds a pair of every contender, on a logarithmic axis.
import { parse, View } from "vega";
import { geometricMean } from "./tables.mjs";

const OURS = ["#0b6e4f", "#21a179", "#7bc8a4", "#b7e4c7"];
const PEERS = ["#9e2a2b", "#e09f3e", "#8d6a9f", "#577590"];
const BASELINE = "#555555";

/** @returns {Promise<string>} SVG of one query: contacts, if they were measured */
export function picture({ rows, families, queries, machine, regimes, pairs }) {
  const query = queries.includes("contact") ? "contact" : queries[0];
  const timed = rows.filter((row) => row.query === query && row.median);
  const names = order(timed);
  const values = families.flatMap((family) =>
    names.flatMap(({ name }) => {
      const scenes = timed.filter((row) => row.family === family && row.name === name);
      if (scenes.length === 0) return [];
      return [{ family, name, ns: geometricMean(scenes.map((row) => row.median)), off: scenes.some((row) => row.off) }];
    }),
  );
  const title = {
    text: `${query}: nanoseconds a pair, less is better; hollow: some answers are off`,
    subtitle: `geometric mean over ${regimes.join(", ")}; ${pairs} pairs each; ${machine.cpu}, Node ${machine.node}`,
    anchor: "start",
    fontSize: 14,
    subtitleFontSize: 11,
    subtitleColor: "#666666",
    offset: 12,
  };
  return new View(parse(specification({ title, values, families, names })), { renderer: "none" }).toSVG();
}

/** Ours from the fastest on, then the baseline, then the peers, each group with its own colours. */
function order(rows) {
  const unique = [...new Map(rows.map((row) => [row.name, row])).values()];
  const ours = unique.filter((row) => row.ours).reverse();
  const peers = unique.filter((row) => row.peer);
  const others = unique.filter((row) => !row.ours && !row.peer);
  return [
    ...ours.map(({ name }, i) => ({ name, color: OURS[i], shape: "circle" })),
    ...others.map(({ name }) => ({ name, color: BASELINE, shape: "square" })),
    ...peers.map(({ name }, i) => ({ name, color: PEERS[i], shape: "diamond" })),
  ];
}

function specification({ title, values, families, names }) {
  const domain = names.map(({ name }) => name);
  return {
    $schema: "https://vega.github.io/schema/vega/v6.json",
    background: "white",
    padding: 12,
    width: 560,
    height: 22 * families.length,
    title,
    config: { axis: { labelFontSize: 11, titleFontSize: 11 }, legend: { labelFontSize: 11 } },
    data: [{ name: "times", values }],
    scales: [
      { name: "x", type: "log", range: "width", nice: true, domain: { data: "times", field: "ns" } },
      { name: "y", type: "band", range: "height", domain: families },
      { name: "color", type: "ordinal", domain, range: names.map(({ color }) => color) },
      { name: "shape", type: "ordinal", domain, range: names.map(({ shape }) => shape) },
    ],
    axes: [
      {
        scale: "x",
        orient: "bottom",
        grid: true,
        title: "ns a pair",
        tickCount: 6,
        format: ",~f",
        gridColor: "#dddddd",
      },
      { scale: "y", orient: "left", domain: false, ticks: false, labelPadding: 8 },
    ],
    legends: [{ fill: "color", shape: "shape", orient: "right", symbolSize: 70 }],
    marks: [
      {
        type: "symbol",
        from: { data: "times" },
        encode: {
          enter: {
            x: { scale: "x", field: "ns" },
            y: { scale: "y", field: "family", band: 0.5 },
            fill: [
              { test: "datum.off", value: "white" },
              { scale: "color", field: "name" },
            ],
            stroke: { scale: "color", field: "name" },
            shape: { scale: "shape", field: "name" },
            size: { value: 70 },
            fillOpacity: { value: 0.9 },
          },
        },
      },
    ],
  };
}
