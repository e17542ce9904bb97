import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import type { DoubtKind } from "../../../app/diagnosis/doubts/doubt.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { sessionValidity } from "../../../app/diagnosis/sessionValidity.ts";
import { doubtsOf, validityOf } from "../../../app/diagnosis/validity.ts";
import { Recording } from "../../../app/model/recording.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const CALM: LevelDrawing = { connections: 10, rps: 200, latencyMs: 50 };
const only = (level: Partial<LevelDrawing>, seconds = 10) => summariseLevels(aRecording({ levels: [{ ...CALM, ...level }], seconds }))[0];
const rising = (share: number) => (second: number) => 200 * (1 - share / 2 + (share * second) / 9);
const wobbling = (share: number) => {
  const random = seededRandom(3);
  return () => 200 * (1 + share * normalDraw(random));
};

describe("the reasons of a level", () => {
  it.each<[string, Partial<LevelDrawing>, DoubtKind | null, string]>([
    // what                                    level                                                      reason               state
    ["a calm level", {}, null, "valid"],
    ["the generator's thread at 79 %", { generatorCores: 0.79 }, null, "valid"],
    ["the generator's thread at 80 %", { generatorCores: 0.8 }, "generator-busy", "invalid"],
    ["no CPU for 38 % of the time, and one for 10 %", { generator: { waitedMs: 0.38 * 250 } }, null, "valid"],
    ["no CPU for 42 % of the time, and one for 10 %", { generator: { waitedMs: 0.42 * 250 } }, "generator-starved", "invalid"],
    ["no CPU for 42 % of the time, and one for 50 %", { generatorCores: 0.5, generator: { waitedMs: 0.42 * 250 } }, null, "valid"],
    ["late by 9 % of the median latency", { latencyMs: 100, generator: { loopDelayP99Ms: 9 } }, null, "valid"],
    ["late by 11 % of the median latency", { latencyMs: 100, generator: { loopDelayP99Ms: 11 } }, "generator-late", "doubtful"],
    ["late by 4.9 ms, which harms nobody", { latencyMs: 10, rps: 1000, generator: { loopDelayP99Ms: 4.9 } }, null, "valid"],
    ["late by 49 % of the median latency", { latencyMs: 100, generator: { loopDelayP99Ms: 49 } }, "generator-late", "doubtful"],
    ["late by 51 % of the median latency", { latencyMs: 100, generator: { loopDelayP99Ms: 51 } }, "generator-late", "invalid"],
    ["others with 19 % of the CPU", { idlePercent: 76 }, null, "valid"], // generator and target: 5 % of 4 cores
    ["others with 21 % of the CPU", { idlePercent: 74 }, "others-busy", "doubtful"],
    ["a clock that jumps by 0.9 s", { machine: { clockJumpMs: 900 } }, null, "valid"],
    ["a clock that jumps by 1.1 s", { machine: { clockJumpMs: 1100 } }, "clock-jump", "invalid"],
    ["a clock that is set back", { machine: { clockJumpMs: -3_600_000 } }, "clock-jump", "invalid"],
    ["a sampler that is 1.9 s late", { sample: { latenessMs: 1900 } }, null, "valid"],
    ["a sampler that is 2.1 s late", { sample: { latenessMs: 2100 } }, "asleep", "invalid"],
    ["98 % of the arrivals sent", { rateRps: 51, open: { offered: 51 }, tick: { sent: 50 } }, null, "valid"],
    ["97 % of the arrivals sent", { rateRps: 51, open: { offered: 100 }, tick: { sent: 97 } }, "rate-missed", "invalid"],
    ["every arrival sent", { rateRps: 50, open: { offered: 50 }, tick: { sent: 50 } }, null, "valid"],
    ["100 answers", { rps: 10 }, null, "valid"],
    ["99 answers", { rps: 9.9 }, "few-answers", "doubtful"],
    ["1 % of timeouts", { rps: 400, errors: { timeout: 4 } }, null, "valid"],
    ["3 % of timeouts", { rps: 400, errors: { timeout: 12 } }, "timeouts", "doubtful"],
    ["a lost request", { tick: { lost: 1 } }, "lost", "doubtful"],
    ["a connection for every tenth request", { tick: { connects: 5 } }, null, "valid"],
    ["a connection for every eighth request", { tick: { connects: 6 } }, "reconnects", "doubtful"],
    ["connections idle for 9 % of the time", { latencyMs: 45.5 }, null, "valid"],
    ["connections idle for 11 % of the time", { latencyMs: 44.5 }, "idle-connections", "doubtful"],
    ["throughput that rises by 4 %", { rpsAt: rising(0.04) }, null, "valid"],
    ["throughput that rises by 12 %", { rpsAt: rising(0.12) }, "not-steady", "doubtful"],
    ["throughput that falls by 12 %", { rpsAt: rising(-0.12) }, "not-steady", "doubtful"],
    ["latency that rises by 12 %", { latencyMsAt: (s) => 50 + 0.6 * s }, "not-steady", "doubtful"],
    ["throughput that scatters by 8 %", { rpsAt: wobbling(0.08) }, null, "valid"],
    ["a level cut short", { state: "skipped" }, "cut", "doubtful"],
  ])("%s", (_what, level, kind, state) => {
    const summary = only(level);
    expect(summary && doubtsOf(summary).map((doubt) => doubt.kind)).toEqual(kind === null ? [] : [kind]);
    expect(summary && validityOf(summary).state).toBe(state);
    for (const { text } of (summary && doubtsOf(summary)) ?? []) expect(text).toMatch(/\d.*[.:] ?[A-Z]?.*\.$/s); // a number, and a sentence
  });

  it("a connection for every request is no storm without keep-alive, nor are the connections an open model grows by", () => {
    const level = { ...CALM, tick: { connects: 50 } };
    const [without] = summariseLevels(aRecording({ levels: [level], plan: { keepAlive: false } }));
    expect(without && validityOf(without).state).toBe("valid");
    const [growing] = summariseLevels(
      aRecording({ levels: [{ ...CALM, rateRps: 50, open: { offered: 50, connections: 240 }, tick: { sent: 50, connects: 6 } }] }),
    );
    expect(growing && validityOf(growing).state).toBe("valid");
  });

  it("says how many seconds are missing", () => {
    const few = only({ rps: 4 });
    expect(few && validityOf(few).reasons).toEqual(["Only 40 answers were measured. Measure longer: 100 is the least, 15 s more."]);
  });

  it("counts answers that waited in one queue once: 30 coherence times, or a mean known to 5 %", () => {
    const random = seededRandom(8);
    let level = 0;
    const slow = Array.from({ length: 200 }, () => {
      level = 0.9 * level + normalDraw(random);
      return level;
    });
    const swinging = (spread: number) => (s: number) => 200 * Math.exp(spread * (slow[Math.round(4 * s)] ?? 0));
    const doubtful = only({ latencyMsAt: swinging(0.3), rps: 400 }, 30);
    expect(doubtful && doubtsOf(doubtful).map(({ kind }) => kind)).toContain("few-independent");
    expect(doubtful && validityOf(doubtful).reasons.join()).toMatch(/worth about \d+ independent ones.*Measure longer: \d+ s more\./);
    const known = only({ latencyMsAt: swinging(0.02), rps: 400 }, 30);
    expect(known && doubtsOf(known).map(({ kind }) => kind)).not.toContain("few-independent");
  });
});

