import { percent } from "../diagnosis/numbers.ts";
import type { ExperimentOutcome } from "../model/finding.ts";
import { escaped } from "./escaped.ts";

/** "Confirms session-lock, refutes serialised."; empty when nothing was decided. */
export function effectText({ effects }: Pick<ExperimentOutcome, "effects">): string {
  const said = (["confirms", "refutes"] as const).flatMap((verdict) => {
    const ids = effects.filter((effect) => effect.verdict === verdict).map(({ finding }) => finding);
    return ids.length === 0 ? [] : [`${verdict} ${ids.join(", ")}`];
  });
  const text = said.join("; ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The experiments of a session, for the report; nothing without one. */
export function experimentSection(outcomes: readonly ExperimentOutcome[]): string {
  if (outcomes.length === 0) return "";
  const items = outcomes.map((outcome) => {
    const { id, title, text, arms, blocks, a12 } = outcome;
    const how =
      a12 === null
        ? ""
        : `<p><small>${blocks} blocks by turns, with ${escaped(arms.a)} and with ${escaped(arms.b)}; the second was above the first in ${percent(a12)} of all pairs.</small></p>`;
    const effect = effectText(outcome);
    return `<article><h3>${escaped(title)} <small><code>${id}</code></small></h3>
<p>${escaped(text)}${effect === "" ? "" : ` <b>${escaped(effect)}</b>`}</p>
${how}</article>`;
  });
  return `<section><h2>Experiments</h2>${items.join("\n")}</section>`;
}
