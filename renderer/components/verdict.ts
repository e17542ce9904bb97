import type { VerdictId } from "../../app/model/finding.ts";

export type Mood = "healthy" | "problem" | "unsure";

export function moodOf(id: VerdictId): Mood {
  if (id === "healthy") return "healthy";
  return id === "inconclusive" ? "unsure" : "problem";
}

/** A probability as a colleague would say it. */
export function confidenceWords(confidence: number): string {
  if (confidence >= 0.9) return "almost certain";
  if (confidence >= 0.75) return "very likely";
  if (confidence >= 0.6) return "likely";
  if (confidence >= 0.5) return "more likely than not";
  return confidence >= 0.3 ? "possible" : "a weak suspicion";
}

export function confidenceText(confidence: number): string {
  return `${confidenceWords(confidence)}, ${Math.round(confidence * 100)}\u00a0%`;
}
