import { describe, expect, it } from "vitest";
import type { ExperimentOutcome } from "../../../app/model/finding.ts";
import { Plan } from "../../../app/model/plan.ts";
import { effectText, experimentSection } from "../../../app/report/experimentText.ts";

const outcome: ExperimentOutcome = {
  id: "no-cookie",
  title: "No cookie",
  status: "done",
  arms: { a: "the cookie", b: "no cookie" },
  blocks: 6,
  metric: "throughputRps",
  a: 40,
  b: 160,
  shift: { value: 3, low: 2.9, high: 3.1 },
  a12: 1,
  text: "At 4 <connections>, four times as much.",
  effects: [
    { finding: "session-lock", verdict: "confirms" },
    { finding: "serialised", verdict: "refutes" },
  ],
};

describe("experiments in a report", () => {
  it("tell what they did, what came out, and what it says of the findings", () => {
    expect(effectText(outcome)).toBe("Confirms session-lock; refutes serialised.");
    const html = experimentSection([outcome]);
    expect(html).toContain("At 4 &lt;connections&gt;, four times as much.");
    expect(html).toContain("6 blocks by turns, with the cookie and with no cookie; the second was above the first in 100 % of all pairs.");
  });

  it("say why one was not possible, and nothing where there was none", () => {
    const refused = { ...outcome, status: "not-possible" as const, blocks: 0, a12: null, effects: [], text: "Not possible: no cookie." };
    expect(experimentSection([refused])).toContain("Not possible: no cookie.");
    expect(experimentSection([refused])).not.toContain("by turns");
    expect(experimentSection([])).toBe("");
  });
});

describe("a plan", () => {
  it("runs no experiment unless asked to", () => expect(Plan.parse({ url: "http://x/" }).experiments).toBe("none"));
});
