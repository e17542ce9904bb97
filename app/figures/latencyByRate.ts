import { scaleLog } from "d3-scale";
import { line } from "d3-shape";
import type { LatencySummary, LevelSummary } from "../diagnosis/levelSummary.ts";
import { logAxis, logDomain } from "./axis.ts";
import { type AxisKind, loadFrame } from "./connectionsPanel.ts";
import { type Figure, type Mark, px, type Size } from "./figure.ts";
import { LINES } from "./latencyByConnections.ts";
import { openLevelsOf } from "./levelSeries.ts";
import { levelWords, nameOf, validityWords } from "./levelWords.ts";
import { latency, short, shortLatency } from "./quantity.ts";
import { seriesNames } from "./seriesNames.ts";

const ROOM_PX = 92; // for "p99 response"
const KINDS: readonly { name: string; of: (level: LevelSummary) => LatencySummary; hollow: boolean }[] = [
  { name: "response", of: (level) => level.open?.responseLatencyMs ?? level.latencyMs, hollow: false },
  { name: "service", of: (level) => level.latencyMs, hollow: true },
];

/**
 * The open model: response time (from when a request should have been sent, filled) beside service time (from when it was, hollow and
 * dotted). Where they part, requests waited for a free connection: users feel the upper one.
 */
export function latencyByRate(levels: readonly LevelSummary[], size: Size, kind: AxisKind = "auto"): Figure {
  const shown = openLevelsOf(levels).filter((level) => level.latencyMs.p50 > 0 && (level.open?.responseLatencyMs.p50 ?? 0) > 0);
  const narrow = size.width < 420;
  const frame = loadFrame(
    shown.map((level) => level.open?.rateRps ?? 0),
    "arrivals/s",
    size,
    kind,
    narrow ? 60 : ROOM_PX,
  );
  const { box, x } = frame;
  const values = shown.flatMap((level) => KINDS.flatMap(({ of }) => LINES.map(({ key }) => of(level)[key])));
  const y = scaleLog(logDomain(values), [box.bottom, box.top]);
  const last = shown.at(-1);
  const ends = KINDS.flatMap(({ name, of }) =>
    LINES.flatMap(({ key, tone }) =>
      last === undefined ? [] : [{ text: narrow ? `${key} ${name.slice(0, 4)}.` : `${key} ${name}`, tone, y: y(of(last)[key]) }],
    ),
  );
  const marks = [...KINDS].reverse().flatMap(({ name, of, hollow }) =>
    LINES.flatMap(({ key, tone, shape }): Mark[] => {
      const at = (level: LevelSummary): [number, number] => [px(x(level.open?.rateRps ?? 0)), px(y(of(level)[key]))];
      const d =
        line<LevelSummary>(
          (level) => at(level)[0],
          (level) => at(level)[1],
        )(shown) ?? "";
      const dots = shown.map((level): Mark => {
        const [cx, cy] = at(level);
        const says = `${levelWords(nameOf(level))}: ${key} ${name} time ${latency(of(level)[key])}${validityWords(level)}`;
        return { kind: "point", tone, shape, x: cx, y: cy, says, ...(hollow ? { hollow } : {}) };
      });
      return shown.length > 1 ? [{ kind: "path", tone, d, dash: hollow ? "dotted" : "solid" }, ...dots] : dots;
    }),
  );
  return {
    ...size,
    title: "Latency against arrivals",
    description:
      shown.length === 0
        ? "No latency has been measured yet."
        : `Response time and, from the real sending on, service time by arrivals per second, log scale: ${shown.map(listed).join("; ")}.`,
    panels: [{ box, x: frame.axis, y: logAxis(y, { x: 0, y: 12, text: "Latency (log scale)", anchor: "start" }, shortLatency) }],
    marks: [...marks, ...seriesNames(ends, box, size.width - box.right)],
  };
}

function listed(level: LevelSummary): string {
  const [response, service] = KINDS.map(({ of }) => LINES.map(({ key }) => latency(of(level)[key])).join(", "));
  return `${short(level.open?.rateRps ?? 0)}: response p50, p90, p99 ${response}, service ${service}`;
}
