import type { Tick } from "../model/tick.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";

/** One second of a level's window. Only whole seconds are told: a shorter rest would weigh like a whole one. */
export interface SecondBin {
  readonly second: number; // of the window, from 0
  readonly durationMs: number; // about 1000: as many ticks as it takes
  readonly sent: number;
  readonly answers: number; // of whatever status
  readonly good: number; // answers that were work
  readonly errors: number; // requests that failed, in whatever way
  readonly bytesReceived: number;
  /** Of good answers, and of timeouts at the timeout's value; null: none ended in this second. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

const LEAST_MS = 999; // ticks add up to whole seconds; 1 ms forgives rounding

/** Good answers per second. */
export const goodRps = ({ good, durationMs }: Pick<SecondBin, "good" | "durationMs">): number => (good * 1000) / durationMs;

/** Answers that were work: not `status`, not `body` errors. */
export function goodAnswers(tick: Tick): number {
  return tick.requests - tick.errors.status - tick.errors.body;
}

/** Takes ticks one at a time and keeps seconds. */
export class SecondBins {
  readonly #bins: SecondBin[] = [];
  readonly #latencies = new LatencyHistogram();
  #open = nothing();

  add(tick: Tick): void {
    const open = this.#open;
    open.durationMs += tick.durationMs;
    open.sent += tick.sent;
    open.answers += tick.requests;
    open.good += goodAnswers(tick);
    for (const count of Object.values(tick.errors)) open.errors += count;
    open.bytesReceived += tick.bytesReceived;
    this.#latencies.add(tick.latencies);
    if (open.durationMs >= LEAST_MS) this.#close();
  }

  /** Those that are complete; later ones do not show in it. */
  whole(): readonly SecondBin[] {
    return [...this.#bins];
  }

  #close(): void {
    const latencies = this.#latencies;
    const at = (p: number): number | null => (latencies.count === 0 ? null : latencies.quantile(p) / 1000);
    const [p50Ms, p99Ms, maxMs] = [at(0.5), at(0.99), at(1)];
    this.#bins.push({ second: this.#bins.length, ...this.#open, p50Ms, p99Ms, maxMs });
    this.#open = nothing();
    latencies.reset();
  }
}

const nothing = () => ({ durationMs: 0, sent: 0, answers: 0, good: 0, errors: 0, bytesReceived: 0 });
