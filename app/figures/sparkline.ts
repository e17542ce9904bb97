import { scaleLinear, scaleLog } from "d3-scale";
import { area, line } from "d3-shape";
import { suitedKind } from "./axis.ts";
import { type Figure, type Mark, px, type Size } from "./figure.ts";
import { count, requestsPerSecond } from "./quantity.ts";

interface Point {
  readonly connections: number;
  readonly throughputRps: number;
}

const INSET = 3;

/** The shape of a session at a glance: throughput over connections, without axes. */
export function sparkline(curve: readonly Point[], size: Size): Figure {
  const points = [...curve].sort((a, b) => a.connections - b.connections);
  const ns = points.map((point) => point.connections);
  const most = Math.max(1e-9, ...points.map((point) => point.throughputRps));
  const span: [number, number] = [Math.min(...ns, 1e9), Math.max(...ns, 1)];
  const range: [number, number] = [INSET, size.width - INSET];
  const x = points.length < 2 ? () => size.width / 2 : suitedKind(ns) === "log" ? scaleLog(span, range) : scaleLinear([0, span[1]], range);
  const y = scaleLinear([0, most], [size.height - 1, INSET]);
  const at = (point: Point): [number, number] => [px(x(point.connections)), px(y(point.throughputRps))];
  const marks: Mark[] = [];
  if (points.length > 1) {
    marks.push({
      kind: "area",
      tone: "band",
      d:
        area<Point>()
          .x((p) => at(p)[0])
          .y0(size.height - 1)
          .y1((p) => at(p)[1])(points) ?? "",
    });
    marks.push({
      kind: "path",
      tone: "throughput",
      d:
        line<Point>(
          (p) => at(p)[0],
          (p) => at(p)[1],
        )(points) ?? "",
      dash: "solid",
    });
  }
  const peak = points.find((point) => point.throughputRps === most);
  if (peak !== undefined) {
    const [cx, cy] = at(peak);
    marks.push({ kind: "point", tone: "throughput", shape: "circle", x: cx, y: cy, says: "" });
  }
  const description =
    peak === undefined
      ? "Nothing measured."
      : `Throughput over connections; peak ${requestsPerSecond(most)} at ${count(peak.connections)}.`;
  return { ...size, title: "Throughput over connections", description, panels: [], marks };
}
