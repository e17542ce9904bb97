/**
 * How long diagnosing takes: a saved session of 10 levels of 60 s, and one that runs, where every tick is folded in and judged.
 * Told in CPU time of the thread, which is what it takes on a machine that nobody else uses; beside it the time by the clock.
 * Usage: node build/bench/diagnosisTime.ts [levels = 10] [seconds per level = 60] [requests per second at most = 2000]
 */
import { diagnose, diagnoseLevels } from "../../app/diagnosis/diagnose.ts";
import { digits } from "../../app/diagnosis/numbers.ts";
import { SessionFold } from "../../app/diagnosis/sessionFold.ts";
import { Plan } from "../../app/model/plan.ts";
import type { LevelRecord, Recording } from "../../app/model/recording.ts";
import { NO_HOST_READING, NO_TARGET_READING, SAMPLE_MS, type Sample } from "../../app/model/sample.ts";
import { NO_THINK_TIME } from "../../app/model/thinkTime.ts";
import { noErrors, TICK_MS, type Tick } from "../../app/model/tick.ts";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";
import { mean } from "../../app/statistics/moments.ts";
import { seededRandom } from "../../app/statistics/random.ts";

const BUDGET_MS = 150;
const TICK_BUDGET_MS = 5;
const AGAIN = 9; // times; the first has the compiler's work in it

interface Cost {
  readonly cpuMs: number; // of this thread
  readonly clockMs: number;
}

const [levelCount = 10, seconds = 60, mostRps = 2000] = process.argv.slice(2).map(Number);
const random = seededRandom(1);
const WORKS_ON = 8; // requests at a time: a pool
const recording = drawn();

console.log(
  `${levelCount} levels of ${seconds} s, ${recording.ticks.length} ticks, ${recording.samples.length} samples; ms of CPU (by the clock):`,
);
const [first, ...others] = Array.from({ length: 1 + AGAIN }, () => cost(() => diagnose(recording))) as [Cost, ...Cost[]];
console.log(`  a saved session: ${told(meanOf(others))}, the first time ${told(first)}; budget ${BUDGET_MS}`);
const perTick = live().map(meanOf);
const [begun, ended] = [perTick[0], perTick.at(-1)] as [Cost, Cost];
console.log(`  live, a tick: on the first level ${told(begun)}, on the last ${told(ended)}; budget ${TICK_BUDGET_MS}`);
if (first.cpuMs > BUDGET_MS || ended.cpuMs > TICK_BUDGET_MS) process.exitCode = 1;

/** Of every level: each tick with the samples that came before its end heard, and the whole session judged. */
function live(): Cost[][] {
  const fold = new SessionFold(recording);
  const samples = [...recording.samples];
  return recording.levels.map((level) => {
    fold.add({ kind: "level", level: { ...level, state: "running" } });
    const times = recording.ticks
      .filter((tick) => tick.level === level.index)
      .map((tick) => {
        const since = samples.findIndex(({ atMs }) => atMs > tick.atMs + tick.durationMs);
        const news = samples.splice(0, since === -1 ? samples.length : since);
        return cost(() => {
          fold.add({ kind: "progress", ticks: [tick], samples: news });
          diagnoseLevels(fold.summaries(), recording);
        });
      });
    fold.add({ kind: "level", level });
    return times;
  });
}

function cost(work: () => void): Cost {
  const [cpu, clock] = [process.threadCpuUsage(), performance.now()];
  work();
  const { user, system } = process.threadCpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, clockMs: performance.now() - clock };
}

/** Means: the CPU of a thread is counted in steps of some ms. */
function meanOf(costs: readonly Cost[]): Cost {
  return { cpuMs: mean(costs.map(({ cpuMs }) => cpuMs)), clockMs: mean(costs.map(({ clockMs }) => clockMs)) };
}

function told({ cpuMs, clockMs }: Cost): string {
  return `${digits(cpuMs)} (${digits(clockMs)})`;
}

