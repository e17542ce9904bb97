import { describe, expect, it } from "vitest";
import { growthModels } from "../../../app/statistics/growthModels.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { fitAmdahl, fitUsl, peakConnections, type UslParameters, uslThroughput } from "../../../app/statistics/usl.ts";

const curve = (connections: readonly number[], throughput: readonly number[]) =>
  connections.map((n, i) => ({ connections: n, throughputRps: throughput[i] as number }));
const drawn = (connections: readonly number[], f: (n: number) => number, noise = 0, seed = 1) => {
  const random = seededRandom(seed);
  return connections.map((n) => ({ connections: n, throughputRps: f(n) * (1 + noise * normalDraw(random)) }));
};
const parameters = ({ lambdaRps, alpha, beta }: ReturnType<typeof fitUsl>): UslParameters => ({
  lambdaRps: lambdaRps.value,
  alpha: alpha.value,
  beta: beta.value,
});

/** smoeding/usl: data and tests/*.Rout.save. */
const SPECSDM91 = curve([1, 18, 36, 72, 108, 144, 216], [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775, 1702.2]);
const RAYTRACER = curve([1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64], [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]);
const SYNTHETIC = curve([1, 2, 4, 6, 8, 10], [1, 1.8868, 3.0769, 3.5294, 3.5398, 3.3557]);
const T_4_FREEDOM = 2.776;
const T_3_FREEDOM = 3.182;

describe("fitUsl()", () => {
  it("agrees with the R package usl on specsdm91: parameters, standard errors, peak, limit and fitted values", () => {
    const fit = fitUsl(SPECSDM91, "equal");
    expect(fit.alpha.value).toBeCloseTo(0.0277284756, 9);
    expect(fit.beta.value).toBeCloseTo(0.000104365484, 11);
    expect(fit.lambdaRps.value).toBeCloseTo(89.995233, 5);
    expect((fit.alpha.high - fit.alpha.value) / T_4_FREEDOM).toBeCloseTo(0.0091217, 7);
    expect((fit.beta.value - fit.beta.low) / T_4_FREEDOM).toBeCloseTo(1.988e-5, 7);
    expect((fit.lambdaRps.high - fit.lambdaRps.value) / T_4_FREEDOM).toBeCloseTo(14.2134894, 3);
    expect(fit.residualStandardError).toBeCloseTo(82.85, 2);
    expect(fit.residualStandardError ** 2 * 4).toBeCloseTo(27453.7196, 3);
    expect(fit.peakConnections).toBeCloseTo(96.51956, 5);
    expect(fit.peakRps).toBeCloseTo(1884, 0);
    expect(fit.limitRps).toBeCloseTo(3245.589, 3);
    expect(1 / fit.alpha.value).toBeCloseTo(36.06401, 5);
    expect(uslThroughput(parameters(fit), 1 / fit.alpha.value)).toBeCloseTo(1542, 0);
    const fitted = SPECSDM91.map(({ connections }) => Math.round(uslThroughput(parameters(fit), connections)));
    expect(fitted).toEqual([90, 1078, 1541, 1850, 1879, 1822, 1646]);
    const efficiency = SPECSDM91.map((p) => (p.throughputRps / p.connections / fit.lambdaRps.value).toFixed(4));
    expect(efficiency).toEqual(["0.7211", "0.6148", "0.5100", "0.2860", "0.1882", "0.1370", "0.0876"]);
  });

  it("agrees with it on the first six rows of raytracer, with intervals of n - 3 degrees of freedom", () => {
    const { alpha, beta, lambdaRps } = fitUsl(RAYTRACER.slice(0, 6), "equal");
    expect(alpha.value).toBeCloseTo(0.0244440414, 9);
    expect(beta.value).toBeCloseTo(0.00162680941, 9);
    expect(lambdaRps.value).toBeCloseTo(20.8560453, 6);
    expect((alpha.high - alpha.value) / T_3_FREEDOM).toBeCloseTo(0.00839066, 7);
    expect((beta.high - beta.value) / T_3_FREEDOM).toBeCloseTo(0.000261398, 8);
    expect((lambdaRps.high - lambdaRps.value) / T_3_FREEDOM).toBeCloseTo(0.788506, 5);
  });

  it("holds beta at 0 on all of raytracer, where the free fit is below it", () => {
    const fit = fitUsl(RAYTRACER, "equal");
    expect(fit.beta).toEqual({ value: 0, low: 0, high: 0 });
    expect(fit.alpha.value).toBeCloseTo(0.0577708, 7);
    expect(fit.lambdaRps.value).toBeCloseTo(21.848843, 6);
    expect(fit.residualStandardError ** 2 * 9).toBeCloseTo(697.238, 3);
    expect(fit.limitRps).toBeCloseTo(378.2, 1);
    expect(1 / fit.alpha.value).toBeCloseTo(17.31, 2);
    expect(fit.peakConnections).toBe(Number.POSITIVE_INFINITY);
  });

  it("gets back the parameters of the synthetic data: 0.02, 0.02, 1, peak at 7", () => {
    for (const weights of ["equal", "relative"] as const) {
      const { alpha, beta, lambdaRps, peakConnections: peak, r2 } = fitUsl(SYNTHETIC, weights);
      expect(alpha.value).toBeCloseTo(0.02, 4);
      expect(beta.value).toBeCloseTo(0.02, 5);
      expect(lambdaRps.value).toBeCloseTo(1, 4);
      expect(peak).toBeCloseTo(7, 3);
      expect(r2).toBeCloseTo(1, 8);
    }
  });

  it.each([
    [{ lambdaRps: 20_000, alpha: 0.3, beta: 1e-6 }],
    [{ lambdaRps: 3, alpha: 0.001, beta: 0.01 }],
    [{ lambdaRps: 150, alpha: 0.9, beta: 0.0002 }],
    [{ lambdaRps: 80, alpha: 0.05, beta: 0 }],
    [{ lambdaRps: 80, alpha: 0, beta: 0.0004 }],
    [{ lambdaRps: 80, alpha: 1, beta: 0 }], // one at a time for ever
    [{ lambdaRps: 80, alpha: 0, beta: 0 }],
  ])("gets back any parameters from exact data: %j", (truth) => {
    const fit = parameters(fitUsl(drawn([1, 2, 5, 10, 25, 50, 100, 400], (n) => uslThroughput(truth, n))));
    expect(fit.lambdaRps / truth.lambdaRps).toBeCloseTo(1, 6);
    expect(fit.alpha).toBeCloseTo(truth.alpha, 6);
    expect(fit.beta).toBeCloseTo(truth.beta, 8);
  });

  it("stays within its bounds whatever the points, and its intervals hold the truth about 95 times in 100", () => {
    const truth = { lambdaRps: 50, alpha: 0.05, beta: 0.001 };
    let held = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const fit = fitUsl(drawn([1, 2, 4, 8, 16, 32, 64, 128], (n) => uslThroughput(truth, n), 0.03, seed));
      if (fit.alpha.low <= truth.alpha && truth.alpha <= fit.alpha.high) held++;
      const random = seededRandom(seed, 1);
      const wild = fitUsl([1, 2, 4, 8, 16, 32, 64].map((connections) => ({ connections, throughputRps: 1 + 1000 * random() })));
      expect(wild.alpha.value).toBeGreaterThanOrEqual(0);
      expect(wild.alpha.value).toBeLessThanOrEqual(1);
      expect(wild.beta.value).toBeGreaterThanOrEqual(0);
      expect(wild.lambdaRps.value).toBeGreaterThan(0);
    }
    expect(held / 150).toBeGreaterThan(0.92);
    expect(held / 150).toBeLessThan(0.98);
  });

  it("refuses fewer than six distinct numbers of connections, and points at zero", () => {
    expect(() => fitUsl(RAYTRACER.slice(0, 5))).toThrow("needs 6 levels above zero; got 5");
    expect(() => fitUsl([...RAYTRACER.slice(0, 5), ...RAYTRACER.slice(0, 5)])).toThrow("got 5");
    expect(() => fitUsl([{ connections: 0, throughputRps: 3 }, ...RAYTRACER])).toThrow("above zero");
  });
});

