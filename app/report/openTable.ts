import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { count, latency, short, threeDigits } from "../figures/quantity.ts";

/** A column of what the open model has beside the rest. */
export interface OpenColumn {
  readonly title: string;
  readonly means: string;
  of(level: LevelSummary): number | null;
  as(value: number): string;
}

/** Arrivals and what became of them, then response time beside service time. */
export const openColumns: readonly OpenColumn[] = [
  { title: "arrivals/s", means: "asked for", of: ({ open }) => open?.rateRps ?? null, as: short },
  { title: "offered", means: "arrivals in the measured window", of: ({ open }) => open?.offered ?? null, as: count },
  { title: "sent", means: "requests that were sent", of: ({ open }) => open?.sent ?? null, as: count },
  { title: "done", means: "good answers", of: (level) => level.goodRequests, as: count },
  { title: "dropped", means: "arrivals never sent", of: ({ open }) => open?.dropped ?? null, as: count },
  { title: "done/s", means: "good answers per second", of: (level) => level.throughputRps, as: threeDigits },
  { title: "connections", means: "the most that were open at once", of: (level) => level.connections, as: count },
  ...(["p50", "p90", "p99"] as const).map((key) => ({
    title: `response ${key}`,
    means: `${key} from when a request should have been sent, ms`,
    of: ({ open }: LevelSummary) => open?.responseLatencyMs[key] ?? null,
    as: latency,
  })),
  ...(["p50", "p90", "p99"] as const).map((key) => ({
    title: `service ${key}`,
    means: `${key} from when it was sent, ms`,
    of: (level: LevelSummary) => level.latencyMs[key],
    as: latency,
  })),
];
