import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { validityNotes } from "../../../app/diagnosis/validity.ts";
import { Diagnosis } from "../../../app/model/finding.ts";
import type { PlanInput } from "../../../app/model/plan.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const backend = (connections: number) => ({ target: { backends: [{ address: "127.0.0.1:5432", connections }] } });
const cookie: Partial<PlanInput> = { headers: [{ name: "Cookie", value: "SID=1" }] };
const limited = (r: number): LevelDrawing[] =>
  [1, 2, 5, 10].map((connections) => ({
    connections,
    rps: r + 40 * connections,
    latencyMs: 5,
    errors: { status: 40 * connections },
    statusCodes: { 200: r / (r + 40 * connections), 429: (40 * connections) / (r + 40 * connections) },
  }));
const shedding: LevelDrawing[] = [1, 5, 10, 20, 40].map((n) => ({
  connections: n,
  rps: n <= 10 ? n * 25 : 250 + n * 200,
  latencyMs: 40,
  ...(n <= 10 ? {} : { errors: { status: n * 200 }, statusCodes: { 200: 250 / (250 + n * 200), 503: (n * 200) / (250 + n * 200) } }),
}));
const growing = queueOf(1000, 20);

describe("diagnose(): the verdict", () => {
  it.each([
    // why                                                            levels                                                             plan     verdict
    ["two at a time, two sockets to one backend", queueOf(2, 50, backend(2)), {}, "connection-pool"],
    ["ten at a time, ten sockets to one backend", queueOf(10, 50, backend(10)), {}, "connection-pool"],
    [
      "ten sockets, seen late on the plateau's first level",
      queueOf(10, 50).map((level) => ({ ...level, ...backend(level.connections > 10 ? 10 : Math.min(5, level.connections)) })),
      {},
      "connection-pool",
    ],
    ["a pool held for half the request: fewer sockets than width", queueOf(8, 50, backend(5)), {}, "connection-pool"],
    ["four at a time, four worker processes", queueOf(4, 40, { target: { processes: 5 } }), {}, "worker-pool"],
    ["two at a time, one child process that is no worker", queueOf(2, 50, { target: { processes: 2 } }), {}, "concurrency-limit"],
    ["seven at a time, nothing to see", queueOf(7, 40), {}, "concurrency-limit"],
    ["seven at a time, but fifty sockets", queueOf(7, 40, backend(50)), {}, "concurrency-limit"],
    ["one at a time", queueOf(1, 25), {}, "serialised"],
    ["one at a time, one cookie for all", queueOf(1, 25), cookie, "serialised"],
    [
      "one thread full",
      queueOf(1, 8, { idlePercent: 70, target: { cpuCores: 1.02, busiestThreadCores: 0.97 } }),
      {},
      "single-threaded-cpu",
    ],
    [
      "all threads together use one core: a global lock of an interpreter",
      queueOf(1, 8, { idlePercent: 70, target: { cpuCores: 1.05, busiestThreadCores: 0.3, threads: 40 } }),
      {},
      "single-threaded-cpu",
    ],
    ["all cores full", queueOf(4, 15, { idlePercent: 2, target: { cpuCores: 3.8, busiestThreadCores: 0.95 } }), {}, "cpu-saturated"],
    ["refused with 429 above a ceiling", limited(50), {}, "rate-limit"],
    ["sheds load with 503", shedding, {}, "errors-dominate"],
    ["grows in step", growing, {}, "healthy"],
    ["the generator's thread is full", queueOf(4, 1, { generatorCores: 0.97 }), {}, "generator-saturated"],
    [
      "the generator is kept from running by other programs, as the target is",
      queueOf(4, 1, { idlePercent: 2, generator: { busiestThreadCpuMs: 50, waitedMs: 190 }, target: { cpuCores: 0.3 } }),
      {},
      "inconclusive",
    ],
    [
      "the generator is kept from running while the machine idles: a quota",
      queueOf(4, 1, { generator: { busiestThreadCpuMs: 50, waitedMs: 190 } }),
      {},
      "generator-saturated",
    ],
    ["flat, but nobody knows the CPU of another machine", queueOf(4, 40, { target: null }), { allowRemote: true }, "inconclusive"],
    ["flat, the CPU is busy with somebody else", queueOf(4, 40, { idlePercent: 3 }), {}, "inconclusive"],
    [
      "every level waits already: that there is a limit is all that is known",
      queueOf(2, 50, {}, [10, 50, 100, 150]),
      {},
      "concurrency-limit",
    ],
    ["every level waits already, two sockets to one backend", queueOf(2, 50, backend(2), [10, 50, 100]), {}, "connection-pool"],
    ["every level waits already, four worker processes", queueOf(4, 50, { target: { processes: 5 } }, [10, 50]), {}, "worker-pool"],
    ["every level waits already, one cookie for all", queueOf(1, 250, {}, [8, 12]), cookie, "session-lock"],
    ["one at a time, whether it waits or computes is not known", queueOf(1, 25, { target: null }), { allowRemote: true }, "serialised"],
    ["grows less and less", [1, 2, 4, 8, 16].map((n) => ({ connections: n, rps: 50 * n ** 0.7 })), {}, "inconclusive"],
    ["a single level", [{ connections: 10, rps: 100 }], {}, "inconclusive"],
    ["nothing measured", [], {}, "inconclusive"],
  ] as const)("%s", (_why, levels, plan, verdict) => {
    const recording = aRecording({
      levels,
      plan: { connections: levels.length === 0 ? [1] : levels.map((level) => level.connections), ...plan } as Partial<PlanInput>,
    });
    const diagnosis = diagnose(recording);
    expect(Diagnosis.parse(diagnosis)).toEqual(diagnosis);
    expect(diagnosis.verdict.id).toBe(verdict);
  });

  it("says what is missing when the width cannot be told, and how wide it is at most", () => {
    const { verdict, noData } = diagnose(aRecording({ levels: queueOf(2, 50, {}, [10, 50, 100, 150]) }));
    expect(verdict.summary).toContain("no more than 10 requests at a time");
    expect(verdict.summary).toContain("Start with 1 connection");
    expect(noData.find(({ id }) => id === "serialised")?.missing).toContain("a level below the plateau");
  });

  it("suggests the cookie experiment when all requests carried one cookie", () => {
    const { findings } = diagnose(aRecording({ levels: queueOf(1, 25), plan: cookie }));
    const ids = findings.map(({ id }) => id);
    expect(ids).toContain("session-lock");
    expect(findings.find(({ id }) => id === "serialised")?.experiments.map(({ id }) => id)).toContain("separate-session-cookies");
  });

  it("does not suspect a session lock when each connection has its own cookie", () => {
    const { findings } = diagnose(aRecording({ levels: queueOf(1, 25), plan: { sessionCookie: "SID" } }));
    expect(findings.map(({ id }) => id)).not.toContain("session-lock");
  });

  it("names whose default the width is, with its source", () => {
    const { findings } = diagnose(aRecording({ levels: queueOf(2, 50, backend(2)) }));
    const apache = findings[0]?.candidates.find(({ software }) => software.includes("Apache HttpClient"));
    expect(apache?.setting).toContain("defaultMaxPerRoute");
    expect(apache?.source).toMatch(/^https:/);
  });

  it("leaves levels out on which the generator was the limit", () => {
    const levels = [
      ...limited(50),
      { connections: 50, rps: 9000, generatorCores: 0.99, errors: { status: 8950 }, statusCodes: { 200: 0.005, 429: 0.995 } },
    ];
    expect(diagnose(aRecording({ levels })).verdict.id).toBe("rate-limit");
  });
});

