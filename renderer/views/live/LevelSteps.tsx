import { levelLabels, levelWords } from "../../../app/figures/levelWords.ts";
import type { PlannedLevel } from "../../../app/model/plan.ts";
import type { LevelRecord } from "../../../app/model/recording.ts";

interface Props {
  readonly levels: readonly LevelRecord[];
  readonly ahead: readonly PlannedLevel[];
  readonly thinking: boolean;
  readonly searching: boolean;
}

/** The levels in the order they run: done, running, ahead; those asked for on the way marked. */
export function LevelSteps({ levels, ahead, thinking, searching }: Props) {
  const steps = [
    ...levels.map((level) => ({ level, state: level.state, inserted: level.inserted })),
    ...ahead.map((level) => ({ level, state: "ahead" as const, inserted: false })),
  ];
  return (
    <ol className="progress-levels" aria-label="Levels">
      {steps.map(({ level, state, inserted }, index) => (
        <li
          key={index}
          className={`step step-${state}${inserted ? " step-inserted" : ""}`}
          title={`${levelWords(level, thinking)}: ${state}${inserted ? ", asked for while it ran" : ""}`}
          aria-current={state === "running" ? "step" : undefined}
        >
          {inserted && "+"}
          {levelLabels(level, thinking).at(thinking ? -2 : -1)}
          {(state === "skipped" || state === "stopped") && <span className="unseen">, {state}</span>}
        </li>
      ))}
      {searching && <li className="step step-ahead">…</li>}
    </ol>
  );
}
