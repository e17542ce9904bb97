import { useMemo } from "react";
import { capacityTexts } from "../../../app/report/capacityText.ts";
import { capacitiesOf } from "../../../app/schedule/capacities.ts";
import { Icon } from "../../components/Icon.tsx";
import type { Opened } from "../../state/opened.ts";

/** Up to how many connections each objective held, in a sentence for each think time. */
export function Capacities({ opened: { recording, levels } }: { readonly opened: Opened }) {
  const capacities = useMemo(() => capacitiesOf(recording, levels), [recording, levels]);
  const texts = capacityTexts(recording.plan, capacities);
  if (texts.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="capacity">
      <div className="panel-head">
        <h2 id="capacity">Capacity</h2>
        <p className="hint">What the measurements are too short to decide counts as not kept</p>
      </div>
      <ul className="capacities">
        {texts.map((text, index) => (
          <li key={text} className={capacities[index]?.connections === null ? "capacity-none" : undefined}>
            <Icon name={capacities[index]?.connections === null ? "cross" : "check"} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
