import type { LevelSummary } from "../levelSummary.ts";
import { digits } from "../numbers.ts";
import { goodRps } from "../secondBin.ts";
import { block, loadedConnections, noCurve } from "./blocks.ts";
import { compare, inNumbers } from "./comparison.ts";
import { confirms, type ExperimentDesign, STRONG } from "./experiment.ts";
import { UNDECIDED } from "./throughput.ts";
import { usable } from "./usable.ts";

const TURNS = 4; // three would never be significant: 3 of 3 come out so by chance in one of ten
const PAUSE_MS = 2750; // four of them and eight blocks of a second stay below 20 s
const FIRST_SECOND = { durationMs: 1000, changes: { warmupMs: 0 } };

/** A token bucket fills while nobody asks: after a pause a burst passes. */
export const pauseAndRepeat: ExperimentDesign = {
  id: "pause-and-repeat",
  title: "A pause, then the same again",
  explanation:
    "One second of load, a pause, one second of load, and so on: the second after a pause is compared with one that follows another at once. A limiter that keeps an allowance (token bucket) lets a burst through after the pause. A limiter without allowance, or with a small one, does not show this way.",
  arms: { a: "no pause before it", b: "a pause before it" },
  about: ["rate-limit"],
  obstacle: noCurve,
  blocks: (o) =>
    Array.from({ length: TURNS }, () => [
      block(o, "b", loadedConnections(o), { ...FIRST_SECOND, pauseMs: PAUSE_MS }),
      block(o, "a", loadedConnections(o), FIRST_SECOND),
    ]).flat(),
  judge(measured) {
    const blocks = usable(measured);
    const first = (levels: readonly LevelSummary[]): number[] => levels.flatMap(({ perSecond }) => perSecond.slice(0, 1).map(goodRps));
    const comparison = compare(first(blocks.a), first(blocks.b));
    if (comparison === null) return { ...UNDECIDED, text: "Not decided: too few seconds with an answer were measured." };
    const numbers = `In the second after a pause of ${digits(PAUSE_MS / 1000)} s good answers are ${inNumbers(comparison, "per second")} without the pause`;
    const said = { comparison, metric: "throughputRps" };
    if (comparison.change === "more")
      return {
        ...said,
        text: `${numbers}. An allowance grew meanwhile, as a token bucket's does.`,
        effects: confirms(STRONG, "rate-limit"),
      };
    return { ...said, text: `${numbers}. No allowance to be seen: a limiter without one, or none.`, effects: [] };
  },
};
