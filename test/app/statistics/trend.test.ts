import { describe, expect, it } from "vitest";
import { normalDraw, normalQuantile } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { mannKendall, slopeInterval, theilSen } from "../../../app/statistics/trend.ts";

/** P. K. Sen, JASA 63 (1968), section 6. */
const SEN_X = [1, 2, 3, 4, 10, 12, 18];
const SEN_Y = [9, 15, 19, 20, 45, 55, 78];

/** Rain of each month from 1981 to 2010 at Bogra, mm, without the months nobody read: the series pyMannKendall tests itself with. */
const RAIN_MM = `
32 20 25 189 240 193 379 278 301 0 0 82 0 4 121 234 360 262 120 30 11 1 7 3 31 31 355 102 248 274 308 5 26 11 16 6 48 388 539 431
272 404 186 0 2 0 4 1 54 272 459 235 164 365 135 2 4 0 128 210 163 446 225 462 467 19 13 0 3 17 132 178 338 525 623 145 31 19 3 0
29 25 87 259 756 486 180 292 43 92 1 0 16 2 0 130 253 594 111 273 30 0 4 0 27 24 41 292 378 499 265 320 227 4 0 4 14 8 48 416 240
404 207 733 105 0 112 0 14 0 30 140 202 289 159 424 106 3 0 65 3 14 58 268 466 432 266 240 95 1 0 10 26 4 114 94 289 173 208 263
156 5 0 16 16 14 0 111 475 534 432 471 117 70 1 3 28 7 401 184 283 338 171 335 176 0 0 10 11 9 140 102 208 298 245 220 29 2 27 10
13 26 84 143 367 749 563 283 353 10 0 0 0 0 9 246 265 343 429 168 133 17 0 18 35 76 158 272 250 190 289 466 84 0 0 0 0 0 22 217
299 185 115 344 203 8 0 5 284 123 254 476 496 326 27 20 0 4 53 72 113 214 364 219 220 156 264 0 13 0 0 45 90 137 638 529 261 206
251 0 0 5 9 58 72 138 130 471 328 356 523 0 1 0 0 12 143 193 184 192 138 174 69 1 0 0 18 25 28 92 732 320 256 302 131 15 0 27 0 22
20 213 393 474 374 109 159 0 0 0 3 3 49 205 128 194 570 169 89 0 0 0 0 0 26 185 286 92 225 244 190 3 20
`
  .trim()
  .split(/\s+/)
  .map(Number);

describe("theilSen()", () => {
  it("agrees with Sen's example: slope 4, intercept 4", () => {
    expect(theilSen(SEN_X, SEN_Y)).toEqual({ slope: 4, intercept: 4 });
  });

  it("is not bent by one wild value in five", () => {
    const ys = Array.from({ length: 20 }, (_, i) => (i % 5 === 2 ? 1e6 : 3 * i + 7));
    expect(theilSen([...ys.keys()], ys).slope).toBeCloseTo(3, 10);
  });

  it("refuses points that lie above one another", () => {
    expect(() => theilSen([2, 2], [1, 5])).toThrow(/different x; got 2 x and 2 y/);
  });
});

describe("slopeInterval()", () => {
  it("agrees with Sen's example: 4, with 93 % between 26/7 and 35/8", () => {
    expect(slopeInterval(SEN_X, SEN_Y, 0.93)).toEqual({ value: 4, low: 26 / 7, high: 35 / 8 });
  });

  it("holds the true slope about 95 times in 100", () => {
    const random = seededRandom(17);
    let held = 0;
    for (let run = 0; run < 500; run++) {
      const ys = Array.from({ length: 20 }, (_, i) => 3 * i + normalDraw(random));
      const { low, high } = slopeInterval([...ys.keys()], ys);
      if (low <= 3 && high >= 3) held++;
    }
    expect(held / 500).toBeGreaterThan(0.92);
    expect(held / 500).toBeLessThan(0.98);
  });
});

