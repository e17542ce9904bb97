import { describe, expect, it } from "vitest";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { effectiveParallelism } from "../../../app/diagnosis/parallelism.ts";
import { byConnections, findPlateau, shapeOf } from "../../../app/diagnosis/plateau.ts";
import { aRecording } from "../../support/builders.ts";

const levelsOf = (curve: readonly (readonly [number, number])[]) =>
  byConnections(summariseLevels(aRecording({ levels: curve.map(([connections, rps]) => ({ connections, rps })) })));

describe("findPlateau() and shapeOf()", () => {
  it.each([
    // why                                        connections -> requests/s                                        flat from  shape
    [
      "pool of 2",
      [
        [1, 20],
        [2, 40],
        [5, 40],
        [10, 41],
        [25, 40],
        [50, 40],
      ],
      2,
      "flat",
    ],
    [
      "pool of 10, soft knee",
      [
        [1, 20],
        [2, 40],
        [5, 98],
        [10, 185],
        [25, 200],
        [50, 200],
      ],
      10,
      "flat",
    ],
    [
      "wanders, and does not grow",
      [
        [1, 105],
        [2, 118],
        [5, 102],
        [10, 120],
        [25, 108],
        [50, 112],
      ],
      1,
      "flat",
    ],
    [
      "grows by a fifth at the last doubling",
      [
        [1, 50],
        [2, 100],
        [5, 250],
        [10, 500],
        [25, 1000],
        [50, 1190],
      ],
      null,
      "bending",
    ],
    [
      "one at a time",
      [
        [1, 40],
        [2, 40],
        [5, 40],
        [10, 40],
      ],
      1,
      "flat",
    ],
    [
      "grows in step",
      [
        [1, 50],
        [2, 100],
        [5, 250],
        [10, 500],
        [25, 1240],
        [50, 2400],
      ],
      null,
      "growing",
    ],
    [
      "grows less and less",
      [
        [1, 50],
        [2, 95],
        [5, 210],
        [10, 350],
        [25, 600],
        [50, 800],
      ],
      null,
      "bending",
    ],
    [
      "has a peak and falls",
      [
        [1, 50],
        [2, 100],
        [5, 220],
        [10, 300],
        [25, 240],
        [50, 150],
      ],
      null,
      "falling",
    ],
    [
      "two levels too close to tell",
      [
        [1, 50],
        [10, 400],
        [12, 410],
      ],
      null,
      "bending",
    ],
    ["a single level", [[10, 400]], null, "unknown"],
  ] as const)("%s", (_why, curve, flatFrom, shape) => {
    const levels = levelsOf(curve);
    const plateau = findPlateau(levels);
    expect(levels.find(({ index }) => index === plateau?.from)?.connections ?? null).toBe(flatFrom);
    expect(shapeOf(levels, plateau)).toBe(shape);
  });

  it.each([
    [0.7, "falling"],
    [0.8, "bending"],
  ])("calls %d of the peak in three seconds that scatter %s", (share, shape) => {
    const scattered = (second: number) => 400 * share * (1 + 0.5 * Math.sin(2 * Math.floor(second)));
    const drawing = [
      { connections: 1, rps: 100 },
      { connections: 10, rps: 400 },
      { connections: 25, rps: 340 },
      { connections: 50, rps: 400 * share, rpsAt: scattered },
    ];
    const levels = byConnections(summariseLevels(aRecording({ levels: drawing, seconds: 3 })));
    expect(shapeOf(levels, findPlateau(levels))).toBe(shape);
  });

  it("takes the knee where the line meets the plateau", () => {
    const plateau = findPlateau(
      levelsOf([
        [1, 20],
        [2, 40],
        [5, 100],
        [10, 160],
        [25, 160],
        [50, 160],
      ]),
    );
    expect(plateau?.knee?.value).toBeCloseTo(8, 1);
  });

  it("is flat in spite of a last level whose seconds scatter: a disk is like that", () => {
    const curve = [58, 88, 229, 177, 185, 217];
    const levels = [1, 2, 5, 10, 25, 50].map((connections, n) => {
      const rps = curve[n] as number;
      return connections < 50 ? { connections, rps } : { connections, rps, rpsAt: (second: number) => rps + (second < 2 ? 90 : -180) };
    });
    const summaries = byConnections(summariseLevels(aRecording({ levels, seconds: 3 })));
    expect(summaries.at(-1)?.throughputInterval.high).toBeGreaterThan(1.25 * 229);
    expect(findPlateau(summaries)?.levels).toEqual([2, 3, 4, 5]);
  });
});

describe("effectiveParallelism()", () => {
  it("is throughput at the plateau times the time of a request that waits for nobody", () => {
    const levels = levelsOf([
      [1, 20],
      [2, 40],
      [5, 40],
      [10, 40],
    ]);
    expect(effectiveParallelism(levels, findPlateau(levels))?.value).toBeCloseTo(2, 1);
  });

  it("is not known when every level already waits", () => {
    const levels = levelsOf([
      [10, 43],
      [50, 42],
      [100, 42],
      [150, 42],
    ]); // the published story: no level below the knee
    expect(findPlateau(levels)?.throughputRps.value).toBeCloseTo(42.25, 1);
    expect(effectiveParallelism(levels, findPlateau(levels))).toBeNull();
  });
});
