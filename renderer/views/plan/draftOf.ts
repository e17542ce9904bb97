import type { Plan } from "../../../app/model/plan.ts";
import type { Draft } from "./draft.ts";

/** A plan back in the form, to be changed and run again. */
export function draftOf(plan: Plan): Draft {
  return {
    url: plan.url,
    method: plan.method,
    model: plan.rates === null ? "closed" : "open",
    connections: [...plan.connections],
    thinkTimes: plan.thinkTimes.every(({ kind }) => kind === "none") ? [] : [...plan.thinkTimes],
    rates: [...(plan.rates ?? [])],
    arrivals: plan.arrivals,
    maxConnections: String(plan.maxConnections),
    objectives: [...plan.objectives],
    findCapacity: plan.findCapacity,
    adaptive: plan.adaptive,
    shuffle: plan.shuffle,
    repeatFirst: plan.repeatFirst,
    experiments: plan.experiments,
    otherUrl: plan.otherUrl ?? "",
    halfUrl: plan.halfUrl ?? "",
    duration: timeText(plan.durationMs),
    warmup: timeText(plan.warmupMs),
    cooldown: timeText(plan.cooldownMs),
    timeout: timeText(plan.timeoutMs),
    headers: plan.headers.map((header) => ({ ...header })),
    body: plan.body ?? "",
    requests: plan.requests === null ? null : { file: "the session's scenario", content: plan.requests },
    users: plan.users === null ? null : { file: plan.users.file ?? "the session's users", content: plan.users },
    cookies: plan.cookies,
    expectStatus: plan.expect.status?.join(", ") ?? "",
    expectBody: [...plan.expect.body],
    seed: String(plan.seed),
    threads: String(plan.threads),
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
