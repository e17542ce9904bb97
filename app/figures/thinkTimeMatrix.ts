import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { logDomain } from "./axis.ts";
import { type LevelSeries, seriesOf } from "./levelSeries.ts";

/** Think times against connections: what each pair of them measured. */
export interface ThinkTimeMatrix {
  readonly connections: readonly number[];
  readonly rows: readonly (Pick<LevelSeries, "name" | "thinkTime"> & { readonly cells: readonly (LevelSummary | null)[] })[];
  readonly domainMs: readonly [number, number]; // one latency axis for all cells
}

/** Null when there is only one think time: then the table of levels says it all. */
export function thinkTimeMatrix(levels: readonly LevelSummary[]): ThinkTimeMatrix | null {
  const all = seriesOf(levels);
  if (all.length < 2) return null;
  const connections = [...new Set(all.flatMap((series) => series.levels.map((level) => level.connections)))].sort((a, b) => a - b);
  const ends = all.flatMap((series) =>
    series.levels.flatMap(({ latencies, latencyMs }) => (latencies.count === 0 ? [] : [latencyMs.min, latencies.quantile(0.999) / 1000])),
  );
  return {
    connections,
    rows: all.map(({ name, thinkTime, levels: own }) => ({
      name,
      thinkTime,
      cells: connections.map((n) => own.find((level) => level.connections === n) ?? null),
    })),
    domainMs: logDomain(ends),
  };
}
