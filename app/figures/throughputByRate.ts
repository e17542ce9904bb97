import { line } from "d3-shape";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import { fromZero, linearAxis } from "./axis.ts";
import { type AxisKind, loadFrame } from "./connectionsPanel.ts";
import { type Figure, type Mark, px, type Size } from "./figure.ts";
import { openLevelsOf } from "./levelSeries.ts";
import { levelWords, nameOf, validityWords } from "./levelWords.ts";
import { requestsPerSecond, short } from "./quantity.ts";
import { nothingLabel } from "./timePanel.ts";

const HEADROOM = 1.15;
const CURVE_POINTS = 32;

/** The open model: good answers per second against arrivals per second. A target that keeps up stays on the dotted line. */
export function throughputByRate(levels: readonly LevelSummary[], size: Size, kind: AxisKind = "auto"): Figure {
  const shown = openLevelsOf(levels);
  const rates = shown.map(rateOf);
  const frame = loadFrame(rates, "arrivals/s", size, kind, 16);
  const { box, x } = frame;
  const top = Math.max(1, ...rates, ...shown.map((level) => level.throughputRps)) * HEADROOM;
  const y = fromZero(top, [box.bottom, box.top]);
  const at = (level: LevelSummary): [number, number] => [px(x(rateOf(level))), px(y(level.throughputRps))];
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const kept = Array.from({ length: CURVE_POINTS + 1 }, (_, i) => low * (high / low) ** (i / CURVE_POINTS));
  const straight =
    line<number>(
      (rate) => px(x(rate)),
      (rate) => px(y(rate)),
    )(kept) ?? "";
  const done =
    line<LevelSummary>(
      (level) => at(level)[0],
      (level) => at(level)[1],
    )(shown) ?? "";
  const dots = shown.map((level): Mark => {
    const [cx, cy] = at(level);
    const says = `${levelWords(nameOf(level))}: ${requestsPerSecond(level.throughputRps)} done${validityWords(level)}`;
    return { kind: "point", tone: "throughput", shape: "circle", x: cx, y: cy, says, ...(isInvalid(level) ? { hollow: true } : {}) };
  });
  const list = shown.map((level) => `${requestsPerSecond(level.throughputRps)} at ${short(rateOf(level))}`).join(", ");
  return {
    ...size,
    title: "Throughput against arrivals",
    description: shown.length === 0 ? "No level has been measured yet." : `Good answers per second by arrivals per second: ${list}.`,
    panels: [{ box, x: frame.axis, y: linearAxis(y, { x: 0, y: 12, text: "Throughput (req/s)", anchor: "start" }) }],
    marks: [
      ...(shown.length > 1 ? [{ kind: "path", tone: "ideal", d: straight, dash: "dotted" } as const] : []),
      ...(shown.length > 1
        ? [
            {
              kind: "label",
              tone: "muted",
              x: px(box.right - 6),
              y: px(Math.max(box.top + 11, y(high) - 12)),
              text: "dotted: every arrival answered",
              anchor: "end",
            } as const,
            { kind: "path", tone: "throughput", d: done, dash: "solid" } as const,
          ]
        : []),
      ...dots,
      ...(shown.length === 0 ? [nothingLabel([], box)] : []),
    ],
  };
}

function rateOf({ open }: LevelSummary): number {
  return open?.rateRps ?? 0;
}
