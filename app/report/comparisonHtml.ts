import type { Compared, Comparison } from "../comparison/comparison.ts";
import { differenceText } from "../comparison/difference.ts";
import { percent } from "../diagnosis/numbers.ts";
import { comparedByConnections } from "../figures/comparedSeries.ts";
import { svgOf } from "../figures/svg.ts";
import { commandOf } from "./command.ts";
import { type ComparisonColumn, comparisonColumns, comparisonRemarks, latencyColumns } from "./comparisonTable.ts";
import { onlyOne, peakText } from "./comparisonText.ts";
import { escaped } from "./escaped.ts";
import { hostText } from "./hostText.ts";
import { STYLE } from "./style.ts";

const HALF = { width: 440, height: 300 };

/** Two sessions beside each other on one page that needs nothing else: no script, no network. Text from servers and people is escaped. */
export function comparisonReport(comparison: Comparison): string {
  const { before, after, sentence, levels, differences, notes, verdict, interleaved } = comparison;
  const figures = comparedByConnections(
    [
      { name: "before", levels: before.levels },
      { name: "after", levels: after.levels },
    ],
    HALF,
  );
  const charts = figures.map((figure) => `<figure><figcaption>${escaped(figure.title)}</figcaption>${svgOf(figure)}</figure>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(before.session.name)} and ${escaped(after.session.name)} - Plateau</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kicker">Plateau comparison${interleaved ? ", run by turns" : ""}</p>
<h1>${escaped(sentence)}</h1>
</header>
${verdict === null ? "" : `<section class="verdict bad"><h2>${escaped(verdict.title)} <small>confidence ${percent(verdict.confidence)}</small></h2><p>${escaped(verdict.summary)}</p></section>`}
${list("How far it can be trusted", [...notes, ...comparisonRemarks(levels)])}
<section><h2>The two sessions</h2>${sessionTable([before, after])}</section>
${charts.length === 0 ? "" : `<section><h2>Against connections</h2><div class="pair">${charts.join("")}</div></section>`}
${levels.length === 0 ? "" : `<section><h2>Level by level</h2>${levelTable(comparison, comparisonColumns)}<h3>How latencies differ</h3>${levelTable(comparison, latencyColumns)}</section>`}
${list("Only one of them measured", onlyOne(comparison))}
${list("What else differs", differences.length === 0 ? ["Nothing that was told."] : differences.map(differenceText))}
</main>
</body>
</html>
`;
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  return `<section><h2>${title}</h2><ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul></section>`;
}

function levelTable({ levels }: Comparison, columns: readonly ComparisonColumn[]): string {
  const head = columns
    .map(({ title, unit, means }) => `<th title="${escaped(means)}">${title}${unit === "" ? "" : ` <small>${unit}</small>`}</th>`)
    .join("");
  const rows = levels.map((level) => `<tr>${columns.map(({ text }) => `<td>${escaped(text(level))}</td>`).join("")}</tr>`);
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function sessionTable(both: readonly Compared[]): string {
  const rows: [string, (compared: Compared) => string][] = [
    ["Session", ({ session }) => `${session.name} (${session.id})`],
    ["Run", ({ session }) => `${session.startedAt.slice(0, 16).replace("T", " ")} UTC, ${session.status}`],
    ["Verdict", ({ diagnosis }) => diagnosis.verdict.title],
    ["Why", ({ diagnosis }) => diagnosis.verdict.summary],
    ["Peak", (compared) => peakText(compared)],
    ["Host", ({ session }) => hostText(session.host)],
    ["Repeat with", ({ session }) => (session.status === "imported" ? "-" : commandOf(session.plan))],
    ["Plateau", ({ session }) => session.plateauVersion],
  ];
  const row = ([name, text]: (typeof rows)[number]): string =>
    `<tr><th>${name}</th>${both.map((each) => `<td>${escaped(text(each))}</td>`).join("")}</tr>`;
  return `<table class="protocol"><thead><tr><td></td><th>Before</th><th>After</th></tr></thead><tbody>${rows.map(row).join("")}</tbody></table>`;
}
