import { afterEach, describe, expect, it, vi } from "vitest";
import { Pacer } from "../../../main/load/pacer.ts";

const LATE_MS = 0.9; // as late as a timer of whole milliseconds was seen to come, where nothing else held it up

afterEach(() => vi.restoreAllMocks());

/** How long before the time of something that is due in `leftMs` the timer is asked to come, ms. */
function leadMs(leftMs: number, ways: { idle: boolean; nap: boolean }): number {
  const asked = vi.spyOn(globalThis, "setTimeout");
  const pacer = new Pacer({ isIdle: () => ways.idle, mayNap: () => ways.nap, spinShare: 0 });
  const began = performance.now();
  pacer.add({ dueMs: began + leftMs, due: () => {} });
  const waitMs = asked.mock.calls.at(-1)?.[1] as number;
  pacer.clear();
  return leftMs - waitMs;
}

describe("Pacer", () => {
  it.each([
    ["nothing is awaited", { idle: true, nap: false }],
    ["answers are slow", { idle: false, nap: true }],
  ])("asks for a timer so early that one that comes late is in time, where %s", (_name, ways) => {
    for (let leftMs = 5; leftMs < 8; leftMs += 0.1) {
      expect(leadMs(leftMs, ways)).toBeGreaterThan(LATE_MS);
      expect(leadMs(leftMs, ways)).toBeLessThan(2.2);
    }
  });

  it("sleeps as long as it can where answers are fast and the rest would have to be passed by turning", () => {
    for (let leftMs = 5; leftMs < 8; leftMs += 0.1) expect(leadMs(leftMs, { idle: false, nap: false })).toBeLessThan(1.45);
  });

  it("does things in the order of their times, never before", async () => {
    const pacer = new Pacer({ isIdle: () => true, mayNap: () => false, spinShare: 0 });
    const began = performance.now();
    const done: number[] = [];
    await new Promise<void>((resolve) => {
      for (const inMs of [7.3, 2.2, 12.6, 2.25, 0.4]) {
        const dueMs = began + inMs;
        pacer.add({
          dueMs,
          due: (nowMs) => {
            expect(nowMs).toBeGreaterThan(dueMs - 0.02);
            if (done.push(inMs) === 5) resolve();
          },
        });
      }
    });
    expect(done).toEqual([0.4, 2.2, 2.25, 7.3, 12.6]);
  });
});