describe("what changes between levels", () => {
  const four = (third: Partial<LevelDrawing>) =>
    summariseLevels(aRecording({ levels: [CALM, CALM, { ...CALM, ...third }, CALM] })).map((level) =>
      doubtsOf(level).map(({ kind }) => kind),
    );

  it.each<[string, Partial<LevelDrawing>, DoubtKind[]]>([
    ["the frequency by 9 %", { machine: { cpuMegahertz: 2730 } }, []],
    ["the frequency by 11 %", { machine: { cpuMegahertz: 2670 } }, ["frequency"]],
    ["no frequency told", { machine: { cpuMegahertz: null } }, []],
    ["the plug is pulled", { machine: { onBattery: true } }, ["power"]],
    ["no battery told", { machine: { onBattery: null } }, []],
  ])("%s", (_what, third, kinds) => {
    expect(four(third)).toEqual([[], [], kinds, []]);
  });
});

describe("older sessions", () => {
  it("that have no reading of the machine stay readable and valid", () => {
    const old = structuredClone(aRecording({ levels: queueOf(1000, 20) })) as Recording;
    for (const sample of old.samples) delete sample.machine;
    for (const tick of old.ticks) delete tick.generator.waitedMs;
    expect(summariseLevels(Recording.parse(old)).map((level) => validityOf(level).state)).toEqual(new Array(6).fill("valid"));
  });
});

