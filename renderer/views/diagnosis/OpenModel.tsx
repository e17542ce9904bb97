import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { validityOf } from "../../../app/diagnosis/validity.ts";
import { exact } from "../../../app/figures/quantity.ts";
import { openColumns } from "../../../app/report/openTable.ts";
import { ValidityMark } from "../../components/ValidityMark.tsx";
import { SimpleTable } from "./SimpleTable.tsx";

/** Arrivals and what became of them. Response time counts from when a request should have been sent: that is what users wait. */
export function OpenModel({ levels }: { readonly levels: readonly LevelSummary[] }) {
  const open = levels.filter((level) => level.open !== null);
  if (open.length === 0) return null;
  const heads = [...openColumns.map(({ title, means }) => ({ text: title, means })), { text: "validity", means: "can they be believed?" }];
  const rows = open.map((level) => ({
    key: level.index,
    cells: [
      ...openColumns.map((column) => {
        const value = column.of(level);
        return { title: `${column.title}, ${column.means}: ${exact(value)}`, content: value === null ? "–" : column.as(value) };
      }),
      { title: "validity", content: <ValidityMark validity={validityOf(level)} /> },
    ],
  }));
  return (
    <section className="panel" aria-labelledby="open-model">
      <div className="panel-head">
        <h2 id="open-model">Arrivals</h2>
        <p className="hint">Response time counts from when a request should have been sent, service time from when it was</p>
      </div>
      <SimpleTable name="Arrivals, level by level" heads={heads} rows={rows} />
    </section>
  );
}
