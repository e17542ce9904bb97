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

/** Every step of the scenario, also one nothing came of; none without a scenario. */
export function summariseSteps(requests: Scenario | null, ticks: readonly Tick[], measuredSeconds: number): StepSummary[] {
  const steps = (requests?.steps ?? []).map(({ name }) => ({ name, requests: 0, errors: noErrors(), latencies: new LatencyHistogram() }));
  for (const reading of ticks.flatMap((tick) => tick.steps ?? [])) {
    const step = steps[reading.step];
    if (step === undefined) continue;
    step.requests += reading.requests;
    step.latencies.add(reading.latencies);
    for (const kind of Object.keys(step.errors) as (keyof ErrorCounts)[]) step.errors[kind] += reading.errors[kind];
  }
  return steps.map(({ name, requests, errors, latencies }) => ({
    name,
    requests,
    throughputRps: (requests - errors.status - errors.body) / measuredSeconds,
    latencyMs: latencySummary(latencies),
    errors,
  }));
}
