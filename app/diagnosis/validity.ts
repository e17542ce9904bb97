import type { LevelSummary } from "./levelSummary.ts";

/** Can a level's numbers be believed? An invalid level carries no verdict on the target. */
export interface Validity {
  readonly state: "valid" | "doubtful" | "invalid";
  readonly reasons: readonly string[];
}

export const GENERATOR_BUSY_CORES = 0.85; // one thread cannot reach 1.0: the rest is waiting for its own socket calls
const LOOP_DELAY_SHARE = 0.1; // of the median latency; the generator would add this much to what it reports
const LOOP_DELAY_FLOOR_MS = 5; // a shared laptop's scheduler does this without any harm to latencies of tens of ms
const OTHERS_PERCENT = 20; // of the host's CPU, used by programs that are neither target nor generator
const FEWEST_REQUESTS = 100; // below, a mean of latencies is off by more than 10 % of their spread
const TIMEOUT_SHARE = 0.01; // of all requests; more, and the latencies are cut off at the timeout
export const GOOD_SHARE = 0.99; // of answers; below, errors shape the numbers

export function generatorIsBusy(level: LevelSummary): boolean {
  return level.generator.busiestThreadCores >= GENERATOR_BUSY_CORES;
}

/** Did more than this share of a level's requests fail, in whatever way? */
export function hasErrors(level: LevelSummary, share: number): boolean {
  return failedShare(level) > share;
}

/** Share of requests that failed, 0..1: error answers, and requests without an answer. */
export function failedShare({ requests, errors }: LevelSummary): number {
  const unanswered = errors.connect + errors.send + errors.receive + errors.timeout;
  const all = requests + unanswered;
  return all === 0 ? 1 : (errors.status + errors.body + unanswered) / all;
}

export function validityOf(level: LevelSummary): Validity {
  const { generator, latencyMs, requests, errors, sockets } = level;
  const invalid: string[] = [];
  const doubtful: string[] = [];
  if (generatorIsBusy(level)) {
    invalid.push(
      `The load generator's thread used ${Math.round(generator.busiestThreadCores * 100)} % of a core: it may be the limit itself. Use more generator threads or a slower target.`,
    );
  }
  const late = generator.loopDelayP99Ms;
  if (late > LOOP_DELAY_FLOOR_MS && late > LOOP_DELAY_SHARE * latencyMs.p50 && !generatorIsBusy(level)) {
    doubtful.push(
      `The load generator came late by up to ${late.toFixed(1)} ms, which is part of the latencies it reports. Close other programs, or give the target fewer cores.`,
    );
  }
  const others = level.otherCpuPercent;
  if (others !== null && others > OTHERS_PERCENT) {
    doubtful.push(`Other programs used about ${Math.round(others)} % of the CPU. Close them and measure again.`);
  }
  if (requests < FEWEST_REQUESTS) doubtful.push(`Only ${requests} answers were measured. Measure longer: ${FEWEST_REQUESTS} is the least.`);
  if (errors.timeout > TIMEOUT_SHARE * (requests + errors.timeout))
    doubtful.push(`${errors.timeout} requests ran into the timeout; latencies are cut off there. Raise --timeout.`);
  if (sockets.lost > 0) doubtful.push(`${sockets.lost} requests were lost when the server closed their connection.`);
  if (level.state === "stopped" || level.state === "skipped")
    doubtful.push(`The level was ${level.state} after ${level.measuredSeconds.toFixed(1)} s.`);
  if (invalid.length > 0) return { state: "invalid", reasons: [...invalid, ...doubtful] };
  return doubtful.length > 0 ? { state: "doubtful", reasons: doubtful } : { state: "valid", reasons: [] };
}
