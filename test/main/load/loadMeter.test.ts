import { describe, expect, it } from "vitest";
import type { Tick } from "../../../app/model/tick.ts";
import { LoadMeter } from "../../../main/load/loadMeter.ts";

const idle = { cpuMs: 0, busiestThreadCpuMs: 0, loopDelayP99Ms: 0 };

function aMeter(startMs: number, warmupMs: number, durationMs: number) {
  const ticks: Tick[] = [];
  const ends: number[] = [];
  const meter = new LoadMeter({
    level: 0,
    timeoutMs: 500,
    sessionOffsetMs: 1000,
    readGenerator: () => idle,
    onTick: (_slot, tick) => ticks.push(tick),
    onEnd: (atMs) => ends.push(atMs),
  });
  meter.start({ startMs, measuredFromMs: startMs + warmupMs, measuredToMs: startMs + warmupMs + durationMs });
  return { meter, ticks, ends };
}

/** One request, sent and answered at once. */
function answer(meter: LoadMeter, atMs: number, status = 200): void {
  meter.sent(atMs, 10);
  meter.answered(atMs, 100, status);
}

describe("LoadMeter", () => {
  it("cuts each window into ticks of 250 ms from its own start; the last may be shorter", () => {
    const { meter, ticks, ends } = aMeter(0, 300, 600);
    meter.roll(10_000);
    expect(ticks.map(({ phase, atMs, durationMs }) => [phase, atMs, durationMs])).toEqual([
      ["warmup", 1000, 250],
      ["warmup", 1250, 50],
      ["measured", 1300, 250],
      ["measured", 1550, 250],
      ["measured", 1800, 100],
    ]);
    expect([ends, meter.open]).toEqual([[1900], false]);
  });

  it("has no warm-up tick without a warm-up", () => {
    const { meter, ticks } = aMeter(0, 0, 500);
    meter.roll(1000);
    expect(ticks.map((tick) => tick.phase)).toEqual(["measured", "measured"]);
  });

  it("makes no sliver of a tick out of a rounding", () => {
    const { meter, ticks } = aMeter(1234.567891, 0, 750.0000000003);
    meter.roll(1e6);
    expect(ticks.map((tick) => tick.durationMs)).toEqual([250, 250, 250]);
  });

  it("gives what ends after a mark to the next tick, however late the timer is", () => {
    const { meter, ticks } = aMeter(0, 0, 1000);
    answer(meter, 249.999);
    answer(meter, 250);
    answer(meter, 760); // nobody rolled in between: the tick from 500 is empty
    meter.roll(1000);
    expect(ticks.map((tick) => tick.requests)).toEqual([1, 1, 0, 1]);
  });

  it("counts nothing that ends after the window", () => {
    const { meter, ticks } = aMeter(0, 0, 500);
    meter.sent(499, 10);
    meter.answered(500, 1000, 200);
    expect(ticks.map(({ sent, requests, inFlight }) => [sent, requests, inFlight])).toEqual([
      [0, 0, 0],
      [1, 0, 1],
    ]);
    expect([meter.open, meter.inFlight]).toEqual([false, 0]);
  });

  it("counts connections opened before the clock in the first tick", () => {
    const ticks: Tick[] = [];
    const options = { level: 0, timeoutMs: 500, sessionOffsetMs: 0, readGenerator: () => idle, onEnd: () => {} };
    const meter = new LoadMeter({ ...options, onTick: (_slot, tick) => ticks.push(tick) });
    meter.connected(5, 700);
    meter.failed(6, "connect", false, false);
    meter.start({ startMs: 10, measuredFromMs: 260, measuredToMs: 510 });
    meter.roll(510);
    expect(ticks.map(({ connects, connectSumUs, errors }) => [connects, connectSumUs, errors.connect])).toEqual([
      [1, 700, 1],
      [0, 0, 0],
    ]);
  });

  it("keeps latencies of error answers apart, and timeouts with the good ones at the timeout's value", () => {
    const { meter, ticks } = aMeter(0, 0, 250);
    answer(meter, 1);
    answer(meter, 2, 503);
    meter.sent(3, 10);
    meter.failed(4, "timeout", true, false);
    meter.sent(5, 10);
    meter.failed(6, "receive", true, true);
    meter.roll(250);
    expect(ticks[0]).toMatchObject({
      sent: 4,
      requests: 2,
      lost: 1,
      inFlight: 0,
      errors: { connect: 0, send: 0, receive: 1, timeout: 1, status: 1, body: 0 },
      statusCodes: { "200": 1, "503": 1 },
      latencies: { count: 2, minUs: 100, maxUs: 500_000 },
      failedLatencies: { count: 1 },
    });
  });

  it("ends early with a shorter tick, once", () => {
    const { meter, ticks, ends } = aMeter(0, 100, 1000);
    meter.end(400);
    meter.end(500);
    meter.roll(5000);
    expect(ticks.map((tick) => tick.durationMs)).toEqual([100, 250, 50]);
    expect(ends).toEqual([1400]);
  });
});
