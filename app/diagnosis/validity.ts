import type { LevelSummary } from "./levelSummary.ts";
import { counted } from "./numbers.ts";

/** Can a level's numbers be believed? An invalid level carries no verdict on the target. */
export interface Validity {
  readonly state: "valid" | "doubtful" | "invalid";
  readonly reasons: readonly string[];
}

export const GENERATOR_BUSY_CORES = 0.85; // one thread cannot reach 1.0: the rest is waiting for its own socket calls
const LOOP_DELAY_SHARE = 0.1; // of the median latency; the generator would add this much to what it reports
const LOOP_DELAY_FLOOR_MS = 5; // a shared laptop's scheduler does this without any harm to latencies of tens of ms
const OTHERS_PERCENT = 20; // of the host's CPU, used by programs that are neither target nor generator
const CROWDED_PERCENT = 80; // of the host's CPU in all: no core is free any more when one is wanted
const FEWEST_REQUESTS = 100; // below, a mean of latencies is off by more than 10 % of their spread
const TIMEOUT_SHARE = 0.01; // of all requests; more, and the latencies are cut off at the timeout
const MISSED_SHARE = 0.02; // of the arrivals offered; more, and the rate asked for was not the rate driven
export const GOOD_SHARE = 0.99; // of answers; below, errors shape the numbers

export function generatorIsBusy(level: LevelSummary): boolean {
  return level.generator.busiestThreadCores >= GENERATOR_BUSY_CORES;
}

/** Did more than this share of a level's requests fail, in whatever way? */
export function hasErrors(level: LevelSummary, share: number): boolean {
  return failedShare(level) > share;
}

/**
 * Did programs that are neither target nor generator take the CPU both needed? The target's own backends on this
 * machine look the same, so this may explain a dent, and never discards a plateau.
 */
export function isCrowdedOut({ host, otherCpuPercent }: LevelSummary): boolean {
  if (otherCpuPercent === null || host.us === null || host.sy === null) return false;
  return otherCpuPercent > OTHERS_PERCENT && host.us + host.sy > CROWDED_PERCENT;
}

/** Share of requests that failed, 0..1: error answers, and requests without an answer. */
export function failedShare({ requests, errors }: LevelSummary): number {
  const unanswered = errors.connect + errors.send + errors.receive + errors.timeout;
  const all = requests + unanswered;
  return all === 0 ? 1 : (errors.status + errors.body + unanswered) / all;
}

/** One reason to doubt a level. `weight` orders levels with the same reason: the higher, the worse. */
interface Doubt {
  readonly kind: "generator-busy" | "generator-late" | "others-busy" | "few-answers" | "timeouts" | "lost" | "cut" | "rate-missed";
  readonly weight: number;
  readonly text: string;
}

function doubtsOf(level: LevelSummary): Doubt[] {
  const { generator, latencyMs, requests, errors, sockets } = level;
  const doubts: Doubt[] = [];
  const doubt = (kind: Doubt["kind"], weight: number, text: string): void => void doubts.push({ kind, weight, text });
  const busy = generator.busiestThreadCores;
  if (generatorIsBusy(level)) {
    doubt(
      "generator-busy",
      busy,
      `The load generator's thread used ${Math.round(busy * 100)} % of a core: it may be the limit itself. Use more generator threads or a slower target.`,
    );
  }
  const late = generator.loopDelayP99Ms;
  if (late > LOOP_DELAY_FLOOR_MS && late > LOOP_DELAY_SHARE * latencyMs.p50 && !generatorIsBusy(level)) {
    doubt(
      "generator-late",
      late,
      `The load generator came late by up to ${late.toFixed(1)} ms, which is part of the latencies it reports. Close other programs, or give the target fewer cores.`,
    );
  }
  const others = level.otherCpuPercent;
  if (others !== null && others > OTHERS_PERCENT) {
    doubt("others-busy", others, `Other programs used about ${Math.round(others)} % of the CPU. Close them and measure again.`);
  }
  if (level.open !== null && missedRate(level)) {
    const { offered, sent, boundReached, mostConnections } = level.open;
    const why =
      boundReached > 0
        ? `all ${mostConnections} connections waited for answers: the target is slower than the rate. Offer less, or allow more connections.`
        : "the load generator came late. Use more generator threads, or offer less.";
    doubt("rate-missed", 1 - sent / offered, `Only ${sent} of ${offered} arrivals were sent: ${why}`);
  }
  if (requests < FEWEST_REQUESTS) {
    doubt("few-answers", 1 / (1 + requests), `Only ${requests} answers were measured. Measure longer: ${FEWEST_REQUESTS} is the least.`);
  }
  if (errors.timeout > TIMEOUT_SHARE * (requests + errors.timeout)) {
    doubt("timeouts", errors.timeout, `${errors.timeout} requests ran into the timeout; latencies are cut off there. Raise the timeout.`);
  }
  if (sockets.lost > 0) doubt("lost", sockets.lost, `${sockets.lost} requests were lost when the server closed their connection.`);
  if (level.state === "stopped" || level.state === "skipped") {
    doubt("cut", 1 / (1 + level.measuredSeconds), `The level was ${level.state} after ${level.measuredSeconds.toFixed(1)} s.`);
  }
  return doubts;
}

/** Open model: were fewer requests sent than arrivals offered? */
export function missedRate({ open }: LevelSummary): boolean {
  return open !== null && open.sent < (1 - MISSED_SHARE) * open.offered;
}

export function validityOf(level: LevelSummary): Validity {
  const doubts = doubtsOf(level);
  const state = generatorIsBusy(level) ? "invalid" : doubts.length > 0 ? "doubtful" : "valid";
  return { state, reasons: doubts.map(({ text }) => text) };
}

/** The doubts of a whole session: each kind once, with the levels it touches and the words of the worst of them. */
export function validityNotes(levels: readonly LevelSummary[]): string[] {
  const all = levels.flatMap((level) => doubtsOf(level).map((doubt) => ({ ...doubt, connections: level.connections })));
  return [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const same = all.filter((doubt) => doubt.kind === kind);
    const worst = same.reduce((a, b) => (b.weight > a.weight ? b : a));
    const where =
      same.length === levels.length && levels.length > 1 ? "On every level" : `At ${listed(same.map(({ connections }) => connections))}`;
    return `${where}${same.length > 1 ? ` (at worst at ${worst.connections})` : ""}: ${worst.text}`;
  });
}

/** "1 connection", "1, 2 and 5 connections" */
function listed(connections: readonly number[]): string {
  if (connections.length === 1) return counted(connections[0] ?? 0, "connection");
  return `${connections.slice(0, -1).join(", ")} and ${connections.at(-1)} connections`;
}