describe("a verdict without invalid levels", () => {
  const jumped: Partial<LevelDrawing> = { machine: { clockJumpMs: 60_000 } };
  const busy: Partial<LevelDrawing> = { generatorCores: 0.97 };
  const held: Partial<LevelDrawing> = { latencyMs: 90, generator: { loopDelayP99Ms: 80 } };
  const spoilt = (how: Partial<LevelDrawing>, which: (index: number) => boolean) =>
    aRecording({ levels: queueOf(2, 50).map((level, i) => (which(i) ? { ...level, ...how } : level)) });

  it.each([
    // spoilt levels               how     which                    verdict                session
    ["none", jumped, () => false, "concurrency-limit", "valid"],
    ["one of the plateau", jumped, (i: number) => i === 4, "concurrency-limit", "doubtful"],
    ["the last, by the generator", held, (i: number) => i === 5, "concurrency-limit", "doubtful"],
    ["all but one", jumped, (i: number) => i > 0, "inconclusive", "invalid"],
    ["all", jumped, () => true, "inconclusive", "invalid"],
    ["all but one, the generator busy", busy, (i: number) => i > 0, "generator-saturated", "invalid"],
    ["all, the generator held", held, () => true, "generator-saturated", "invalid"],
  ] as const)("%s", (_what, how, which, verdict, session) => {
    const recording = spoilt(how, which);
    expect(diagnose(recording).verdict.id).toBe(verdict);
    expect(sessionValidity(recording).state).toBe(session);
  });

  it("names the reason and what to do", () => {
    const { verdict } = diagnose(spoilt(jumped, (i) => i > 0));
    expect(verdict.summary).toContain("5 of 6 levels cannot be used");
    expect(verdict.summary).toContain("The clock jumped by 60.0 s: it was set, or the machine slept. Keep it awake");
    const [reason] = sessionValidity(spoilt(jumped, (i) => i === 4)).reasons;
    expect(reason).toContain("1 level of 6 cannot be used. At 25 connections: The clock jumped");
  });

  it("says of the open model that a rate the generator missed is not the target's", () => {
    const level: LevelDrawing = { ...CALM, rateRps: 400, open: { offered: 100 }, tick: { sent: 60 } };
    expect(diagnose(aRecording({ levels: [level] })).verdict.summary).toMatch(
      /^No rate was driven as asked for\. .*the load generator came late/,
    );
    const bound = { ...level, open: { offered: 100, boundReached: 40 } };
    expect(diagnose(aRecording({ levels: [bound] })).verdict.summary).toMatch(/^The target did not keep up/);
  });

  it("makes a session doubtful that was stopped, and invalid one that measured nothing", () => {
    const whole = aRecording({ levels: queueOf(2, 50) });
    expect(sessionValidity({ ...whole, status: "stopped" })).toEqual({
      state: "doubtful",
      reasons: ["The session was stopped before its end."],
    });
    expect(sessionValidity({ ...whole, levels: [], ticks: [] }).state).toBe("invalid");
  });
});

describe("drift", () => {
  const levels = (rpsAt: (second: number) => number) => [CALM, { ...CALM, connections: 20, rpsAt }, { ...CALM, connections: 40 }];
  const found = (rpsAt: (second: number) => number) =>
    diagnose(aRecording({ levels: levels(rpsAt) })).findings.find(({ id }) => id === "drift");

  it("is told when throughput falls under the same load, with the level and by how much", () => {
    expect(found(rising(-0.2))).toMatchObject({
      levels: [1],
      severity: "warning",
      summary: expect.stringMatching(/^At 20 connections throughput falls by \d+ % in 10 s/),
    });
  });

  it("is neither a rise, which is warming up, nor noise", () => {
    expect(found(rising(0.2))).toBeUndefined();
    expect(found(wobbling(0.08))).toBeUndefined();
  });

  it("asks the line that most seconds agree on for a second opinion", () => {
    const consensus = (rpsAt: (second: number) => number) => found(rpsAt)?.evidence.find(({ metric }) => metric === "consensusChange");
    expect(consensus((second) => 100 - 3 * second)).toMatchObject({ speaks: "for", observed: expect.closeTo(-0.32, 1) });
    expect(consensus((second) => (second < 6 ? 100 : 100 - 10 * (second - 5)))).toMatchObject({ speaks: "against" }); // most seconds are level
  });
});
