import { useDeferredValue, useMemo, useState } from "react";
import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { type Change, modelsOf, predictChange, type TargetModel } from "../../../app/diagnosis/models.ts";
import { percent } from "../../../app/diagnosis/numbers.ts";
import { byConnections } from "../../../app/diagnosis/plateau.ts";
import { isInvalid } from "../../../app/diagnosis/validity.ts";
import { latency, requestsPerSecond, threeDigits } from "../../../app/figures/quantity.ts";
import { predictedAt, throughputPredicted } from "../../../app/figures/throughputPredicted.ts";
import type { VerdictId } from "../../../app/model/finding.ts";
import { modelText, trustText } from "../../../app/report/whatIfText.ts";
import { FigureView } from "../../charts/FigureView.tsx";
import { useAfterPaint } from "../../charts/useAfterPaint.ts";
import { useSize } from "../../charts/useSize.ts";
import type { Opened } from "../../state/opened.ts";
import { KnobField } from "./KnobField.tsx";
import { changeOf, knobsOf } from "./whatIfKnobs.ts";

const HEIGHT = 260;
const MOST_CONNECTIONS = 5000; // the largest network that is solved
const POOR_MODEL = 0.25; // off by more where it was measured: what it says beyond is no prediction

/** What the target would do with something changed, from the model of its diagnosed queue. */
export function WhatIf({ opened }: { readonly opened: Opened }) {
  const { recording, levels, diagnosis } = opened;
  const drawn = useAfterPaint();
  const model = useMemo(() => (drawn ? modelsOf(levels, diagnosis, recording).queue : null), [drawn, levels, diagnosis, recording]);
  const measured = useMemo(() => levelsToPredict(levels), [levels]);
  return (
    <section className="panel" aria-labelledby="what-if">
      <div className="panel-head">
        <h2 id="what-if">What if</h2>
        {model !== null && <p className="hint">{modelText(model)}</p>}
      </div>
      {model === null || measured.length === 0 ? (
        <p className="hint" aria-busy={!drawn}>
          {diagnosis.plateau === null
            ? "Nothing to predict from: throughput has no plateau, so that no limit is known that could be moved."
            : "Nothing to predict from: it takes a level below the plateau to know how long a request takes that waits for nobody."}
        </p>
      ) : (
        <Predicted model={model} measured={measured} verdict={diagnosis.verdict.id} />
      )}
    </section>
  );
}

/** Those of one curve that a model is solved for. */
const levelsToPredict = (levels: readonly LevelSummary[]): LevelSummary[] =>
  byConnections(levels).filter(({ connections, throughputRps }) => connections <= MOST_CONNECTIONS && throughputRps > 0);

interface Props {
  readonly model: TargetModel;
  readonly measured: readonly LevelSummary[];
  readonly verdict: VerdictId;
}

function Predicted({ model, measured, verdict }: Props) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const [change, setChange] = useState<Change>({});
  const [resets, setResets] = useState(0);
  const meant = useDeferredValue(change); // thousands of connections take a moment: the slider goes on meanwhile
  const knobs = useMemo(() => knobsOf(model, verdict), [model, verdict]);
  const prediction = useMemo(() => {
    const believed = measured.filter((level) => !isInvalid(level)); // the model owes nothing to the others
    return predictChange(model, meant, believed, predictedAt(measured));
  }, [model, meant, measured]);
  const figure = useMemo(() => throughputPredicted(measured, prediction, { width, height: HEIGHT }), [measured, prediction, width]);
  const [last, most] = [measured.at(-1), prediction.levels.at(-1)];
  function reset(): void {
    setChange({});
    setResets(resets + 1);
  }

  const isChanged = Object.keys(meant).length > 0;
  const isPoor = prediction.modelError > POOR_MODEL;
  return (
    <div className="what-if">
      <div className="knobs">
        {knobs.map((knob) => (
          <KnobField key={`${knob.key} ${resets}`} knob={knob} onChange={(value) => setChange({ ...change, ...changeOf(knob, value) })} />
        ))}
        <button type="button" className="button small" disabled={Object.keys(change).length === 0} onClick={reset}>
          As measured
        </button>
      </div>
      <div className="what-if-figure">
        <div ref={ref}>{width > 0 && <FigureView figure={figure} />}</div>
        <p aria-live="polite">
          No more than <b>{requestsPerSecond(prediction.limitRps)}</b> with any number of connections{isChanged ? "." : ", as it is."}
          {last !== undefined && most !== undefined && (
            <>
              {" "}
              At {last.connections} connections: <b>{requestsPerSecond(most.throughputRps)}</b> and <b>{latency(most.latencyMs)}</b>,
              measured {requestsPerSecond(last.throughputRps)} and {latency(last.latencyMs.mean)}
              {isChanged ? `: ${threeDigits(most.throughputRps / last.throughputRps)} times the throughput.` : "."}
            </>
          )}
        </p>
        <p className={isPoor ? "hint wrong" : "hint"}>
          {isPoor && `The model does not fit these measurements, off by ${percent(prediction.modelError)}: this is no prediction. `}
          {!isPoor && trustText(prediction)}
        </p>
      </div>
    </div>
  );
}
