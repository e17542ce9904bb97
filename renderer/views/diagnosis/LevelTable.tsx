import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { exact } from "../../../app/figures/quantity.ts";
import { COLUMNS } from "./columns.ts";

interface Props {
  readonly levels: readonly LevelSummary[];
  readonly cores: number;
  readonly pointed: readonly number[];
}

const GROUPS = [...new Set(COLUMNS.map((column) => column.group))].map((group) => ({
  group,
  span: COLUMNS.filter((column) => column.group === group).length,
}));

/** vmstat, one line per level, beside what the load saw. A marked cell says on hover why it is worth a look. */
export function LevelTable({ levels, cores, pointed }: Props) {
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
              {GROUPS.map(({ group, span }) => (
                <th key={group} colSpan={span} scope="colgroup">
                  {group}
                </th>
              ))}
            </tr>
            <tr>
              {COLUMNS.map(({ group, head, means }, index) => (
                <th key={group + head} scope="col" title={means} className={startsGroup(index)}>
                  <abbr title={means}>{head}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {levels.map((level) => (
              <tr key={level.index} className={pointed.includes(level.index) ? "pointed" : undefined}>
                {COLUMNS.map((column, index) => (
                  <Cell key={column.group + column.head} column={column} level={level} cores={cores} starts={startsGroup(index)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({ column, level, cores, starts }: { column: (typeof COLUMNS)[number]; level: LevelSummary; cores: number; starts: string }) {
  const value = column.of(level);
  const why = column.suspect?.(level, cores) ?? null;
  const title = `${column.means}: ${value === null ? "not read" : exact(value)}${why === null ? "" : `; ${why}`}`;
  const words = value === null ? "–" : column.as(value);
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

function startsGroup(index: number): string {
  return index > 0 && COLUMNS[index]?.group !== COLUMNS[index - 1]?.group ? "starts-group" : "";
}
