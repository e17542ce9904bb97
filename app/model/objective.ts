import { z } from "zod";
import { PlateauError } from "./errors.ts";

/** What must hold for a load to count as carried: a latency percentile or mean (ms), the share of failed requests (0..1), or throughput (req/s). */
export const Objective = z.strictObject({
  metric: z.enum(["mean", "p50", "p75", "p90", "p95", "p99", "p999", "max", "errors", "throughput"]),
  relation: z.enum(["<", ">"]),
  limit: z.number().min(0), // ms, share or requests/s, as the metric is
});
export type Objective = z.infer<typeof Objective>;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
const RIGHT = "p90<31ms, mean<50ms, errors<1% or throughput>200";

/**
 * "p90<31ms", "errors<1%", "throughput>200": latencies and errors stay below, throughput above.
 * @throws PlateauError PLAN_INVALID if it is none of these
 */
export function parseObjective(text: string): Objective {
  const [, metric = "", relation = "", number = "", unit = ""] =
    /^([a-z0-9]+)\s*(<|>)\s*(\d+(?:\.\d+)?)\s*(ms|s|m|%|)$/.exec(text.trim()) ?? [];
  const limit = limitOf(metric, Number(number), unit);
  const parsed = Objective.safeParse({ metric, relation, limit });
  const direction = metric === "throughput" ? ">" : "<";
  if (!parsed.success || limit === null || relation !== direction) {
    throw new PlateauError("PLAN_INVALID", `${text} : not an objective (${RIGHT})`);
  }
  return parsed.data;
}

/** The limit in the metric's own unit; null when the unit does not fit the metric. */
function limitOf(metric: string, number: number, unit: string): number | null {
  if (metric === "errors") return unit === "%" ? number / 100 : unit === "" ? number : null;
  if (metric === "throughput") return unit === "" ? number : null;
  const factor = UNITS[unit];
  return factor === undefined ? null : number * factor;
}

export function objectiveText({ metric, relation, limit }: Objective): string {
  if (metric === "errors") return `errors${relation}${limit * 100}%`;
  return metric === "throughput" ? `throughput${relation}${limit}` : `${metric}${relation}${limit}ms`;
}