describe("mannKendall()", () => {
  it("agrees with the hand calculation of Sen's example: S = 21, variance 44.333, Z = 3.003757, p = 0.0026667", () => {
    const { s, variance, z, probability } = mannKendall(SEN_Y);
    expect(s).toBe(21);
    expect(variance).toBeCloseTo(44.3333, 4);
    expect(z).toBeCloseTo(3.003757, 6);
    expect(probability).toBeCloseTo(0.00266668, 8);
  });

  it("agrees with pyMannKendall on 1 to 360: S = 64620, variance 5205500; and on ones: no trend", () => {
    const rising = mannKendall(Array.from({ length: 360 }, (_, i) => i + 1));
    expect(rising).toMatchObject({ s: 64_620, variance: 5_205_500 });
    expect(rising.probability).toBeLessThan(1e-12);
    expect(mannKendall(new Array(360).fill(1))).toMatchObject({ s: 0, z: 0, probability: expect.closeTo(1, 10) });
  });

  it("agrees with pyMannKendall on its rainfall, which has many ties: p = 0.37591058740506833", () => {
    const { s, variance, z, probability } = mannKendall(RAIN_MM);
    expect(s).toBe(-1959);
    expect(variance).toBeCloseTo(4_889_800.333333333, 6);
    expect(z).toBeCloseTo(-0.8854562842589916, 12);
    expect(probability).toBeCloseTo(0.37591058740506833, 12);
    expect(theilSen([...RAIN_MM.keys()], RAIN_MM).slope).toBeCloseTo(-0.0064516129032258064, 14);
  });

  it("agrees with pyMannKendall's Hamed-Rao correction on it: p = 0.604 with 3 lags, 0.000114 with all of them", () => {
    const three = mannKendall(RAIN_MM, 3);
    expect(three.variance / 14_226_812.425138814).toBeCloseTo(1, 12);
    expect(three.probability).toBeCloseTo(0.603684460662274, 12);
    const all = mannKendall(RAIN_MM, RAIN_MM.length - 1);
    expect(all.variance / 257_403.38678462413).toBeCloseTo(1, 9);
    expect(all.probability).toBeCloseTo(0.00011372459883540742, 10);
  });

  it("finds fewer trends in a wandering series with 3 lags than without", () => {
    const random = seededRandom(6);
    let [plain, corrected] = [0, 0];
    for (let run = 0; run < 300; run++) {
      let x = 0;
      const values = Array.from({ length: 60 }, () => {
        x = 0.6 * x + normalDraw(random);
        return x;
      });
      if (mannKendall(values).probability < 0.01) plain++;
      if (mannKendall(values, 3).probability < 0.01) corrected++;
    }
    expect(plain).toBeGreaterThan(25); // 1 % of 300 would be 3
    expect(corrected).toBeLessThan(plain / 3);
  });

  it("takes ties off the variance: 1 1 2 2 2 3 has (6*5*17 - 2*1*9 - 3*2*11) / 18", () => {
    expect(mannKendall([1, 1, 2, 2, 2, 3])).toMatchObject({ s: 11, variance: expect.closeTo((510 - 18 - 66) / 18, 10) });
  });

  it("has the opposite sign on the reversed series, and finds a trend in noise about as often as it says", () => {
    const random = seededRandom(5);
    let found = 0;
    for (let run = 0; run < 2000; run++) {
      const values = Array.from({ length: 12 }, random);
      const { s, probability } = mannKendall(values);
      expect(mannKendall(values.toReversed()).s + s).toBe(0);
      if (probability < 0.05) found++;
    }
    expect(found / 2000).toBeGreaterThan(0.025);
    expect(found / 2000).toBeLessThan(0.065);
  });
});

describe("normalQuantile()", () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.001, -3.090232306167813],
  ])("has the tabulated value at %d: %d", (p, x) => {
    expect(normalQuantile(p)).toBeCloseTo(x, 11);
  });

  it("refuses what is no probability between 0 and 1", () => {
    for (const p of [0, 1, Number.NaN]) expect(() => normalQuantile(p)).toThrow("needs 0 < p < 1");
  });
});
