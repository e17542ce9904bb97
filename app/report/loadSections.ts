import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { validityOf } from "../diagnosis/validity.ts";
import { latencyDensity } from "../figures/latencyDensity.ts";
import { levelWords, nameOf } from "../figures/levelWords.ts";
import { clock, count, latency, requestsPerSecond } from "../figures/quantity.ts";
import { svgOf } from "../figures/svg.ts";
import { thinkTimeMatrix } from "../figures/thinkTimeMatrix.ts";
import type { Recording } from "../model/recording.ts";
import { capacitySentences } from "./capacityText.ts";
import { escaped } from "./escaped.ts";
import { openColumns } from "./openTable.ts";
import { socketAccount } from "./socketAccount.ts";

const CURVE = { width: 150, height: 56 };

/** What the load models add to a report: capacity, the matrix of think times, arrivals, notes, the sockets. Each only where there is one. */
export function loadSections(recording: Recording, levels: readonly LevelSummary[]): string {
  return [capacity(recording, levels), matrix(levels), arrivals(levels), notes(recording), sockets(recording)].join("\n");
}

function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>${body}</section>`;
}

function capacity(recording: Recording, levels: readonly LevelSummary[]): string {
  const texts = capacitySentences(recording, levels);
  return texts.length === 0 ? "" : section("Capacity", `<ul>${texts.map(({ text }) => `<li>${escaped(text)}</li>`).join("")}</ul>`);
}

function matrix(levels: readonly LevelSummary[]): string {
  const found = thinkTimeMatrix(levels);
  if (found === null) return "";
  const head = found.connections.map((connections) => `<th>${count(connections)} connection${connections === 1 ? "" : "s"}</th>`).join("");
  const rows = found.rows.map(({ name, cells }) => {
    const tds = cells.map((level) => `<td>${level === null ? "not run" : cell(level, found.domainMs)}</td>`).join("");
    return `<tr><th>${escaped(name)}</th>${tds}</tr>`;
  });
  const table = `<table><thead><tr><th>think time</th>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  const says = "<p><small>Curves: how latencies are spread, on one log axis for all; lines at p50 and p99 (dotted).</small></p>";
  return section("Think time against connections", `${says}<div class="wide">${table}</div>`);
}

function cell(level: LevelSummary, domainMs: readonly [number, number]): string {
  const { p50, p90, p99 } = level.latencyMs;
  const { state } = validityOf(level);
  const doubt = state === "valid" ? "" : ` <small>${state}</small>`;
  const percentiles = `p50 ${latency(p50)}<br>p90 ${latency(p90)}<br>p99 ${latency(p99)}`;
  const curve = svgOf(latencyDensity(level.latencies, domainMs, CURVE, levelWords(nameOf(level))));
  return `<b>${requestsPerSecond(level.throughputRps)}</b>${doubt}<br>${percentiles}<br>${curve}`;
}

function arrivals(levels: readonly LevelSummary[]): string {
  const open = levels.filter((level) => level.open !== null);
  if (open.length === 0) return "";
  const head = openColumns.map(({ title }) => `<th>${title}</th>`).join("");
  const rows = open.map((level) => {
    const tds = openColumns.map((column) => {
      const value = column.of(level);
      return `<td>${value === null ? "-" : column.as(value)}</td>`;
    });
    return `<tr>${tds.join("")}<td>${validityOf(level).state}</td></tr>`;
  });
  const says = "<p><small>Response time counts from when a request should have been sent, service time from when it was.</small></p>";
  const table = `<table><thead><tr>${head}<th>validity</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return section("Arrivals", `${says}<div class="wide">${table}</div>`);
}

function notes({ annotations }: Recording): string {
  const items = annotations.map(({ atMs, text }) => `<li><b>${clock(atMs)}</b> ${escaped(text)}</li>`).join("");
  return annotations.length === 0 ? "" : section("Notes", `<ul>${items}</ul>`);
}

function sockets(recording: Recording): string {
  if (recording.ticks.length === 0) return "";
  const rows = socketAccount(recording).map(
    ({ name, value, exact }) => `<tr><th>${name}</th><td title="${escaped(exact)}">${value}</td></tr>`,
  );
  return section("Socket account", `<table class="protocol"><tbody>${rows.join("")}</tbody></table>`);
}
