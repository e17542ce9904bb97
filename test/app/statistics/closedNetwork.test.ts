import { describe, expect, it } from "vitest";
import { closedNetwork, type Station } from "../../../app/statistics/closedNetwork.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { asymptoticBounds, balancedBounds, kneeConnections } from "../../../app/statistics/throughputBounds.ts";

const single = (...demands: number[]): Station[] => demands.map((demandSeconds) => ({ demandSeconds, servers: 1 }));
const THREE = single(0.005, 0.002, 0.001);
const THREE_DEMANDS = { totalSeconds: 0.008, largestSeconds: 0.005, stations: 3, thinkSeconds: 0.02 };

/** D = (5, 2, 1) ms, Z = 20 ms: N, X in requests/s, R in ms, upper asymptotic bound. */
const TABLE = [
  [1, 35.71, 8, 35.71],
  [2, 68.8, 9.071, 71.43],
  [4, 124.895, 12.027, 142.857],
  [8, 186.706, 22.848, 200],
  [16, 199.97, 60.012, 200],
  [32, 200, 140, 200],
] as const;

describe("closedNetwork()", () => {
  it.each(TABLE)("solves three queues exactly: N = %i, X = %d requests/s, R = %d ms", (n, rps, ms) => {
    const { connections, throughputRps, latencySeconds } = closedNetwork(THREE, 0.02, 40)[n - 1] ?? expect.fail();
    expect(connections).toBe(n);
    expect(throughputRps).toBeCloseTo(rps, n === 4 || n === 8 ? 3 : 2);
    expect(1000 * latencySeconds).toBeCloseTo(ms, 2);
  });

  it.each([
    [10, 83.33],
    [12, 95.36],
    [15, 99.79],
    [20, 100],
  ])("solves the machine repairman: 10 places held 100 ms, 20 ms outside, N = %i: X = %d", (n, rps) => {
    const [point] = closedNetwork([{ demandSeconds: 0.1, servers: 10 }], 0.02, n).slice(-1);
    expect(point?.throughputRps).toBeCloseTo(rps, 2);
  });

  it("has 180 ms latency there at N = 20, and the outside time may be a delay as well as think time", () => {
    const stations = [
      { demandSeconds: 0.1, servers: 10 },
      { demandSeconds: 0.02, servers: Number.POSITIVE_INFINITY },
    ];
    const asDelay = closedNetwork(stations, 0, 20).at(-1);
    expect(1000 * (asDelay?.latencySeconds ?? 0)).toBeCloseTo(200, 1);
    const asThought = closedNetwork(stations.slice(0, 1), 0.02, 20).at(-1);
    expect(1000 * (asThought?.latencySeconds ?? 0)).toBeCloseTo(180, 1);
    expect(asDelay?.throughputRps).toBeCloseTo(asThought?.throughputRps ?? 0, 9);
  });

  it("agrees with the recursion of mean value analysis on random queues", () => {
    const random = seededRandom(7);
    for (let run = 0; run < 50; run++) {
      const demands = Array.from({ length: 1 + Math.floor(random() * 4) }, () => 0.001 + random());
      const think = random() < 0.3 ? 0 : 5 * random();
      const queues = demands.map(() => 0);
      for (const { connections, throughputRps, latencySeconds } of closedNetwork(single(...demands), think, 30)) {
        const residence = demands.map((demand, k) => demand * (1 + (queues[k] as number)));
        const latency = residence.reduce((a, b) => a + b, 0);
        const rate = connections / (think + latency);
        for (const [k, time] of residence.entries()) queues[k] = rate * time;
        expect(throughputRps / rate).toBeCloseTo(1, 10);
        expect(latencySeconds / latency).toBeCloseTo(1, 8);
      }
    }
  });

  it("agrees with the balance of births and deaths for hundreds of servers, where mean values lose all digits", () => {
    const [servers, held, outside, n] = [400, 0.05, 0.07, 1000];
    // p(j) / p(j - 1) = (n - j + 1)/outside / (min(j, servers)/held); X = sum of p(j) min(j, servers)/held
    const logs = [0];
    for (let j = 1; j <= n; j++) logs.push((logs.at(-1) as number) + Math.log(((n - j + 1) / outside / Math.min(j, servers)) * held));
    const top = Math.max(...logs);
    const weights = logs.map((value) => Math.exp(value - top));
    const all = weights.reduce((a, b) => a + b, 0);
    const rate = weights.reduce((sum, weight, j) => sum + (weight / all) * (Math.min(j, servers) / held), 0);
    const point = closedNetwork([{ demandSeconds: held, servers }], outside, n).at(-1);
    expect((point?.throughputRps ?? 0) / rate).toBeCloseTo(1, 9);
  });

  it("takes any rates: those of m servers give what m servers give", () => {
    const rates = { ratesPerSecond: [1, 2, 3].map((j) => j / 0.04) };
    const rated = closedNetwork([rates, ...THREE], 0.1, 50);
    expect(rated.map((p) => p.throughputRps)).toEqual(
      closedNetwork([{ demandSeconds: 0.04, servers: 3 }, ...THREE], 0.1, 50).map((p) => p.throughputRps),
    );
  });

  it("refuses what is no network", () => {
    expect(() => closedNetwork([{ demandSeconds: -1, servers: 1 }], 0, 5)).toThrow("times of 0 or more");
    expect(() => closedNetwork([{ demandSeconds: 1, servers: 0 }], 0, 5)).toThrow("servers above 0");
    expect(() => closedNetwork(THREE, 0, 0)).toThrow("1..5000 connections; got 0");
    expect(() => closedNetwork(single(0), 0, 5)).toThrow("nothing takes time");
  });
});

