import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import type { Doubt } from "./doubt.ts";

const FEWEST_REQUESTS = 100; // below, a mean of latencies is off by more than 10 % of their spread
const FEWEST_COHERENCE_TIMES = 30; // independent values; below, their scatter is not known well enough to say how far the mean is off
const KNOWN_SHARE = 0.05; // a mean latency known this well needs no more, however few independent values it has
const TIMEOUT_SHARE = 0.01; // of all requests; more, and the latencies are cut off at the timeout
const MISSED_SHARE = 0.02; // of the arrivals offered; more, and the rate asked for was not the rate driven
const IDLE_SHARE = 0.1; // of the connections, waiting for nobody: Little's law then holds for fewer connections than were asked for
const LATENCIES_PER_WINDOW = 20; // then at most 5 % of the time is cut off
const RECONNECT_SHARE = 0.1; // of the requests; a server that closes after 100 requests, as many do, stays far below

/** Open model: were fewer requests sent than arrivals offered? */
export function missedRate({ open }: LevelSummary): boolean {
  return open !== null && open.sent < (1 - MISSED_SHARE) * open.offered;
}

/** Doubts about what was sent and what came back. */
export function answerDoubts(level: LevelSummary): Doubt[] {
  const { requests, errors, sockets, state, measuredSeconds } = level;
  const doubts: Doubt[] = [...rateDoubts(level), ...amountDoubts(level)];
  const doubt = (kind: Doubt["kind"], weight: number, text: string): void => void doubts.push({ kind, state: "doubtful", weight, text });
  if (errors.timeout > TIMEOUT_SHARE * (requests + errors.timeout)) {
    doubt("timeouts", errors.timeout, `${errors.timeout} requests ran into the timeout; latencies are cut off there. Raise the timeout.`);
  }
  if (sockets.lost > 0) {
    const text = `${sockets.lost} requests were lost when the server closed their connection. Look at its keep-alive settings.`;
    doubt("lost", sockets.lost, text);
  }
  const again = reconnects(level);
  if (level.keepAlive && again > RECONNECT_SHARE * Math.max(requests, 1)) {
    const text = `Connections were opened ${again} times for ${requests} requests, although they are kept alive: the server closes them. Look at its keep-alive settings, or measure with --no-keep-alive.`;
    doubt("reconnects", again / Math.max(requests, 1), text);
  }
  if (level.idleShare !== null && level.idleShare > IDLE_SHARE && longEnough(level)) {
    const inFlight = (1 - level.idleShare) * level.connections;
    const text = `By Little's law ${digits(inFlight)} of ${counted(level.connections, "connection")} were at work: the others waited in the generator, or for a new attempt to connect. Take the level for one of ${Math.max(1, Math.round(inFlight))}.`;
    doubt("idle-connections", level.idleShare, text);
  }
  if (state === "stopped" || state === "skipped") {
    doubt("cut", 1 / (1 + measuredSeconds), `The level was ${state} after ${measuredSeconds.toFixed(1)} s.`);
  }
  return doubts;
}

/** A request counts where it ends: in a window of few requests per connection, those cut off at its end would look like idle time. */
function longEnough({ measuredSeconds, latencyMs, requests, connections }: LevelSummary): boolean {
  return measuredSeconds * 1000 > LATENCIES_PER_WINDOW * latencyMs.mean && requests > LATENCIES_PER_WINDOW * connections;
}

function rateDoubts(level: LevelSummary): Doubt[] {
  if (level.open === null || !missedRate(level)) return [];
  const { offered, sent, boundReached, mostConnections } = level.open;
  const why =
    boundReached > 0
      ? `all ${mostConnections} connections waited for answers: the target is slower than the rate. Offer less, or allow more connections.`
      : "the load generator came late. Use more generator threads, or offer less.";
  return [
    { kind: "rate-missed", state: "invalid", weight: 1 - sent / offered, text: `Only ${sent} of ${offered} arrivals were sent: ${why}` },
  ];
}

function amountDoubts(level: LevelSummary): Doubt[] {
  const { requests, measuredSeconds, coherence } = level;
  if (requests < FEWEST_REQUESTS) {
    const missing = moreSeconds(measuredSeconds, requests, FEWEST_REQUESTS);
    const text = `Only ${requests} answers were measured. Measure longer: ${FEWEST_REQUESTS} is the least${missing === null ? "" : `, ${missing} s more`}.`;
    return [{ kind: "few-answers", state: "doubtful", weight: 1 / (1 + requests), text }];
  }
  if (coherence === null || coherence.times >= FEWEST_COHERENCE_TIMES || coherence.relativeError <= KNOWN_SHARE) return [];
  const missing = moreSeconds(measuredSeconds, coherence.times, FEWEST_COHERENCE_TIMES);
  const text = `The ${requests} answers are worth about ${Math.max(1, Math.round(coherence.times))} independent ones, as neighbours are alike: the mean latency is known to ${percent(coherence.relativeError)} only. Measure longer: ${missing} s more.`;
  return [{ kind: "few-independent", state: "doubtful", weight: 1 / coherence.times, text }];
}

/** Seconds until there are `wanted`, at the rate seen; null when there were none. */
function moreSeconds(seconds: number, seen: number, wanted: number): number | null {
  return seen <= 0 ? null : Math.max(1, Math.ceil(seconds * (wanted / seen - 1)));
}

/** Connections opened in the window beyond those that the open model needs as its load grows. */
function reconnects({ sockets, open, connections }: LevelSummary): number {
  return Math.max(0, sockets.connects - (open === null ? 0 : connections));
}
