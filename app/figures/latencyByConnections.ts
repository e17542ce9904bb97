import { scaleLog } from "d3-scale";
import { line } from "d3-shape";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import { logAxis, logDomain } from "./axis.ts";
import { type AxisKind, connectionsFrame } from "./connectionsPanel.ts";
import { type Dash, type Figure, type Mark, px, type Shape, type Size, type Tone } from "./figure.ts";
import type { Laws } from "./laws.ts";
import { type LevelSeries, lookOf, seriesOf } from "./levelSeries.ts";
import { levelWords, nameOf, validityWords } from "./levelWords.ts";
import { count, latency, shortLatency } from "./quantity.ts";
import { seriesNames, seriesRoom } from "./seriesNames.ts";
import { spreadOut } from "./timePanel.ts";

type Level = LevelSummary;
interface Line {
  readonly key: "p50" | "p90" | "p99" | "mean";
  readonly tone: Tone;
  readonly dash: Dash;
  readonly shape: Shape;
}
export const LINES: readonly (Line & { readonly key: "p50" | "p90" | "p99" })[] = [
  { key: "p50", tone: "p50", dash: "solid", shape: "circle" },
  { key: "p90", tone: "p90", dash: "dashed", shape: "square" },
  { key: "p99", tone: "p99", dash: "dotted", shape: "triangle" },
];

const SEVERAL = { p90: "Latency p90 (log scale)", mean: "Mean latency (log scale)" } as const;

/** Latency percentiles against connections, log axis: on a plateau they grow in proportion to the connections. Of several think times the p90 of each. */
export function latencyByConnections(
  levels: readonly Level[],
  laws: Laws,
  size: Size,
  kind: AxisKind = "auto",
  all: readonly LevelSeries[] = seriesOf(levels.filter(({ latencyMs }) => LINES.some(({ key }) => latencyMs[key] > 0))),
  one: "p90" | "mean" = "p90", // of several series: what each is drawn by
): Figure {
  const alone = all.length < 2;
  const frame = connectionsFrame(levels, laws, size, kind, alone ? 40 : seriesRoom(all, size.width));
  const { box, x } = frame;
  const shown = all.flatMap((series) => series.levels);
  const keys = alone ? LINES.map(({ key }) => key) : ([one] as const);
  const y = scaleLog(logDomain(shown.flatMap(({ latencyMs }) => keys.map((key) => latencyMs[key]))), [box.bottom, box.top]);
  const lineOf = (levelsOfLine: readonly Level[], { key, tone, dash, shape }: Line): Mark[] => {
    const own = levelsOfLine.filter((level) => isKnown(level, key));
    const place = (level: Level): [number, number] => [px(x(level.connections)), px(y(level.latencyMs[key]))];
    const d =
      line<Level>(
        (level) => place(level)[0],
        (level) => place(level)[1],
      )([...own]) ?? "";
    const dots = own.map((level): Mark => {
      const [cx, cy] = place(level);
      const says = `${levelWords(nameOf(level))}: ${key} ${latency(level.latencyMs[key])}${validityWords(level)}`;
      return { kind: "point", tone, shape, x: cx, y: cy, says, ...(isInvalid(level) ? { hollow: true } : {}) };
    });
    return own.length > 1 ? [{ kind: "path", tone, d, dash }, ...dots] : dots;
  };
  const ends = all.map((series, index) => ({
    text: series.name,
    tone: lookOf(index).tone,
    y: y(series.levels.findLast((level) => isKnown(level, one))?.latencyMs[one] ?? 1),
  }));
  return {
    ...size,
    title: "Latency against connections",
    description: all.length === 0 ? describe([]) : all.map((each) => `${alone ? "" : `${each.name}: `}${describe(each.levels)}`).join(" "),
    panels: [
      {
        box,
        x: frame.axis,
        y: logAxis(y, { x: 0, y: 12, text: alone ? "Latency (log scale)" : SEVERAL[one], anchor: "start" }, shortLatency),
      },
    ],
    marks: [
      ...(alone ? frame.shade : []),
      ...(alone
        ? LINES.flatMap((each) => lineOf(shown, each))
        : all.flatMap((series, index) => lineOf(series.levels, { key: one, ...lookOf(index) }))),
      ...(alone ? names(shown, box.right, [box.top, box.bottom], y) : seriesNames(ends, box, size.width - box.right)),
    ],
  };
}

/** Another tool may have told some percentiles, or at some levels. */
const isKnown = ({ latencyMs }: Level, key: Line["key"]): boolean => latencyMs[key] > 0;

function names(shown: readonly Level[], right: number, [top, bottom]: readonly [number, number], y: (value: number) => number): Mark[] {
  const sorted = LINES.flatMap((each) => {
    const last = shown.findLast((level) => isKnown(level, each.key));
    return last === undefined ? [] : [{ ...each, at: y(last.latencyMs[each.key]) }];
  }).sort((a, b) => a.at - b.at);
  const at = spreadOut(
    sorted.map((each) => each.at),
    12,
    top + 4,
    bottom - 2,
  );
  return sorted.map(
    ({ key, tone }, index): Mark => ({ kind: "label", tone, x: right + 6, y: px((at[index] as number) + 4), text: key, anchor: "start" }),
  );
}

function describe(levels: readonly Level[]): string {
  if (levels.length === 0) return "No latency has been measured yet.";
  const list = levels.map(
    ({ connections, latencyMs: { p50, p90, p99 } }) => `${count(connections)}: ${latency(p50)}, ${latency(p90)}, ${latency(p99)}`,
  );
  return `Latency (p50, p90, p99) by number of connections, log scale: ${list.join("; ")}.`;
}
