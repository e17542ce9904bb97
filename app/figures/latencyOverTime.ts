import { scaleLog } from "d3-scale";
import { logAxis, logDomain } from "./axis.ts";
import type { Dash, Figure, Size, Tone } from "./figure.ts";
import { latency, shortLatency } from "./quantity.ts";
import type { LoadRow, Timeline } from "./timeline.ts";
import { endLabels, highest, lastKnown, timeFrame, timeLine, yTitle } from "./timePanel.ts";

export const PERCENTILES: readonly {
  name: string;
  tone: Tone & ("p50" | "p90" | "p99");
  dash: Dash;
  of: (row: LoadRow) => number | null;
}[] = [
  { name: "p50", tone: "p50", dash: "solid", of: (row) => row.p50Ms },
  { name: "p90", tone: "p90", dash: "dashed", of: (row) => row.p90Ms },
  { name: "p99", tone: "p99", dash: "dotted", of: (row) => row.p99Ms },
];

/** Median, 90th and 99th percentile of every tick, on a log axis: latency grows by factors, not by steps. */
export function latencyOverTime(timeline: Timeline, size: Size, bare = false): Figure {
  const frame = timeFrame(timeline, size, bare);
  const values = timeline.load.flatMap((row) => PERCENTILES.flatMap(({ of }) => of(row) ?? []));
  const y = scaleLog(logDomain(values), [frame.box.bottom, frame.box.top]);
  const names = PERCENTILES.map(({ name, tone, of }) => {
    const last = lastKnown(timeline.load, of);
    return { text: name, tone, y: last === null || last <= 0 ? Number.NaN : y(last) };
  });
  return {
    ...size,
    title: "Latency over time",
    description: `Latency percentiles over time, log scale; the 99th percentile is at most ${latency(values.length === 0 ? null : highest(timeline.load, (row) => row.p99Ms))}.`,
    panels: [{ box: frame.box, x: frame.axis, y: logAxis(y, yTitle("Latency (log scale)"), shortLatency) }],
    marks: [
      ...frame.bands,
      ...PERCENTILES.flatMap(({ tone, dash, of }) => timeLine(timeline.load, (row) => positive(of(row)), frame, y, tone, dash)),
      ...endLabels(names, frame),
    ],
  };
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
