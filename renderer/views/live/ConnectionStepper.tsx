import { useEffect, useState } from "react";
import { count } from "../../../app/figures/quantity.ts";
import type { LevelRecord } from "../../../app/model/recording.ts";
import { Icon } from "../../components/Icon.tsx";
import { changeConnections } from "../../state/run.ts";
import { fewer, more } from "./connectionSteps.ts";

const SETTLED_MS = 700; // after the last press: each change ends a level, so several presses are one

/** Fewer or more connections from now on: ends the level, goes on with one the plan did not list. */
export function ConnectionStepper({ level, disabled }: { readonly level: LevelRecord | null; readonly disabled: boolean }) {
  const [wanted, setWanted] = useState<number | null>(null);
  const now = level?.connections ?? null;

  useEffect(() => {
    if (wanted === null) return;
    const wait = window.setTimeout(() => {
      if (wanted !== now) changeConnections(wanted);
      setWanted(null);
    }, SETTLED_MS);
    return () => window.clearTimeout(wait);
  }, [wanted, now]);

  const shown = wanted ?? now;
  const off = disabled || shown === null;
  const what = level?.rateRps === null || level === null ? "connections" : "connections at most";
  return (
    <fieldset className="stepper" title="Ends this level and goes on with one of so many connections">
      <legend className="unseen">Connections of the running level</legend>
      <button
        type="button"
        className="icon-button"
        aria-label={`Fewer ${what}`}
        disabled={off || shown <= 1}
        onClick={() => shown !== null && setWanted(fewer(shown))}
      >
        <Icon name="minus" />
      </button>
      <output className={wanted === null ? "stepper-now" : "stepper-now stepper-wanted"} aria-label={what}>
        {shown === null ? "–" : count(shown)}
      </output>
      <button
        type="button"
        className="icon-button"
        aria-label={`More ${what}`}
        disabled={off || shown >= 10_000}
        onClick={() => shown !== null && setWanted(more(shown))}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}
