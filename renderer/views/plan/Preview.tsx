import { useMemo } from "react";
import { planPreview } from "../../../app/figures/planPreview.ts";
import { Plan } from "../../../app/model/plan.ts";
import { FigureView } from "../../charts/FigureView.tsx";
import { useSize } from "../../charts/useSize.ts";
import { type Draft, type Field, planOf } from "./draft.ts";
import { planTime } from "./planTime.ts";

const TIMING: readonly Field[] = ["connections", "rates", "duration", "warmup", "cooldown", "objectives"];
const HEIGHT = 190;

/** How long it will take, and its levels, before it runs. Target and permission do not matter here. */
export function Preview({ draft }: { readonly draft: Draft }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const { plan, errors } = useMemo(() => planOf({ ...draft, url: "localhost", allowRemote: "" }), [draft]);
  const shown = useMemo(() => plan ?? Plan.parse({ url: "http://localhost/", connections: levelsOrOne(draft) }), [plan, draft]);
  const time = useMemo(() => planTime(shown), [shown]);
  const figure = useMemo(
    () => planPreview(shown, { width: Math.max(200, width), height: HEIGHT }, time.levels, time.open),
    [shown, time, width],
  );
  const unclear = errors !== null && TIMING.some((field) => errors[field] !== undefined);
  return (
    <aside className="plan-preview" aria-label="What the run will do">
      <p className="plan-total">
        <span className="plan-total-time">{unclear ? "–" : time.total}</span>
        <span>{unclear ? "once the plan is complete" : time.says}</span>
      </p>
      <div ref={ref}>{width > 0 && !unclear && <FigureView figure={figure} />}</div>
      <p className="hint">The muted part of each step is warm-up: sent, not counted.</p>
    </aside>
  );
}

function levelsOrOne({ connections }: Draft): number[] {
  return connections.length === 0 ? [1] : [...connections];
}
