import { describe, expect, it } from "vitest";
import { parseThinkTime, type ThinkTime } from "../../../app/model/thinkTime.ts";
import { kolmogorovSmirnov } from "../../../app/statistics/kolmogorovSmirnov.ts";
import { mean } from "../../../app/statistics/moments.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { drawThinkTime, meanThinkTimeMs, thinkTimeCdf } from "../../../app/statistics/thinkTimeDistribution.ts";
import { Pacer } from "../../../main/load/pacer.ts";
import { ThinkingUser } from "../../../main/load/thinkingUser.ts";

const ATTEMPTS = 4; // something else on the machine may take the processor for a moment

/** The pauses that users make when every answer comes at once, ms; `each` of every user, so that none is cut by the end. */
function pauses(thinkTime: ThinkTime, users: number, each: number, seed: number, idle = true): Promise<number[]> {
  const made: number[] = [];
  const pacer = new Pacer({ isIdle: () => idle, mayNap: () => !idle, spinShare: 0.1 });
  return new Promise((resolve) => {
    for (let number = 0; number < users; number++) {
      const random = seededRandom(seed, 0, number);
      let left = each;
      const draw = () => drawThinkTime(thinkTime, random);
      const user = new ThinkingUser(pacer, draw, (_nowMs, us) => made.push(us / 1000));
      const connection = {
        resume: () => {
          if (--left > 0) setImmediate(() => user.ended(connection, performance.now()));
          else if (made.length === users * each) resolve(made);
        },
      };
      user.ended(connection, performance.now());
    }
  });
}

async function untilTrue<T>(measure: (attempt: number) => Promise<T>, good: (measured: T) => boolean): Promise<T> {
  let measured = await measure(0);
  for (let attempt = 1; attempt < ATTEMPTS && !good(measured); attempt++) measured = await measure(attempt);
  return measured;
}

describe("ThinkingUser", () => {
  it.each([
    [1, 1, 1500],
    [1, 20, 200],
    [5, 10, 60],
    [25, 20, 20],
    [50, 20, 10],
    [250, 20, 4],
  ])("pauses for %i ms on average within 1 percent, %i users, %i pauses each", async (meanMs, users, each) => {
    const off = (made: number[]) => Math.abs(mean(made) / meanMs - 1);
    for (const idle of [true, false]) {
      const made = await untilTrue(
        () => pauses({ kind: "constant", meanMs }, users, each, 1, idle),
        (values) => off(values) < 0.01,
      );
      expect(off(made)).toBeLessThan(0.01);
    }
  });

  // at 1 ms a machine's own delays, tenths of a ms, shape the distribution; its mean is held above
  it.each([
    ["exp:5ms", 8, 250],
    ["exp:50ms", 200, 10],
    ["uniform:20ms..80ms", 200, 10],
    ["normal:50ms~10ms", 200, 10],
    ["lognormal:50ms~30ms", 200, 10],
  ])("%s: 2000 pauses as distributed as asked for", async (text, users, each) => {
    const thinkTime = parseThinkTime(text);
    const judged = (made: number[], stretch = 1) => kolmogorovSmirnov(made, (ms) => thinkTimeCdf(thinkTime, ms / stretch)).probability;
    const made = await untilTrue(
      (attempt) => pauses(thinkTime, users, each, attempt + 1),
      (values) => judged(values) > 0.05,
    );
    expect(made).toHaveLength(2000);
    expect(judged(made)).toBeGreaterThan(0.05);
    expect(judged(made, 1.2)).toBeLessThan(0.01); // the test would have seen it
    expect(Math.abs(mean(made) / meanThinkTimeMs(thinkTime) - 1)).toBeLessThan(0.1); // 2000 draws: their own scatter, up to 0.09
  });

  it("does not make good what a long stall has added: no burst afterwards", async () => {
    const made: number[] = [];
    const pacer = new Pacer({ isIdle: () => true, mayNap: () => false, spinShare: 0.1 });
    await new Promise<void>((resolve) => {
      const user = new ThinkingUser(
        pacer,
        () => 10,
        (_nowMs, us) => made.push(us / 1000),
      );
      const connection = {
        resume: () => {
          if (made.length === 20) return resolve();
          if (made.length === 5) stall(200);
          user.ended(connection, made.length === 5 ? performance.now() - 200 : performance.now());
        },
      };
      user.ended(connection, performance.now());
    });
    expect(made[5]).toBeGreaterThan(190);
    expect(made.slice(6).filter((ms) => ms < 5).length).toBeLessThan(5); // 25 ms are caught up in 3 pauses, 190 would be in 19
  });
});

function stall(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}
