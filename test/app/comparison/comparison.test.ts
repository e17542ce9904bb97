import { describe, expect, it } from "vitest";
import { comparedFrom, compareSessions } from "../../../app/comparison/comparison.ts";
import { comparisonDocument } from "../../../app/comparison/document.ts";
import { histogramDistance } from "../../../app/comparison/latencyDifference.ts";
import { ratioOfMeans } from "../../../app/comparison/ratio.ts";
import { seriesOfSessions } from "../../../app/comparison/series.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { twoSampleKolmogorovSmirnov } from "../../../app/statistics/twoSampleKolmogorovSmirnov.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const compare = (before: Recording, after: Recording) => compareSessions(comparedFrom(before), comparedFrom(after));

/** Seconds that scatter about a mean, as those of a real target do; `spread` is their standard deviation as a share of it. */
function scattered(seed: number, rps: number, spread: number, connections: number): LevelDrawing {
  const random = seededRandom(seed, connections);
  const noise = Array.from({ length: 20 }, () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
  return { connections, rps, rpsAt: (second) => rps * Math.max(0.2, 1 + spread * (noise[Math.floor(second)] ?? 0)) };
}
const noisy = (seed: number, factor: number, spread: number): Recording =>
  aRecording({ levels: [1, 4, 16].map((n) => scattered(seed, factor * 500 * Math.min(n, 4), spread, n)) });

describe("ratioOfMeans()", () => {
  it("holds the true ratio in about 95 of 100 pairs of ten seconds", () => {
    const random = seededRandom(3, 1);
    const ten = () => Array.from({ length: 10 }, () => 100 * (0.7 + 0.6 * random()));
    const missed = Array.from({ length: 600 }, () => ratioOfMeans(ten(), ten())).filter((r) => r === null || r.low > 1 || r.high < 1);
    expect(missed.length / 600).toBeGreaterThan(0.015);
    expect(missed.length / 600).toBeLessThan(0.065);
  });

  it("is wider where seconds hang together, and says the same both ways", () => {
    const apart = [90, 110, 90, 110, 90, 110, 90, 110, 90, 110];
    const waves = [90, 90, 90, 90, 90, 110, 110, 110, 110, 110];
    const width = (values: number[]) => Math.log((ratioOfMeans(values, apart)?.high ?? 0) / (ratioOfMeans(values, apart)?.low ?? 1));
    expect(width(waves)).toBeGreaterThan(1.3 * width(apart));
    const [there, back] = [
      ratioOfMeans(
        apart,
        waves.map((x) => 2 * x),
      ),
      ratioOfMeans(
        waves.map((x) => 2 * x),
        apart,
      ),
    ];
    expect(there?.value).toBeCloseTo(2, 10);
    expect((there?.low ?? 0) * (back?.high ?? 0)).toBeCloseTo(1, 10);
  });

  it("gives no interval to two seconds, and none to nothing", () => {
    expect(ratioOfMeans([1, 2], [1, 2, 3])).toBeNull();
    expect(ratioOfMeans([0, 0, 0], [1, 2, 3])).toBeNull();
  });
});

describe("histogramDistance()", () => {
  it("is the two-sample Kolmogorov-Smirnov distance of what was recorded", () => {
    const random = seededRandom(5, 1);
    const [xs, ys] = [80, 130].map((n, i) => Array.from({ length: n }, () => Math.round(200 + 1500 * random() + 150 * i))) as [
      number[],
      number[],
    ];
    const of = (values: number[]) => {
      const histogram = new LatencyHistogram();
      for (const value of values) histogram.record(value);
      return histogram;
    };
    expect(histogramDistance(of(xs), of(ys))).toBeCloseTo(twoSampleKolmogorovSmirnov(xs, ys).distance, 12);
    const [few, fewer] = [xs.map((x) => x - (x % 300)), ys.map((y) => y - (y % 300))]; // many equal ones
    expect(histogramDistance(of(few), of(fewer))).toBeCloseTo(twoSampleKolmogorovSmirnov(few, fewer).distance, 12);
    expect(histogramDistance(of(few), of(few))).toBe(0);
    expect(histogramDistance(of(xs), of([]))).toBeNull();
  });
});

describe("two drawn sessions", () => {
  it("equal but for their noise: hardly ever a difference, in 20 pairs of three levels", () => {
    const outcomes = Array.from({ length: 20 }, (_, i) => compare(noisy(2 * i + 1, 1, 0.15), noisy(2 * i + 2, 1, 0.15))).flatMap(
      ({ levels }) => levels.map(({ outcome }) => outcome),
    );
    expect(outcomes).toHaveLength(60);
    const wrong = outcomes.filter((outcome) => outcome !== "no detectable difference");
    expect(wrong.length).toBeLessThanOrEqual(7); // 5 % of 60 are 3; more than 7 come in 1 % of such sixties
    expect(wrong.every((outcome) => outcome === "faster" || outcome === "slower")).toBe(true);
  });

  it("a fifth faster: found in each of 20 pairs, and the other way round slower", () => {
    for (let i = 0; i < 20; i++) {
      const { levels, sentence } = compare(noisy(2 * i + 1, 1, 0.05), noisy(2 * i + 2, 1.2, 0.05));
      expect(levels.map(({ outcome }) => outcome)).toEqual(["faster", "faster", "faster"]);
      for (const { throughput } of levels) expect(throughput?.interval?.low).toBeGreaterThan(1.05);
      expect(sentence).toMatch(/^(1[0-9]|2[0-9]) % more throughput and (1[0-9]|2[0-9]) % less latency at (4|16) connections; /);
    }
    expect(compare(noisy(1, 1.2, 0.05), noisy(2, 1, 0.05)).levels.map(({ outcome }) => outcome)).toEqual(["slower", "slower", "slower"]);
  });

  it("3 % apart without any noise: two runs of one thing differ by as much", () => {
    const { levels, sentence } = compare(aRecording({ levels: queueOf(2, 50) }), aRecording({ levels: queueOf(2, 48.6) }));
    expect(new Set(levels.map(({ outcome }) => outcome))).toEqual(new Set(["no detectable difference"]));
    expect(sentence).toMatch(/^No detectable difference at 2 connections; the bottleneck is still /);
  });

  it("names a level that came out otherwise, when that is more than one of many does by chance", () => {
    const mixed = (last: number) => aRecording({ levels: queueOf(8, 50).map((level, i) => (i === 0 ? { ...level, rps: last } : level)) });
    expect(compare(mixed(20), mixed(12)).sentence).toMatch(/^No detectable difference at 10 connections, but slower at 1 connection; /);
    const faint = (rps: number) =>
      aRecording({
        levels: [
          { connections: 1, rps, rpsAt: (second) => rps * (Math.floor(second) % 2 === 0 ? 0.9 : 1.1) },
          { connections: 10, rps: 900 },
        ],
      });
    const { levels, sentence } = compare(faint(100), faint(112));
    expect(levels[0]?.outcome).toBe("faster"); // as one of twenty levels is by chance alone
    expect(sentence).toMatch(/^No detectable difference at 10 connections[;.]/);
  });

  it("gives the shift of latencies a wider interval where seconds hang together", () => {
    const at = (ms: (second: number) => number) =>
      aRecording({ levels: [{ connections: 4, rps: 100, latencyMsAt: (s) => ms(Math.floor(s)) }], seconds: 20 });
    const calm = at((s) => 40 + (s % 2));
    const width = (recording: Recording) => {
      const shift = compare(calm, recording).levels[0]?.latency?.shiftMs;
      return (shift?.high ?? 0) - (shift?.low ?? 0);
    };
    expect(width(at((s) => 50 + (s < 10 ? 0 : 10)))).toBeGreaterThan(1.5 * width(at((s) => 50 + 10 * (s % 2))));
  });

  it("says in numbers how latency moved", () => {
    const { levels } = compare(aRecording({ levels: queueOf(2, 100) }), aRecording({ levels: queueOf(8, 100) }));
    const at50 = levels.find(({ load }) => load.connections === 50);
    expect(at50?.throughput?.ratio).toBeCloseTo(4, 2);
    expect(at50?.latencyRatio).toBeCloseTo(0.25, 2);
    expect(at50?.latency).toMatchObject({ distance: 1, a12: 0 });
    expect(at50?.latency?.shiftMs?.value).toBeCloseTo(-1875, -1);
    expect(at50?.latency?.probability).toBeLessThan(0.01);
  });

  it("leaves out a level that says nothing of the target, and says why", () => {
    const spoilt = queueOf(4, 20).map((level, i) => (i === 5 ? { ...level, generatorCores: 0.97 } : level));
    const { levels } = compare(aRecording({ levels: queueOf(2, 20) }), aRecording({ levels: spoilt }));
    expect(levels.at(-1)).toMatchObject({ outcome: "not comparable", before: null, throughput: null });
    expect(levels.at(-1)?.why).toMatch(/^After: .*generator/);
    expect(levels.slice(3, 5).map(({ outcome }) => outcome)).toEqual(["faster", "faster"]);
  });

  it("has no ratio to nothing", () => {
    const dead = queueOf(2, 50).map((level, i) => (i === 5 ? { ...level, rps: 0, latencyMs: 1, errors: { connect: 400 } } : level));
    const [there, back] = [
      compare(aRecording({ levels: queueOf(2, 50) }), aRecording({ levels: dead })),
      compare(aRecording({ levels: dead }), aRecording({ levels: queueOf(2, 50) })),
    ];
    expect([there, back].map(({ levels }) => [levels.at(-1)?.outcome, levels.at(-1)?.why])).toEqual([
      ["not comparable", "After: no request got a good answer."],
      ["not comparable", "Before: no request got a good answer."],
    ]);
  });

  it("does not take a page that redirects for a fast one", () => {
    const moved = queueOf(50, 2, { statusCodes: { 302: 1 } });
    const { levels, sentence } = compare(aRecording({ levels: queueOf(2, 50) }), aRecording({ levels: moved }));
    expect(new Set(levels.map(({ why }) => why))).toEqual(new Set(["The target answers 302 instead of 200: that is not the same work."]));
    expect(sentence).toMatch(/^Nothing can be compared, since no load has numbers of both sessions that can be believed; /);
  });

  it("warns of other answers and of failures", () => {
    const failing = queueOf(4, 50, { tick: { bytesReceived: 90_000 }, errors: { timeout: 8 } });
    const { levels } = compare(aRecording({ levels: queueOf(4, 50) }), aRecording({ levels: failing }));
    expect(levels[3]?.caveats.join(" ")).toMatch(
      /^\d+ % of the requests failed, against 0 % before\. The answers have \d+ bytes instead of 200/,
    );
  });

  it("too short to tell: the ratio alone", () => {
    const short = (ms: number) => aRecording({ levels: queueOf(2, ms, {}, [1, 4, 16]), seconds: 2 });
    const { levels, notes } = compare(short(50), short(25));
    expect(levels.map(({ outcome, throughput }) => [outcome, throughput?.interval])).toEqual(new Array(3).fill(["ratio only", null]));
    expect(notes).toEqual(["Fewer than 3 whole seconds were measured: nothing tells whether the difference is noise."]);
  });

  it("shares no load: nothing is compared, and the loads of each are named", () => {
    const { sentence, onlyBefore, onlyAfter } = compare(
      aRecording({ levels: queueOf(2, 50, {}, [1, 2]) }),
      aRecording({ levels: queueOf(2, 50, {}, [3]) }),
    );
    expect(sentence).toMatch(/^Nothing can be compared, since no load was measured in both sessions/);
    expect([onlyBefore, onlyAfter].map((loads) => loads.map(({ connections }) => connections))).toEqual([[1, 2], [3]]);
  });

  it("with pauses, latency tells: throughput is what the users ask for", () => {
    const thinking = (latencyMs: number) =>
      aRecording({
        levels: [10, 20].map((n) => ({ connections: n, rps: n, latencyMs, thinkTime: { kind: "constant" as const, meanMs: 990 } })),
        plan: { thinkTimes: [{ kind: "constant", meanMs: 990 }] },
      });
    const { levels, sentence } = compare(thinking(10), thinking(5));
    expect(levels.map(({ outcome }) => outcome)).toEqual(["faster", "faster"]);
    expect(sentence).toMatch(/^About half the latency at 20 connections with think time 990ms/);
  });

  it("takes all runs of a load together", () => {
    const twice = aRecording({ levels: [...queueOf(2, 50, {}, [4, 8]), ...queueOf(2, 25, {}, [4, 8])] });
    const { levels } = compare(aRecording({ levels: queueOf(2, 50, {}, [4, 8]) }), twice);
    expect(levels.map(({ after, throughput }) => [after?.runs, throughput?.ratio])).toEqual([
      [2, 1.5],
      [2, 1.5],
    ]);
  });
});

describe("what differs beside the numbers", () => {
  const base = aRecording({ levels: queueOf(2, 50), plan: { headers: [{ name: "Authorization", value: "secret-1" }] } });

  it("is nothing when nothing does", () => expect(compare(base, { ...base, id: "other-0001" }).differences).toEqual([]));

  it("lists plan, host and version, and no secret", () => {
    const other: Recording = {
      ...base,
      plateauVersion: "0.2.0",
      plan: {
        ...base.plan,
        url: "http://127.0.0.1:9090/",
        headers: [{ name: "Authorization", value: "secret-2" }],
        keepAlive: false,
        warmupMs: 5000,
      },
      host: { ...base.host, cores: 8 },
    };
    const { differences } = compare(base, other);
    expect(differences.map(({ kind, what, before, after }) => [kind, what, before, after])).toEqual([
      ["plan", "URL", "http://127.0.0.1:8080/", "http://127.0.0.1:9090/"],
      ["plan", "headers", "Authorization", "Authorization, but not the same"],
      ["plan", "keep-alive", "yes", "no"],
      ["plan", "warm-up of a level", "2 s", "5 s"],
      ["host", "cores", "4", "8"],
      ["plateau", "version of Plateau", "0.1.0", "0.2.0"],
    ]);
    expect(JSON.stringify(comparisonDocument(compare(base, other)))).not.toContain("secret");
  });

  it("knows two sessions that ran by turns from two that ran one after the other", () => {
    const at = (startedAt: string, finishedAt: string, id: string) => ({ ...base, id, startedAt, finishedAt });
    const first = at("2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z", "first-0001");
    const during = at("2026-11-21T12:00:01.000Z", "2026-11-21T12:10:01.000Z", "second-0001");
    const later = at("2026-11-21T12:10:01.000Z", "2026-11-21T12:20:00.000Z", "third-0001");
    expect([compare(first, during), compare(first, later), compare(first, first)].map(({ interleaved }) => interleaved)).toEqual([
      true,
      false,
      false,
    ]);
    expect(compare(first, later).notes.join(" ")).toContain("one after the other");
    expect(compare(first, during).notes.join(" ")).not.toContain("one after the other");
  });
});

describe("a shared session before, one for each connection after", () => {
  const shared = { headers: [{ name: "Cookie", value: "theme=dark; PHPSESSID=1" }] };
  const own = { headers: [{ name: "Cookie", value: "theme=dark" }], sessionCookie: "PHPSESSID" };
  const before = aRecording({ levels: queueOf(1, 25), plan: shared });

  it("and throughput grew: the session's lock, which neither run alone can tell from another", () => {
    const { verdict, sentence } = compare(before, aRecording({ levels: queueOf(8, 25), plan: own }));
    expect(comparedFrom(before).diagnosis.verdict.id).toBe("serialised");
    expect(verdict).toMatchObject({ id: "session-lock" });
    expect(verdict?.confidence).toBeGreaterThan(0.8);
    expect(sentence).toMatch(/8\.0 times the throughput .*; requests of one session had waited for each other\.$/);
  });

  it.each([
    ["throughput stayed", queueOf(1, 25), own],
    ["throughput grew by too little", queueOf(1, 25).map((level) => (level.connections > 1 ? { ...level, rps: 54 } : level)), own],
    ["a single connection gained as much: something else was changed", queueOf(8, 10), own],
    ["the URL was changed too", queueOf(8, 25), { ...own, url: "http://127.0.0.1:8080/other" }],
    ["another header was changed too", queueOf(8, 25), { ...own, headers: [{ name: "Accept-Encoding", value: "gzip" }] }],
    ["the cookie is still shared", queueOf(8, 25), shared],
  ])("says nothing when %s", (_why, levels, plan) => {
    expect(compare(before, aRecording({ levels, plan })).verdict).toBeNull();
  });
});

describe("a series", () => {
  it("has a line for each session, with its throughput over that of the first", () => {
    const [a, b] = [aRecording({ levels: queueOf(2, 50) }), aRecording({ levels: queueOf(4, 50) })];
    const [first, second] = seriesOfSessions([a, b].map((recording) => comparedFrom(recording)));
    expect(first).toMatchObject({ toFirst: null, peak: { throughputRps: 40 } });
    expect(first?.kneeConnections).toBeCloseTo(2, 1);
    expect(second?.toFirst).toMatchObject({ outcome: "faster", load: { connections: 5 } });
    expect(second?.toFirst?.throughput?.ratio).toBeCloseTo(2, 2);
  });
});
