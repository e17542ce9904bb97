import { diagnose } from "../diagnosis/diagnose.ts";
import { type LevelSummary, summariseLevels } from "../diagnosis/levelSummary.ts";
import { percent } from "../diagnosis/numbers.ts";
import { validityNotes } from "../diagnosis/validity.ts";
import { cpuOverTime } from "../figures/cpuOverTime.ts";
import type { Figure } from "../figures/figure.ts";
import { latencyByConnections } from "../figures/latencyByConnections.ts";
import { latencyByRate } from "../figures/latencyByRate.ts";
import { latencyOverTime } from "../figures/latencyOverTime.ts";
import { lawsOf } from "../figures/laws.ts";
import { svgOf } from "../figures/svg.ts";
import { switchesOverTime } from "../figures/switchesOverTime.ts";
import { throughputByConnections } from "../figures/throughputByConnections.ts";
import { throughputByRate } from "../figures/throughputByRate.ts";
import { throughputOverTime } from "../figures/throughputOverTime.ts";
import { timeline } from "../figures/timeline.ts";
import type { Diagnosis, Finding } from "../model/finding.ts";
import type { Recording } from "../model/recording.ts";
import { thinkTimeText } from "../model/thinkTime.ts";
import { commandOf } from "./command.ts";
import { escaped } from "./escaped.ts";
import { experimentSection } from "./experimentText.ts";
import { hostText } from "./hostText.ts";
import { columns } from "./levelTable.ts";
import { loadSections } from "./loadSections.ts";
import { requestLine } from "./requestLine.ts";
import { levelOfSteps, stepColumns } from "./stepTable.ts";
import { STYLE } from "./style.ts";

const WIDE = { width: 900, height: 200 };
const HALF = { width: 440, height: 300 };

/** The whole session on one page that needs nothing else: no script, no network. Text from servers and people is escaped. */
export function htmlReport(recording: Recording, diagnosis: Diagnosis = diagnose(recording)): string {
  const levels = summariseLevels(recording);
  const { verdict } = diagnosis;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(recording.name)} - Plateau</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kicker">Plateau report</p>
