import { describe, expect, test } from "vitest";
import { ClockWatch } from "../../../main/probes/clockWatch.ts";

/** Clocks that go as a test says. */
function drawnClocks() {
  const at = { wall: 1_000_000, monotonic: 500 };
  return { at, clocks: { wallMs: () => at.wall, monotonicMs: () => at.monotonic } };
}

describe("ClockWatch", () => {
  test.each([
    // what happens                       wall      monotonic  jump
    ["nothing", 200, 200, 0],
    ["a time server slews", 200.1, 200, 0.1],
    ["somebody sets the clock an hour on", 3_600_200, 200, 3_600_000],
    ["somebody sets the clock back", -59_800, 200, -60_000],
    ["the lid was closed for ten minutes", 600_200, 200, 600_000],
    ["the thread was kept from running for three seconds", 3200, 3200, 0],
  ])("%s", (_what, wallMs, monotonicMs, jumpMs) => {
    const { at, clocks } = drawnClocks();
    const watch = new ClockWatch(clocks);
    at.wall += wallMs;
    at.monotonic += monotonicMs;
    expect(watch.jumpMs()).toBeCloseTo(jumpMs, 6);
    expect(watch.jumpMs()).toBeCloseTo(0, 6); // told once
  });

  test("finds the real clocks in step", () => {
    const watch = new ClockWatch();
    for (const endMs = performance.now() + 50; performance.now() < endMs; );
    expect(Math.abs(watch.jumpMs())).toBeLessThan(100);
  });
});
