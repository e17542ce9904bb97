import { describe, expect, it } from "vitest";
import { spreadOut } from "../../../app/figures/timePanel.ts";

describe("spreadOut()", () => {
  it.each([
    ["far enough apart: left where they are", [10, 40, 90], [10, 40, 90]],
    ["on one another: pushed down", [50, 50, 51], [50, 62, 74]],
    ["at the lower end: pushed back up", [95, 97, 99], [76, 88, 100]],
    ["above the upper end: pulled in", [-20, 5], [0, 12]],
    ["one alone beyond the end", [140], [100]],
    ["none", [], []],
  ])("%s", (_why, wanted, placed) => expect(spreadOut(wanted, 12, 0, 100)).toEqual(placed));
});
