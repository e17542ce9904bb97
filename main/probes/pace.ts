import { ownCpuMs } from "./ownCost.ts";

/** How much of a core one kind of reading may cost on average; above it, it is taken less often. */
const COST_SHARE = 0.003;

/** However dear a reading is, it is not put off for longer than this, ms: a level lasts some seconds. */
const LONGEST_MS = 10_000;

/**
 * When an expensive reading is due again: never sooner than its beat, and later the more CPU it took, so that a target
 * with thousands of threads or sockets makes its readings rarer and never the probe heavier.
 */
export class Pace {
  readonly #beatMs: number;
  readonly #cpuMs: () => number;
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(beatMs: number, cpuMs = ownCpuMs) {
    this.#beatMs = beatMs;
    this.#cpuMs = cpuMs;
  }

  /** Runs the reading if it is due, else answers null. `nowMs` is of any one clock; a tenth of the beat early is on time. */
  run<T>(nowMs: number, read: () => T): T | null {
    if (nowMs < this.#dueMs - this.#beatMs / 10) return null;
    const startedMs = this.#cpuMs();
    try {
      return read();
    } finally {
      const costMs = this.#cpuMs() - startedMs;
      this.#dueMs = nowMs + Math.min(LONGEST_MS, Math.max(this.#beatMs, costMs / COST_SHARE));
    }
  }

  /** Makes the next run due at once. */
  reset(): void {
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }
}
