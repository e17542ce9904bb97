import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import { cpuOverTime } from "../../app/figures/cpuOverTime.ts";
import type { Figure, Size } from "../../app/figures/figure.ts";
import { latencyOverTime } from "../../app/figures/latencyOverTime.ts";
import { switchesOverTime } from "../../app/figures/switchesOverTime.ts";
import { throughputOverTime } from "../../app/figures/throughputOverTime.ts";
import type { Timeline } from "../../app/figures/timeline.ts";
import { FigureView } from "./FigureView.tsx";
import { placeAt, readoutAt, type TimeChartKind } from "./readout.ts";

const CHARTS: readonly { kind: TimeChartKind; name: string; draw: (timeline: Timeline, size: Size, bare: boolean) => Figure }[] = [
  { kind: "throughput", name: "Throughput over time", draw: throughputOverTime },
  { kind: "latency", name: "Latency over time", draw: latencyOverTime },
  { kind: "cpu", name: "Processor over time", draw: cpuOverTime },
  { kind: "switches", name: "Context switches and run queue over time", draw: switchesOverTime },
];
const AXIS_TITLE_PX = 14; // the last chart names the time axis for all
const STEP_MS = 250;

interface Props {
  readonly timeline: Timeline;
  readonly width: number;
  readonly height: number; // of each chart
  readonly highlight?: readonly number[]; // levels to point at
}

/** Four charts on one time axis, with one crosshair through all of them. */
export function TimeCharts({ timeline, width, height, highlight = [] }: Props) {
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  if (width === 0) return null;
  return (
    <div className="time-charts">
      {CHARTS.map(({ kind, name, draw }, index) => (
        <TimeChart
          key={kind}
          kind={kind}
          name={name}
          draw={draw}
          timeline={timeline}
          width={width}
          height={index === CHARTS.length - 1 ? height + AXIS_TITLE_PX : height}
          bare={index < CHARTS.length - 1}
          highlight={highlight}
          cursorMs={cursorMs}
          onCursor={setCursorMs}
        />
      ))}
    </div>
  );
}

interface ChartProps extends Required<Props> {
  readonly kind: TimeChartKind;
  readonly name: string;
  readonly draw: (typeof CHARTS)[number]["draw"];
  readonly bare: boolean;
  readonly cursorMs: number | null;
  readonly onCursor: (atMs: number | null) => void;
}

function TimeChart({ kind, name, draw, timeline, width, height, bare, highlight, cursorMs, onCursor }: ChartProps) {
  const figure = useMemo(() => draw(timeline, { width, height }, bare), [draw, timeline, width, height, bare]);
  const first = figure.panels[0];
  const last = figure.panels.at(-1);
  if (first === undefined || last === undefined) return null;
  const { range, domain } = first.x;
  const xOf = (atMs: number) => range[0] + ((atMs - domain[0]) / (domain[1] - domain[0])) * (range[1] - range[0]);
  const within = (atMs: number) => Math.min(domain[1], Math.max(domain[0], atMs));
  const { top } = first.box;
  const tall = last.box.bottom - top;

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    onCursor(within(domain[0] + ((event.clientX - left) / wide) * (domain[1] - domain[0])));
  }

  function step(event: KeyboardEvent) {
    const now = cursorMs ?? domain[0];
    const next = nextCursor(event.key, event.shiftKey, now, timeline, domain);
    if (next === undefined) return;
    event.preventDefault();
    onCursor(next === null ? null : within(next));
  }

  const readout = cursorMs === null ? [] : readoutAt(kind, timeline, cursorMs);
  const place = cursorMs === null ? "no time chosen" : placeAt(timeline, cursorMs);
  return (
    <div className="time-chart" style={{ width, height }}>
      <FigureView figure={figure} />
      <div className="readout" aria-hidden="true">
        {cursorMs !== null && kind === "throughput" && <span className="readout-place">{place}</span>}
        {readout.map((each) => (
          <span key={each.name}>
            {each.name} <b>{each.value}</b>
          </span>
        ))}
      </div>
      {timeline.levels
        .filter(({ index }) => highlight.includes(index))
        .map(({ index, fromMs, toMs }) => (
          <div
            key={index}
            className="level-highlight"
            style={{ left: xOf(fromMs), width: Math.max(2, xOf(toMs) - xOf(fromMs)), top: top - 14, height: tall + 14 }}
          />
        ))}
      {cursorMs !== null && <div className="crosshair" style={{ transform: `translateX(${xOf(cursorMs)}px)`, top, height: tall }} />}
      <div
        className="chart-cursor"
        style={{ left: range[0], width: range[1] - range[0], top, height: tall }}
        role="slider"
        tabIndex={0}
        aria-label={`${name}: time`}
        aria-valuemin={0}
        aria-valuemax={Math.round(domain[1] / 1000)}
        aria-valuenow={Math.round((cursorMs ?? 0) / 1000)}
        aria-valuetext={[place, ...readout.map((each) => `${each.name} ${each.value}`)].join(", ")}
        onPointerMove={point}
        onPointerLeave={() => onCursor(null)}
        onKeyDown={step}
        onBlur={() => onCursor(null)}
      />
    </div>
  );
}

/** Arrows move by a tick, with Shift by a level; Home and End go to the ends, Escape away. Undefined: not our key. */
function nextCursor(
  key: string,
  byLevel: boolean,
  now: number,
  { levels }: Timeline,
  [start, end]: readonly [number, number],
): number | null | undefined {
  if (key === "ArrowRight")
    return byLevel ? (levels.find(({ measuredFromMs }) => measuredFromMs > now)?.measuredFromMs ?? end) : now + STEP_MS;
  if (key === "ArrowLeft")
    return byLevel ? (levels.findLast(({ measuredFromMs }) => measuredFromMs < now)?.measuredFromMs ?? start) : now - STEP_MS;
  if (key === "Home") return start;
  if (key === "End") return end;
  return key === "Escape" ? null : undefined;
}
