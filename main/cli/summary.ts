import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { percent } from "../../app/diagnosis/numbers.ts";
import { validityNotes } from "../../app/diagnosis/validity.ts";
import type { Diagnosis, Finding } from "../../app/model/finding.ts";
import type { Recording } from "../../app/model/recording.ts";
import { capacitySentences } from "../../app/report/capacityText.ts";
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
  return [`Steps at ${level.connections} connections:`, ...rows.map((cells) => line(cells).trimEnd()), ""];
}

/** What was carried under the objectives; nothing without one. */
export function capacityText(session: Pick<Recording, "plan" | "levels">, levels: readonly LevelSummary[]): string[] {
  const sentences = capacitySentences(session, levels);
  return sentences.length === 0 ? [] : ["Capacity:", ...sentences.map(({ text }) => wrapped(text, "  ")), ""];
}

/** The verdict first, then why, then what else it could be, then what to do. */
export function diagnosisText({ verdict, findings, noData }: Diagnosis, levels: readonly LevelSummary[]): string {
  const head =
    verdict.id === "inconclusive"
      ? "Verdict: inconclusive"
      : `Verdict: ${verdict.id} - ${verdict.title} (confidence ${percent(verdict.confidence)})`;
  const main = findings.find(({ id }) => id === verdict.id);
  const others = findings.filter((finding) => finding !== main);
  const doubts = validityNotes(levels);
  return [
    head,
    wrapped(verdict.summary, "  "),
    ...(main === undefined ? [] : causeText(main)),
    ...(others.length === 0 ? [] : ["", "Also:", ...others.map((f) => wrapped(`${f.id} (${percent(f.confidence)}): ${f.summary}`, "  "))]),
    ...(verdict.id === "inconclusive" && noData.length > 0
      ? ["", "Missing:", ...noData.map(({ id, missing }) => wrapped(`${id}: ${missing}`, "  "))]
      : []),
    ...(doubts.length === 0 ? [] : ["", "How far the numbers can be trusted:", ...doubts.map((doubt) => wrapped(doubt, "  "))]),
  ].join("\n");
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
      experiments.map(({ text }) => text),
    ),
  ];
}
