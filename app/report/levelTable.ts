import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { digits } from "../diagnosis/numbers.ts";
import { validityOf } from "../diagnosis/validity.ts";

/** A column of the table of levels; `text` is "-" where a reading is missing. */
export interface Column {
  readonly title: string;
  readonly unit: string;
  text(level: LevelSummary): string;
}

const orMissing = (value: number | null | undefined): string => (value === null || value === undefined ? "-" : digits(value));

/** The table of levels, the same on the terminal and in reports. */
export const columns: readonly Column[] = [
  { title: "connections", unit: "", text: (level) => String(level.connections) },
  { title: "throughput", unit: "req/s", text: (level) => digits(level.throughputRps) },
  { title: "mean", unit: "ms", text: (level) => digits(level.latencyMs.mean) },
  { title: "p50", unit: "ms", text: (level) => digits(level.latencyMs.p50) },
  { title: "p99", unit: "ms", text: (level) => digits(level.latencyMs.p99) },
  { title: "errors", unit: "", text: (level) => String(failures(level)) },
  { title: "us", unit: "%", text: ({ host }) => orMissing(host.us) },
  { title: "sy", unit: "%", text: ({ host }) => orMissing(host.sy) },
  { title: "id", unit: "%", text: ({ host }) => orMissing(host.id) },
  { title: "cs", unit: "/s", text: ({ host }) => orMissing(host.contextSwitchesPerSecond) },
  { title: "target", unit: "cores", text: ({ target }) => orMissing(target?.cpuCores) },
  { title: "generator", unit: "cores", text: ({ generator }) => digits(generator.cpuCores) },
  { title: "validity", unit: "", text: (level) => validityOf(level).state },
];

export function failures({ errors }: Pick<LevelSummary, "errors">): number {
  return errors.connect + errors.send + errors.receive + errors.timeout + errors.status + errors.body;
}
