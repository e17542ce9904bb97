import { describe, expect, it } from "vitest";
import { cpuSaturated } from "../../../../app/diagnosis/rules/cpuSaturated.ts";
import type { TargetReading } from "../../../../app/model/sample.ts";
import { queueOf } from "../../../support/builders.ts";
import { type Strength, strengthOf } from "../../../support/judged.ts";

const busy = (idlePercent: number, target: Partial<TargetReading> | null) => queueOf(4, 40, { idlePercent, target });
const quota = (throttledShare: number, cpuCores: number) => busy(70, { cpuCores, quotaCores: 1, throttledShare });

describe("cpu-saturated", () => {
  it.each<[string, ReturnType<typeof busy>, Strength]>([
    ["95 % busy, with the target", busy(5, { cpuCores: 3.6 }), "verdict"],
    ["85 % busy", busy(15, { cpuCores: 3 }), "absent"],
    ["95 % busy, half of it the target's", busy(5, { cpuCores: 2 }), "absent"],
    ["a quota used up in half of its periods", quota(0.4, 0.97), "verdict"],
    ["a quota used up in a sixth of them: bursts", quota(0.15, 0.97), "absent"],
    ["a quota used up now and then, 55 % of it used", quota(0.4, 0.55), "absent"],
    ["no quota", busy(70, { cpuCores: 1 }), "absent"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(cpuSaturated, { levels })).toBe(outcome);
  });
});
