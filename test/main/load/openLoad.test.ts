import { describe, expect, it } from "vitest";
import { arrivalTimes } from "../../../app/statistics/arrivals.ts";
import { kolmogorovSmirnov } from "../../../app/statistics/kolmogorovSmirnov.ts";
import { OpenLoad } from "../../../main/load/openLoad.ts";
import type { PacedConnection } from "../../../main/load/pace.ts";
import { Pacer } from "../../../main/load/pacer.ts";

const REJECTED = 0.01; // one seed in a hundred draws gaps that look like no Poisson process
const DISTURBED_MS = 1; // one arrival in twenty later than that: no timer, but a processor that was taken away. Timers of whole ms stay below
const ATTEMPTS = 3; // something else on the machine may take the processor for a moment

/** Arrivals that are sent on connections which answer after `answerMs`; the times of sending, ms from the start. */
async function sent(rateRps: number, count: number, seed: number): Promise<{ sentMs: number[]; lateMs: number[] }> {
  const [sentMs, lateMs]: [number[], number[]] = [[], []];
  const pacer = new Pacer({ isIdle: () => false, mayNap: () => true, spinShare: 0.2 });
  const startMs = performance.now() + 20;
  await new Promise<void>((resolve) => {
    const connect = (): PacedConnection => {
      const connection = {
        resume: (intendedMs: number) => {
          const nowMs = performance.now();
          sentMs.push(nowMs - startMs);
          lateMs.push(nowMs - intendedMs);
          setTimeout(() => load.ended(connection), 20);
          if (sentMs.length === count) resolve();
        },
      };
      return connection;
    };
    const arrivals = () => arrivalTimes({ kind: "poisson", rateRps, seed, level: 0, thread: 0, threads: 1 });
    const load: OpenLoad = new OpenLoad({ arrivals, mostConnections: 100, open: connect, pacer });
    load.start(startMs);
  });
  pacer.clear();
  return { sentMs, lateMs };
}

describe("OpenLoad", () => {
  it("sends 2000 Poisson arrivals, 400 a second, when they are due: the gaps are exponential", async () => {
    const judged = (times: readonly number[]) =>
      kolmogorovSmirnov(
        times.slice(1).map((ms, i) => ms - (times[i] as number)),
        (ms) => -Math.expm1(-ms / 2.5),
      ).probability;
    let run = await sent(400, 2001, 1);
    for (let attempt = 1; attempt < ATTEMPTS && judged(run.sentMs) <= REJECTED; attempt++) run = await sent(400, 2001, attempt + 1);
    const lateMs = run.lateMs.toSorted((a, b) => a - b);
    if ((lateMs[1900] as number) < DISTURBED_MS) expect(judged(run.sentMs)).toBeGreaterThan(REJECTED);
    expect(judged(run.sentMs.map(Math.round))).toBeLessThan(0.001); // timers of whole milliseconds would be seen
    expect(lateMs[1000]).toBeLessThan(0.5);
    expect(lateMs[0]).toBeGreaterThan(-0.05);
  }, 60_000);

  it("queues in order beyond the bound, and counts twice the same what was offered", () => {
    const resumed: [number, number][] = [];
    const pacer = new Pacer({ isIdle: () => false, mayNap: () => true, spinShare: 0 });
    let opened = 0;
    const connections: PacedConnection[] = [];
    const open = () => {
      const number = opened++;
      const connection = { resume: (intendedMs: number) => void resumed.push([number, intendedMs]) };
      connections.push(connection);
      return connection;
    };
    const load = new OpenLoad({ arrivals: () => [10, 20, 30, 40, 50, 1000][Symbol.iterator]() as never, mostConnections: 2, open, pacer });
    load.start(0);
    load.due(45);
    load.ended(connections[1] as PacedConnection);
    load.ended(connections[0] as PacedConnection);
    load.ended(connections[0] as PacedConnection); // nothing queued: free
    load.due(60);
    pacer.clear();
    expect(resumed).toEqual([
      [0, 10],
      [1, 20],
      [1, 30],
      [0, 40],
      [0, 50],
    ]);
    expect([load.offeredBefore(15), load.offeredBefore(50), load.offeredBefore(51)]).toEqual([1, 4, 5]);
    expect([load.connections, load.boundReached, load.dropped]).toEqual([2, 2, 0]);
  });
});
