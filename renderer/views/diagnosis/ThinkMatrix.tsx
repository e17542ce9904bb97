import { useMemo } from "react";
import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { validityOf } from "../../../app/diagnosis/validity.ts";
import { latencyDensity } from "../../../app/figures/latencyDensity.ts";
import { levelWords, nameOf } from "../../../app/figures/levelWords.ts";
import { count, latency, requestsPerSecond } from "../../../app/figures/quantity.ts";
import { thinkTimeMatrix } from "../../../app/figures/thinkTimeMatrix.ts";
import { FigureView } from "../../charts/FigureView.tsx";
import { Quantity } from "../../components/Quantity.tsx";
import { ValidityMark } from "../../components/ValidityMark.tsx";

const CURVE = { width: 132, height: 56 };
const PERCENTILES = ["p50", "p90", "p99"] as const;

/** Think times down, connections across: throughput, percentiles and the spread of latencies of each pair. */
export function ThinkMatrix({ levels }: { readonly levels: readonly LevelSummary[] }) {
  const matrix = useMemo(() => thinkTimeMatrix(levels), [levels]);
  if (matrix === null) return null;
  return (
    <section className="panel" aria-labelledby="think-matrix">
      <div className="panel-head">
        <h2 id="think-matrix">Think time against connections</h2>
        <p className="hint">Each curve: how latencies are spread, on one log axis for all; lines at p50 and p99 (dotted)</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Matrix of think times and connections">
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">think time</th>
              {matrix.connections.map((connections) => (
                <th key={connections} scope="col">
                  {count(connections)} {connections === 1 ? "connection" : "connections"}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((level, index) => (
                  <td key={matrix.connections[index]}>
                    {level === null ? <span className="hint">not run</span> : <Cell level={level} domain={matrix.domainMs} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({ level, domain }: { readonly level: LevelSummary; readonly domain: readonly [number, number] }) {
  const validity = validityOf(level);
  return (
    <div className={`matrix-cell matrix-${validity.state}`}>
      <p className="matrix-head">
        <b>
          <Quantity value={level.throughputRps} as={requestsPerSecond} unit="req/s" />
        </b>
        <ValidityMark validity={validity} brief />
      </p>
      <dl>
        {PERCENTILES.map((key) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              <Quantity value={level.latencyMs[key]} as={latency} unit="ms" />
            </dd>
          </div>
        ))}
      </dl>
      <FigureView figure={latencyDensity(level.latencies, domain, CURVE, levelWords(nameOf(level)))} />
    </div>
  );
}
