import { describe, expect, it } from "vitest";
import { diagnose } from "../../../../app/diagnosis/diagnose.ts";
import { halfOfJson } from "../../../../app/diagnosis/experiments/halfPayload.ts";
import { experiments } from "../../../../app/diagnosis/experiments/index.ts";
import { summariseBlocks as blocksOf, summariseLevels } from "../../../../app/diagnosis/levelSummary.ts";
import { observe } from "../../../../app/diagnosis/observe.ts";
import { sessionCookieName } from "../../../../app/diagnosis/sharedCookie.ts";
import { EXPERIMENT_IDS, type ExperimentId } from "../../../../app/model/experiment.ts";
import { Diagnosis } from "../../../../app/model/finding.ts";
import { changed, levelMs, type PlanInput } from "../../../../app/model/plan.ts";
import { LevelRecord, Recording } from "../../../../app/model/recording.ts";
import { noErrors, type Tick } from "../../../../app/model/tick.ts";
import { nextBlock } from "../../../../app/schedule/nextBlock.ts";
import { nextLevel } from "../../../../app/schedule/nextLevel.ts";
import { LatencyHistogram } from "../../../../app/statistics/latencyHistogram.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../../support/builders.ts";

const SECONDS = 6; // as short as a first level may be to be compared with

type Arm = Partial<LevelDrawing>;
/** The curve, then the blocks the experiment asks for, drawn as the two arms say. */
function withExperiment(
  id: ExperimentId,
  curve: readonly LevelDrawing[],
  plan: Partial<PlanInput>,
  arms: { a?: (n: number) => Arm; b: (n: number) => Arm },
): Recording {
  const before = aRecording({ levels: curve, plan, seconds: SECONDS });
  const planned = experiments[id].blocks(observe(summariseLevels(before), before));
  const blocks = planned.map(({ arm, connections, rateRps, changes = {} }, block): LevelDrawing => {
    const drawing = arms[arm]?.(connections) ?? {};
    return {
      connections,
      rps: 1,
      ...(rateRps === null ? {} : { rateRps }),
      ...drawing,
      record: { experiment: { id, arm, block }, changes },
    };
  });
  return aRecording({
    levels: [...curve, ...blocks],
    plan: { ...plan, connections: curve.map(({ connections }) => connections) },
    seconds: SECONDS,
  });
}

const cookie: Partial<PlanInput> = { headers: [{ name: "Cookie", value: "theme=dark; SID=1" }] };
const confidenceOf = (diagnosis: Diagnosis, id: string) => diagnosis.findings.find((finding) => finding.id === id)?.confidence;
const outcomeIn = (recording: Recording) => {
  const diagnosis = diagnose(recording);
  expect(Diagnosis.parse(diagnosis)).toEqual(diagnosis);
  return { diagnosis, outcome: diagnosis.experiments[0] };
};