describe("bounds", () => {
  it.each(TABLE)("have the published values at N = %i", (n, _rps, _ms, high) => {
    expect(asymptoticBounds(THREE_DEMANDS, n).throughputRps[1]).toBeCloseTo(high, 2);
  });

  it.each([
    [4, 107.438, 132.075],
    [8, 146.341, 200],
  ])("have the published balanced values at N = %i", (n, low, high) => {
    const bounds = balancedBounds(THREE_DEMANDS, n).throughputRps;
    expect(bounds[0]).toBeCloseTo(low, 3);
    expect(bounds[1]).toBeCloseTo(high, 3);
  });

  it("have their knee at 5.6 connections", () => {
    expect(kneeConnections(THREE_DEMANDS)).toBeCloseTo(5.6, 12);
  });

  it("hold every exact solution, the balanced ones within the asymptotic ones", () => {
    const random = seededRandom(21);
    for (let run = 0; run < 60; run++) {
      const demands = Array.from({ length: 1 + Math.floor(random() * 4) }, () => 0.01 + random());
      const thinkSeconds = random() < 0.3 ? 0 : 6 * random();
      const total = demands.reduce((a, b) => a + b, 0);
      const all = { totalSeconds: total, largestSeconds: Math.max(...demands), stations: demands.length, thinkSeconds };
      for (const { connections, throughputRps, latencySeconds } of closedNetwork(single(...demands), thinkSeconds, 25)) {
        for (const bounds of [balancedBounds(all, connections), asymptoticBounds(all, connections)]) {
          const [slack, lack] = [1 + 1e-9, 1 - 1e-9];
          expect(throughputRps).toBeGreaterThanOrEqual(bounds.throughputRps[0] * lack);
          expect(throughputRps).toBeLessThanOrEqual(bounds.throughputRps[1] * slack);
          expect(latencySeconds).toBeGreaterThanOrEqual(bounds.latencySeconds[0] * lack);
          expect(latencySeconds).toBeLessThanOrEqual(bounds.latencySeconds[1] * slack);
        }
        const [balanced, asymptotic] = [balancedBounds(all, connections), asymptoticBounds(all, connections)];
        expect(balanced.throughputRps[0]).toBeGreaterThanOrEqual(asymptotic.throughputRps[0] * (1 - 1e-9));
        expect(balanced.throughputRps[1]).toBeLessThanOrEqual(asymptotic.throughputRps[1] * (1 + 1e-9));
      }
    }
  });

  it("refuse a demand larger than the whole", () => {
    expect(() => asymptoticBounds({ ...THREE_DEMANDS, largestSeconds: 0.01 }, 4)).toThrow("0 < largest <= total");
    expect(() => balancedBounds(THREE_DEMANDS, 0)).toThrow("got 0 connections");
  });
});
