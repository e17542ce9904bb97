import { describe, expect, it } from "vitest";
import { type LevelSummary, summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { SessionFold } from "../../../app/diagnosis/sessionFold.ts";
import type { Recording, SessionEvent } from "../../../app/model/recording.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { aRecording, queueOf } from "../../support/builders.ts";
import { aRecording as aService } from "../figures/recordings.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

const pool = aService({ connections: [1, 2, 8], places: 4, serviceMs: 20, errorsFrom: 8 });
const open = aRecording({
  levels: [{ connections: 9, rps: 40, rateRps: 45, open: { offered: 12, dropped: 1, connections: 7 } }],
  seconds: 2,
});
const noisy = varied(aRecording({ levels: queueOf(2, 50, {}, [1, 2, 5]), seconds: 7 }));
/** The last level was meant to last for longer, and its samples go on after it ended. */
const cut: Recording = {
  ...noisy,
  levels: noisy.levels.map((level) => (level.index === 2 ? { ...level, measuredToMs: 19_000, state: "stopped" } : level)),
  ticks: noisy.ticks.filter((tick) => tick.atMs < 19_000),
};

describe("SessionFold", () => {
  it.each([
    ["a service with errors and a warm-up", pool],
    ["arrivals", open],
    ["readings that change from sample to sample", noisy],
    ["a level that was stopped before its end", cut],
  ])("%s: whatever the pieces a session comes in, the summaries are those of the whole", (_what, recording) => {
    const whole = summariseLevels(recording);
    expect(whole).toHaveLength(recording.levels.length);
    for (const seed of SEEDS) {
      const fold = new SessionFold(recording);
      for (const event of eventsOf(recording, seed)) fold.add(event);
      expect(fold.summaries(), `seed ${seed}`).toEqual(whole);
    }
  });

  it("can be asked at any time, says nothing of a level that has measured nothing, and what it said stays as it was", () => {
    const fold = new SessionFold(pool);
    let before: LevelSummary[] = [];
    let copy: unknown = [];
    for (const event of eventsOf(pool, 3)) {
      fold.add(event);
      expect(plain(before)).toEqual(copy);
      before = fold.summaries();
      copy = plain(before);
      expect(before.every(({ measuredSeconds }) => measuredSeconds > 0)).toBe(true);
    }
    expect(before).toEqual(summariseLevels(pool));
    expect(fold.summaries()[0]).toBe(before[0]); // the same object: doubts about it need not be looked for again
  });

  it("adds up what the ticks of the window say, second by second", () => {
    const [level] = summariseLevels(pool).slice(-1) as [LevelSummary];
    const ticks = pool.ticks.filter((tick) => tick.level === 2 && tick.phase === "measured");
    const sum = (pick: (tick: (typeof ticks)[number]) => number): number => ticks.reduce((all, tick) => all + pick(tick), 0);
    expect(level).toMatchObject({ measuredSeconds: 4, requests: sum((t) => t.requests), sent: sum((t) => t.sent) });
    expect(level.perSecond).toHaveLength(4);
    for (const [second, bin] of level.perSecond.entries()) {
      const own = ticks.slice(4 * second, 4 * second + 4);
      const latencies = new LatencyHistogram();
      for (const tick of own) latencies.add(tick.latencies);
      const errors = own.reduce((all, tick) => all + tick.errors.status, 0);
      const answers = own.reduce((all, tick) => all + tick.requests, 0);
      expect(bin).toMatchObject({ second, durationMs: 1000, answers, sent: answers, errors, good: answers - errors });
      expect([bin.p50Ms, bin.p99Ms, bin.maxMs]).toEqual([0.5, 0.99, 1].map((p) => latencies.quantile(p) / 1000));
    }
    expect(level.perSecond.some(({ errors }) => errors > 0)).toBe(true);
  });

  it("knows the target's memory at first, at last and at its most", () => {
    const memory = [30, 90, 50, 60].map((rssBytes, i) => ({ ...noisy.samples[i], target: { ...noisy.samples[i]?.target, rssBytes } }));
    const [level] = summariseLevels({ ...noisy, samples: memory as Recording["samples"] });
    expect(level?.targetMemory).toEqual({ firstBytes: 30, lastBytes: 60, peakBytes: 90 });
    expect(summariseLevels({ ...noisy, samples: [] })[0]?.targetMemory).toBeNull();
  });
});

/** As a run tells it, cut at random: a level's beginning with its planned end, its ticks and samples, its end; the samples late, as theirs is a thread of its own. */
function* eventsOf(recording: Recording, seed: number): Generator<SessionEvent> {
  const random = seededRandom(seed);
  const samples = [...recording.samples];
  for (const [i, level] of recording.levels.entries()) {
    const nextMs = recording.levels[i + 1]?.startedMs ?? Number.POSITIVE_INFINITY; // nothing is told of what has not begun
    yield { kind: "level", level: { ...level, state: "running", measuredToMs: level.measuredFromMs + recording.plan.durationMs } };
    let ticks: Recording["ticks"] = [];
    for (const tick of recording.ticks.filter((one) => one.level === level.index)) {
      ticks.push(tick);
      if (random() < 0.6) continue;
      const latestMs = Math.min(nextMs, tick.atMs + 1500 * random());
      yield { kind: "progress", ticks, samples: samples.splice(0, samples.findIndex(({ atMs }) => atMs > latestMs) >>> 0) };
      ticks = [];
    }
    yield { kind: "progress", ticks, samples: [] };
    yield { kind: "level", level };
  }
  yield { kind: "progress", ticks: [], samples };
}

function varied(recording: Recording): Recording {
  const random = seededRandom(5);
  const samples = recording.samples.flatMap((sample) =>
    Array.from({ length: 5 }, (_, i) => ({
      ...sample,
      atMs: sample.atMs - 800 + 200 * i,
      intervalMs: 200,
      latenessMs: random(),
      host: { ...sample.host, us: 40 * random() },
      target: sample.target === null ? null : { ...sample.target, rssBytes: 1e8 * random() },
      machine: { clockJumpMs: random() - 0.5, cpuMegahertz: 3000 + 100 * random(), onBattery: false },
    })),
  );
  return { ...recording, samples };
}

const plain = (levels: readonly LevelSummary[]): unknown =>
  JSON.parse(JSON.stringify(levels, (_key, value) => (value instanceof LatencyHistogram ? value.toLatencies() : value)));
