import { experiments } from "../diagnosis/experiments/index.ts";
import { bottlenecks, warnings } from "../diagnosis/rules/index.ts";
import type { FindingId } from "../model/finding.ts";

/** What there is to know of a finding, whatever the session. */
export interface HandbookPage {
  readonly id: FindingId;
  readonly title: string;
  readonly isWarning: boolean; // on the measurement: never a verdict
  readonly about: string; // what it is, and how it shows
  readonly confusedWith: string | null;
  readonly confirm: readonly string[]; // experiments that speak of it
  readonly fix: readonly string[];
}

const CONFUSED = "Confused with: ";

/** One page a rule, bottlenecks first. */
export const handbook: readonly HandbookPage[] = [...bottlenecks, ...warnings].map((rule) => {
  const [about = "", confusedWith] = rule.explanation.split(CONFUSED);
  return {
    id: rule.id,
    title: rule.title,
    isWarning: !bottlenecks.some(({ id }) => id === rule.id),
    about: about.trim(),
    confusedWith: confusedWith?.trim() ?? null,
    confirm: Object.values(experiments)
      .filter(({ about: findings }) => findings.includes(rule.id))
      .map(({ id, explanation }) => `${id}: ${explanation}`),
    fix: rule.advice,
  };
});
