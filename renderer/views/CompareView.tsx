import { useEffect, useMemo } from "react";
import type { Compared, Comparison } from "../../app/comparison/comparison.ts";
import { differenceText } from "../../app/comparison/difference.ts";
import { comparedByConnections } from "../../app/figures/comparedSeries.ts";
import { comparisonColumns, comparisonRemarks, latencyColumns } from "../../app/report/comparisonTable.ts";
import { onlyOne, peakText } from "../../app/report/comparisonText.ts";
import { FigureView } from "../charts/FigureView.tsx";
import { useSize } from "../charts/useSize.ts";
import { OpeningPage, RefusedPage } from "../components/PageState.tsx";
import { VerdictBadge } from "../components/VerdictBadge.tsx";
import { idsOf, openComparison, useCompared } from "../state/compared.ts";
import { go } from "../state/route.ts";
import { ComparisonTable } from "./compare/ComparisonTable.tsx";

const HEIGHT = 300;
const NARROW = 720;

/** What the second session is beside the first, in one sentence; everything else is the argument for it. */
export function CompareView({ before, after }: { readonly before: string; readonly after: string }) {
  const state = useCompared();
  useEffect(() => void openComparison(before, after), [before, after]);
  const ours = state.ids === idsOf(before, after);
  if (ours && state.failure !== null) return <RefusedPage title="These sessions cannot be compared" why={state.failure} />;
  if (!ours || state.comparison === null) return <OpeningPage what="the sessions" />;
  return <Told key={state.ids} comparison={state.comparison} />;
}

function Told({ comparison }: { readonly comparison: Comparison }) {
  const { before, after, sentence, verdict, levels, differences, notes, interleaved } = comparison;
  return (
    <div className="page compare">
      <div className="compare-sides">
        <SideCard which="Before" compared={before} />
        <SideCard which="After" compared={after} />
        <button
          type="button"
          className="button compare-swap"
          onClick={() => go({ at: "compare", before: after.session.id, after: before.session.id })}
        >
          Swap
        </button>
      </div>
      <section className="verdict" aria-labelledby="sentence">
        {interleaved && <p className="hint">They ran by turns, level by level.</p>}
        <h1 id="sentence">{sentence}</h1>
        {verdict !== null && <p className="compare-together">{verdict.summary}</p>}
      </section>
      <Charts comparison={comparison} />
      {levels.length > 0 && (
        <section className="panel" aria-labelledby="by-level">
          <h2 id="by-level">Level by level</h2>
          <ComparisonTable name="Throughput and latency by level" columns={comparisonColumns} levels={levels} />
          <h3 className="compare-latencies">How latencies differ</h3>
          <ComparisonTable name="Shift and distance of latencies by level" columns={latencyColumns} levels={levels} />
        </section>
      )}
      <div className="argument">
        <Points
          title="What else differs"
          points={differences.map(differenceText)}
          none="Nothing that was told: the plan, the host and the version of Plateau are the same."
        />
        <Points title="How far it can be trusted" points={[...comparisonRemarks(levels), ...notes]} none="" />
      </div>
      <Points title="Only one of them measured" points={onlyOne(comparison)} none="" />
    </div>
  );
}

function SideCard({ which, compared }: { readonly which: string; readonly compared: Compared }) {
  const { id, name, plan, startedAt, status } = compared.session;
  const when = new Date(startedAt).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return (
    <section className="compare-side" aria-label={which}>
      <p className="hint">
        {which} · {when}
      </p>
      <a href={`#/session/${id}`} title={plan.url}>
        {name === "" ? plan.url : name}
      </a>
      <VerdictBadge verdict={compared.diagnosis.verdict} status={status} />
      <p className="hint">{peakText(compared)}</p>
    </section>
  );
}

function Charts({ comparison: { before, after } }: { readonly comparison: Comparison }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const each = width < NARROW ? width : Math.floor((width - 32) / 2);
  const figures = useMemo(
    () =>
      comparedByConnections(
        [
          { name: "before", levels: before.levels },
          { name: "after", levels: after.levels },
        ],
        { width: each, height: HEIGHT },
      ),
    [before, after, each],
  );
  if (figures.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="compare-charts">
      <div className="panel-head">
        <h2 id="compare-charts">Against connections</h2>
      </div>
      <div ref={ref} className="chart-pair">
        {width > 0 && figures.map((figure) => <FigureView key={figure.title} figure={figure} />)}
      </div>
    </section>
  );
}

/** Nothing at all where there is no point, and no word for that. */
function Points({ title, points, none }: { readonly title: string; readonly points: readonly string[]; readonly none: string }) {
  if (points.length === 0 && none === "") return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {points.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className="plain-list">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
