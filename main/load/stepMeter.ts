import { noErrors, type Tick } from "../../app/model/tick.ts";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";
import type { ConnectionFailure } from "./connectionObserver.ts";

interface StepCounts {
  requests: number;
  errors: ReturnType<typeof noErrors>;
  readonly latencies: LatencyHistogram;
}

/** Counts a tick's requests by the step of the scenario they were. */
export class StepMeter {
  private readonly steps: (StepCounts | undefined)[] = []; // by step; made when first seen: a histogram is large
  private readonly timeoutUs: number;

  constructor(timeoutMs: number) {
    this.timeoutUs = timeoutMs * 1000;
  }

  answered(step: number, latencyUs: number, fault: "status" | "body" | null): void {
    const counts = this.of(step);
    counts.requests++;
    if (fault === null) counts.latencies.record(latencyUs);
    else counts.errors[fault]++;
  }

  failed(step: number, failure: ConnectionFailure): void {
    const counts = this.of(step);
    counts.errors[failure]++;
    if (failure === "timeout") counts.latencies.record(this.timeoutUs);
  }

  /** The tick's readings; begins the next. */
  take(): NonNullable<Tick["steps"]> {
    return this.steps.flatMap((counts, step) => {
      if (counts === undefined) return [];
      const { requests, errors, latencies } = counts;
      if (requests === 0 && Object.values(errors).every((count) => count === 0)) return [];
      const reading = { step, requests, errors, latencies: latencies.toLatencies() };
      counts.requests = 0;
      counts.errors = noErrors();
      latencies.reset();
      return [reading];
    });
  }

  private of(step: number): StepCounts {
    const counts = this.steps[step] ?? { requests: 0, errors: noErrors(), latencies: new LatencyHistogram() };
    this.steps[step] = counts;
    return counts;
  }
}
