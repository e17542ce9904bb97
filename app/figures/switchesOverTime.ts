import { fromZero, linearAxis } from "./axis.ts";
import type { Box, Figure, Size } from "./figure.ts";
import { perSecond, threeDigits } from "./quantity.ts";
import type { HostRow, Timeline } from "./timeline.ts";
import { highest, nothingLabel, timeFrame, timeLine, yTitle } from "./timePanel.ts";

const BETWEEN_PX = 28;

/** Context switches and the run queue, one above the other: two scales on one chart would invent a crossing. */
export function switchesOverTime(timeline: Timeline, size: Size, bare = false): Figure {
  const frame = timeFrame(timeline, size, bare);
  const { left, right, top, bottom } = frame.box;
  const half = (bottom - top - BETWEEN_PX) / 2;
  const upper: Box = { left, right, top, bottom: top + half };
  const lower: Box = { left, right, top: bottom - half, bottom };
  const switches = (row: HostRow) => row.contextSwitchesPerSecond;
  const queue = (row: HostRow) => row.runQueue;
  const y1 = fromZero(highest(timeline.host, switches) * 1.05, [upper.bottom, upper.top]);
  const y2 = fromZero(Math.max(1, highest(timeline.host, queue)), [lower.bottom, lower.top]);
  const read = timeline.host.some((row) => switches(row) !== null);
  return {
    ...size,
    title: "Context switches and run queue over time",
    description: read
      ? `Context switches over time, at most ${perSecond(highest(timeline.host, switches))}; runnable tasks, at most ${threeDigits(highest(timeline.host, queue))}.`
      : "Context switches and run queue were not read.",
    panels: [
      {
        box: upper,
        x: { ...frame.axis, ticks: frame.axis.ticks.map((tick) => ({ ...tick, label: "" })), title: null },
        y: linearAxis(y1, yTitle("Context switches (1/s)")),
      },
      { box: lower, x: frame.axis, y: linearAxis(y2, yTitle("Run queue (tasks)", lower.top - 9)) },
    ],
    marks: [
      ...frame.bands,
      ...(read ? [] : [nothingLabel(timeline.host, upper)]),
      ...timeLine(timeline.host, switches, frame, y1, "switches"),
      ...timeLine(timeline.host, queue, frame, y2, "queue"),
    ],
  };
}
