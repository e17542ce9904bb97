import { capitalised, counted } from "../numbers.ts";
import { type Comparison, compare, inNumbers } from "./comparison.ts";
import type { ExperimentDesign, Judged, Measured } from "./experiment.ts";
import { otherAnswers, secondsOf, spoilt, usable } from "./usable.ts";

/** How throughput answered to the change. `lifted`: by so much that what was changed held it down; `unmoved`: not at all, or downwards. */
export type Answer = "lifted" | "unmoved" | "unclear";

const LIFTED = 0.5; // of the throughput before: taking the limit away at twice its width, or more, doubles it; less has another cause beside
const UNMOVED = 0.25; // the whole interval below: half of what a lifted limit would give

export function answerOf({ shift, change }: Comparison): Answer {
  if (change === "more" && shift.value >= LIFTED) return "lifted";
  return shift.high < UNMOVED ? "unmoved" : "unclear";
}

export const UNDECIDED: Pick<Judged, "comparison" | "metric" | "effects"> = { comparison: null, metric: "throughputRps", effects: [] };

/**
 * Throughput of the two arms, second by second: the question most experiments come down to. `says` turns a comparison into words and effects.
 * `sameAnswers`: both arms must get the same kind of answer, or nothing is concluded.
 */
export function throughputCompared(
  { arms }: Pick<ExperimentDesign, "arms">,
  measured: Measured,
  sameAnswers: boolean,
  says: (comparison: Comparison) => { readonly text: string; readonly effects: Judged["effects"] },
): Judged {
  const blocks = usable(measured);
  const fault = spoilt(blocks, measured) ?? (sameAnswers ? otherAnswers(blocks) : null);
  if (fault !== null) return { ...UNDECIDED, text: `Not decided: with ${arms.b} ${fault}.` };
  const comparison = compare(secondsOf(blocks.a), secondsOf(blocks.b));
  if (comparison === null) return { ...UNDECIDED, text: "Not decided: too few seconds with an answer were measured." };
  const { text, effects } = says(comparison);
  const where = counted(blocks.b[0]?.connections ?? 0, "connection");
  const numbers = `At ${where}, with ${arms.b}, throughput is ${inNumbers(comparison, "requests/s")} with ${arms.a}`;
  return { comparison, metric: "throughputRps", text: `${numbers}. ${capitalised(text)}`, effects };
}
