import { exact } from "../../../app/figures/quantity.ts";
import type { ExperimentOutcome } from "../../../app/model/finding.ts";
import { handbook } from "../../../app/report/handbook.ts";
import { Icon } from "../../components/Icon.tsx";

const METRICS: Readonly<Record<string, string>> = { throughputRps: "throughput", meanLatencyMs: "mean latency" };

/** How an experiment came out: what it says of which finding, the sentence, and how much changed. */
export function ExperimentDone({ outcome }: { readonly outcome: ExperimentOutcome }) {
  const { id, title, status, text, arms, blocks, effects } = outcome;
  return (
    <li className="experiment">
      <div className="experiment-words">
        <h3>{title}</h3>
        {status === "done" && (
          <ul className="effects" aria-label={`What “${title}” says`}>
            {effects.map(({ finding, verdict }) => (
              <li key={finding} className={`effect-${verdict}`}>
                <Icon name={verdict === "confirms" ? "check" : "cross"} /> {verdict} {titleOf(finding)}
              </li>
            ))}
            {effects.length === 0 && (
              <li className="effect-none">
                <Icon name="question" /> inconclusive
              </li>
            )}
          </ul>
        )}
        <p>{text}</p>
        {status === "done" && (
          <p className="hint">
            <code>{id}</code>: {blocks} blocks, with {arms.a}, and with {arms.b}
          </p>
        )}
      </div>
      <div className="experiment-run">{status === "done" ? <Effect outcome={outcome} /> : <p className="hint">not possible</p>}</div>
    </li>
  );
}

function Effect({ outcome: { shift, a12, metric } }: { readonly outcome: ExperimentOutcome }) {
  if (shift === null || metric === null) return <p className="hint">nothing could be compared</p>;
  return (
    <>
      <b className="effect-size" title={`${exact(shift.value * 100)} %`}>
        {signed(shift.value)}
      </b>
      <p className="hint">
        {METRICS[metric] ?? metric}, 95 %: {signed(shift.low)} to {signed(shift.high)}
        {a12 !== null && `; higher in ${Math.round(a12 * 100)}\u00a0% of all pairs`}
      </p>
    </>
  );
}

function signed(share: number): string {
  const percent = Math.round(Math.abs(share) * 100);
  return `${share < 0 && percent > 0 ? "−" : "+"}${percent}\u00a0%`;
}

const titleOf = (id: string): string => handbook.find((page) => page.id === id)?.title ?? id;
