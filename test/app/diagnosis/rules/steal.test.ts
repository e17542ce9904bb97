import { describe, expect, it } from "vitest";
import { steal } from "../../../../app/diagnosis/rules/steal.ts";
import { flatWith, growingWith, judged, type Strength, strengthOf } from "../../../support/judged.ts";

const stolen = (st: number | null, id = 5) => flatWith({ us: 60, sy: 20, id, st });

describe("steal", () => {
  it.each<[string, ReturnType<typeof flatWith>, Strength]>([
    ["a quarter of the CPU stolen", stolen(25), "verdict"],
    ["12 % stolen", stolen(12), "verdict"],
    ["9 % stolen: a tax", stolen(9), "absent"],
    ["full cores, nothing stolen", stolen(0), "absent"],
    ["25 % stolen, 28 % idle", stolen(25, 28), "verdict"],
    ["25 % stolen, but 32 % idle: room enough", stolen(25, 32), "absent"],
    ["25 % stolen while throughput grows", growingWith({ us: 60, sy: 20, id: 5, st: 25 }), "absent"],
    ["a platform that does not tell", stolen(null), "no-data"],
    ["no CPU read", flatWith({ us: null, sy: null, id: null, st: null }), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(steal, { levels })).toBe(outcome);
  });

  it("is surer from a fifth on", () => {
    const [some, much] = [18, 22].map((st) => judged(steal, { levels: stolen(st) }));
    if (some?.outcome !== "present" || much?.outcome !== "present") throw new Error("not present");
    expect(much.confidence).toBeGreaterThan(some.confidence);
  });
});
