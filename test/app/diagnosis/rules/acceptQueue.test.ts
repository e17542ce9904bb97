import { describe, expect, it } from "vitest";
import { acceptQueue } from "../../../../app/diagnosis/rules/acceptQueue.ts";
import type { HostReading, TargetReading } from "../../../../app/model/sample.ts";
import type { Tick } from "../../../../app/model/tick.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { flatWith, growingWith, judged, type Strength, strengthOf } from "../../../support/judged.ts";

const connecting = (ms: number, connects = 5): Partial<Tick> => ({ connects, connectSumUs: connects * ms * 1000 });
/** Flat; connects take 1 ms on every level but the last, and are as said there. */
const last = (
  lastTick: Partial<Tick>,
  host: Partial<HostReading> = {},
  target: Partial<TargetReading> = {},
  more: Partial<LevelDrawing> = {},
) =>
  flatWith({}).map((level, i, all) =>
    i < all.length - 1 ? { ...level, tick: connecting(1) } : { ...level, tick: lastTick, host, target, ...more },
  );
const overflowing = (listenOverflowsPerSecond: number | null) => ({ listenOverflowsPerSecond });

describe("accept-queue", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["overflows, and connects that take 300 ms", last(connecting(300), overflowing(20)), "verdict"],
    ["1.5 overflows a second, and swift connects: another program's", last(connecting(1), overflowing(1.5)), "hint"],
    ["0.7 overflows a second: a burst at the start", last(connecting(1), overflowing(0.7)), "absent"],
    ["a queue that is 95 % full", last(connecting(1), {}, { listenQueue: 121, listenQueueLimit: 128 }), "verdict"],
    ["a queue that is half full", last(connecting(1), {}, { listenQueue: 60, listenQueueLimit: 128 }), "absent"],
    ["slow connects, and no reading of the queue", last(connecting(80), overflowing(null)), "verdict"],
    ["connects 30 ms slower, and no reading of the queue", last(connecting(31), overflowing(null)), "absent"],
    ["slow connects and a queue that never overflows: a lossy network", last(connecting(300)), "hint"],
    ["connects that fail, and a queue that never overflows: nobody is there", last({}, {}, {}, { errors: { connect: 40 } }), "hint"],
    [
      "2 % of the connects fail, and no reading of the queue",
      last(connecting(1, 50), overflowing(null), {}, { errors: { connect: 4 } }),
      "verdict",
    ],
    [
      "0.7 % of the connects fail, and no reading of the queue",
      last(connecting(1, 140), overflowing(null), {}, { errors: { connect: 4 } }),
      "absent",
    ],
    [
      "overflows, swift connects, and a third of the connections missing",
      last(connecting(1), overflowing(20), {}, { latencyMs: 330 }),
      "verdict",
    ],
    [
      "overflows, swift connects, and 15 % of the connections missing",
      last(connecting(1), overflowing(20), {}, { latencyMs: 425 }),
      "hint",
    ],
    ["a full queue while throughput grows", growingWith({}, { target: { listenQueue: 128, listenQueueLimit: 128 } }), "hint"],
    ["overflows, and no connection was opened: another program's", flatWith(overflowing(20)), "no-data"],
    ["kept alive, and an empty queue", flatWith({}, { target: { listenQueue: 0, listenQueueLimit: 128 } }), "absent"],
    ["kept alive, and no reading of the queue", flatWith(overflowing(null)), "no-data"],
    ["few connects", flatWith(overflowing(null)).map((level) => ({ ...level, tick: connecting(300, 0) })), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(acceptQueue, { levels })).toBe(outcome);
  });

  it.each<[number, Strength]>([
    [32, "verdict"],
    [16, "no-data"],
  ])("of %d connects says: %s", (connects, outcome) => {
    const levels = flatWith(overflowing(null), { tick: connecting(300, 1) }); // one a tick
    expect(strengthOf(acceptQueue, { levels: levels.slice(-1), seconds: connects / 4 })).toBe(outcome);
  });

  it("tells overflows and connect times of the worst level", () => {
    expect(judged(acceptQueue, { levels: last(connecting(300), overflowing(20)) })).toMatchObject({
      outcome: "present",
      levels: [5],
      summary:
        "At 50 connections: 20.0 connections a second were dropped, as a listen queue was full. Connecting took 299 ms longer than on the best level, on average over 200.",
    });
  });
});
