import { describe, expect, it } from "vitest";
import { BOTTLENECK_IDS, WARNING_IDS } from "../../../app/model/finding.ts";
import { handbook } from "../../../app/report/handbook.ts";

describe("handbook", () => {
  it("has a page for every finding there is", () => {
    expect(handbook.map(({ id }) => id).toSorted()).toEqual([...BOTTLENECK_IDS, ...WARNING_IDS].toSorted());
  });

  it.each(handbook.map((page) => [page.id, page] as const))("%s: says what it is and what to do", (_id, page) => {
    expect(page.about.length).toBeGreaterThan(80);
    expect(page.fix.length).toBeGreaterThan(0);
    if (!page.isWarning) expect(page.confusedWith?.length).toBeGreaterThan(20);
  });
});
