import type { ReactNode } from "react";

interface Props {
  readonly name: string;
  readonly heads: readonly { readonly text: string; readonly means: string }[];
  readonly rows: readonly {
    readonly key: string | number;
    readonly cells: readonly { readonly title: string; readonly content: ReactNode }[];
  }[];
}

/** A table of numbers whose first column names the row; it scrolls by itself where it is too wide. */
export function SimpleTable({ name, heads, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={name}>
      <table className="levels plain-levels">
        <thead>
          <tr className="plain-heads">
            {heads.map(({ text, means }) => (
              <th key={text} scope="col" title={means}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(({ title, content }, index) =>
                index === 0 ? (
                  <th key={title} scope="row" title={title} className="level-number">
                    {content}
                  </th>
                ) : (
                  <td key={`${index} ${title}`} title={title}>
                    {content}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
