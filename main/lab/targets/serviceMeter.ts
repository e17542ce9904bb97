/** What a target counted itself, by its own clock: the truth a measurement from outside is held against. */
export interface TargetCounts {
  readonly answers: number; // sent, of any status
  readonly byStatus: Readonly<Record<string, number>>;
  readonly serviceSumMs: number; // time in the limited stage, waiting in its queue not included
  readonly mostInFlight: number; // most requests in the limited stage at once
  readonly symptoms?: Readonly<Record<string, number>>; // what else it counted of its own disease, each named with its unit
}

/** Counts one target's answers and the time requests spend in the stage that limits it. */
export class ServiceMeter {
  readonly #byStatus: Record<string, number> = {};
  #answers = 0;
  #inFlight = 0;
  #mostInFlight = 0;
  #serviceSumMs = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Runs `work` as one service. */
  async during(work: () => Promise<void> | void): Promise<void> {
    const startedMs = performance.now();
    this.#inFlight += 1;
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#inFlight);
    try {
      await work();
    } finally {
      this.#inFlight -= 1;
      this.#serviceSumMs += performance.now() - startedMs;
    }
  }

  answered(status: number): void {
    this.#answers += 1;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
  }

  counts(): TargetCounts {
    return {
      answers: this.#answers,
      byStatus: { ...this.#byStatus },
      serviceSumMs: this.#serviceSumMs,
      mostInFlight: this.#mostInFlight,
    };
  }
}
