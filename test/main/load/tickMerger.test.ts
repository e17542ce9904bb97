import { describe, expect, it } from "vitest";
import { noErrors, type Tick } from "../../../app/model/tick.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { mergedTick, TickMerger } from "../../../main/load/tickMerger.ts";

function aTick(part: Partial<Tick> & { latencyUs?: number } = {}): Tick {
  const { latencyUs = 100, ...given } = part;
  const histogram = new LatencyHistogram();
  histogram.record(latencyUs);
  return {
    level: 0,
    phase: "measured",
    atMs: 0,
    durationMs: 250,
    sent: 1,
    requests: 1,
    errors: noErrors(),
    statusCodes: { "200": 1 },
    bytesSent: 10,
    bytesReceived: 20,
    connects: 0,
    connectSumUs: 0,
    lost: 0,
    inFlight: 1,
    latencies: histogram.toLatencies(),
    failedLatencies: new LatencyHistogram().toLatencies(),
    generator: { cpuMs: 5, busiestThreadCpuMs: 5, loopDelayP99Ms: 1 },
    ...given,
  };
}

describe("mergedTick()", () => {
  it("adds up what threads counted, and keeps the busiest thread and the latest loop", () => {
    const merged = mergedTick([
      aTick({ statusCodes: { "200": 3, "404": 1 }, generator: { cpuMs: 5, busiestThreadCpuMs: 5, loopDelayP99Ms: 9 } }),
      aTick({ latencyUs: 5000, durationMs: 260, generator: { cpuMs: 7, busiestThreadCpuMs: 7, loopDelayP99Ms: 2 } }),
    ]);
    expect(merged).toMatchObject({
      requests: 2,
      inFlight: 2,
      durationMs: 260,
      statusCodes: { "200": 4, "404": 1 },
      latencies: { count: 2, sumUs: 5100, minUs: 100, maxUs: 5000 },
      generator: { cpuMs: 12, busiestThreadCpuMs: 7, loopDelayP99Ms: 9 },
    });
  });
});

describe("mergedTick(), of hits and misses", () => {
  it("adds them up, also where a thread saw none", () => {
    const [some, none] = [aTick({ latencyUs: 70 }).latencies, new LatencyHistogram().toLatencies()];
    const merged = mergedTick([aTick(), aTick({ caches: { hits: some, misses: none } }), aTick({ caches: { hits: some, misses: some } })]);
    expect(merged.caches).toMatchObject({ hits: { count: 2, sumUs: 140 }, misses: { count: 1, sumUs: 70 } });
    expect(mergedTick([aTick(), aTick()])).not.toHaveProperty("caches");
  });
});

describe("TickMerger", () => {
  it.each([
    // Each letter is a thread telling its next tick; its capital, that it has ended. Numbers: requests of the ticks that came out.
    ["one thread", "aaA", [1, 1]],
    ["waits for the slower thread", "aabAbB", [2, 2]],
    ["a thread that ended earlier is not waited for", "aAbbB", [2, 1]],
    ["a thread's last tick is kept though another has ended", "abaAbB", [2, 2]],
  ])("%s", (_why, story, expected) => {
    const requests: number[] = [];
    const threads = new Set(story.toLowerCase()).size;
    const merger = new TickMerger(threads, (tick) => requests.push(tick.requests));
    const slots = [0, 0];
    for (const letter of story) {
      const thread = letter.toLowerCase() === "a" ? 0 : 1;
      if (letter === letter.toLowerCase()) merger.add(thread, slots[thread] ?? 0, aTick());
      else merger.threadEnded(thread);
      if (letter === letter.toLowerCase()) slots[thread] = (slots[thread] ?? 0) + 1;
    }
    expect(requests).toEqual(expected);
  });
});
