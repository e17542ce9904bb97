import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { percent } from "../../app/diagnosis/numbers.ts";
import { sessionValidity } from "../../app/diagnosis/sessionValidity.ts";
import { validityOf } from "../../app/diagnosis/validity.ts";
import type { Diagnosis, Finding } from "../../app/model/finding.ts";
import type { Recording, Session } from "../../app/model/recording.ts";
import { capacitySentences } from "../../app/report/capacityText.ts";
import { effectText } from "../../app/report/experimentText.ts";
import { columns } from "../../app/report/levelTable.ts";
import { levelOfSteps, stepColumns } from "../../app/report/stepTable.ts";
import { plain, wrapped } from "./output.ts";

const WIDTHS = columns.map(({ title, unit }) => Math.max(title.length, unit.length, 7));

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, i) => cell.padStart(WIDTHS[i] ?? 0))
    .join("  ")
    .trimEnd();

export const tableHead = (): string => `${row(columns.map(({ title }) => title))}\n${row(columns.map(({ unit }) => unit))}`;
export const tableRow = (level: LevelSummary): string => row(columns.map((column) => column.text(level)));

/** The steps of a scenario at the last level; nothing without a scenario. */
export function stepsText(levels: readonly LevelSummary[]): string[] {
  const level = levelOfSteps(levels);
  if (level === null) return [];
  const rows = [
    stepColumns.map(({ title }) => title),
    stepColumns.map(({ unit }) => unit),
    ...level.steps.map((step) => stepColumns.map(({ text }) => plain(text(step)))),
  ];
  const widths = stepColumns.map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
  const { state } = validityOf(level);
  return [
    `Steps at ${level.connections} connections${state === "valid" ? "" : ` (${state})`}:`,
    ...rows.map((cells) => line(cells).trimEnd()),
    "",
  ];
}

/** What was carried under the objectives; nothing without one. */
export function capacityText(session: Pick<Recording, "plan" | "levels">, levels: readonly LevelSummary[]): string[] {
  const sentences = capacitySentences(session, levels);
  return sentences.length === 0 ? [] : ["Capacity:", ...sentences.map(({ text }) => wrapped(text, "  ")), ""];
}

/** The verdict first, then why, then what to do, then what else it could be, and how far all of it can be trusted. */
export function diagnosisText(
  { verdict, findings, noData, experiments }: Diagnosis,
  levels: readonly LevelSummary[],
  session: Session,
): string {
  const head =
    verdict.id === "inconclusive"
      ? "Verdict: inconclusive"
      : `Verdict: ${verdict.id} - ${verdict.title} (confidence ${percent(verdict.confidence)})`;
  const main = findings.find(({ id }) => id === verdict.id);
  const others = findings.filter((finding) => finding !== main);
  return [
    head,
    wrapped(verdict.summary, "  "),
    ...(main === undefined ? [] : causeText(main)),
    ...(experiments.length === 0
      ? []
      : [
          "",
          "Experiments:",
          ...experiments.map((outcome) => wrapped(`${outcome.id}: ${plain(outcome.text)} ${effectText(outcome)}`.trimEnd(), "  ")),
        ]),
    ...(others.length === 0 ? [] : ["", "Also:", ...others.map((f) => wrapped(`${f.id} (${percent(f.confidence)}): ${f.summary}`, "  "))]),
    ...(verdict.id === "inconclusive" && noData.length > 0
      ? ["", "Missing:", ...noData.map(({ id, missing }) => wrapped(`${id}: ${missing}`, "  "))]
      : []),
    "",
    ...validityText(levels, session),
  ].join("\n");
}

const TRUST = {
  valid: "nothing speaks against the numbers",
  doubtful: "the numbers can be trusted only so far",
  invalid: "the numbers say nothing of the target",
} as const;

/** The session's validity with its reasons, each with what to do, as the document has it. */
function validityText(levels: readonly LevelSummary[], session: Session): string[] {
  const { state, reasons } = sessionValidity(session, levels);
  return [`Validity: ${state} - ${TRUST[state]}`, ...reasons.map((reason) => wrapped(reason, "  "))];
}

function causeText({ evidence, candidates, advice, experiments }: Finding): string[] {
  const section = (heading: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ["", `${heading}:`, ...items.map((item) => wrapped(item, "  "))];
  return [
    ...section(
      "Evidence",
      evidence.filter(({ speaks }) => speaks === "for").map(({ text }) => text),
    ),
    ...section(
      "Against it",
      evidence.filter(({ speaks }) => speaks === "against").map(({ text }) => text),
    ),
    ...section(
      "Defaults of this size",
      candidates.map((c) => `${c.software}: ${c.setting} = ${c.value} (${c.source})`),
    ),
    ...section("What to do", advice),
    ...section(
      "What would decide",
      experiments.filter(({ status }) => status === "suggested").map(({ text }) => text),
    ),
  ];
}
