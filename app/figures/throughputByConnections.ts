import { line } from "d3-shape";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import { fromZero, linearAxis, type Scale } from "./axis.ts";
import { type AxisKind, type ConnectionsFrame, connectionsFrame } from "./connectionsPanel.ts";
import { type Figure, type Mark, px, type Size, textWidth } from "./figure.ts";
import type { Laws } from "./laws.ts";
import { type LevelSeries, lookOf, seriesOf } from "./levelSeries.ts";
import { levelWords, nameOf, validityWords } from "./levelWords.ts";
import { count, requestsPerSecond, threeDigits } from "./quantity.ts";
import { seriesNames, seriesRoom } from "./seriesNames.ts";
import { nothingLabel } from "./timePanel.ts";

type Level = LevelSummary;
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
 *
 * Of several think times each has its line, and the laws, which hold for one, are left out. A level that cannot be believed is hollow.
 */
export function throughputByConnections(
  levels: readonly Level[],
  laws: Laws,
  size: Size,
  kind: AxisKind = "auto",
  all: readonly LevelSeries[] = seriesOf(levels),
): Figure {
  const [first] = all;
  const alone = all.length < 2;
  const frame = connectionsFrame(levels, laws, size, kind, alone ? 16 : seriesRoom(all, size.width));
  const { box } = frame;
  const most = Math.max(
    0,
    laws.boundRps?.high ?? 0,
    ...levels.map((level) => Math.max(level.throughputRps, level.throughputInterval.high)),
  );
  const y = fromZero(most * HEADROOM, [box.bottom, box.top]);
  const ends = all.map(({ name, levels: own }, index) => ({
    text: name,
    tone: lookOf(index).tone,
    y: y(own.at(-1)?.throughputRps ?? 0),
  }));
  return {
    ...size,
    title: "Throughput against connections",
    description: alone ? describe(first?.levels ?? [], laws) : all.map((each) => `${each.name}: ${describe(each.levels, laws)}`).join(" "),
    panels: [{ box, x: frame.axis, y: linearAxis(y, { x: 0, y: 12, text: "Throughput (req/s)", anchor: "start" }) }],
    marks: [
      ...(alone ? frame.shade : []),
      ...(alone ? lawMarks(laws, frame, y) : []),
      ...all.flatMap((series, index) => points(series, alone ? ALONE : lookOf(index), frame, y)),
      ...(alone ? [] : seriesNames(ends, box, size.width - box.right)),
      ...(all.length === 0 ? [nothingLabel([], box)] : []),
    ],
  };
}

const ALONE = { tone: "throughput", dash: "solid", shape: "circle" } as const;

function points({ levels }: LevelSeries, { tone, dash, shape }: ReturnType<typeof lookOf>, { x, box }: ConnectionsFrame, y: Scale): Mark[] {
  const at = ({ connections, throughputRps }: Level): [number, number] => [px(x(connections)), px(y(throughputRps))];
  const d =
    line<Level>(
      (level) => at(level)[0],
      (level) => at(level)[1],
    )([...levels]) ?? "";
  const intervals = levels.map((level): Mark => {
    const [cx] = at(level);
    const within = (rps: number) => px(Math.min(box.bottom, Math.max(box.top, y(rps))));
    const { low, high } = level.throughputInterval;
    return { kind: "rule", tone, x1: cx, x2: cx, y1: within(low), y2: within(high), dash: "solid" };
  });
  const dots = levels.map((level): Mark => {
    const [cx, cy] = at(level);
    const { low, high } = level.throughputInterval;
    const says = `${levelWords(nameOf(level))}: ${requestsPerSecond(level.throughputRps)} (95 %: ${threeDigits(low)} to ${threeDigits(high)})${validityWords(level)}`;
    return { kind: "point", tone, shape, x: cx, y: cy, says, ...(isInvalid(level) ? { hollow: true } : {}) };
  });
  return [...(levels.length > 1 ? [{ kind: "path", tone, d, dash } as const] : []), ...intervals, ...dots];
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
