import type { LevelComparison } from "../comparison/levelComparison.ts";
import { loadText } from "../comparison/load.ts";
import { digits } from "../diagnosis/numbers.ts";

/** A column of the table of two sessions; `text` is "-" where nothing is known. */
export interface ComparisonColumn {
  readonly title: string;
  readonly unit: string;
  readonly means: string;
  text(level: LevelComparison): string;
}

const signed = (value: number): string => `${value < 0 ? "-" : "+"}${digits(Math.abs(value))}`;
const orMissing = (value: number | null | undefined, as: (value: number) => string): string =>
  value === null || value === undefined || !Number.isFinite(value) ? "-" : as(value);

type Which = "before" | "after";
const latency = (key: "p50" | "p99" | "mean", which: Which) => (level: LevelComparison) => orMissing(level[which]?.latencyMs[key], digits);

/** The median, or the mean where another tool told no more: as the ratio of latencies takes them. */
const usualLatency = (which: Which) => (level: LevelComparison) => {
  const medians = [level.before, level.after].every((side) => Number.isFinite(side?.latencyMs.p50));
  return latency(medians ? "p50" : "mean", which)(level);
};

const LOAD: ComparisonColumn = {
  title: "load",
  unit: "",
  means: "what both sessions were loaded with",
  text: ({ load }) => loadText(load),
};

/** Level by level: the same in the terminal, the report and the window. */
export const comparisonColumns: readonly ComparisonColumn[] = [
  LOAD,
  {
    title: "throughput before",
    unit: "req/s",
    means: "good answers per second",
    text: ({ before }) => orMissing(before?.throughputRps, digits),
  },
  { title: "after", unit: "req/s", means: "good answers per second", text: ({ after }) => orMissing(after?.throughputRps, digits) },
  { title: "ratio", unit: "times", means: "throughput after over before", text: ({ throughput }) => orMissing(throughput?.ratio, digits) },
  {
    title: "95 %",
    unit: "of the ratio",
    means: "interval that holds the true ratio in 95 of 100 cases, from seconds",
    text: ({ throughput }) => {
      const interval = throughput?.interval ?? null;
      return interval === null ? "-" : `${digits(interval.low)} to ${digits(interval.high)}`;
    },
  },
  { title: "latency before", unit: "ms", means: "median; mean where no median is told", text: usualLatency("before") },
  { title: "after", unit: "ms", means: "median; mean where no median is told", text: usualLatency("after") },
  { title: "outcome", unit: "", means: "of the second session, beside the first", text: ({ outcome }) => outcome },
];

/** How the latencies differ, level by level. */
export const latencyColumns: readonly ComparisonColumn[] = [
  LOAD,
  { title: "p99 before", unit: "ms", means: "99 of 100 answers came within", text: latency("p99", "before") },
  { title: "p99 after", unit: "ms", means: "99 of 100 answers came within", text: latency("p99", "after") },
  {
    title: "shift",
    unit: "ms",
    means: "by how much the medians of seconds moved (Hodges and Lehmann), with its 95 % interval",
    text: ({ latency }) => {
      const shift = latency?.shiftMs ?? null;
      return shift === null ? "-" : `${signed(shift.value)} (${signed(shift.low)} to ${signed(shift.high)})`;
    },
  },
  {
    title: "A12",
    unit: "",
    means: "probability that a second's median is higher after than before (Vargha and Delaney); 0.5: no difference",
    text: ({ latency }) => orMissing(latency?.a12, (value) => value.toFixed(2)),
  },
  {
    title: "KS",
    unit: "p",
    means: "largest difference between the distributions of latency (Kolmogorov and Smirnov), and the probability of such a one by chance",
    text: ({ latency }) => {
      const distance = orMissing(latency?.distance, (value) => value.toFixed(2));
      const probability = latency?.probability ?? null;
      return probability === null ? distance : `${distance} (${probability < 0.001 ? "< 0.001" : probability.toFixed(3)})`;
    },
  },
];

/** What is to be said of single levels: why one is not compared, and what makes another doubtful. */
export function comparisonRemarks(levels: readonly LevelComparison[]): string[] {
  const remarks = levels.flatMap(({ load, outcome, why, caveats }) =>
    [...(outcome === "not comparable" && why !== null ? [why] : []), ...caveats].map((text) => ({ load: loadText(load), text })),
  );
  return [...new Set(remarks.map(({ text }) => text))].map(
    (text) =>
      `${text} (${remarks
        .filter((remark) => remark.text === text)
        .map(({ load }) => load)
        .join(", ")})`,
  );
}
