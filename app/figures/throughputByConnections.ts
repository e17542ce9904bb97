import { line } from "d3-shape";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { fromZero, linearAxis, type Scale } from "./axis.ts";
import { type AxisKind, type ConnectionsFrame, connectionsFrame } from "./connectionsPanel.ts";
import { type Figure, type Mark, px, type Size, textWidth } from "./figure.ts";
import type { Laws } from "./laws.ts";
import { count, requestsPerSecond, threeDigits } from "./quantity.ts";
import { nothingLabel } from "./timePanel.ts";

type Level = Pick<LevelSummary, "connections" | "throughputRps" | "throughputInterval">;
const HEADROOM = 1.22; // above the highest point, for the names of the laws
const CURVE_POINTS = 48; // a straight line is bent on a log axis

/**
 * Throughput against connections with the two laws it must obey: the ideal line a·N and the bound b.
 *
 *   X |    .  ideal      where they meet is the knee; from there on
 *     |   .  _________   more connections only wait.
 *     |  / o   o    o
 *     | o
 *     +--|----------- N
 */
export function throughputByConnections(levels: readonly Level[], laws: Laws, size: Size, kind: AxisKind = "auto"): Figure {
  const frame = connectionsFrame(levels, laws, size, kind, 16);
  const { box } = frame;
  const most = Math.max(
    0,
    laws.boundRps?.high ?? 0,
    ...levels.map((level) => Math.max(level.throughputRps, level.throughputInterval.high)),
  );
  const y = fromZero(most * HEADROOM, [box.bottom, box.top]);
  const ordered = [...levels].sort((a, b) => a.connections - b.connections);
  return {
    ...size,
    title: "Throughput against connections",
    description: describe(ordered, laws),
    panels: [{ box, x: frame.axis, y: linearAxis(y, { x: 0, y: 12, text: "Throughput (req/s)", anchor: "start" }) }],
    marks: [
      ...frame.shade,
      ...lawMarks(laws, frame, y),
      ...points(ordered, frame, y),
      ...(levels.length === 0 ? [nothingLabel([], box)] : []),
    ],
  };
}

function points(levels: readonly Level[], { x, box }: ConnectionsFrame, y: Scale): Mark[] {
  const at = ({ connections, throughputRps }: Level): [number, number] => [px(x(connections)), px(y(throughputRps))];
  const joined =
    line<Level>(
      (level) => at(level)[0],
      (level) => at(level)[1],
    )([...levels]) ?? "";
  const intervals = levels.map((level): Mark => {
    const [cx] = at(level);
    const within = (rps: number) => px(Math.min(box.bottom, Math.max(box.top, y(rps))));
    return {
      kind: "rule",
      tone: "throughput",
      x1: cx,
      x2: cx,
      y1: within(level.throughputInterval.low),
      y2: within(level.throughputInterval.high),
      dash: "solid",
    };
  });
  const dots = levels.map((level): Mark => {
    const [cx, cy] = at(level);
    const { low, high } = level.throughputInterval;
    const says = `${count(level.connections)} connections: ${requestsPerSecond(level.throughputRps)} (95 %: ${threeDigits(low)} to ${threeDigits(high)})`;
    return { kind: "point", tone: "throughput", shape: "circle", x: cx, y: cy, says };
  });
  return [...(levels.length > 1 ? [{ kind: "path", tone: "throughput", d: joined, dash: "solid" } as const] : []), ...intervals, ...dots];
}

function lawMarks(laws: Laws, frame: ConnectionsFrame, y: Scale): Mark[] {
  const { x, box } = frame;
  const { rpsPerConnection: slope, boundRps, knee } = laws;
  const [low, high] = x.domain() as [number, number];
  const top = y.domain()[1] as number;
  const marks: Mark[] = [];
  if (slope !== null) {
    const until = Math.min(high, top / slope);
    if (until > low) marks.push({ kind: "path", tone: "ideal", d: curve((n) => slope * n, low, until, x, y), dash: "dotted" });
    if (until > low) marks.push(...idealLabel(slope, x(until), Math.max(y(slope * until), box.top), frame));
  }
  if (boundRps !== null) {
    const from = Math.max(low, knee?.value ?? low);
    const at = px(y(boundRps.value));
    marks.push({ kind: "rule", tone: "bound", x1: px(x(Math.min(from, high))), x2: box.right, y1: at, y2: at, dash: "dashed" });
    marks.push({
      kind: "label",
      tone: "bound",
      x: box.right - 4,
      y: px(at - 9),
      text: `plateau ${requestsPerSecond(boundRps.value)}`,
      anchor: "end",
    });
  }
  if (knee !== null && knee.value >= low && knee.value <= high) {
    const at = px(x(knee.value));
    const text = `knee at ${threeDigits(knee.value)}`;
    const right = at + 6 + textWidth(text) < box.right;
    marks.push({ kind: "rule", tone: "knee", x1: at, x2: at, y1: box.top, y2: box.bottom, dash: "dashed" });
    marks.push({ kind: "label", tone: "knee", x: right ? at + 5 : at - 5, y: box.bottom - 7, text, anchor: right ? "start" : "end" });
  }
  return marks;
}

/** Beside the ideal line where it leaves through the top; above its end where it leaves to the right; left out where neither has room. */
function idealLabel(slope: number, endX: number, endY: number, { box }: ConnectionsFrame): Mark[] {
  const long = `ideal: ${threeDigits(slope)} per connection`;
  const beside = [long, `ideal: ${threeDigits(slope)} each`, "ideal"].find((text) => endX + 6 + textWidth(text) < box.right);
  if (beside !== undefined) return [{ kind: "label", tone: "muted", x: px(endX + 6), y: box.top + 11, text: beside, anchor: "start" }];
  if (endY < box.top + 24) return [];
  return [{ kind: "label", tone: "muted", x: px(endX - 8), y: px(endY - 14), text: long, anchor: "end" }];
}

function curve(f: (n: number) => number, from: number, to: number, x: Scale, y: Scale): string {
  const steps = Array.from({ length: CURVE_POINTS + 1 }, (_, i) => from * (to / from || 1) ** (i / CURVE_POINTS));
  const ns = from > 0 ? steps : [0, to];
  return (
    line<number>(
      (n) => px(x(n)),
      (n) => px(y(f(n))),
    )(ns) ?? ""
  );
}

function describe(levels: readonly Level[], { boundRps, knee }: Laws): string {
  if (levels.length === 0) return "No level has been measured yet.";
  const list = levels.map((level) => `${requestsPerSecond(level.throughputRps)} at ${count(level.connections)}`).join(", ");
  const flat =
    boundRps === null
      ? ""
      : ` Flat at ${requestsPerSecond(boundRps.value)}${knee === null ? "" : ` from ${threeDigits(knee.value)} connections on`}.`;
  return `Throughput by number of connections: ${list}.${flat}`;
}
