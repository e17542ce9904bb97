import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import type { VerdictId } from "../../../app/model/finding.ts";
import type { PlanInput } from "../../../app/model/plan.ts";
import type { HostReading, TargetReading } from "../../../app/model/sample.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";
import { oneWay, twoWays } from "../../support/distributions.ts";

const onHost = (host: Partial<HostReading>, more: Partial<LevelDrawing> = {}) => queueOf(4, 40, { host, ...more });
const withTarget = (target: Partial<TargetReading>, idlePercent = 85) => queueOf(4, 40, { target, idlePercent });
const full: Partial<TargetReading> = { cpuCores: 3.8, busiestThreadCores: 0.95 };
const disk: Partial<HostReading> = { us: 8, sy: 7, id: 60, wa: 25, pressureIoPercent: 70, blocked: 4, diskBusyPercent: 97 };
const lastLevel = (levels: LevelDrawing[], more: Partial<LevelDrawing>) =>
  levels.map((level, i) => (i < levels.length - 1 ? level : { ...level, ...more }));
const falling = (more: (last: boolean) => Partial<LevelDrawing>): LevelDrawing[] =>
  [
    [1, 100],
    [10, 400],
    [50, 390],
    [200, 180],
  ].map(([connections = 0, rps = 0]) => ({ connections, rps, ...more(connections === 200) }));

/** Causes that look alike from afar, told apart by what is busy. */
describe("one plateau, several suspects", () => {
  it.each<[string, LevelDrawing[], Partial<PlanInput>, VerdictId]>([
    ["idle, nothing else to see", onHost({}), {}, "concurrency-limit"],
    ["idle, and blocked on the disk", onHost(disk), {}, "disk-wait"],
    ["idle, one writer blocked on the disk", queueOf(1, 20, { host: disk }), {}, "disk-wait"],
    [
      "a pool, while some other program writes now and then",
      onHost(
        { wa: 6, pressureIoPercent: 15, id: 70, blocked: 1 },
        { target: { backends: [{ address: "10.0.0.1:5432", connections: 4 }] } },
      ),
      {},
      "connection-pool",
    ],
    ["full cores", withTarget(full, 3), {}, "cpu-saturated"],
    [
      "a fall with many switches, most of them the collector's",
      falling((last) => ({
        host: { us: 70, sy: 15, id: 15, contextSwitchesPerSecond: last ? 9000 : 4000 },
        target: { cpuCores: 3, collectorCores: last ? 2 : 0.1 },
      })),
      {},
      "memory-pressure",
    ],
    ["full cores, and a garbage collector at work", withTarget({ ...full, collectorCores: 1 }, 3), {}, "cpu-saturated"],
    [
      "a quota that is used up, on an idle machine",
      withTarget({ cpuCores: 0.99, busiestThreadCores: 0.98, quotaCores: 1, throttledShare: 0.7 }, 70),
      {},
      "cpu-saturated",
    ],
    ["full cores that were partly stolen", onHost({ us: 50, sy: 15, id: 5, st: 30 }, { target: { cpuCores: 2.4 } }), {}, "steal"],
    [
      "a busy thread on a machine that swaps nothing",
      queueOf(1, 8, { idlePercent: 70, target: { cpuCores: 1.02, busiestThreadCores: 0.97 } }),
      {},
      "single-threaded-cpu",
    ],
    [
      "a peak, and a collector that takes over",
      falling((last) => (last ? { target: { collectorTimeShare: 0.4, cpuCores: 3 }, idlePercent: 20 } : {})),
      {},
      "memory-pressure",
    ],
    [
      "a peak, and switches that take over",
      falling((last) => ({
        target: { cpuCores: 3 },
        host: last
          ? { us: 45, sy: 40, id: 15, contextSwitchesPerSecond: 60_000 }
          : { us: 60, sy: 15, id: 25, contextSwitchesPerSecond: 5000 },
      })),
      {},
      "thread-thrash",
    ],
    ["a peak, and nothing to explain the fall", falling(() => ({})), {}, "inconclusive"],
    [
      "no files left",
      lastLevel(onHost({}), {
        target: { openFilesLimit: 1024, fullestOpenFiles: 1022 },
        host: { listenOverflowsPerSecond: 30 },
        tick: { connects: 5, connectSumUs: 5e6 },
        errors: { connect: 30 },
      }),
      {},
      "port-exhaustion",
    ],
    [
      "a full listen queue",
      lastLevel(onHost({}), { host: { listenOverflowsPerSecond: 30 }, tick: { connects: 10, connectSumUs: 5e6 } }),
      { keepAlive: false },
      "accept-queue",
    ],
    [
      "errors after exactly 5 s, while most is well",
      lastLevel(onHost({}), { errors: { status: 8 }, failedLatencyMs: 5020 }),
      {},
      "downstream-timeout",
    ],
    [
      "errors after exactly 5 s, nearly all",
      lastLevel(onHost({}), { errors: { status: 80 }, failedLatencyMs: 5020, statusCodes: { 200: 0.2, 504: 0.8 } }),
      {},
      "downstream-timeout",
    ],
    [
      "errors at once, nearly all",
      lastLevel(onHost({}), { errors: { status: 80 }, statusCodes: { 200: 0.2, 500: 0.8 } }),
      {},
      "errors-dominate",
    ],
    [
      "the generator was the limit, on a machine that swaps",
      onHost({ swapPagesPerSecond: 500 }, { generatorCores: 0.97 }),
      {},
      "generator-saturated",
    ],
    ["growing, on a disk that is busy", queueOf(1000, 40, { host: disk }), {}, "healthy"],
    ["growing, with a cache and a warning", queueOf(1000, 40, { latencyMsOf: twoWays(0.4, 5, 40) }), {}, "healthy"],
    [
      "growing, with an accept queue that overflowed at first",
      queueOf(1000, 40, { host: { listenOverflowsPerSecond: 3 }, latencyMsOf: oneWay(40) }),
      {},
      "healthy",
    ],
  ])("%s", (_what, levels, plan, verdict) => {
    expect(diagnose(aRecording({ levels, plan })).verdict.id).toBe(verdict);
  });
});