describe("peakConnections()", () => {
  it("agrees with the R package usl: 316.0696 connections for alpha 0.001, beta 0.00001", () => {
    expect(peakConnections({ alpha: 0.001, beta: 0.00001 })).toBeCloseTo(316.0696, 4);
    expect(peakConnections({ alpha: 0.5, beta: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(peakConnections({ alpha: 1, beta: 0.1 })).toBe(1);
  });
});

describe("fitAmdahl()", () => {
  it("never falls: on falling data it holds alpha at 1 at most", () => {
    const falling = drawn([1, 2, 5, 10, 25, 50], (n) => 100 - n);
    expect(fitAmdahl(falling)).toMatchObject({ alpha: 1, beta: 0 });
    const fit = fitAmdahl(drawn([1, 2, 5, 10, 25, 50], (n) => uslThroughput({ lambdaRps: 10, alpha: 0.1, beta: 0 }, n)));
    expect(fit.alpha).toBeCloseTo(0.1, 8);
  });
});

describe("growthModels()", () => {
  const LEVELS = [1, 2, 5, 10, 25, 50, 100];
  const usl = (alpha: number, beta: number) => (n: number) => uslThroughput({ lambdaRps: 20, alpha, beta }, n);
  it.each([
    ["a pool of 8", (n: number) => 20 * Math.min(n, 8), "two-segment", false],
    ["no limit", (n: number) => 20 * n, "linear", false],
    ["work done one at a time", usl(0.05, 0), "amdahl", false],
    ["agreement between all", usl(0.05, 0.005), "usl", true],
    ["a soft peak, of which one level lies behind", usl(0.02, 0.0005), "usl", false],
  ] as const)("tells apart: %s", (_, f, best, declines) => {
    for (let seed = 1; seed <= 10; seed++) {
      expect(growthModels(drawn(LEVELS, f, 0.01, seed))).toMatchObject({ best, declines });
    }
  });

  it("calls a flat or a growing curve falling less than once in a hundred, noisy as it may be", () => {
    let wrong = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const pool = growthModels(drawn(LEVELS, (n) => 20 * Math.min(n, 4), 0.06, seed));
      const serial = growthModels(drawn(LEVELS, () => 100, 0.06, seed + 1000));
      for (const models of [pool, serial]) if (models?.declines) wrong++;
    }
    expect(wrong).toBeLessThan(3);
  });

  it("does not take a single low last level for a decline", () => {
    const points = [...drawn(LEVELS.slice(0, -1), usl(0.05, 0.0001), 0.003), { connections: 100, throughputRps: 40 }];
    expect(growthModels(points)?.declines).toBe(false);
  });

  it("does not take levels on top of a broad peak for a decline: they lie no farther below it than the scatter", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const models = growthModels(drawn([1, 2, 5, 10, 25, 44, 48, 52, 56], usl(0.02, 0.0005), 0.01, seed));
      expect(models).toMatchObject({ best: "usl", declines: false });
    }
  });

  it("says nothing of fewer than six numbers of connections", () => {
    expect(growthModels(drawn([1, 2, 5, 10, 10, 25], (n) => n))).toBeNull();
  });
});
