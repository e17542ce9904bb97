import { bytes, count, duration, exact, latency, perSecond, requestsPerSecond } from "../figures/quantity.ts";
import type { Recording } from "../model/recording.ts";
import { type ErrorCounts, noErrors } from "../model/tick.ts";

/** A line of the account; `exact` with every digit. */
export interface AccountLine {
  readonly name: string;
  readonly value: string;
  readonly exact: string;
}

const ERROR_NAMES: Readonly<Record<keyof ErrorCounts, string>> = {
  connect: "Errors while connecting",
  send: "Errors while sending",
  receive: "Errors while receiving",
  timeout: "Timeouts",
  status: "Answers of a wrong status",
  body: "Answers with a wrong body",
};

/** What went over the sockets in the whole session, warm-up included: connections are opened before a level is measured. */
export function socketAccount({ plan, levels, ticks }: Pick<Recording, "plan" | "levels" | "ticks">): AccountLine[] {
  const sum = (pick: (tick: (typeof ticks)[number]) => number): number => ticks.reduce((total, tick) => total + pick(tick), 0);
  const warm = ticks.filter(({ phase }) => phase === "warmup");
  const hits = sum((tick) => tick.requests);
  const warmHits = warm.reduce((total, tick) => total + tick.requests, 0);
  const loadedMs = sum((tick) => tick.durationMs);
  const warmMs = warm.reduce((total, tick) => total + tick.durationMs, 0);
  const lengthMs =
    Math.max(0, ...levels.map(({ measuredToMs }) => measuredToMs)) -
    Math.min(...levels.map(({ startedMs }) => startedMs), Number.MAX_VALUE);
  const connects = sum((tick) => tick.connects);
  const connectUs = sum((tick) => tick.connectSumUs);
  const [sent, received] = [sum((tick) => tick.bytesSent), sum((tick) => tick.bytesReceived)];
  const rate = (amount: number): number => (loadedMs === 0 ? 0 : (amount * 1000) / loadedMs);
  const errors = noErrors();
  for (const tick of ticks) for (const kind of Object.keys(errors) as (keyof ErrorCounts)[]) errors[kind] += tick.errors[kind];
  const line = (name: string, value: string, digits: number, unit = ""): AccountLine => ({
    name,
    value,
    exact: `${exact(digits)} ${unit}`.trim(),
  });
  const both = (name: string, amount: number): AccountLine =>
    line(name, `${bytes(amount)}, ${bytes(rate(amount))}/s`, amount, `B, ${exact(rate(amount))} B/s`);
  return [
    line("Hits", warmHits === 0 ? count(hits) : `${count(hits)}, of which ${count(warmHits)} in warm-up`, hits),
    line("Hits per second under load", requestsPerSecond(rate(hits)), rate(hits), "req/s"),
    line("Test length", levels.length === 0 ? "–" : duration(lengthMs), levels.length === 0 ? 0 : lengthMs, "ms"),
    line("Measured", duration(loadedMs - warmMs), loadedMs - warmMs, "ms"),
    line("Warm-up", `${duration(warmMs)}, ${duration(plan.warmupMs)} for each level`, warmMs, "ms"),
    line("Cool-down", `${duration(plan.cooldownMs)} between levels`, plan.cooldownMs, "ms"),
    line("Generator threads", count(plan.threads), plan.threads),
    line("Socket connects", `${count(connects)}, ${perSecond(rate(connects))}`, connects),
    line(
      "Mean connect time",
      connects === 0 ? "–" : latency(connectUs / connects / 1000),
      connects === 0 ? 0 : connectUs / connects / 1000,
      "ms",
    ),
    both("Sent", sent),
    both("Received", received),
    ...(Object.keys(ERROR_NAMES) as (keyof ErrorCounts)[]).map((kind) => line(ERROR_NAMES[kind], count(errors[kind]), errors[kind])),
    line(
      "Requests lost as the server closed",
      count(sum((tick) => tick.lost)),
      sum((tick) => tick.lost),
    ),
  ];
}
