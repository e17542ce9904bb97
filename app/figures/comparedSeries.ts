import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import type { AxisKind } from "./connectionsPanel.ts";
import type { Figure, Size } from "./figure.ts";
import { latencyByConnections } from "./latencyByConnections.ts";
import { type Laws, lawsOf } from "./laws.ts";
import { type LevelSeries, seriesOf } from "./levelSeries.ts";
import { throughputByConnections } from "./throughputByConnections.ts";

/** A session among others in one chart. */
export interface NamedLevels {
  readonly name: string;
  readonly levels: readonly LevelSummary[];
}

const NO_LAWS: Laws = lawsOf([], null); // they hold for one curve

/** Throughput and latency against connections, the curves of several sessions over each other; none where no session has closed levels. */
export function comparedByConnections(sessions: readonly NamedLevels[], size: Size, kind: AxisKind = "auto"): Figure[] {
  const all = sessions.flatMap(comparedSeries);
  const levels = all.flatMap((series) => series.levels);
  if (levels.length === 0) return [];
  const one = levels.every(({ latencyMs }) => latencyMs.p90 > 0) ? "p90" : "mean"; // other tools may tell no percentiles
  const drawn = all.map((series) => ({ ...series, levels: series.levels.filter(({ latencyMs }) => latencyMs[one] > 0) }));
  return [
    throughputByConnections(levels, NO_LAWS, size, kind, all),
    latencyByConnections(
      drawn.flatMap((series) => series.levels),
      NO_LAWS,
      size,
      kind,
      drawn,
      one,
    ),
  ];
}

function comparedSeries({ name, levels }: NamedLevels): LevelSeries[] {
  const own = seriesOf(levels);
  return own.map((series) => ({ ...series, name: own.length === 1 ? name : `${name}, ${series.name}` }));
}
