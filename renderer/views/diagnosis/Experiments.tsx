import { useMemo } from "react";
import type { Opened } from "../../state/opened.ts";
import { ExperimentDone } from "./ExperimentDone.tsx";
import { ExperimentOffer } from "./ExperimentOffer.tsx";
import { suggestionsOf } from "./suggestions.ts";

/** What was tried to decide between the causes, and what still could be: one click each. */
export function Experiments({ opened }: { readonly opened: Opened }) {
  const { diagnosis } = opened;
  const { runnable, byHand } = useMemo(() => suggestionsOf(diagnosis), [diagnosis]);
  const told = diagnosis.experiments;
  if (told.length + runnable.length + byHand.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="experiments">
      <div className="panel-head">
        <h2 id="experiments">Experiments</h2>
        {runnable.length > 0 && (
          <p className="hint">
            Each runs as a session of its own: the levels that show the cause once more, then the same load with one thing changed, by turns
          </p>
        )}
      </div>
      <ul className="experiments">
        {told.map((outcome) => (
          <ExperimentDone key={outcome.id} outcome={outcome} />
        ))}
        {runnable.map((suggestion) => (
          <ExperimentOffer key={suggestion.id} suggestion={suggestion} opened={opened} />
        ))}
        {byHand.map(({ id, text, speaksOf }) => (
          <li key={id} className="experiment">
            <div className="experiment-words">
              <p>{text}</p>
              <p className="hint">Speaks of: {speaksOf.join(", ")}</p>
            </div>
            <p className="hint experiment-run">by hand</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
