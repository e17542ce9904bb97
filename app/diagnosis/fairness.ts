import type { LevelRecord } from "../model/recording.ts";
import { mean } from "../statistics/moments.ts";

/** Did all connections get their share of the answers? A target that serves some and starves others looks fine in every percentile. */
export interface Fairness {
  readonly connections: number;
  readonly minAnswers: number;
  readonly maxAnswers: number;
  readonly coefficientOfVariation: number; // standard deviation (with n) over mean: 0 when all got the same, sqrt(n - 1) when one got all
}

/** Null where nothing can be said: one connection, no answer, or the open model, which takes the connection used last on purpose. */
export function fairnessOf({ answersPerConnection: answers = [], rateRps }: LevelRecord): Fairness | null {
  if (rateRps !== null || answers.length < 2) return null;
  const meanAnswers = mean(answers);
  if (meanAnswers === 0) return null;
  const variance = mean(answers.map((count) => (count - meanAnswers) ** 2));
  return {
    connections: answers.length,
    minAnswers: Math.min(...answers),
    maxAnswers: Math.max(...answers),
    coefficientOfVariation: Math.sqrt(variance) / meanAnswers,
  };
}
