import { ownCpuMs } from "./ownCost.ts";

export interface PaceOptions {
  readonly beatMs: number; // never sooner than that
  readonly costShare?: number; // of a core, 0..1: what this kind of reading may cost on average
  readonly longestMs?: number; // however dear, it is not put off for longer
  readonly cpuMs?: () => number; // the clock the cost is read from; tests bring their own
}

const COST_SHARE = 0.003;
const LONGEST_MS = 10_000; // a level lasts some seconds

/**
 * When an expensive reading is due again: never sooner than its beat, and later the more CPU it took, so that a target
 * with thousands of threads or sockets makes its readings rarer and never the probe heavier.
 */
export class Pace {
  readonly #beatMs: number;
  readonly #costShare: number;
  readonly #longestMs: number;
  readonly #cpuMs: () => number;
  #dueMs = Number.NEGATIVE_INFINITY;
  #cold = true;

  constructor({ beatMs, costShare = COST_SHARE, longestMs = LONGEST_MS, cpuMs = ownCpuMs }: PaceOptions) {
    this.#beatMs = beatMs;
    this.#costShare = costShare;
    this.#longestMs = longestMs;
    this.#cpuMs = cpuMs;
  }

  /** Runs the reading if it is due, else answers null. `nowMs` is of any one clock; a tenth of the beat early is on time. */
  run<T>(nowMs: number, read: () => T): T | null {
    if (nowMs < this.#dueMs - this.#beatMs / 10) return null;
    const startedMs = this.#cpuMs();
    try {
      return read();
    } finally {
      const costMs = this.#cold ? 0 : this.#cpuMs() - startedMs; // the first run pays for compiling, and says nothing
      this.#cold = false;
      this.#dueMs = nowMs + Math.min(this.#longestMs, Math.max(this.#beatMs, costMs / this.#costShare));
    }
  }

  /** Makes the next run due at once. */
  reset(): void {
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }
}
