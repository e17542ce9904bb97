import { z } from "zod";
import { ErrorCounts, noErrors } from "./tick.ts";

/** What another tool did not tell is null: missing, never zero. */
const told = z.number().nullable().default(null);
const percent = z.number().min(0).max(100).nullable().default(null);

/**
 * What is known of a level that Plateau did not measure itself: totals, and no time domain. Rates per second, times in ms,
 * `us sy id wa` as vmstat prints them.
 */
export const LevelTotals = z.strictObject({
  throughputRps: z.number().min(0),
  seconds: told,
  requests: told,
  latencyMs: z
    .strictObject({ mean: told, stdev: told, min: told, p50: told, p75: told, p90: told, p95: told, p99: told, p999: told, max: told })
    .prefault({}),
  errors: ErrorCounts.default(noErrors),
  host: z.strictObject({ us: percent, sy: percent, id: percent, wa: percent, st: percent, contextSwitchesPerSecond: told }).prefault({}),
  collectorTimeShare: z.number().min(0).max(1).nullable().default(null), // of the target's CPU, spent collecting garbage
});
export type LevelTotals = z.infer<typeof LevelTotals>;