describe("separate-session-cookies", () => {
  const lock = queueOf(1, 25);
  const run = (b: Arm, a: Arm = { rps: 40 }) =>
    outcomeIn(withExperiment("separate-session-cookies", lock, cookie, { a: () => a, b: () => b }));

  it("confirms the session's lock, and the cause it was confused with steps back", () => {
    const { diagnosis, outcome } = run({ rps: 160 });
    expect(diagnosis.verdict).toMatchObject({ id: "session-lock", confidence: 0.97 });
    expect(confidenceOf(diagnosis, "serialised")).toBeLessThan(0.1);
    expect(outcome).toMatchObject({ status: "done", blocks: 6, a: 40, b: 160, a12: 1, metric: "throughputRps" });
    expect(outcome?.text).toBe(
      "At 4 connections, with a session cookie for each connection, throughput is 160 against 40.0 requests/s (+300 %, 95 % interval +300 % to +300 %) with one session cookie for all. Requests of one session wait for each other; sessions do not.",
    );
    const [first] = diagnosis.findings;
    expect(first?.experiments.find(({ id }) => id === "separate-session-cookies")).toMatchObject({ status: "done", verdict: "confirms" });
    expect(first?.summary).toContain(outcome?.text);
  });

  it("refutes it when throughput stays, and the rival gains", () => {
    const { diagnosis } = run({ rps: 41 });
    expect(diagnosis.verdict).toMatchObject({ id: "serialised", confidence: 0.82 });
    expect(confidenceOf(diagnosis, "session-lock")).toBeLessThan(0.1);
    expect(diagnosis.findings.find(({ id }) => id === "serialised")?.experiments[0]).toMatchObject({ verdict: "confirms" });
  });

  it.each([
    ["throughput grows, but by too little to be the limit", { rps: 54 }, "too little"],
    ["the target asks to log in", { rps: 160, statusCodes: { 302: 1 } }, "answers 302 instead of 200"],
    ["the target answers with another page", { rps: 160, tick: { bytesReceived: 160 * 250 } }, "bytes instead of 200"],
    ["requests fail", { rps: 160, errors: { status: 80 }, statusCodes: { 200: 0.5, 401: 0.5 } }, "50 % of the requests failed"],
    ["the generator was busy", { rps: 160, generatorCores: 0.97 }, "only 3 blocks of 6"],
  ] as const)("decides nothing when %s", (_why, b, says) => {
    const before = diagnose(aRecording({ levels: lock, plan: cookie }));
    const { diagnosis, outcome } = run(b);
    expect(outcome?.text).toContain(says);
    expect(outcome?.effects).toEqual([]);
    expect([diagnosis.verdict.id, diagnosis.verdict.confidence]).toEqual([before.verdict.id, before.verdict.confidence]);
    expect(diagnosis.findings.find(({ id }) => id === "session-lock")?.experiments[0]).toMatchObject({
      status: "done",
      verdict: "inconclusive",
    });
  });

  it("is not over before its last block, and says nothing until then", () => {
    const whole = withExperiment("separate-session-cookies", lock, cookie, { a: () => ({ rps: 40 }), b: () => ({ rps: 160 }) });
    const half = { ...whole, levels: whole.levels.slice(0, -1), ticks: whole.ticks.filter(({ level }) => level < whole.levels.length - 1) };
    expect(diagnose(half).experiments).toEqual([]);
    expect(diagnose(half).verdict.id).toBe("serialised");
  });

  it("leaves the curve and its figures alone", () => {
    const whole = withExperiment("separate-session-cookies", lock, cookie, { a: () => ({ rps: 40 }), b: () => ({ rps: 160 }) });
    expect(summariseLevels(whole).map(({ connections }) => connections)).toEqual([1, 2, 5, 10, 25, 50]);
    expect(diagnose(whole).plateau).toEqual(diagnose(aRecording({ levels: lock, plan: cookie })).plateau);
    expect(Recording.parse(whole)).toEqual(whole);
  });

  it("changes the cookie that names the session, and nothing else", () => {
    const before = aRecording({ levels: lock, plan: cookie });
    const blocks = experiments["separate-session-cookies"].blocks(observe(summariseLevels(before), before));
    expect(blocks.filter(({ arm }) => arm === "b").map(({ changes }) => changes)).toEqual(
      new Array(3).fill({ warmupMs: 300, sessionCookie: "SID" }),
    );
    expect(["PHPSESSID=1", "a=b; JSESSIONID=2", "connect.sid=3", "x=1; ASP.NET_SessionId=2", "token=9"].map(sessionCookieName)).toEqual([
      "PHPSESSID",
      "JSESSIONID",
      "connect.sid",
      "ASP.NET_SessionId",
      "token",
    ]);
  });
});

describe("no-cookie", () => {
  it.each([
    [160, "session-lock"],
    [40, "serialised"],
  ])("with %i requests/s without the cookie: %s", (rps, verdict) => {
    const { diagnosis } = outcomeIn(withExperiment("no-cookie", queueOf(1, 25), cookie, { a: () => ({ rps: 40 }), b: () => ({ rps }) }));
    expect(diagnosis.verdict.id).toBe(verdict);
    expect(diagnosis.verdict.confidence).toBeGreaterThan(0.8);
  });
});

