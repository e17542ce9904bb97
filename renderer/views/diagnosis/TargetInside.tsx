import { useMemo } from "react";
import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { levelWords, nameOf } from "../../../app/figures/levelWords.ts";
import { count, exact, short } from "../../../app/figures/quantity.ts";
import { leftOut, targetGroups } from "./targetTable.ts";

/** What the target's threads wait in, and where its sockets lead, at each level. A number that stays while connections rise is a limit. */
export function TargetInside({ levels }: { readonly levels: readonly LevelSummary[] }) {
  const groups = useMemo(() => targetGroups(levels), [levels]);
  const rest = useMemo(() => leftOut(levels), [levels]);
  if (groups.length === 0) return null;
  const seen = levels.filter(({ target }) => target !== null);
  return (
    <section className="panel" aria-labelledby="target-inside">
      <div className="panel-head">
        <h2 id="target-inside">Inside the target</h2>
        <p className="hint">A number that stays while connections rise is a limit{rest === "" ? "" : `. Not shown: ${rest}`}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Inside the target, level by level">
        <table className="levels">
          <thead>
            <tr>
              <th scope="colgroup">Load</th>
              {groups.map(({ name, columns }) => (
                <th key={name} scope="colgroup" colSpan={columns.length}>
                  {name}
                </th>
              ))}
            </tr>
            <tr>
              <th scope="col">conn</th>
              {groups.map(({ name, columns }) =>
                columns.map(({ head, means }, index) => (
                  <th key={`${name} ${head}`} scope="col" title={means} className={index === 0 ? "starts-group" : undefined}>
                    <abbr title={means}>{head}</abbr>
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {seen.map(({ target, ...level }) => (
              <tr key={level.index}>
                <th scope="row" className="level-number" title={levelWords(nameOf({ target, ...level }))}>
                  {level.open === null ? level.connections : `${short(level.open.rateRps)}/s`}
                </th>
                {groups.map(({ name, columns }) =>
                  columns.map(({ head, means, of, digits, threads }, index) => {
                    const value = target === null ? null : of(target);
                    const number = target === null ? null : (threads?.(target) ?? null);
                    return (
                      <td
                        key={`${name} ${head}`}
                        className={index === 0 ? "starts-group" : undefined}
                        title={`${means}: ${value === null ? "not read" : exact(value)}`}
                      >
                        {value === null ? "–" : value === 0 ? "0" : value.toFixed(digits)}
                        {number !== null && <span className="hint"> ({count(number)})</span>}
                      </td>
                    );
                  }),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
