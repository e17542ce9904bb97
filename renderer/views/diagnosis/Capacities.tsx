import { useMemo } from "react";
import { capacitySentences } from "../../../app/report/capacityText.ts";
import { Icon } from "../../components/Icon.tsx";
import type { Opened } from "../../state/opened.ts";

const ICON = { holds: "check", missed: "cross", undecided: "question" } as const;

/** Up to how many connections each objective held, in a sentence for each think time. */
export function Capacities({ opened: { recording, levels } }: { readonly opened: Opened }) {
  const capacities = useMemo(() => capacitySentences(recording, levels), [recording, levels]);
  if (capacities.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="capacity">
      <div className="panel-head">
        <h2 id="capacity">Capacity</h2>
      </div>
      <ul className="capacities">
        {capacities.map(({ text, state }) => (
          <li key={text} className={`capacity-${state}`}>
            <Icon name={ICON[state]} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