describe("half-payload", () => {
  const half = { halfUrl: "http://127.0.0.1:8080/?n=5" };
  const pool = queueOf(7, 40); // nothing else to see: concurrency-limit at 0.7
  it.each([
    ["follows the work", 350, 0.7, "follows the work"],
    ["does not care", 175, 0.44, "counts requests"],
    ["is something between", 210, 0.7, "decides nothing"],
  ] as const)("when the limit %s", (_why, rps, confidence, says) => {
    const { diagnosis, outcome } = outcomeIn(withExperiment("half-payload", pool, half, { a: () => ({ rps: 175 }), b: () => ({ rps }) }));
    expect(outcome?.text).toContain(says);
    expect(confidenceOf(diagnosis, "concurrency-limit")).toBeCloseTo(confidence, 1);
  });

  it("halves a list in JSON, and nothing it does not understand", () => {
    expect(["[1,2,3,4]", '{"a":1,"items":[1,2,3]}', "[1]", '{"a":[1,2],"b":[1,2]}', "{", "text", '"x"'].map(halfOfJson)).toEqual([
      "[1,2]",
      '{"a":1,"items":[1]}',
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("repeat-first", () => {
  const drifting = queueOf(1000, 20, { rpsAt: undefined as never }).map(({ rpsAt: _, ...level }, i) =>
    i === 3 ? { ...level, rpsAt: (second: number) => level.rps * (1 - 0.03 * second) } : level,
  );
  it.each([
    [30, 0.97],
    [50, 0.05],
  ])("%i requests/s where there were 50", (rps, confidence) => {
    const { diagnosis } = outcomeIn(withExperiment("repeat-first", drifting, {}, { b: () => ({ rps }) }));
    expect(confidenceOf(diagnosis, "drift")).toBeCloseTo(confidence, 1);
  });

  it("is not possible when the first level was too short to compare with", () => {
    const short = aRecording({ levels: queueOf(2, 50), seconds: 3 });
    expect(experiments["repeat-first"].obstacle(observe(summariseLevels(short), short))).toContain("less than 6 s");
  });
});

describe("reversed-order", () => {
  const curve = queueOf(4, 20);
  it.each([
    ["the same both ways", 1, "follows the load"],
    ["slower on the way down", 0.7, "slower with time"],
    ["faster on the way down", 1.4, "was not warm"],
  ])("%s", (_why, factor, says) => {
    const of = (n: number) => Math.min(n, 4) * 50;
    const recording = withExperiment("reversed-order", curve, {}, { a: (n) => ({ rps: of(n) }), b: (n) => ({ rps: of(n) * factor }) });
    expect(recording.levels.slice(6).map(({ connections }) => connections)).toEqual([1, 5, 50, 50, 5, 1]);
    expect(outcomeIn(recording).outcome?.text).toContain(says);
  });
});

describe("keep-alive-off", () => {
  it.each([
    [100, "would cost that much"],
    [198, "no difference"],
    [400, "kept connections wait"],
  ])("%i against 200 requests/s", (rps, says) => {
    const { outcome } = outcomeIn(withExperiment("keep-alive-off", queueOf(4, 20), {}, { a: () => ({ rps: 200 }), b: () => ({ rps }) }));
    expect(outcome?.text.toLowerCase()).toContain(says);
  });
});

describe("more-generator-threads", () => {
  const busy = queueOf(4, 1, { generatorCores: 0.97 });
  it.each([
    ["throughput grows", { rps: 7000 }, 0.97],
    ["it stays and the CPU has room", { rps: 4000 }, 0.28],
    ["it stays and the CPU is full", { rps: 4000, idlePercent: 5 }, 0.95],
  ] as const)("when %s", (_why, b, confidence) => {
    const { diagnosis } = outcomeIn(
      withExperiment("more-generator-threads", busy, {}, { a: () => ({ rps: 4000, generatorCores: 0.97 }), b: () => b }),
    );
    expect(confidenceOf(diagnosis, "generator-saturated")).toBeCloseTo(confidence, 1);
  });
});

describe("pause-and-repeat", () => {
  const limited = [1, 2, 5, 10].map((connections) => ({
    connections,
    rps: 50 + 40 * connections,
    latencyMs: 5,
    errors: { status: 40 * connections },
    statusCodes: { 200: 50 / (50 + 40 * connections), 503: (40 * connections) / (50 + 40 * connections) },
  }));
  it.each([
    ["a burst passes", 80, 0.87, "An allowance grew"],
    ["none does", 50, 0.4, "No allowance"],
  ] as const)("%s after the pause", (_why, rps, confidence, says) => {
    const recording = withExperiment("pause-and-repeat", limited, {}, { a: () => ({ rps: 50 }), b: () => ({ rps }) });
    const { diagnosis, outcome } = outcomeIn(recording);
    expect(outcome?.text).toContain(says);
    expect(confidenceOf(diagnosis, "rate-limit")).toBeCloseTo(confidence, 1);
  });
});

describe("open-loop-at-0.7", () => {
  const open = (ms: number): Arm => {
    const latencies = new LatencyHistogram();
    for (let i = 0; i < 14; i++) latencies.record(1000 * ms);
    return { rps: 56, latencyMs: 25, open: { offered: 14, responseLatencies: latencies.toLatencies() } };
  };
  it.each([
    [26, "tells what users see"],
    [140, "hides what users see"],
  ])("a response time of %i ms where the closed loop has 25", (ms, says) => {
    const recording = withExperiment("open-loop-at-0.7", queueOf(2, 25), {}, { a: () => ({ rps: 40, latencyMs: 25 }), b: () => open(ms) });
    expect(recording.levels.at(-1)).toMatchObject({ changes: expect.objectContaining({ warmupMs: 300 }) });
    expect(outcomeIn(recording).outcome?.text).toContain(says);
  });
});

describe("other-endpoint", () => {
  const other = { otherUrl: "http://127.0.0.1:8080/health" };
  const workers = queueOf(4, 40, { target: { processes: 5, backends: [{ address: "127.0.0.1:5432", connections: 4 }] } });
  const besides = (ms: number, n: number): Arm => {
    const latencies = (each: number) => {
      const histogram = new LatencyHistogram();
      for (let i = 0; i < 25; i++) histogram.record(1000 * each);
      return histogram.toLatencies();
    };
    const steps: Tick["steps"] = [
      { step: 0, requests: 25, errors: noErrors(), latencies: latencies(10 * n) },
      { step: 1, requests: 25, errors: noErrors(), latencies: latencies(ms) },
    ];
    return { rps: 200, tick: { steps } };
  };
  it.each([
    ["waits as long", 42, 0.98, 0.29, "same queue"],
    ["does not wait", 3, 0.2, 0.8, "behind the plan's url"],
    ["waits a little", 17, 0.85, 0.55, "decides nothing"],
  ] as const)("the other url %s", (_why, ms, workerPool, connectionPool, says) => {
    const recording = withExperiment("other-endpoint", workers, other, {
      a: () => ({ rps: 1000, latencyMs: 2 }),
      b: (n) => besides(ms, n),
    });
    const { diagnosis, outcome } = outcomeIn(recording);
    expect(outcome?.text).toContain(says);
    expect(confidenceOf(diagnosis, "worker-pool")).toBeCloseTo(workerPool, 0);
    expect(Math.abs((confidenceOf(diagnosis, "connection-pool") ?? 9) - connectionPool)).toBeLessThan(0.15);
  });

  it("decides nothing by a url that is not cheap", () => {
    const recording = withExperiment("other-endpoint", workers, other, { a: () => ({ rps: 80, latencyMs: 25 }), b: (n) => besides(42, n) });
    expect(outcomeIn(recording).outcome).toMatchObject({
      effects: [],
      text: expect.stringContaining("takes 25.0 ms alone, the plan's 40.0 ms"),
    });
  });

  it.each([
    [{}, "no other url was given"],
    [{ otherUrl: "http://127.0.0.1:9090/health" }, "of another server"],
  ])("is not possible with %o", (plan, says) => {
    const { experiments: outcomes } = diagnose(aRecording({ levels: workers, plan: { ...plan, experiments: ["other-endpoint"] } }));
    expect(outcomes).toMatchObject([{ id: "other-endpoint", status: "not-possible", text: expect.stringContaining(says) }]);
  });
});

describe("every experiment", () => {
  const curve = aRecording({
    levels: queueOf(4, 20),
    plan: { ...cookie, otherUrl: "http://127.0.0.1:8080/health", halfUrl: "http://127.0.0.1:8080/?n=1" },
  });
  const seen = observe(summariseLevels(curve), curve);
  it.each(EXPERIMENT_IDS)("%s takes 20 s at most, keeps within the plan's load, and repeats with the seed", (id) => {
    const design = experiments[id];
    expect(design.obstacle(seen)).toBeNull();
    const blocks = design.blocks(seen);
    const ms = blocks.reduce(
      (sum, { pauseMs = 0, durationMs, changes }) =>
        sum + pauseMs + levelMs({ ...changed(curve.plan, changes), durationMs, cooldownMs: 0 }),
      0,
    );
    expect(ms).toBeGreaterThan(5000);
    expect(ms).toBeLessThanOrEqual(20_000);
    for (const { connections, rateRps } of blocks) if (rateRps === null) expect(connections).toBeLessThanOrEqual(50 + 2);
    expect(design.blocks(seen)).toEqual(blocks);
    expect(design.id).toBe(id);
    for (const { changes = {} } of blocks) expect(LevelRecord.shape.changes.parse(changes)).toEqual(changes);
  });

  it("needs a curve", () => {
    const open = aRecording({ levels: [{ connections: 10, rps: 50, rateRps: 50, open: { offered: 12 } }], plan: { rates: [50] } });
    for (const id of EXPERIMENT_IDS) expect(experiments[id].obstacle(observe(summariseLevels(open), open))).not.toBeNull();
  });
});

describe("nextBlock()", () => {
  /** Runs a plan's experiments to their end, with blocks drawn as `draw` says. */
  function driven(curve: readonly LevelDrawing[], plan: Partial<PlanInput>, draw: (block: LevelRecord["experiment"]) => Arm) {
    const levels = [...curve];
    for (let i = 0; i < 60; i++) {
      const recording = aRecording({ levels, plan: { ...plan, connections: curve.map(({ connections }) => connections) }, seconds: 2 });
      const summaries = summariseLevels(recording);
      expect(nextLevel(recording.plan, { records: recording.levels, summaries })).toBeNull();
      const next = nextBlock({ session: recording, summaries, blocks: blocksOf(recording) });
      if (next === null) return recording.levels.flatMap(({ experiment }) => experiment ?? []);
      expect(next.index).toBe(levels.length);
      expect(next.pauseMs).toBe(next.experiment?.block === 0 ? 1000 : 0);
      const { connections, rateRps, experiment, changes } = next;
      levels.push({
        connections,
        rps: 40,
        ...(rateRps === null ? {} : { rateRps }),
        ...draw(experiment),
        record: { experiment, changes } as Partial<LevelRecord>,
      });
    }
    throw new Error("it never ends");
  }
  const lock = queueOf(1, 25, {}, [1, 2, 5, 10]);

  it("runs none by default", () => {
    expect(driven(lock, cookie, () => ({}))).toEqual([]);
  });

  it("runs those of a list, in its order, and leaves out what is not possible", () => {
    const marks = driven(lock, { ...cookie, experiments: ["no-cookie", "other-endpoint", "reversed-order"] }, () => ({}));
    expect([...new Set(marks.map(({ id }) => id))]).toEqual(["no-cookie", "reversed-order"]);
    expect(marks.map(({ block }) => block)).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
  });

  it("auto: runs what tells the two leading causes apart, and stops when it is settled", () => {
    const marks = driven(lock, { ...cookie, experiments: "auto" }, (mark) => ({ rps: mark?.arm === "b" ? 160 : 40 }));
    expect(marks.map(({ id }) => id)).toEqual(new Array(6).fill("separate-session-cookies"));
    expect(new Set(marks.slice(0, 2).map(({ arm }) => arm)).size).toBe(2); // by pairs
  });

  it.each([
    ["a pool that was seen", queueOf(2, 50, { target: { backends: [{ address: "127.0.0.1:5432", connections: 2 }] } })],
    ["nothing wrong", queueOf(1000, 20)],
  ])("auto: runs nothing with %s", (_why, levels) => {
    expect(driven(levels, { experiments: "auto" }, () => ({}))).toEqual([]);
  });
});
