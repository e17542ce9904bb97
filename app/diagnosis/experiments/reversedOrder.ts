import { mean } from "../../statistics/moments.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { percent } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { goodRps } from "../secondBin.ts";
import { block, noCurve } from "./blocks.ts";
import { compare } from "./comparison.ts";
import { confirms, DECISIVE, type ExperimentDesign, refutes } from "./experiment.ts";
import { UNDECIDED } from "./throughput.ts";
import { spoilt, usable } from "./usable.ts";

/** Up the levels and down again: a law of the load is the same both ways, a drift is not. */
export const reversedOrder: ExperimentDesign = {
  id: "reversed-order",
  title: "Up the levels and down again",
  explanation:
    "Three levels upwards, then the same downwards. What the load does is the same both ways; what time does (warming up, leaking, getting hot) makes the way down differ from the way up. Throughput is taken relative to the mean of its level.",
  arms: { a: "the levels upwards", b: "the levels downwards" },
  about: ["drift", "warmup"],
  obstacle: (o) => (threeLevels(o).length < 3 ? (noCurve(o) ?? "fewer than three levels can be used") : null),
  blocks(o) {
    const up = threeLevels(o);
    return [...up.map((n) => block(o, "a", n)), ...up.toReversed().map((n) => block(o, "b", n))];
  },
  judge(measured) {
    const blocks = usable(measured);
    const fault = spoilt(blocks, measured);
    if (fault !== null) return { ...UNDECIDED, text: `Not decided: on the way down ${fault}.` };
    const both = [...blocks.a, ...blocks.b];
    const relative = (level: LevelSummary): number[] => {
      const usual = mean(both.filter(({ connections }) => connections === level.connections).map(({ throughputRps }) => throughputRps));
      return level.perSecond.map((bin) => goodRps(bin) / Math.max(usual, Number.EPSILON));
    };
    const comparison = compare(blocks.a.flatMap(relative), blocks.b.flatMap(relative));
    if (comparison === null) return { ...UNDECIDED, text: "Not decided: too few seconds with an answer were measured." };
    const by = percent(Math.abs(comparison.shift.value));
    const said = { comparison, metric: "throughputOverLevelMean" };
    switch (comparison.change) {
      case "less":
        return {
          ...said,
          text: `On the way down throughput is ${by} lower than on the way up at the same load. The target becomes slower with time.`,
          effects: confirms(DECISIVE, "drift"),
        };
      case "more":
        return {
          ...said,
          text: `On the way down throughput is ${by} higher than on the way up at the same load. The target was not warm.`,
          effects: confirms(DECISIVE, "warmup"),
        };
      case "same":
        return {
          ...said,
          text: `Up and down the levels throughput is the same within ${by}. It follows the load, not the time.`,
          effects: refutes(DECISIVE, "drift", "warmup"),
        };
      case "unclear":
        return { ...said, text: "Up and down the levels the seconds scatter too much to tell.", effects: [] };
    }
  },
};

/** The fewest connections, the most, and the one with the highest throughput between them (or the middle one). */
function threeLevels({ usable: levels }: Observations): number[] {
  const inside = levels.slice(1, -1);
  const [first, last] = [levels[0], levels.at(-1)];
  if (first === undefined || last === undefined || inside.length === 0) return [];
  const best = inside.reduce((a, b) => (b.throughputRps > a.throughputRps ? b : a));
  return [first, best, last].map(({ connections }) => connections);
}
