import type { Tick } from "../model/tick.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { type LatencySummary, latencySummary } from "./latencySummary.ts";

/** Good answers of a level's window that were alike in this: a cache had them, or had not. */
export interface CachedAnswers {
  readonly requests: number;
  readonly latencyMs: LatencySummary;
  readonly latencies: LatencyHistogram; // `latencyMs` is read from it
}

/** What the answers' own headers said; answers that said nothing sure are in neither. */
export interface CacheSummary {
  readonly hits: CachedAnswers;
  readonly misses: CachedAnswers;
}

/** Takes ticks one at a time. */
export class CacheFold {
  #told: { readonly hits: LatencyHistogram; readonly misses: LatencyHistogram } | null = null;

  add({ caches }: Tick): void {
    if (caches === undefined) return;
    this.#told ??= { hits: new LatencyHistogram(), misses: new LatencyHistogram() };
    this.#told.hits.add(caches.hits);
    this.#told.misses.add(caches.misses);
  }

  /** Null where no answer told. Later ticks do not show in it. */
  summary(): CacheSummary | null {
    return this.#told === null ? null : { hits: answersOf(this.#told.hits), misses: answersOf(this.#told.misses) };
  }
}

function answersOf(folded: LatencyHistogram): CachedAnswers {
  const latencies = LatencyHistogram.from(folded.toLatencies());
  return { requests: latencies.count, latencyMs: latencySummary(latencies), latencies };
}
