import { describe, expect, it } from "vitest";
import { nextStep } from "../../../app/schedule/capacitySearch.ts";
import type { Tried } from "../../../app/schedule/edge.ts";
import type { Met } from "../../../app/schedule/objectiveMet.ts";

/** Runs the search against a target that keeps its objectives up to `capacity`; `unclear` within that share of it. */
function search(capacity: number, { from = 1, to = 10_000, unclear = 0 } = {}) {
  const trials: Tried[] = [];
  for (let i = 0; i < 100; i++) {
    const step = nextStep(trials, { from, to });
    if (step.kind === "answer") return { ...step, trials: trials.map(({ connections }) => connections) };
    const near = Math.abs(step.connections / capacity - 1) < unclear;
    const met: Met = near ? "unclear" : step.connections <= capacity ? "met" : "missed";
    trials.push({ connections: step.connections, met });
  }
  throw new Error("no answer after 100 levels");
}

describe("nextStep()", () => {
  it.each([1, 2, 3, 7, 25, 75, 100, 333, 4096])("finds a capacity of %i within 10 %%", (capacity) => {
    const { connections, sharp, trials } = search(capacity);
    expect(sharp).toBe(true);
    expect(connections).toBeLessThanOrEqual(capacity);
    expect((connections ?? 0) * 1.1).toBeGreaterThanOrEqual(capacity - 1);
    expect(trials.length).toBeLessThan(2 * Math.log2(capacity + 1) + 7);
  });

  it("goes down first when the first level is too much already", () => {
    expect(search(3, { from: 50 }).trials.slice(0, 3)).toEqual([50, 25, 12]);
    expect(search(3, { from: 50 }).connections).toBe(3);
  });

  it("says so when a single connection is too much", () => {
    expect(search(0, { from: 4 })).toMatchObject({ connections: null, firstMissed: 1, sharp: true });
  });

  it("stops at the bound and says that it was not sharp", () => {
    expect(search(1_000, { to: 64 })).toMatchObject({ connections: 64, firstMissed: null, sharp: false });
  });

  it("repeats an unclear level longer, twice, then counts it as missed", () => {
    const { trials, connections } = search(32, { unclear: 0.05 });
    expect(trials.filter((n) => n === 32)).toHaveLength(3);
    expect(connections).toBeLessThan(32);
    expect(connections).toBeGreaterThanOrEqual(28);
  });

  describe("an invalid level", () => {
    const after = (...trials: [connections: number, met: Met][]) =>
      nextStep(
        trials.map(([connections, met]) => ({ connections, met })),
        { from: 1, to: 10_000 },
      );

    it.each<[string, [number, Met][], unknown]>([
      [
        "is repeated once",
        [
          [4, "met"],
          [8, "invalid"],
        ],
        { kind: "try", connections: 8, longer: false },
      ],
      [
        "is decided by the valid repetition: on",
        [
          [4, "met"],
          [8, "invalid"],
          [8, "met"],
        ],
        { kind: "try", connections: 16 },
      ],
      [
        "is decided by the valid repetition: back",
        [
          [4, "met"],
          [8, "invalid"],
          [8, "missed"],
        ],
        { kind: "try", connections: 6 },
      ],
      [
        "ends the search when it is invalid again",
        [
          [4, "met"],
          [8, "invalid"],
          [8, "invalid"],
        ],
        { kind: "answer", connections: 4, firstMissed: null, sharp: false, stoppedAt: 8 },
      ],
      [
        "ends it between two edges",
        [
          [4, "met"],
          [8, "missed"],
          [6, "invalid"],
          [6, "invalid"],
        ],
        { kind: "answer", connections: 4, firstMissed: 8, sharp: false, stoppedAt: 6 },
      ],
      [
        "leaves nothing known at the first level",
        [
          [1, "invalid"],
          [1, "invalid"],
        ],
        { kind: "answer", connections: null, firstMissed: null, stoppedAt: 1 },
      ],
      [
        "does not count among the repetitions of an unclear one",
        [
          [8, "unclear"],
          [8, "invalid"],
          [8, "unclear"],
        ],
        { kind: "try", connections: 8, longer: true },
      ],
      [
        "is repeated once also after an unclear run",
        [
          [8, "unclear"],
          [8, "invalid"],
        ],
        { kind: "try", connections: 8, longer: false },
      ],
    ])("%s", (_why, trials, step) => {
      expect(after(...trials)).toMatchObject(step as object);
    });

    it("has an answer of its own otherwise: not stopped", () => {
      expect(search(32)).toMatchObject({ stoppedAt: null });
    });
  });
});
