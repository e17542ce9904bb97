/** Why a level cannot be trusted, or not wholly. */
export type DoubtKind =
  | "generator-busy"
  | "generator-starved"
  | "generator-late"
  | "rate-missed"
  | "clock-jump"
  | "asleep"
  | "others-busy"
  | "frequency"
  | "power"
  | "not-steady"
  | "few-answers"
  | "few-independent"
  | "timeouts"
  | "lost"
  | "reconnects"
  | "idle-connections"
  | "cut"
  | "told";

/** One reason to doubt a level. `weight` orders levels with the same reason: the higher, the worse. */
export interface Doubt {
  readonly kind: DoubtKind;
  readonly state: "doubtful" | "invalid";
  readonly weight: number;
  readonly text: string; // what was seen, with its number, and what to do
}
