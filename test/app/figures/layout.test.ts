import { describe, expect, it } from "vitest";
import { type LevelSummary, summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { predictChange, type TargetModel } from "../../../app/diagnosis/models.ts";
import { findPlateau } from "../../../app/diagnosis/plateau.ts";
import { cpuOverTime } from "../../../app/figures/cpuOverTime.ts";
import type { Figure } from "../../../app/figures/figure.ts";
import { textWidth } from "../../../app/figures/figure.ts";
import { latencyByConnections } from "../../../app/figures/latencyByConnections.ts";
import { latencyOverTime } from "../../../app/figures/latencyOverTime.ts";
import { lawsOf } from "../../../app/figures/laws.ts";
import { svgOf } from "../../../app/figures/svg.ts";
import { switchesOverTime } from "../../../app/figures/switchesOverTime.ts";
import { throughputByConnections } from "../../../app/figures/throughputByConnections.ts";
import { throughputOverTime } from "../../../app/figures/throughputOverTime.ts";
import { predictedAt, throughputPredicted } from "../../../app/figures/throughputPredicted.ts";
import { timeline } from "../../../app/figures/timeline.ts";
import { importedRecording } from "../../../app/imports/importedRecording.ts";
import { readLevelTable } from "../../../app/imports/levelTable.ts";
import { aRecording } from "./recordings.ts";

const many = Array.from({ length: 40 }, (_, index) => 1 + index * 3);
const sessions = {
  "no level": aRecording({ connections: [], places: 2, serviceMs: 40 }),
  "one level": aRecording({ connections: [10], places: 2, serviceMs: 40 }),
  "seven levels": aRecording({ connections: [1, 2, 5, 10, 25, 50, 100], places: 2, serviceMs: 46 }),
  "forty levels": aRecording({ connections: many, places: 20, serviceMs: 5, levelSeconds: 1, warmupSeconds: 0 }),
  "a host nobody read": aRecording({ connections: [1, 2, 4], places: 2, serviceMs: 40, idlePercent: null }),
  "ten thousand connections": aRecording({ connections: [1, 100, 10_000], places: 100, serviceMs: 40, levelSeconds: 1 }),
  "a table that tells some percentiles": importedRecording(
    readLevelTable("connections,rps,p50,p99\n1,20,50,\n2,40,,61\n5,41,120,\n10,40,,"),
    {
      id: "told",
      name: "told",
      url: "told",
      headers: [],
      cores: null,
      importedAt: "2026-11-21T12:00:00.000Z",
      plateauVersion: "0.1.0",
    },
  ),
};

const TWO_PLACES: TargetModel = {
  ...{ places: 2, heldSeconds: 0.046, outsideSeconds: 0, thinkSeconds: 0, cores: 4, cpuSeconds: 0.002, cpuWhileHeld: true },
  variability: 1,
};

function figuresOf(recording: (typeof sessions)["no level"], width: number): Figure[] {
  const levels = summariseLevels(recording);
  const laws = lawsOf(levels, { plateau: levels.length < 2 ? null : findPlateau(levels) });
  const rows = timeline(recording);
  const size = { width, height: 180 };
  const solved = levels.filter(({ connections }) => connections <= 1000);
  const predicted = solved.length === 0 ? null : predictChange(TWO_PLACES, { places: 8 }, solved, predictedAt(solved));
  return [
    ...(predicted === null ? [] : [throughputPredicted(solved, predicted, size)]),
    throughputByConnections(levels, laws, size),
    throughputByConnections(levels, laws, size, "linear"),
    latencyByConnections(levels, laws, size),
    throughputOverTime(rows, size),
    latencyOverTime(rows, size),
    cpuOverTime(rows, size),
    switchesOverTime(rows, size),
    throughputOverTime(rows, { width, height: 120 }, true),
  ];
}

/** Horizontal extent of a text, on the safe side. */
function extent({ x, text, anchor }: { x: number; text: string; anchor: string }): [number, number] {
  const width = textWidth(text) * 0.93; // textWidth is itself on the safe side
  return anchor === "start" ? [x, x + width] : anchor === "end" ? [x - width, x] : [x - width / 2, x + width / 2];
}

/** Pairs of texts that lie on one another. Baselines nearer than 9 px share a line of 11 px letters. */
function touching(texts: readonly { x: number; y: number; text: string; anchor: string }[]): string[] {
  const shown = texts.filter(({ text }) => text !== "");
  return shown.flatMap((one, index) =>
    shown
      .slice(index + 1)
      .filter((other) => Math.abs(one.y - other.y) < 9 && extent(one)[0] < extent(other)[1] && extent(other)[0] < extent(one)[1])
      .map((other) => `"${one.text}" on "${other.text}"`),
  );
}

describe.each(Object.entries(sessions))("figures of %s", (_name, recording) => {
  it.each([320, 480, 760, 1600])("fit into %s px: nothing clipped, no tick on another, no number that is none", (width) => {
    for (const figure of figuresOf(recording, width)) {
      expect(svgOf(figure)).not.toMatch(/NaN|Infinity|undefined/);
      const texts = [
        ...figure.marks.flatMap((mark) => (mark.kind === "label" ? [mark] : [])),
        ...figure.panels.flatMap(({ box, x, y }) => [
          ...[x.title, y.title].flatMap((title) => title ?? []),
          ...x.ticks.map((tick) => ({ x: tick.at, y: box.bottom + 15, text: tick.label, anchor: "middle" as const })),
          ...y.ticks.map((tick) => ({ x: box.left - 7, y: tick.at + 4, text: tick.label, anchor: "end" as const })),
        ]),
      ];
      for (const text of texts) {
        const [from, to] = extent(text);
        expect(from, `${figure.title}: ${text.text}`).toBeGreaterThanOrEqual(-1);
        expect(to, `${figure.title}: ${text.text}`).toBeLessThanOrEqual(width + 1);
      }
      expect(touching(texts), `${figure.title} at ${width} px`).toEqual([]);
      for (const { x, y } of figure.panels) {
        const across = x.ticks
          .filter((tick) => tick.label !== "")
          .map((tick) => extent({ x: tick.at, text: tick.label, anchor: "middle" }));
        for (const [index, [from]] of across.slice(1).entries()) expect(from, figure.title).toBeGreaterThan(across[index]?.[1] ?? 0);
        const down = y.ticks.map((tick) => tick.at).sort((a, b) => a - b);
        for (const [index, at] of down.slice(1).entries()) expect(at - (down[index] ?? 0), figure.title).toBeGreaterThan(11);
      }
    }
  });
});

describe("axes do not mislead", () => {
  const levels = summariseLevels(sessions["seven levels"]) as LevelSummary[];
  it("throughput starts at zero and holds every interval", () => {
    const [panel] = throughputByConnections(levels, lawsOf(levels, null), { width: 600, height: 240 }).panels;
    expect(panel?.y.domain[0]).toBe(0);
    expect(panel?.y.domain[1]).toBeGreaterThan(Math.max(...levels.map((level) => level.throughputInterval.high)));
  });
  it("a log axis says so in its title", () => {
    for (const figure of figuresOf(sessions["seven levels"], 600)) {
      for (const { x, y } of figure.panels) for (const axis of [x, y]) if (axis.kind === "log") expect(axis.title?.text).toContain("log");
    }
  });
});

describe("long sessions", () => {
  it("an hour is drawn with a few thousand points and keeps its highest spike", () => {
    const hour = aRecording({ connections: [1, 2, 4, 8, 16, 32], places: 2, serviceMs: 200, levelSeconds: 600 });
    const spike = hour.ticks[7777];
    if (spike !== undefined) hour.ticks[7777] = { ...spike, requests: 900 };
    const figure = throughputOverTime(timeline(hour), { width: 900, height: 160 });
    const path = figure.marks.find((mark) => mark.kind === "path");
    expect(path?.kind === "path" && path.d.length).toBeLessThan(40_000);
    expect(figure.panels[0]?.y.domain[1]).toBeGreaterThanOrEqual(3600);
    expect(figure.description).toContain("600\u00a0req/s");
  });
});