describe("a fall that stays unexplained", () => {
  const summary = (more: Partial<LevelDrawing>) => diagnose(aRecording({ levels: falling((last) => (last ? more : {})) })).verdict.summary;

  it("is told with its peak, the suspicion, and what was missing", () => {
    const busy: Partial<HostReading> = { us: 60, sy: 25, id: 15, contextSwitchesPerSecond: null };
    const levels = falling(() => ({ host: busy, target: { cpuCores: 3 } }));
    expect(diagnose(aRecording({ levels })).verdict.summary).toMatch(
      /^Throughput has its peak of 400 requests\/s at 10 connections and falls to 180 at 200\. Run the levels in reversed order.*Missing: .*context switches of the target's host/,
    );
    expect(summary({ target: { rssBytes: 2e8 } })).toContain("The best suspicion is: memory is short (confidence 0.35)");
  });

  it("is not called growth where the levels scatter", () => {
    const told = (share: number) => {
      const scattered = (second: number) => 400 * share * (1 + 0.5 * Math.sin(2 * Math.floor(second)));
      const levels = falling(() => ({})).map(
        (level, i) => [level, level, { ...level, rps: 330 }, { ...level, rps: 400 * share, rpsAt: scattered }][i] as LevelDrawing,
      );
      return diagnose(aRecording({ levels, seconds: 3 })).verdict.summary;
    };
    expect(told(0.8)).toMatch(
      /^Throughput is highest at 10 connections \(400 requests\/s\) and 3\d\d at 200, but the levels scatter too much/,
    );
    expect(told(1.2)).toMatch(/^Throughput still grows at 200 connections/);
  });

  it("may be other programs'", () => {
    expect(summary({ idlePercent: 2 })).toMatch(
      /falls to 180 at 200, while other programs took \d+ % of the CPU: whether the target waits/,
    );
  });
});
