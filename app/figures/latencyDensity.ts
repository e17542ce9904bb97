import { scaleLinear, scaleLog } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import type { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { logSteps } from "./axis.ts";
import { type Figure, type Mark, px, type Size } from "./figure.ts";
import { latency, shortLatency } from "./quantity.ts";

const BINS_PER_DECADE = 24;
const INSET = 2;

/**
 * How a level's latencies are spread, on a log axis: two humps are two kinds of answers, a percentile shows neither.
 * `domainMs`: the axis, the same for all that stand beside one another. Each curve fills its height.
 */
export function latencyDensity(latencies: LatencyHistogram, [low, high]: readonly [number, number], size: Size, name: string): Figure {
  const box = { left: INSET, top: 4, right: size.width - INSET, bottom: size.height - 16 };
  const x = scaleLog([low, high], [box.left, box.right]);
  const bins = Math.max(8, Math.round(BINS_PER_DECADE * Math.log10(high / low)));
  const shares = new Array<number>(bins).fill(0);
  for (const { fromUs, toUs, count } of latencies.buckets()) {
    const at = Math.floor((Math.log((fromUs + toUs) / 2000 / low) / Math.log(high / low)) * bins);
    const bin = Math.min(bins - 1, Math.max(0, at));
    shares[bin] = (shares[bin] as number) + count;
  }
  const smooth = shares.map((each, i) => (2 * each + (shares[i - 1] ?? each) + (shares[i + 1] ?? each)) / 4);
  const y = scaleLinear([0, Math.max(1, ...smooth)], [box.bottom, box.top]);
  const middle = (i: number): number => px(x(low * (high / low) ** ((i + 0.5) / bins)));
  const points = smooth.map((each, i) => [middle(i), px(y(each))] as [number, number]);
  const shape = area<[number, number]>()
    .x(([at]) => at)
    .y0(box.bottom)
    .y1(([, top]) => top)
    .curve(curveMonotoneX);
  const empty = latencies.count === 0;
  const [p50, p99] = empty ? [0, 0] : [latencies.quantile(0.5) / 1000, latencies.quantile(0.99) / 1000];
  const rule = (ms: number, tone: "p50" | "p99"): Mark => {
    const at = px(Math.min(box.right, Math.max(box.left, x(Math.max(low, ms)))));
    return { kind: "rule", tone, x1: at, x2: at, y1: box.top, y2: box.bottom, dash: tone === "p50" ? "solid" : "dotted" };
  };
  const marks: Mark[] = empty
    ? []
    : [
        { kind: "area", tone: "band", d: shape(points) ?? "" },
        { kind: "path", tone: "throughput", d: line<[number, number]>().curve(curveMonotoneX)(points) ?? "", dash: "solid" },
        rule(p50, "p50"),
        rule(p99, "p99"),
      ];
  const tens = logSteps(low, high, [1]);
  const ticks = (tens.length > 1 ? tens : [low, high]).map((ms) => ({ at: px(x(ms)), label: "" }));
  return {
    ...size,
    title: `Latency density, ${name}`,
    description: empty ? "No answer." : `Spread of ${latencies.count} latencies, log scale; median ${latency(p50)}, p99 ${latency(p99)}.`,
    panels: [
      {
        box,
        x: {
          title: { x: box.left, y: size.height - 3, text: shortLatency(low), anchor: "start" },
          kind: "log",
          domain: [low, high],
          range: [box.left, box.right],
          ticks,
        },
        y: {
          title: null,
          kind: "linear",
          domain: [0, 1],
          range: [box.bottom, box.top],
          ticks: [],
        },
      },
    ],
    marks: [...marks, { kind: "label", tone: "muted", x: box.right, y: size.height - 3, text: shortLatency(high), anchor: "end" }],
  };
}
