import type { Tick } from "../../app/model/tick.ts";
import type { CacheOutcome } from "../../app/requests/cacheOutcome.ts";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";

/** Keeps latencies of a tick's good answers that a cache had apart from those of answers it had not. */
export class CacheMeter {
  private latencies: Readonly<Record<CacheOutcome, LatencyHistogram>> | null = null; // made when an answer tells: histograms are large

  answered(outcome: CacheOutcome, latencyUs: number): void {
    this.latencies ??= { hit: new LatencyHistogram(), miss: new LatencyHistogram() };
    this.latencies[outcome].record(latencyUs);
  }

  /** The tick's readings; begins the next. Nothing where no answer told. */
  take(): Pick<Tick, "caches"> {
    if (this.latencies === null) return {};
    const { hit, miss } = this.latencies;
    if (hit.count + miss.count === 0) return {};
    const caches = { hits: hit.toLatencies(), misses: miss.toLatencies() };
    hit.reset();
    miss.reset();
    return { caches };
  }
}
