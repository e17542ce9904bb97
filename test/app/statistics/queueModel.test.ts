import { describe, expect, it } from "vitest";
import { limitRps, predict, type QueueModel, queueModel } from "../../../app/statistics/queueModel.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

const POOL: QueueModel = {
  places: 10,
  heldSeconds: 0.1,
  outsideSeconds: 0.02,
  thinkSeconds: 0,
  cores: 4,
  cpuSeconds: 0,
  cpuWhileHeld: false,
};
const rates = (model: QueueModel, connections: readonly number[]) => predict(model, connections).map((p) => p.throughputRps);

describe("predict()", () => {
  it("is the machine repairman for a pool: 83.33, 95.36, 99.79 and 100 requests/s at 10, 12, 15 and 20 connections", () => {
    const [ten = 0, twelve = 0, fifteen = 0, twenty = 0] = rates(POOL, [10, 12, 15, 20]);
    expect(ten).toBeCloseTo(83.33, 2);
    expect(twelve).toBeCloseTo(95.36, 2);
    expect(fifteen).toBeCloseTo(99.79, 2);
    expect(twenty).toBeCloseTo(100, 2);
  });

  it("has the unloaded time with one connection, wherever the target computes", () => {
    for (const cpuWhileHeld of [true, false]) {
      const [one] = predict({ ...POOL, cpuSeconds: 0.015, cpuWhileHeld }, [1]);
      expect(one?.latencySeconds).toBeCloseTo(0.12, 9);
    }
  });

  it("ends at the cores when there are places enough, and at the places when there are cores enough", () => {
    for (const cpuWhileHeld of [true, false]) {
      const busy = { ...POOL, cpuSeconds: 0.015, cores: 2, cpuWhileHeld };
      expect(rates({ ...busy, places: 100 }, [400])[0]).toBeCloseTo(2 / 0.015, 1);
      const [few = 0] = rates({ ...busy, places: 2, cores: 16 }, [400]);
      expect(few).toBeCloseTo(20, 1);
    }
  });

  it("moves the knee with the think time: ten connections that think 880 ms are one", () => {
    const [point] = predict({ ...POOL, thinkSeconds: 0.88 }, [10]);
    expect(point?.throughputRps).toBeCloseTo(10, 1);
    expect(point?.latencySeconds).toBeCloseTo(0.12, 3);
  });

  it("agrees with a simulation of workers that wait and compute, constant waits included", () => {
    const model: QueueModel = {
      places: 6,
      heldSeconds: 0.05,
      outsideSeconds: 0,
      thinkSeconds: 0.03,
      cores: 2,
      cpuSeconds: 0.012,
      cpuWhileHeld: true,
    };
    for (const n of [4, 12, 40]) {
      const [rate = 0] = rates(model, [n]);
      expect(Math.abs(simulate(model, n) / rate - 1)).toBeLessThan(0.04);
    }
  });

  it("refuses more connections than it can solve for, and none", () => {
    expect(() => predict(POOL, [6000])).toThrow("1..5000 connections; got 6000");
    expect(() => predict(POOL, [0])).toThrow("got 0");
  });
});

describe("queueModel()", () => {
  it("splits the unloaded time by Little's law: 10 places at 100 requests/s are held for 100 ms of 120", () => {
    const measured = { places: 10, plateauRps: 100, unloadedSeconds: 0.12, thinkSeconds: 0.5, cores: 4, cpuSeconds: 0.01 };
    const model = queueModel(measured);
    expect(model).toMatchObject({ heldSeconds: 0.1, outsideSeconds: expect.closeTo(0.02, 12), cpuWhileHeld: false, thinkSeconds: 0.5 });
    expect(queueModel({ ...measured, unloadedSeconds: 0.1 })).toMatchObject({ outsideSeconds: 0, cpuWhileHeld: true });
    expect(queueModel({ ...measured, places: Number.POSITIVE_INFINITY })).toMatchObject({ heldSeconds: 0.12, outsideSeconds: 0 });
    expect(() => queueModel({ ...measured, plateauRps: 0 })).toThrow("got 10, 0, 0.12");
  });
});

describe("limitRps()", () => {
  it("is the places' limit or the cores', whichever is lower, and what many connections come to", () => {
    expect(limitRps(POOL)).toBeCloseTo(100, 9);
    expect(limitRps({ ...POOL, places: 40 })).toBeCloseTo(400, 9);
    const computing = { ...POOL, places: 40, cpuSeconds: 0.015 };
    expect(limitRps(computing)).toBeCloseTo(4 / 0.015, 9);
    expect(rates(computing, [200])[0]).toBeCloseTo(4 / 0.015, 1);
  });
});

/** Discrete events: workers (first come, first served) that compute on cores (processor by processor, exponential) and wait a constant time. Requests/s. */
function simulate({ places, heldSeconds, thinkSeconds, cores, cpuSeconds }: QueueModel, users: number): number {
  const random = seededRandom(5, users);
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const events: [at: number, kind: "arrive" | "computed" | "done"][] = Array.from({ length: users }, () => [
    exponential(thinkSeconds),
    "arrive",
  ]);
  let [inside, waiting, computing, ready, done, now] = [0, 0, 0, 0, 0, 0];
  const enter = () => {
    inside++;
    if (computing < cores) compute();
    else ready++;
  };
  const compute = () => {
    computing++;
    events.push([now + exponential(cpuSeconds), "computed"]);
  };
  while (done < 30_000) {
    const next = events.reduce((best, event, i) => (event[0] < (events[best]?.[0] ?? 0) ? i : best), 0);
    const [at, kind] = events.splice(next, 1)[0] ?? expect.fail();
    now = at;
    if (kind === "arrive") {
      if (inside < places) enter();
      else waiting++;
    } else if (kind === "computed") {
      computing--;
      events.push([now + heldSeconds - cpuSeconds, "done"]);
      if (ready > 0) {
        ready--;
        compute();
      }
    } else {
      done++;
      inside--;
      events.push([now + exponential(thinkSeconds), "arrive"]);
      if (waiting > 0) {
        waiting--;
        enter();
      }
    }
  }
  return done / now;
}
