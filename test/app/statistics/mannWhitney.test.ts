import { describe, expect, it } from "vitest";
import { hodgesLehmann, mannWhitney, varghaDelaney } from "../../../app/statistics/mannWhitney.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

/** scipy, test_stats.py, TestMannWhitneyU. */
const X = [210.05211, 110.19063, 307.918612];
const Y = [
  436.08811482466416, 416.37397329768191, 179.96975939463582, 197.8118754228619, 34.038757281225756, 138.54220550921517, 128.7769351470246,
  265.92721427951852, 275.6617533155341, 592.34083395416258, 448.73177590617018, 300.61495185038905, 187.97508449019588,
];

describe("mannWhitney()", () => {
  it("agrees with scipy, asymptotic: U = 16, p = 0.68650, 0.34325 and 0.70476", () => {
    const { u, probability, less, greater } = mannWhitney(X, Y, "asymptotic");
    expect(u).toBe(16);
    expect(probability).toBeCloseTo(0.6865041817876, 12);
    expect(less).toBeCloseTo(0.3432520908938, 12);
    expect(greater).toBeCloseTo(0.7047591913255, 12);
  });

  it("agrees with scipy, exact: p = 0.70357, 0.35179 and 0.69464; small samples are taken exactly", () => {
    const { probability, less, greater } = mannWhitney(X, Y);
    expect(probability).toBeCloseTo(0.7035714285714, 12);
    expect(less).toBeCloseTo(0.3517857142857, 12);
    expect(greater).toBeCloseTo(0.6946428571429, 12);
    expect(mannWhitney(X, Y, "exact")).toEqual(mannWhitney(X, Y));
  });

  it("counts pairs, ties half, and swaps its tails with its samples", () => {
    const random = seededRandom(6);
    for (let run = 0; run < 50; run++) {
      const xs = Array.from({ length: 1 + Math.floor(random() * 15) }, () => Math.floor(random() * 10));
      const ys = Array.from({ length: 1 + Math.floor(random() * 15) }, () => Math.floor(random() * 12));
      const pairs = xs.flatMap((x) => ys.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)));
      const there = mannWhitney(xs, ys);
      expect(there.u).toBe(pairs.reduce<number>((a, b) => a + b, 0));
      const back = mannWhitney(ys, xs);
      expect(back.less).toBeCloseTo(there.greater, 12);
      expect(back.u + there.u).toBe(xs.length * ys.length);
    }
  });

  it("has nearly the exact probability at sizes where it stops counting", () => {
    const random = seededRandom(9);
    const xs = Array.from({ length: 12 }, () => normalDraw(random) + 1);
    const ys = Array.from({ length: 14 }, () => normalDraw(random));
    expect(Math.abs(mannWhitney(xs, ys).probability - mannWhitney(xs, ys, "exact").probability)).toBeLessThan(0.005);
  });

  it("takes ties off the variance: 7 ones and 3 twos against 3 and 7", () => {
    // U = 3·3 + (7·3 + 3·7)/2 = 30; variance 100/12 · (21 - 2·(10³ - 10)/(20·19)) = 131.579; z = (50 - 30 - 1/2)/11.4708 = 1.69997
    const [xs, ys] = [7, 3].map((ones) => Array.from({ length: 10 }, (_, i) => (i < ones ? 1 : 2))) as [number[], number[]];
    const { u, probability } = mannWhitney(xs, ys);
    expect(u).toBe(30);
    expect(probability).toBeCloseTo(0.08914, 4);
  });

  it("finds nothing between equal values and refuses an empty sample", () => {
    expect(mannWhitney([5, 5, 5], [5, 5])).toMatchObject({ u: 3, probability: 1 });
    expect(() => mannWhitney([], [1])).toThrow("got 0 and 1");
  });
});

describe("varghaDelaney()", () => {
  it("is U over the number of pairs: 0.41026 in scipy's example; 1, 0 and 0.5 at the ends and in the middle", () => {
    expect(varghaDelaney(X, Y)).toBeCloseTo(0.41026, 5);
    expect(varghaDelaney([3, 4], [1, 2])).toBe(1);
    expect(varghaDelaney([1, 2], [3, 4])).toBe(0);
    expect(varghaDelaney([1, 2], [1, 2])).toBe(0.5);
  });
});

describe("hodgesLehmann()", () => {
  it("is the median of all differences, from the first sample to the second", () => {
    expect(hodgesLehmann([1, 2, 3], [11, 12, 13]).value).toBe(10);
    expect(hodgesLehmann([11, 12, 13], [1, 2, 3]).value).toBe(-10);
    expect(hodgesLehmann([1, 2, 3], [11, 12, 13])).toMatchObject({ low: 8, high: 12 }); // 20 orders: 95 % cannot be had
  });

  it("leaves out as many differences as the table of critical values says: 2 on each side for samples of 4 and 6", () => {
    // critical value of U at 5 %, two-sided, in any printed table: 2 for 4 and 6
    const xs = [0, 100, 200, 300];
    const ys = [1, 12, 23, 34, 45, 56];
    const differences = ys.flatMap((y) => xs.map((x) => y - x)).sort((a, b) => a - b);
    expect(hodgesLehmann(xs, ys)).toMatchObject({ low: differences[2], high: differences[21] });
  });

  it.each([
    [5, 7],
    [12, 15],
    [30, 20],
  ])("holds the true shift about 95 times in 100, samples of %i and %i", (n, m) => {
    const random = seededRandom(n, m);
    let held = 0;
    for (let run = 0; run < 1000; run++) {
      const xs = Array.from({ length: n }, () => normalDraw(random));
      const ys = Array.from({ length: m }, () => normalDraw(random) + 2);
      const { low, high } = hodgesLehmann(xs, ys);
      if (low <= 2 && high >= 2) held++;
    }
    expect(held / 1000).toBeGreaterThan(0.93);
    expect(held / 1000).toBeLessThan(0.98);
  });
});
