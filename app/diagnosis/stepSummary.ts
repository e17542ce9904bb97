import type { Scenario } from "../model/scenario.ts";
import { type ErrorCounts, noErrors, type Tick } from "../model/tick.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { type LatencySummary, latencySummary } from "./latencySummary.ts";

/** One step of a scenario in a level's window. */
export interface StepSummary {
  readonly name: string;
  readonly requests: number; // answers received, of whatever status
  readonly throughputRps: number; // good answers per second of the window
  readonly latencyMs: LatencySummary; // good answers, and timeouts at the timeout's value
  readonly errors: ErrorCounts;
}

/** Takes ticks one at a time. Every step of the scenario, also one nothing came of; none without a scenario. */
export class StepFold {
  readonly #steps: { name: string; requests: number; errors: ErrorCounts; latencies: LatencyHistogram }[];

  constructor(requests: Scenario | null) {
    this.#steps = (requests?.steps ?? []).map(({ name }) => ({
      name,
      requests: 0,
      errors: noErrors(),
      latencies: new LatencyHistogram(),
    }));
  }

  add(tick: Tick): void {
    for (const reading of tick.steps ?? []) {
      const step = this.#steps[reading.step];
      if (step === undefined) continue;
      step.requests += reading.requests;
      step.latencies.add(reading.latencies);
      for (const kind of Object.keys(step.errors) as (keyof ErrorCounts)[]) step.errors[kind] += reading.errors[kind];
    }
  }

  summary(measuredSeconds: number): StepSummary[] {
    return this.#steps.map(({ name, requests, errors, latencies }) => ({
      name,
      requests,
      throughputRps: (requests - errors.status - errors.body) / measuredSeconds,
      latencyMs: latencySummary(latencies),
      errors: { ...errors },
    }));
  }
}
