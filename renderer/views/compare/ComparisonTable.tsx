import type { LevelComparison } from "../../../app/comparison/levelComparison.ts";
import { loadKey } from "../../../app/comparison/load.ts";
import type { ComparisonColumn } from "../../../app/report/comparisonTable.ts";
import { SimpleTable } from "../diagnosis/SimpleTable.tsx";

interface Props {
  readonly name: string;
  readonly columns: readonly ComparisonColumn[];
  readonly levels: readonly LevelComparison[];
}

/** What the report says of every level, in the same words; the reason of an outcome on hover. */
export function ComparisonTable({ name, columns, levels }: Props) {
  return (
    <SimpleTable
      name={name}
      heads={columns.map(({ title, unit, means }) => ({ text: unit === "" ? title : `${title}, ${unit}`, means }))}
      rows={levels.map((level) => ({
        key: loadKey(level.load),
        cells: columns.map(({ title, means, text }) => ({
          title: title === "outcome" ? (level.why ?? means) : means,
          content: title === "outcome" ? <OutcomeMark outcome={level.outcome} /> : text(level),
        })),
      }))}
    />
  );
}

const SIGNS = { faster: "▲", slower: "▼", "no detectable difference": "=", "ratio only": "?", "not comparable": "×" } as const;

/** Sign, colour and words say the same. */
function OutcomeMark({ outcome }: Pick<LevelComparison, "outcome">) {
  return (
    <span className={`outcome outcome-${outcome.replaceAll(" ", "-")}`}>
      <span aria-hidden="true">{SIGNS[outcome]}</span> {outcome}
    </span>
  );
}
