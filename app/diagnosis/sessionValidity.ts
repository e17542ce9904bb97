import type { Recording, Session } from "../model/recording.ts";
import { type LevelSummary, summariseLevels } from "./levelSummary.ts";
import { counted } from "./numbers.ts";
import { FEWEST_USABLE, observe } from "./observe.ts";
import { invalidityNotes, isInvalid, type Validity, validityNotes } from "./validity.ts";

/** How a session may have ended that leaves part of it out. */
const CUT_SHORT: Readonly<Partial<Record<Recording["status"], string>>> = {
  stopped: "The session was stopped before its end.",
  interrupted: "The session was interrupted: Plateau ended while it ran.",
  failed: "The session failed before its end.",
};

/**
 * Can the verdict of a session be believed? As much as the worst of the levels that carry it: those of the curve that are not invalid,
 * or, where there is no curve, those of the open model. Levels that had to be left out make it doubtful; too few left, invalid.
 */
export function sessionValidity(recording: Recording): Validity;
export function sessionValidity(session: Session, summaries: readonly LevelSummary[]): Validity;
export function sessionValidity(
  session: Session | Recording,
  summaries: readonly LevelSummary[] = summariseLevels(session as Recording),
): Validity {
  const { levels, usable, openLevels } = observe(summaries, session);
  const measured = levels.length > 0 ? levels : openLevels;
  const carrying = levels.length > 0 ? usable : openLevels.filter((level) => !isInvalid(level));
  if (measured.length === 0) return { state: "invalid", reasons: ["No level was measured for long enough to say anything."] };
  const discarded = measured.filter((level) => !carrying.includes(level));
  const cut = CUT_SHORT[session.status];
  const reasons = [
    ...(discarded.length === 0
      ? []
      : [`${counted(discarded.length, "level")} of ${measured.length} cannot be used. ${invalidityNotes(discarded).join(" ")}`]),
    ...validityNotes(carrying),
    ...(cut === undefined ? [] : [cut]),
  ];
  const tooFew = discarded.length > 0 && carrying.length < Math.min(FEWEST_USABLE, measured.length);
  return { state: tooFew ? "invalid" : reasons.length > 0 ? "doubtful" : "valid", reasons };
}
