import { fromZero, linearAxis } from "./axis.ts";
import type { Figure, Size } from "./figure.ts";
import { requestsPerSecond } from "./quantity.ts";
import type { LoadRow, Timeline } from "./timeline.ts";
import { endLabels, highest, lastKnown, timeFrame, timeLine, yTitle } from "./timePanel.ts";

/** Good answers and errors per second, tick by tick. */
export function throughputOverTime(timeline: Timeline, size: Size, bare = false): Figure {
  const frame = timeFrame(timeline, size, bare);
  const rate = (row: LoadRow) => row.throughputRps;
  const errors = (row: LoadRow) => row.errorsPerSecond;
  const most = Math.max(highest(timeline.load, rate), highest(timeline.load, errors));
  const y = fromZero(most * 1.05, [frame.box.bottom, frame.box.top]);
  const anyError = highest(timeline.load, errors) > 0;
  const last = lastKnown(timeline.load, rate);
  const names = [
    { text: "good", tone: "throughput" as const, y: last === null ? Number.NaN : y(last) },
    { text: "errors", tone: "errors" as const, y: anyError ? y(lastKnown(timeline.load, errors) ?? 0) : Number.NaN },
  ];
  return {
    ...size,
    title: "Throughput over time",
    description: `Requests per second over time; at most ${requestsPerSecond(most)}. ${anyError ? "There were errors." : "No errors."}`,
    panels: [{ box: frame.box, x: frame.axis, y: linearAxis(y, yTitle("Throughput (req/s)")) }],
    marks: [
      ...frame.bands,
      ...timeLine(timeline.load, rate, frame, y, "throughput"),
      ...(anyError ? timeLine(timeline.load, errors, frame, y, "errors", "dashed") : []),
      ...endLabels(names, frame),
    ],
  };
}
