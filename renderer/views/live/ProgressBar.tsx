import { clock, count } from "../../../app/figures/quantity.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { Icon } from "../../components/Icon.tsx";
import { type Progress, progressOf } from "../../state/live.ts";
import { skipLevel } from "../../state/run.ts";

interface Props {
  readonly recording: Recording;
  readonly stopping: boolean;
  readonly onStop: () => void;
  readonly onDiagnosis: () => void;
}

const PHASE: Record<Progress["phase"], string> = {
  starting: "starting",
  warmup: "warming up",
  measured: "measuring",
  between: "pausing",
  over: "over",
};

/** Which level, how long still, and the ways to shorten it. */
export function ProgressBar({ recording, stopping, onStop, onDiagnosis }: Props) {
  const { plan, levels, status } = recording;
  const progress = progressOf(recording);
  const running = status === "running";
  const now = progress.level === null ? null : (plan.connections[progress.level] ?? null);
  return (
    <section className="progress" aria-label="Progress">
      <div
        className="progress-track"
        role="progressbar"
        aria-label="Progress of the run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress.fraction * 100)}
      >
        <span style={{ transform: `scaleX(${progress.fraction})` }} />
      </div>
      <div className="progress-row">
        <div className="progress-now">
          <b>{now === null ? PHASE[progress.phase] : `${count(now)} connection${now === 1 ? "" : "s"}`}</b>
          <span>
            level {Math.min(levels.length, plan.connections.length)} of {plan.connections.length}
            {now === null ? "" : `, ${PHASE[progress.phase]}`}
          </span>
        </div>
        <ol className="progress-levels" aria-label="Levels">
          {plan.connections.map((connections, index) => {
            const state = levels[index]?.state ?? "ahead";
            return (
              <li
                key={index}
                className={`step step-${state}`}
                title={`${connections} connections: ${state}`}
                aria-current={state === "running" ? "step" : undefined}
              >
                {count(connections)}
                {(state === "skipped" || state === "stopped") && <span className="unseen">, {state}</span>}
              </li>
            );
          })}
        </ol>
        <div className="progress-left">
          {running && (
            <>
              <b>{clock(progress.remainingMs)}</b> <span>left</span>
            </>
          )}
        </div>
        <div className="cluster">
          {running ? (
            <>
              <button type="button" className="button" onClick={skipLevel} disabled={stopping || progress.level === null}>
                <Icon name="skip" /> Skip level
              </button>
              <button type="button" className="button danger" onClick={onStop} disabled={stopping}>
                <Icon name="stop" /> {stopping ? "Stopping" : "Stop"}
              </button>
            </>
          ) : (
            <button type="button" className="button primary" onClick={onDiagnosis}>
              See the diagnosis
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