<h1>${escaped(recording.name)}</h1>
<p class="facts">${escaped(requestLine(recording.plan))} · ${escaped(recording.startedAt.slice(0, 16).replace("T", " "))} UTC · ${recording.status}</p>
</header>
<section class="verdict ${verdict.id === "healthy" ? "good" : verdict.id === "inconclusive" ? "open" : "bad"}">
<h2>${escaped(verdict.title)}${verdict.id === "inconclusive" ? "" : ` <small>confidence ${percent(verdict.confidence)}</small>`}</h2>
<p>${escaped(verdict.summary)}</p>
</section>
${recording.failure === null ? "" : `<p class="failure">${escaped(recording.failure)}</p>`}
${recording.warnings.map((warning) => `<p class="failure">${escaped(warning)}</p>`).join("")}
${trust(levels)}
${levels.length === 0 ? "<p>No level was measured.</p>" : charts(recording, levels, diagnosis)}
${levels.length === 0 ? "" : `<section><h2>Levels</h2>${levelTable(levels)}</section>`}
${stepTable(levels)}
${loadSections(recording, levels)}
<section><h2>Findings</h2>${diagnosis.findings.length === 0 ? "<p>None.</p>" : diagnosis.findings.map(findingBlock).join("\n")}
${diagnosis.noData.length === 0 ? "" : `<h3>Could not be judged</h3><ul>${diagnosis.noData.map(({ id, missing }) => `<li><code>${id}</code>: missing ${escaped(missing)}</li>`).join("")}</ul>`}
</section>
${experimentSection(diagnosis.experiments)}
<section><h2>Protocol</h2>${protocol(recording, diagnosis)}</section>
</main>
</body>
</html>
`;
}

function charts(recording: Recording, levels: readonly LevelSummary[], diagnosis: Diagnosis): string {
  const closed = levels.filter((level) => level.open === null);
  const open = levels.filter((level) => level.open !== null);
  const laws = lawsOf(closed, diagnosis);
  const time = timeline(recording);
  const byLevel = [
    throughputByConnections(closed, laws, HALF),
    ...(closed.some(({ latencyMs }) => latencyMs.p50 > 0) ? [latencyByConnections(closed, laws, HALF)] : []), // told levels may have none
  ];
  const byRate = [throughputByRate(open, HALF), latencyByRate(open, HALF)];
  const overTime = [throughputOverTime(time, WIDE), latencyOverTime(time, WIDE), cpuOverTime(time, WIDE), switchesOverTime(time, WIDE)];
  const pair = (title: string, figures: readonly Figure[]): string =>
    `<section><h2>${title}</h2><div class="pair">${figures.map(chart).join("")}</div></section>\n`;
  return `${closed.length === 0 ? "" : pair("Against connections", byLevel)}${open.length === 0 ? "" : pair("Against arrivals", byRate)}<section><h2>Over time</h2>${overTime.map(chart).join("")}</section>`;
}

function chart(figure: Figure): string {
  return `<figure><figcaption>${escaped(figure.title)}</figcaption>${svgOf(figure)}</figure>`;
}

function trust(levels: readonly LevelSummary[]): string {
  const notes = validityNotes(levels).map((note) => `<li>${escaped(note)}</li>`);
  return notes.length === 0 ? "" : `<section class="notes"><h2>How far the numbers can be trusted</h2><ul>${notes.join("")}</ul></section>`;
}

function levelTable(levels: readonly LevelSummary[]): string {
  const head = columns.map(({ title, unit }) => `<th>${title}${unit === "" ? "" : ` <small>${unit}</small>`}</th>`).join("");
  const rows = levels.map((level) => `<tr>${columns.map((column) => `<td>${escaped(column.text(level))}</td>`).join("")}</tr>`);
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function stepTable(levels: readonly LevelSummary[]): string {
  const level = levelOfSteps(levels);
  if (level === null) return "";
  const head = stepColumns.map(({ title, unit }) => `<th>${title}${unit === "" ? "" : ` <small>${unit}</small>`}</th>`).join("");
  const rows = level.steps.map((step) => `<tr>${stepColumns.map((column) => `<td>${escaped(column.text(step))}</td>`).join("")}</tr>`);
  return `<section><h2>Steps at ${level.connections} connections</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`;
}

function findingBlock(finding: Finding): string {
  const { id, title, confidence, summary, evidence, candidates, advice, experiments } = finding;
  const list = (heading: string, items: readonly string[]): string =>
    items.length === 0 ? "" : `<h4>${heading}</h4><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
  const fact = ({ text, expected }: Finding["evidence"][number]): string =>
    `${escaped(text)} <small>expected: ${escaped(expected)}</small>`;
  const source = (url: string): string => (/^https?:\/\//.test(url) ? `<a href="${escaped(url)}">source</a>` : escaped(url));
  return `<article><h3>${escaped(title)} <small><code>${id}</code> · confidence ${percent(confidence)}</small></h3>
<p>${escaped(summary)}</p>
${list("Evidence", evidence.filter(({ speaks }) => speaks === "for").map(fact))}
${list("Against it", evidence.filter(({ speaks }) => speaks === "against").map(fact))}
${list(
  "Known defaults of this size",
  candidates.map((c) => `${escaped(c.software)}: ${escaped(c.setting)} = ${escaped(c.value)} (${source(c.source)})`),
)}
${list("What to do", advice.map(escaped))}
${list(
  "What would decide",
  experiments.filter(({ status }) => status === "suggested").map(({ text }) => escaped(text)),
)}
${list(
  "What experiments say of it",
  experiments.filter(({ status }) => status === "done").map(({ id, verdict }) => `<code>${escaped(id)}</code>: ${verdict}`),
)}
</article>`;
}

function modelText({ rates, arrivals, maxConnections, thinkTimes }: Recording["plan"]): string {
  if (rates !== null) return `open model, ${arrivals} arrivals over ${maxConnections} connections at most`;
  return `closed model, think time ${thinkTimes.map(thinkTimeText).join(", ")}`;
}

function protocol({ plan, host, id, plateauVersion, startedAt, finishedAt }: Recording, { rules }: Diagnosis): string {
  const rows: [string, string][] = [
    ["Repeat with", commandOf(plan)],
    [
      "Levels",
      `${plan.rates === null ? `${plan.connections.join(", ")} connections` : `${plan.rates.join(", ")} arrivals per second`}; ${plan.warmupMs / 1000} s warm-up, ${plan.durationMs / 1000} s measured, ${plan.cooldownMs / 1000} s cool-down each`,
    ],
    [
      "Load",
      `${modelText(plan)}, ${plan.keepAlive ? "connections kept alive" : "a new connection for every request"}, timeout ${plan.timeoutMs / 1000} s, ${plan.threads} generator thread(s)`,
    ],
    ["Host", hostText(host)],
    ["Run", `${startedAt} to ${finishedAt ?? "-"}`],
    ["Session", id],
    ["Made by", `Plateau ${plateauVersion}, rules ${rules}, Node ${host.node}`],
  ];
  if (plan.note !== "") rows.push(["Note", plan.note]);
  return `<table class="protocol"><tbody>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${escaped(value)}</td></tr>`).join("")}</tbody></table>`;
}
