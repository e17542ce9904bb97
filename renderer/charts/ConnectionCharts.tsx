import { useMemo, useState } from "react";
import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { suitedKind } from "../../app/figures/axis.ts";
import { latencyByConnections } from "../../app/figures/latencyByConnections.ts";
import { lawsOf } from "../../app/figures/laws.ts";
import { throughputByConnections } from "../../app/figures/throughputByConnections.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { FigureView } from "./FigureView.tsx";
import { useSize } from "./useSize.ts";

interface Props {
  readonly levels: readonly LevelSummary[];
  readonly diagnosis: Diagnosis | null;
}

const HEIGHT = 300;
const NARROW = 720;

/** Throughput and latency against connections, with the laws they obey. */
export function ConnectionCharts({ levels, diagnosis }: Props) {
  const [kind, setKind] = useState<"linear" | "log">(() => suitedKind(levels.map((level) => level.connections)));
  const [ref, { width }] = useSize<HTMLDivElement>();
  const each = width < NARROW ? width : Math.floor((width - 32) / 2);
  const laws = useMemo(() => lawsOf(levels, diagnosis), [levels, diagnosis]);
  const throughput = useMemo(
    () => throughputByConnections(levels, laws, { width: each, height: HEIGHT }, kind),
    [levels, laws, each, kind],
  );
  const latencies = useMemo(() => latencyByConnections(levels, laws, { width: each, height: HEIGHT }, kind), [levels, laws, each, kind]);
  return (
    <section className="panel" aria-labelledby="against-connections">
      <div className="panel-head">
        <h2 id="against-connections">Against connections</h2>
        <fieldset className="segments">
          <legend className="unseen">Axis of connections</legend>
          {(["log", "linear"] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="axis-kind" checked={kind === each} onChange={() => setKind(each)} />
              <span>{each}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div ref={ref} className="chart-pair">
        {width > 0 && <FigureView figure={throughput} />}
        {width > 0 && <FigureView figure={latencies} />}
      </div>
    </section>
  );
}
