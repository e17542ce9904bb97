import { type Compared, type Comparison, comparedFrom, compareSessions } from "../../../app/comparison/comparison.ts";
import { differenceText } from "../../../app/comparison/difference.ts";
import { comparisonDocument, seriesDocument } from "../../../app/comparison/document.ts";
import { loadText } from "../../../app/comparison/load.ts";
import { type SeriesEntry, seriesOfSessions } from "../../../app/comparison/series.ts";
import { digits, percent } from "../../../app/diagnosis/numbers.ts";
import { comparisonReport } from "../../../app/report/comparisonHtml.ts";
import { comparisonColumns, comparisonRemarks } from "../../../app/report/comparisonTable.ts";
import { onlyOne, peakText } from "../../../app/report/comparisonText.ts";
import { EXIT } from "../exit.ts";
import { usage } from "../options.ts";
import { type JsonOption, note, plain, print, printJson, save, wrapped } from "../output.ts";
import { openStore, type StoreOption, sessionIdLike } from "../store.ts";

interface Options extends StoreOption {
  readonly json?: JsonOption;
  readonly report?: string;
}

/** Two saved sessions, the second as a change of the first; or a series of more, each beside the first. */
export function compare(words: readonly string[], options: Options): number {
  if (words.length < 2)
    throw usage("compare", `${words.length === 0 ? "no session was" : "one session alone was"} named`, "plateau compare ID ID");
  if (options.report !== undefined && words.length > 2)
    throw usage(`--report ${options.report}`, `it would hold ${words.length} sessions`, "a report of two");
  if (options.report !== undefined && !/\.html?$/.test(options.report))
    throw usage(`--report ${options.report}`, "this kind of report is not made", "a file name that ends in .html");
  const sessions = opened(words, options);
  const [before, after] = sessions as [Compared, Compared];
  if (sessions.length > 2) return showSeries(seriesOfSessions(sessions), options);
  return showComparison(compareSessions(before, after), options);
}

function opened(words: readonly string[], options: StoreOption): Compared[] {
  const store = openStore(options);
  try {
    const ids = words.map((each) => sessionIdLike(store, each));
    const twice = ids.find((id, i) => ids.indexOf(id) < i);
    if (twice !== undefined) throw usage(`compare ${words.join(" ")}`, `${twice} is named twice`, "different sessions");
    return ids.map((id) => comparedFrom(store.read(id)));
  } finally {
    store.close();
  }
}

/** To standard output, or what was asked for instead. Also ends a run of two by turns. */
export function showComparison(comparison: Comparison, { json, report }: Pick<Options, "json" | "report">): number {
  if (json !== undefined) printJson(comparisonDocument(comparison), json);
  if (json !== true) for (const line of comparisonText(comparison)) print(line);
  if (report !== undefined) {
    save(report, comparisonReport(comparison));
    note(`Report: ${report}`);
  }
  return EXIT.done;
}

function comparisonText(comparison: Comparison): string[] {
  const { before, after, sentence, levels, differences, notes, verdict, interleaved } = comparison;
  const section = (heading: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ["", `${heading}:`, ...items.map((item) => wrapped(item, "  "))];
  return [
    ...sessionText("Before", before),
    ...sessionText("After", after),
    ...(interleaved ? ["They ran by turns, level by level."] : []),
    "",
    ...table(levels.length === 0 ? [] : [heads, units, ...levels.map((level) => comparisonColumns.map(({ text }) => text(level)))]),
    ...(levels.length === 0 ? [] : [""]),
    wrapped(sentence),
    ...(verdict === null
      ? []
      : ["", `Together: ${verdict.id} (confidence ${percent(verdict.confidence)})`, wrapped(verdict.summary, "  ")]),
    ...section("Only one of them measured", onlyOne(comparison)),
    ...section("What else differs", differences.map(differenceText)),
    ...section("How far it can be trusted", [...comparisonRemarks(levels), ...notes]),
  ];
}

function sessionText(which: string, compared: Compared): string[] {
  const { id, name, startedAt } = compared.session;
  const { verdict } = compared.diagnosis;
  return [
    `${which.padEnd(6)}  ${id}  ${startedAt.slice(0, 16).replace("T", " ")}  ${plain(name)}`,
    `        ${verdict.id}${verdict.confidence > 0 ? ` (${percent(verdict.confidence)})` : ""}, ${peakText(compared)}`,
  ];
}

const heads = comparisonColumns.map(({ title }) => title);
const units = comparisonColumns.map(({ unit }) => unit);

/** One line a session: when, verdict, peak, knee, and how it stands to the first. */
function showSeries(entries: readonly SeriesEntry[], { json }: Pick<Options, "json">): number {
  if (json !== undefined) printJson(seriesDocument(entries), json);
  if (json === true) return EXIT.done;
  const head = ["session", "when", "verdict", "peak req/s", "knee", "to the first", "at", "outcome"];
  const rows = entries.map(({ id, startedAt, verdict, peak, kneeConnections, toFirst }) => {
    const throughput = toFirst?.throughput ?? null;
    const interval = throughput?.interval ?? null;
    const ratio = throughput === null ? "-" : `${digits(throughput.ratio)} times`;
    return [
      id,
      startedAt.slice(0, 16).replace("T", " "),
      verdict.id,
      peak === null ? "-" : digits(peak.throughputRps),
      kneeConnections === null ? "-" : digits(kneeConnections),
      interval === null ? ratio : `${ratio} (${digits(interval.low)} to ${digits(interval.high)})`,
      toFirst === null ? "-" : loadText(toFirst.load),
      toFirst?.outcome ?? "-",
    ];
  });
  for (const line of table([head, ...rows])) print(line);
  return EXIT.done;
}

/** Columns as wide as they must be; the first and the last to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
  const cell = (text: string, i: number): string =>
    i === 0 || i === widths.length - 1 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  return rows.map((cells) => cells.map(cell).join("  ").trimEnd());
}