describe("a dent in the last level", () => {
  const dented = (idlePercent: number) => [
    ...queueOf(1000, 20, {}, [1, 2, 5, 10, 25]),
    { connections: 50, rps: 1750, idlePercent, latencyMs: 28 },
  ];

  it("is not the target's when other programs took the CPU", () => {
    const { verdict } = diagnose(aRecording({ levels: dented(3) }));
    expect(verdict).toMatchObject({
      id: "healthy",
      confidence: 0.7,
      summary: expect.stringContaining("At 50 connections other programs took the CPU"),
    });
  });

  it("is looked into when there was CPU left", () => {
    expect(diagnose(aRecording({ levels: dented(60) })).verdict.id).toBe("inconclusive");
  });
});

describe("validityNotes()", () => {
  it("says each doubt once, with the worst level's number", () => {
    const levels = summariseLevels(
      aRecording({ levels: [1, 2, 5].map((n) => ({ connections: n, rps: 20 * n, idlePercent: 60 - 5 * n })), cores: 4 }),
    );
    expect(validityNotes(levels)).toEqual([
      "On every level (at worst at 5): Other programs used about 60 % of the CPU. Close them and measure again.",
    ]);
  });
});

describe("warnings", () => {
  it("too-short: names the level and how long would do", () => {
    const { findings } = diagnose(aRecording({ levels: queueOf(2, 50), seconds: 2 }));
    expect(findings.find(({ id }) => id === "too-short")?.summary).toContain("at 1 connection are few");
  });

  it("warmup: throughput that rises within the window", () => {
    const levels = [1, 2, 4].map((connections) => ({
      connections,
      rps: 100,
      latencyMs: 10,
      rpsAt: (second: number) => (second < 4 ? 60 : 100) * connections,
    }));
    expect(diagnose(aRecording({ levels })).findings.map(({ id }) => id)).toContain("warmup");
    expect(diagnose(aRecording({ levels: growing })).findings.map(({ id }) => id)).not.toContain("warmup");
  });

  it("co-located: sees a full machine even where no level can be used", () => {
    const levels = queueOf(4, 1, { idlePercent: 1, generator: { busiestThreadCpuMs: 50, waitedMs: 190 }, target: { cpuCores: 0.3 } });
    const { findings } = diagnose(aRecording({ levels }));
    expect(findings.find(({ id }) => id === "co-located")?.summary).toContain("99 % busy");
  });

  it("co-located: absent when the target's process is not here", () => {
    expect(diagnose(aRecording({ levels: growing })).findings.map(({ id }) => id)).toContain("co-located");
    expect(diagnose(aRecording({ levels: queueOf(1000, 20, { target: null }) })).findings.map(({ id }) => id)).not.toContain("co-located");
  });
});
