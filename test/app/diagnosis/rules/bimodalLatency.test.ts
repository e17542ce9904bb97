import { describe, expect, it } from "vitest";
import { observe } from "../../../../app/diagnosis/observe.ts";
import { bimodalLatency } from "../../../../app/diagnosis/rules/bimodalLatency.ts";
import { summariseTold } from "../../../../app/diagnosis/toldLevel.ts";
import { LevelTotals } from "../../../../app/model/levelTotals.ts";
import { aRecording, type LevelDrawing } from "../../../support/builders.ts";
import { oneWay, twoWays } from "../../../support/distributions.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

const level = (latencyMsOf: (answer: number) => number, more: Partial<LevelDrawing> = {}): LevelDrawing[] => [
  { connections: 4, rps: 100, latencyMsOf, ...more },
];

describe("bimodal-latency", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["a third from a cache, in a tenth of the time", level(twoWays(0.33, 4, 40)), "verdict"],
    ["a tenth from a cache", level(twoWays(0.1, 4, 40)), "verdict"],
    ["two in a hundred that miss the cache", level(twoWays(0.98, 2, 80)), "verdict"],
    ["one way, spread like a service under load", level(oneWay(40, 0.3)), "absent"],
    ["one way with a long tail", level(oneWay(40, 1)), "absent"],
    ["a level that still runs", level(twoWays(0.33, 4, 40), { state: "running" }), "no-data"],
    ["150 answers", level(twoWays(0.33, 4, 40), { rps: 15 }), "no-data"],
    ["250 answers", level(twoWays(0.33, 4, 40), { rps: 25 }), "verdict"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(bimodalLatency, { levels })).toBe(outcome);
  });

  it("tells both groups with their share", () => {
    expect(judged(bimodalLatency, { levels: level(twoWays(0.33, 4, 40)) })).toMatchObject({
      summary: expect.stringMatching(/two groups: 3[2-4] % near (3\.\d|4\.\d)\d* ms, 6[6-8] % near (39|40|41)\.\d ms/),
    });
  });

  it("looks at no more than five of many levels, the first and the last among them", () => {
    const [one] = level(twoWays(0.33, 4, 40));
    const levels = Array.from({ length: 9 }, (_, i) => ({ ...one, connections: 4 + i, rps: 100 }));
    expect(judged(bimodalLatency, { levels, seconds: 4 })).toMatchObject({ outcome: "present", levels: [0, 2, 4, 6, 8] });
  });

  const CACHES: [string, LevelDrawing["cacheOf"], number, RegExp | null][] = [
    [
      "hits fast, misses slow: a cache",
      (ms, n) => (ms < 12 === n % 40 > 0 ? "hit" : "miss"),
      0.95,
      /^for: A cache makes the groups: by their headers, of the answers near (3\.9|4\.0)\d? ms 9[6-9] %, of those near (39|40)\.\d ms [1-4] % are cache hits\.$/,
    ],
    ["hits alone tell (Age)", (ms) => (ms < 12 ? "hit" : null), 0.95, /^for: .* ms 100 %, .* ms 0 % are/],
    [
      "as many hits on both sides",
      (_, n) => (n % 2 ? "hit" : "miss"),
      0.85,
      /^against: No cache .* (4[6-9]|5[0-4]) %, .* (4[6-9]|5[0-4]) % are/,
    ],
    ["nothing but misses", () => "miss", 0.85, /^against: .* ms 0 %, .* ms 0 % are/],
    ["nothing but hits", () => "hit", 0.85, /^against: .* ms 100 %, .* ms 100 % are/],
    ["nearly apart", (ms, n) => (ms < 12 || n % 6 === 0 ? "hit" : "miss"), 0.95, /^for: /],
    ["half apart", (ms, n) => (ms < 12 || n % 2 ? "hit" : "miss"), 0.85, null],
    ["nearly alike", (ms, n) => (ms < 12 || n % 7 ? "hit" : "miss"), 0.85, /^against: /],
    ["a third of the slow ones tell", (ms, n) => (ms < 12 ? "hit" : n % 3 ? null : "miss"), 0.85, null],
    ["nine answers tell", (ms, n) => (n > 12 ? null : ms < 12 ? "hit" : "miss"), 0.85, null],
    ["nobody tells", () => null, 0.85, null],
  ];
  it.each(CACHES)("%s", (_what, cacheOf, confidence, text) => {
    const judgement = judged(bimodalLatency, { levels: level(twoWays(0.33, 4, 40), { ...(cacheOf === undefined ? {} : { cacheOf }) }) });
    if (judgement.outcome !== "present") throw new Error(judgement.outcome);
    expect(judgement.confidence).toBe(confidence);
    const told = judgement.evidence.find(({ metric }) => metric === "cacheHitShareDifference");
    if (text === null) expect(told).toBeUndefined();
    else expect(`${told?.speaks}: ${told?.text}`).toMatch(text);
    expect(judgement.summary.endsWith("They are what a cache had and what it had not.")).toBe(confidence === 0.95);
  });

  it.each([
    [9, undefined],
    [10, "for"],
  ])("%i answers of a rare group of fifteen that tell", (tell, speaks) => {
    const rare = (answer: number): number => (answer % 70 === 0 ? 80 : 2);
    const cacheOf: LevelDrawing["cacheOf"] = (ms, n) => (ms < 10 ? "hit" : n < 70 * tell ? "miss" : null);
    const judgement = judged(bimodalLatency, { levels: level(rare, { cacheOf }) });
    if (judgement.outcome !== "present") throw new Error(judgement.outcome);
    expect(judgement.evidence.find(({ metric }) => metric === "cacheHitShareDifference")?.speaks).toBe(speaks);
  });

  it("is less sure where different requests were sent", () => {
    const steps = ["a", "b"].map((name) => ({ name, path: `/${name}` }));
    expect(strengthOf(bimodalLatency, { levels: level(twoWays(0.33, 4, 40)), plan: { requests: { steps } } })).toBe("hint");
  });
});

describe("bimodal-latency, of percentiles that another tool told", () => {
  const of = (latencyMs: Partial<LevelTotals["latencyMs"]>) => {
    const recording = aRecording({ levels: [{ connections: 1, rps: 1 }] });
    const [record] = recording.levels;
    if (record === undefined) throw new Error("no level");
    const told = summariseTold(record, LevelTotals.parse({ throughputRps: 300, requests: 500, latencyMs }), true);
    return bimodalLatency.judge(observe([told], recording)).outcome;
  };

  it.each<[string, Partial<LevelTotals["latencyMs"]>, string]>([
    [
      "a tight body, and one in a hundred at 85 times it (published)",
      { mean: 3.361, p50: 1, p90: 1, p95: 1, p99: 85, max: 497 },
      "present",
    ],
    ["a leap by 6", { p50: 10, p90: 12, p95: 13, p99: 78 }, "present"],
    ["a leap by 4: a tail", { p50: 10, p90: 12, p95: 13, p99: 52 }, "absent"],
    ["a body that reaches to 1.4 times the median", { p50: 10, p90: 14, p95: 14, p99: 200 }, "present"],
    ["a body that reaches to 2 times the median: one broad group", { p50: 10, p90: 20, p95: 22, p99: 200 }, "absent"],
    ["no p90", { p50: 10, p99: 200 }, "no-data"],
    ["a mean only", { mean: 10 }, "no-data"],
  ])("%s", (_what, latencyMs, outcome) => {
    expect(of(latencyMs)).toBe(outcome);
  });
});
