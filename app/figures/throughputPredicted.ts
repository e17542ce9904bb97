import { area, line } from "d3-shape";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import type { Prediction } from "../diagnosis/models.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import { fromZero, linearAxis } from "./axis.ts";
import { type AxisKind, loadFrame } from "./connectionsPanel.ts";
import { type Figure, type Mark, px, type Size } from "./figure.ts";
import { levelWords, nameOf, validityWords } from "./levelWords.ts";
import { requestsPerSecond } from "./quantity.ts";
import { seriesNames, seriesRoom } from "./seriesNames.ts";

const HEADROOM = 1.1;
const CURVE_POINTS = 40;
const MEASURED = "measured";
const PREDICTED = "predicted";

/** Where a predicted curve is asked for: from the first level to the last, closer together where there are few connections. */
export function predictedAt(levels: readonly LevelSummary[]): number[] {
  const loads = levels.map(({ connections }) => connections);
  const [low, high] = [Math.min(...loads), Math.max(...loads)];
  const between = Array.from({ length: CURVE_POINTS + 1 }, (_, i) => Math.round(low * (high / low) ** (i / CURVE_POINTS)));
  return [...new Set([...loads, ...between])].sort((a, b) => a - b);
}

/**
 * What was measured, and over it what a model says of the changed target: dashed, with the model's error on the measured levels to either side.
 *
 *   X |      .-- -- predicted, +-e shaded
 *     |   .'
 *     |  /o----o----o measured
 *     +--------------- N
 */
export function throughputPredicted(levels: readonly LevelSummary[], prediction: Prediction, size: Size, kind: AxisKind = "auto"): Figure {
  const { levels: predicted, modelError } = prediction;
  const loads = levels.map(({ connections }) => connections);
  const frame = loadFrame(loads, "connections", size, kind, seriesRoom([{ name: MEASURED }, { name: PREDICTED }], size.width));
  const { box, x } = frame;
  const most = Math.max(0, ...levels.map(({ throughputRps }) => throughputRps), ...predicted.map(({ throughputRps }) => throughputRps));
  const y = fromZero(most * HEADROOM, [box.bottom, box.top]);
  const within = (rps: number): number => px(Math.min(box.bottom, Math.max(box.top, y(rps))));
  type Point = { readonly connections: number; readonly throughputRps: number };
  const path = (points: readonly Point[]): string =>
    line<Point>(
      ({ connections }) => px(x(connections)),
      ({ throughputRps }) => px(y(throughputRps)),
    )([...points]) ?? "";
  const error =
    area<Point>(
      ({ connections }) => px(x(connections)),
      ({ throughputRps }) => within(throughputRps * (1 - modelError)),
      ({ throughputRps }) => within(throughputRps * (1 + modelError)),
    )([...predicted]) ?? "";
  const dots = levels.map((level): Mark => {
    const says = `${levelWords(nameOf(level))}: ${requestsPerSecond(level.throughputRps)} measured${validityWords(level)}`;
    const at = { x: px(x(level.connections)), y: px(y(level.throughputRps)) };
    return { kind: "point", tone: "throughput", shape: "circle", ...at, says, ...(isInvalid(level) ? { hollow: true } : {}) };
  });
  const ends = [
    { text: MEASURED, tone: "throughput" as const, y: y(levels.at(-1)?.throughputRps ?? 0) },
    { text: PREDICTED, tone: "series2" as const, y: y(predicted.at(-1)?.throughputRps ?? 0) },
  ];
  return {
    ...size,
    title: "Throughput, measured and predicted",
    description: describe(levels, prediction),
    panels: [{ box, x: frame.axis, y: linearAxis(y, { x: 0, y: 12, text: "Throughput (req/s)", anchor: "start" }) }],
    marks: [
      { kind: "area", tone: "predicted", d: error },
      { kind: "path", tone: "throughput", d: path(levels), dash: "solid" },
      ...dots,
      { kind: "path", tone: "series2", d: path(predicted), dash: "dashed" },
      ...seriesNames(ends, box, size.width - box.right),
    ],
  };
}

function describe(levels: readonly LevelSummary[], { levels: predicted }: Prediction): string {
  const list = levels.map(({ connections, throughputRps }) => {
    const rps = predicted.find((point) => point.connections === connections)?.throughputRps ?? null;
    return `${requestsPerSecond(throughputRps)} at ${connections}, predicted ${requestsPerSecond(rps)}`;
  });
  return `Throughput by number of connections, measured: ${list.join("; ")}.`;
}
