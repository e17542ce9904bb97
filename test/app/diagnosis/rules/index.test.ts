import { describe, expect, it } from "vitest";
import { bottlenecks, warnings } from "../../../../app/diagnosis/rules/index.ts";
import { BOTTLENECK_IDS, WARNING_IDS } from "../../../../app/model/finding.ts";

describe("the rules", () => {
  it("are one for each finding there is", () => {
    expect(bottlenecks.map(({ id }) => id).toSorted()).toEqual(BOTTLENECK_IDS.toSorted());
    expect(warnings.map(({ id }) => id).toSorted()).toEqual(WARNING_IDS.toSorted());
  });

  it.each([...bottlenecks, ...warnings].map((rule) => [rule.id, rule] as const))(
    "%s says what it is and what to do",
    (_id, { title, explanation, advice }) => {
      expect(title).toMatch(/^[A-Z1-9].*[^.]$/);
      expect(explanation.length).toBeGreaterThan(150);
      expect(advice.length).toBeGreaterThan(0);
    },
  );

  it.each(bottlenecks.map((rule) => [rule.id, rule] as const))(
    "%s says what it is confused with, or what it is measured by",
    (_id, { explanation }) => {
      expect(explanation).toMatch(/Confused with|cannot be told|Typical causes|Compare with|Real users/);
    },
  );
});
