import { useMemo, useState } from "react";
import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { suitedKind } from "../../app/figures/axis.ts";
import { latencyByConnections } from "../../app/figures/latencyByConnections.ts";
import { latencyByRate } from "../../app/figures/latencyByRate.ts";
import { lawsOf } from "../../app/figures/laws.ts";
import { throughputByConnections } from "../../app/figures/throughputByConnections.ts";
import { throughputByRate } from "../../app/figures/throughputByRate.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { Segments } from "../components/Segments.tsx";
import { FigureView } from "./FigureView.tsx";
import { useSize } from "./useSize.ts";

interface Props {
  readonly levels: readonly LevelSummary[];
  readonly diagnosis: Diagnosis | null;
}

const HEIGHT = 300;
const NARROW = 720;

/** Throughput and latency against the load, with the laws they obey: connections, or arrivals where the session has no closed levels. */
export function ConnectionCharts({ levels, diagnosis }: Props) {
  const open = levels.filter((level) => level.open !== null);
  const closed = levels.filter((level) => level.open === null);
  return (
    <>
      {closed.length > 0 && <Pair name="Against connections" levels={closed} diagnosis={diagnosis} arrivals={false} />}
      {open.length > 0 && <Pair name="Against arrivals" levels={open} diagnosis={null} arrivals />}
    </>
  );
}

function Pair({ name, levels, diagnosis, arrivals }: Props & { readonly name: string; readonly arrivals: boolean }) {
  const [kind, setKind] = useState<"linear" | "log">(() => suitedKind(levels.map(({ connections, open }) => open?.rateRps ?? connections)));
  const [ref, { width }] = useSize<HTMLDivElement>();
  const each = width < NARROW ? width : Math.floor((width - 32) / 2);
  const percentiles = levels.some(({ latencyMs: { p50, p90, p99 } }) => p50 >= 0 || p90 >= 0 || p99 >= 0); // another tool may have told none
  const laws = useMemo(() => lawsOf(levels, diagnosis), [levels, diagnosis]);
  const figures = useMemo(() => {
    const size = { width: each, height: HEIGHT };
    return arrivals
      ? [throughputByRate(levels, size, kind), latencyByRate(levels, size, kind)]
      : [throughputByConnections(levels, laws, size, kind), ...(percentiles ? [latencyByConnections(levels, laws, size, kind)] : [])];
  }, [levels, laws, each, kind, arrivals, percentiles]);
  const id = arrivals ? "against-arrivals" : "against-connections";
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{name}</h2>
        <Segments
          name={`${id}-axis`}
          legend={`Axis of ${arrivals ? "arrivals" : "connections"}`}
          value={kind}
          options={AXES}
          onChange={setKind}
        />
      </div>
      <div ref={ref} className="chart-pair">
        {width > 0 && figures.map((figure) => <FigureView key={figure.title} figure={figure} />)}
        {!percentiles && <p className="hint">No percentiles were told, so that latency cannot be drawn.</p>}
      </div>
    </section>
  );
}

const AXES = [
  { value: "log", text: "log" },
  { value: "linear", text: "linear" },
] as const;
