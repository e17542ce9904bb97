import { scaleLog } from "d3-scale";
import { line } from "d3-shape";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { logAxis, logDomain } from "./axis.ts";
import { type AxisKind, connectionsFrame } from "./connectionsPanel.ts";
import { type Dash, type Figure, type Mark, px, type Shape, type Size, type Tone } from "./figure.ts";
import type { Laws } from "./laws.ts";
import { count, latency, shortLatency } from "./quantity.ts";
import { spreadOut } from "./timePanel.ts";

type Level = Pick<LevelSummary, "connections" | "latencyMs">;
const LINES: readonly { key: "p50" | "p90" | "p99"; tone: Tone; dash: Dash; shape: Shape }[] = [
  { key: "p50", tone: "p50", dash: "solid", shape: "circle" },
  { key: "p90", tone: "p90", dash: "dashed", shape: "square" },
  { key: "p99", tone: "p99", dash: "dotted", shape: "triangle" },
];

/** Latency percentiles against connections, log axis: on a plateau they grow in proportion to the connections. */
export function latencyByConnections(levels: readonly Level[], laws: Laws, size: Size, kind: AxisKind = "auto"): Figure {
  const frame = connectionsFrame(levels, laws, size, kind, 40);
  const { box, x } = frame;
  const ordered = levels.filter((level) => level.latencyMs.p50 > 0).sort((a, b) => a.connections - b.connections);
  const y = scaleLog(logDomain(ordered.flatMap(({ latencyMs }) => LINES.map(({ key }) => latencyMs[key]))), [box.bottom, box.top]);
  const marks = LINES.flatMap(({ key, tone, dash, shape }): Mark[] => {
    const place = (level: Level): [number, number] => [px(x(level.connections)), px(y(level.latencyMs[key]))];
    const d =
      line<Level>(
        (level) => place(level)[0],
        (level) => place(level)[1],
      )([...ordered]) ?? "";
    const dots = ordered.map((level): Mark => {
      const [cx, cy] = place(level);
      return {
        kind: "point",
        tone,
        shape,
        x: cx,
        y: cy,
        says: `${count(level.connections)} connections: ${key} ${latency(level.latencyMs[key])}`,
      };
    });
    return ordered.length > 1 ? [{ kind: "path", tone, d, dash }, ...dots] : dots;
  });
  return {
    ...size,
    title: "Latency against connections",
    description: describe(ordered),
    panels: [{ box, x: frame.axis, y: logAxis(y, { x: 0, y: 12, text: "Latency (log scale)", anchor: "start" }, shortLatency) }],
    marks: [...frame.shade, ...marks, ...names(ordered.at(-1), box.right, [box.top, box.bottom], y)],
  };
}

function names(last: Level | undefined, right: number, [top, bottom]: readonly [number, number], y: (value: number) => number): Mark[] {
  if (last === undefined) return [];
  const sorted = LINES.map((each) => ({ ...each, at: y(last.latencyMs[each.key]) })).sort((a, b) => a.at - b.at);
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
