import { levelWords } from "../../../app/figures/levelWords.ts";
import { clock } from "../../../app/figures/quantity.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { Icon } from "../../components/Icon.tsx";
import { levelOfText, type Progress, progressOf } from "../../state/live.ts";
import { pauseRun, resumeRun, skipLevel } from "../../state/run.ts";
import { ConnectionStepper } from "./ConnectionStepper.tsx";
import { LevelSteps } from "./LevelSteps.tsx";

interface Props {
  readonly recording: Recording;
  readonly stopping: boolean;
  readonly pausing: boolean;
  readonly onStop: () => void;
  readonly onNote: () => void;
  readonly onDiagnosis: () => void;
}

const PHASE: Record<Progress["phase"], string> = {
  starting: "starting",
  warmup: "warming up",
  measured: "measuring",
  between: "pausing",
  waiting: "paused",
  over: "over",
};

/** Which level, how long still, and the ways to steer it. */
export function ProgressBar({ recording, stopping, pausing, onStop, onNote, onDiagnosis }: Props) {
  const { plan, levels, status } = recording;
  const progress = progressOf(recording);
  const { level, phase, planned, block } = progress;
  const running = status === "running";
  const thinking = plan.rates === null && plan.thinkTimes.length > 1;
  const paused = pausing || phase === "waiting";
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
          <b>{level === null ? (pausing ? "paused" : PHASE[phase]) : levelWords(level, thinking || undefined)}</b>
          <span>
            {levelOfText(recording, progress)}
            {level === null ? "" : `, ${PHASE[phase]}`}
            {level !== null && pausing && ", then paused"}
          </span>
        </div>
        <LevelSteps
          levels={levels.filter(({ experiment }) => experiment === undefined)}
          ahead={progress.ahead}
          thinking={thinking}
          searching={running && planned === null}
        />
        <div className="progress-left">
          {running && planned !== null && block === null && (
            <>
              <b>{clock(progress.remainingMs)}</b> <span>left{plan.experiments === "none" ? "" : ", then experiments"}</span>
            </>
          )}
          {running && planned === null && block === null && <span>as long as it takes</span>}
          {running && block !== null && <span>20 s at most</span>}
        </div>
        <div className="cluster progress-actions">
          {running ? (
            <>
              <ConnectionStepper level={level} disabled={stopping} />
              <button type="button" className="button" onClick={onNote} disabled={stopping} title="Note this moment (N)">
                <Icon name="flag" /> Note
              </button>
              <button type="button" className="button" onClick={paused ? resumeRun : pauseRun} disabled={stopping} title={PAUSE_WORDS}>
                <Icon name={paused ? "play" : "pause"} /> {paused ? "Resume" : "Pause"}
              </button>
              <button type="button" className="button" onClick={skipLevel} disabled={stopping || level === null} aria-label="Skip level">
                <Icon name="skip" /> Skip<span className="wide-words"> level</span>
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

const PAUSE_WORDS = "Waits between this level and the next, until resumed";
