import { useMemo } from "react";
import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { validityOf } from "../../../app/diagnosis/validity.ts";
import { exact } from "../../../app/figures/quantity.ts";
import { ValidityMark } from "../../components/ValidityMark.tsx";
import { type Column, columnsOf } from "./columns.ts";

interface Props {
  readonly levels: readonly LevelSummary[];
  readonly cores: number;
  readonly pointed: readonly number[];
}

/** vmstat, one line per level, beside what the load saw. A marked cell says on hover why it is worth a look. */
export function LevelTable({ levels, cores, pointed }: Props) {
  const columns = useMemo(() => columnsOf(levels), [levels]);
  const groups = [...new Set(columns.map((column) => column.group))].map((group) => ({
    group,
    span: columns.filter((column) => column.group === group).length,
  }));
  return (
    <section className="panel" aria-labelledby="by-level">
      <div className="panel-head">
        <h2 id="by-level">Level by level</h2>
        <p className="hint">
          <span className="mark-suspect">•</span> worth a look; hover for the reason and the exact value
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Table of levels">
        <table className="levels">
          <thead>
            <tr>
              {groups.map(({ group, span }) => (
                <th key={group} colSpan={span} scope="colgroup">
                  {group}
                </th>
              ))}
              <th scope="colgroup">Validity</th>
            </tr>
            <tr>
              {columns.map(({ group, head, means }, index) => (
                <th key={group + head} scope="col" title={means} className={startsGroup(columns, index)}>
                  <abbr title={means}>{head}</abbr>
                </th>
              ))}
              <th scope="col" className="starts-group level-validity">
                believe it?
              </th>
            </tr>
          </thead>
          <tbody>
            {levels.map((level) => (
              <tr key={level.index} className={rowClass(level, pointed)}>
                {columns.map((column, index) => (
                  <Cell key={column.group + column.head} column={column} level={level} cores={cores} starts={startsGroup(columns, index)} />
                ))}
                <td className="starts-group level-validity">
                  <ValidityMark validity={validityOf(level)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({ column, level, cores, starts }: { column: Column; level: LevelSummary; cores: number; starts: string }) {
  const found = column.of(level);
  const value = Number.isNaN(found) ? null : found; // not told by another tool
  const why = column.suspect?.(level, cores) ?? null;
  const title = `${column.means}: ${value === null ? "not read" : exact(value)}${why === null ? "" : `; ${why}`}`;
  const words = column.words?.(level) ?? (value === null ? "–" : column.as(value));
  const className = [starts, why === null ? "" : "suspect"].join(" ").trim();
  if (column.head === "conn") {
    return (
      <th scope="row" className="level-number" title={title}>
        {words}
      </th>
    );
  }
  return (
    <td className={className} title={title}>
      {why !== null && (
        <span className="mark-suspect" role="img" aria-label={why}>
          •
        </span>
      )}
      {words}
    </td>
  );
}

function startsGroup(columns: readonly Column[], index: number): string {
  return index > 0 && columns[index]?.group !== columns[index - 1]?.group ? "starts-group" : "";
}

function rowClass(level: LevelSummary, pointed: readonly number[]): string | undefined {
  const names = [pointed.includes(level.index) ? "pointed" : "", validityOf(level).state === "invalid" ? "level-invalid" : ""];
  return names.join(" ").trim() || undefined;
}
