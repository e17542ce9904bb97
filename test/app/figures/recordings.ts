import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import type { LevelRecord, Recording } from "../../../app/model/recording.ts";
import { type HostReading, NO_HOST_READING, type Sample } from "../../../app/model/sample.ts";
import { NO_THINK_TIME } from "../../../app/model/thinkTime.ts";
import { noErrors, type Tick } from "../../../app/model/tick.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";

/** A service that works on `places` requests at a time, each for `serviceMs`; requests beyond that wait. */
export interface Service {
  readonly connections: readonly number[];
  readonly places: number;
  readonly serviceMs: number;
  readonly levelSeconds?: number;
  readonly warmupSeconds?: number;
  readonly errorsFrom?: number; // connections from which every tenth answer is an error
  readonly idlePercent?: number | null; // null: the host was not read
  readonly plan?: Partial<PlanInput>;
}

/** A whole session of such a service; the same every time, since its noise is seeded. */
export function aRecording({
  connections,
  places,
  serviceMs,
  levelSeconds = 4,
  warmupSeconds = 1,
  errorsFrom,
  idlePercent = 75,
  plan,
}: Service): Recording {
  const noise = seeded(7);
  const levels: LevelRecord[] = [];
  const ticks: Tick[] = [];
  const samples: Sample[] = [];
  let now = 200;
  connections.forEach((n, index) => {
    const measuredFromMs = now + warmupSeconds * 1000;
    const measuredToMs = measuredFromMs + levelSeconds * 1000;
    levels.push({
      index,
      connections: n,
      thinkTime: NO_THINK_TIME,
      rateRps: null,
      inserted: false,
      startedMs: now,
      measuredFromMs,
      measuredToMs,
      state: "complete",
    });
    for (let atMs = now; atMs < measuredToMs; atMs += 250) {
      const failing = errorsFrom !== undefined && n >= errorsFrom;
      ticks.push(aTick({ level: index, phase: atMs < measuredFromMs ? "warmup" : "measured", atMs }, n, places, serviceMs, failing, noise));
    }
    for (let atMs = now + 200; atMs <= measuredToMs; atMs += 200) {
      const load = Math.min(n, places) / places;
      samples.push({
        atMs,
        intervalMs: 200,
        latenessMs: 1,
        host: idlePercent === null ? NO_HOST_READING : aHost(load, n, idlePercent, noise),
        target: null,
        probeCpuMs: 1.5,
      });
    }
    now = measuredToMs + 1000;
  });
  return {
    id: "20261121-test",
    name: "",
    status: "finished",
    startedAt: "2026-11-21T10:00:00.000Z",
    finishedAt: "2026-11-21T10:01:00.000Z",
    plateauVersion: "0.1.0",
    failure: null,
    warnings: [],
    annotations: [],
    levels,
    ticks,
    samples,
    plan: Plan.parse({
      url: "http://localhost:8080/",
      connections: connections.length === 0 ? [1] : [...connections],
      durationMs: levelSeconds * 1000,
      warmupMs: warmupSeconds * 1000,
      ...plan,
    }),
    host: { os: "Linux 6.1", cpu: "Test CPU", cores: 4, memoryBytes: 8 * 2 ** 30, node: "v24.0.0", virtualised: false },
  };
}

function aTick(
  where: Pick<Tick, "level" | "phase" | "atMs">,
  n: number,
  places: number,
  serviceMs: number,
  failing: boolean,
  noise: () => number,
): Tick {
  const rps = (Math.min(n, places) / serviceMs) * 1000;
  const requests = Math.round((rps / 4) * (0.94 + 0.12 * noise()));
  const status = failing ? Math.round(requests / 10) : 0;
  const latencies = new LatencyHistogram();
  for (let i = 0; i < requests - status; i++)
    latencies.record(serviceMs * 1000 * Math.max(1, n / places) * (0.92 + 0.2 * noise() + (noise() > 0.97 ? 0.8 : 0)));
  return {
    ...where,
    durationMs: 250,
    sent: requests,
    requests,
    errors: { ...noErrors(), status },
    statusCodes: failing ? { 200: requests - status, 503: status } : { 200: requests },
    bytesSent: requests * 90,
    bytesReceived: requests * 1400,
    connects: 0,
    connectSumUs: 0,
    lost: 0,
    inFlight: n,
    latencies: latencies.toLatencies(),
    failedLatencies: new LatencyHistogram().toLatencies(),
    generator: { cpuMs: 4, busiestThreadCpuMs: 4, loopDelayP99Ms: 1.2 },
  };
}

function aHost(load: number, n: number, idlePercent: number, noise: () => number): HostReading {
  const busy = (100 - idlePercent) * load * (0.85 + 0.3 * noise());
  const wa = 0.4 * noise();
  return {
    ...NO_HOST_READING,
    us: busy * 0.7,
    sy: busy * 0.3,
    wa,
    st: 0,
    id: 100 - busy - wa,
    busiestCorePercent: Math.min(100, busy * 2),
    contextSwitchesPerSecond: 1800 + 6000 * load + 900 * noise(),
    interruptsPerSecond: 2500,
    runQueue: Math.round(1 + load * 2 * noise()),
    blocked: 0,
    memoryUsedBytes: 2.4 * 2 ** 30,
    swapUsedBytes: 0,
    swapPagesPerSecond: 0,
    timeWaitSockets: n,
  };
}

/** Park and Miller's generator: the same numbers everywhere. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
