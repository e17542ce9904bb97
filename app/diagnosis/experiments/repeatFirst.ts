import type { LevelSummary } from "../levelSummary.ts";
import { counted } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { block, noCurve, WARMUP_MS } from "./blocks.ts";
import { compare, inNumbers } from "./comparison.ts";
import { confirms, DECISIVE, type ExperimentDesign, refutes } from "./experiment.ts";
import { UNDECIDED } from "./throughput.ts";
import { secondsOf, spoilt, usable } from "./usable.ts";

const ID = "repeat-first";
const BLOCKS = 3;
const FEWEST_SECONDS = 6; // of the first run, to compare with

/** The level that was measured first, once more: is the target still the one it was? */
export const repeatFirst: ExperimentDesign = {
  id: ID,
  title: "The first level again",
  explanation:
    "The load of the first level, again after all the others, compared with what it gave then. Slower: time (a leak, a growing table, heat) did what looked like load. Faster: the target was not warm yet.",
  arms: { a: "the first level as it was then", b: "the same now" },
  about: ["drift", "warmup"],
  obstacle(o) {
    const first = firstRun(o);
    if (first === undefined) return noCurve(o) ?? "the first level cannot be used";
    return first.perSecond.length < FEWEST_SECONDS ? `the first level was measured for less than ${FEWEST_SECONDS} s` : null;
  },
  blocks: (o) => Array.from({ length: BLOCKS }, () => block(o, "b", firstRun(o)?.connections ?? 1, { changes: { warmupMs: WARMUP_MS } })),
  judge(measured, o) {
    const first = firstRun(o);
    if (first === undefined) return { ...UNDECIDED, text: "Not decided: the first level cannot be used." };
    const now = usable(measured).b;
    const fault = spoilt({ a: [first, first], b: now }, measured);
    if (fault !== null) return { ...UNDECIDED, text: `Not decided: now ${fault}.` };
    const comparison = compare(secondsOf([first]), secondsOf(now));
    if (comparison === null) return { ...UNDECIDED, text: "Not decided: too few seconds with an answer were measured." };
    const numbers = `At ${counted(first.connections, "connection")}, as at the beginning, throughput is now ${inNumbers(comparison, "requests/s")} then`;
    const said = { comparison, metric: "throughputRps" };
    switch (comparison.change) {
      case "less":
        return {
          ...said,
          text: `${numbers}. The target became slower with time.`,
          effects: [...confirms(DECISIVE, "drift"), ...refutes(DECISIVE, "warmup")],
        };
      case "more":
        return {
          ...said,
          text: `${numbers}. The target was not warm then.`,
          effects: [...confirms(DECISIVE, "warmup"), ...refutes(DECISIVE, "drift")],
        };
      case "same":
        return {
          ...said,
          text: `${numbers}. The target is what it was: load made the difference.`,
          effects: refutes(DECISIVE, "drift", "warmup"),
        };
      case "unclear":
        return { ...said, text: `${numbers}. The seconds scatter too much to tell.`, effects: [] };
    }
  },
};

/** The level of the curve that was run before all others. */
function firstRun({ usable: levels }: Observations): LevelSummary | undefined {
  return levels.toSorted((a, b) => a.index - b.index)[0];
}