/** A pool of WORKS_ON before an idle host, at 1, 2, 4 ... connections, with all that can be read of it. */
function drawn(): Recording {
  const lengthMs = seconds * 1000;
  const levels = Array.from(
    { length: levelCount },
    (_, index): LevelRecord => ({
      index,
      connections: 2 ** index,
      thinkTime: NO_THINK_TIME,
      rateRps: null,
      inserted: false,
      startedMs: index * lengthMs,
      measuredFromMs: index * lengthMs,
      measuredToMs: (index + 1) * lengthMs,
      state: "complete",
      answersPerConnection: Array.from({ length: 2 ** index }, () => 1000),
    }),
  );
  const connections = levels.map((level) => level.connections);
  return {
    id: "20261121-120000-test",
    name: "drawn",
    status: "finished",
    startedAt: "2026-11-21T12:00:00.000Z",
    finishedAt: "2026-11-21T12:10:00.000Z",
    plateauVersion: "0.1.0",
    plan: Plan.parse({ url: "http://127.0.0.1:8080/", connections, durationMs: lengthMs }),
    host: { os: "Linux", cpu: "a CPU", cores: 4, memoryBytes: 8e9, node: "v24.0.0", virtualised: false },
    failure: null,
    warnings: [],
    annotations: [],
    levels,
    ticks: levels.flatMap((level) => along(lengthMs, TICK_MS, (atMs) => tick(level, atMs))),
    samples: levels.flatMap((level) => along(lengthMs, SAMPLE_MS, (atMs) => sample(level, atMs))),
  };
}

function along<T>(lengthMs: number, stepMs: number, at: (ms: number) => T): T[] {
  return Array.from({ length: lengthMs / stepMs }, (_, i) => at(i * stepMs));
}

function tick({ index, connections, startedMs }: LevelRecord, atMs: number): Tick {
  const busy = Math.min(connections, WORKS_ON) / WORKS_ON;
  const requests = Math.round((mostRps * busy * TICK_MS * (0.9 + 0.2 * random())) / 1000);
  const meanUs = (1e6 * WORKS_ON * Math.max(1, connections / WORKS_ON)) / mostRps;
  const latencies = new LatencyHistogram();
  for (let n = 0; n < requests; n++) latencies.record(meanUs * (0.5 - Math.log(1 - random()) / 2));
  return {
    level: index,
    phase: "measured",
    atMs: startedMs + atMs,
    durationMs: TICK_MS,
    sent: requests,
    requests,
    errors: noErrors(),
    statusCodes: { 200: requests },
    bytesSent: requests * 100,
    bytesReceived: requests * 1000,
    connects: 0,
    connectSumUs: 0,
    lost: 0,
    inFlight: connections,
    latencies: latencies.toLatencies(),
    failedLatencies: new LatencyHistogram().toLatencies(),
    generator: { cpuMs: 30 * random(), busiestThreadCpuMs: 30 * random(), loopDelayP99Ms: random(), waitedMs: random() },
  };
}

function sample({ startedMs, connections }: LevelRecord, atMs: number): Sample {
  const host = Object.fromEntries(Object.keys(NO_HOST_READING).map((key) => [key, 10 * random()])) as Sample["host"];
  const backends = [{ address: "10.0.0.5:5432", connections: Math.min(connections, WORKS_ON) }];
  return {
    atMs: startedMs + atMs + SAMPLE_MS,
    intervalMs: SAMPLE_MS,
    latenessMs: random(),
    host: { ...host, us: 10 * random(), sy: 3, id: 87, wa: 0, st: 0 },
    target: { ...NO_TARGET_READING, pid: 7, name: "java", processes: 1, cpuCores: 0.3, rssBytes: 1e8 * random(), threads: 40, backends },
    probeCpuMs: 1,
    machine: { clockJumpMs: 0, cpuMegahertz: 3000 + 10 * random(), onBattery: false },
  };
}
