import type { Plan } from "../../../app/model/plan.ts";
import type { Draft } from "./draft.ts";

/** A plan back in the form, to be changed and run again. */
export function draftOf(plan: Plan): Draft {
  return {
    url: plan.url,
    method: plan.method,
    connections: [...plan.connections],
    duration: timeText(plan.durationMs),
    warmup: timeText(plan.warmupMs),
    cooldown: timeText(plan.cooldownMs),
    timeout: timeText(plan.timeoutMs),
    headers: plan.headers.map((header) => ({ ...header })),
    body: plan.body ?? "",
    keepAlive: plan.keepAlive,
    sessionCookie: plan.sessionCookie ?? "",
    allowRemote: "",
    name: plan.name,
  };
}

function timeText(ms: number): string {
  if (ms % 60_000 === 0 && ms > 0) return `${ms / 60_000}m`;
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
