import type { LatencyHistogram } from "../statistics/latencyHistogram.ts";

/** Latencies of a level, or of one step in it, ms. All 0 when no answer came. */
export interface LatencySummary {
  readonly mean: number;
  readonly stdev: number;
  readonly min: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export function latencySummary(latencies: LatencyHistogram): LatencySummary {
  const at = (p: number): number => (latencies.count === 0 ? 0 : latencies.quantile(p) / 1000);
  const { count, meanUs, stdevUs, minUs, maxUs } = latencies;
  const [p50, p75, p90, p95, p99, p999] = [at(0.5), at(0.75), at(0.9), at(0.95), at(0.99), at(0.999)];
  if (count === 0) return { mean: 0, stdev: 0, min: 0, p50, p75, p90, p95, p99, p999, max: 0 };
  return { mean: meanUs / 1000, stdev: stdevUs / 1000, min: minUs / 1000, p50, p75, p90, p95, p99, p999, max: maxUs / 1000 };
}
