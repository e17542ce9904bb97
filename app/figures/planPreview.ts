import { scaleLinear } from "d3-scale";
import { levelMs, type Plan, planMs } from "../model/plan.ts";
import { timeAxis } from "./axis.ts";
import { type Figure, type Mark, px, type Size, textWidth } from "./figure.ts";
import { count, duration } from "./quantity.ts";

/** What a run will do, before it does: its levels as stairs over time, warm-up hatched apart. */
export function planPreview(plan: Plan, size: Size): Figure {
  const box = { left: 14, top: 18, right: size.width - 14, bottom: size.height - 32 };
  const total = planMs(plan);
  const title = { x: (box.left + box.right) / 2, y: size.height - 4, text: "time (min:s)", anchor: "middle" } as const;
  const { scale, axis } = timeAxis(total, [box.left, box.right], title);
  const most = Math.max(...plan.connections);
  const heightOf = scaleLinear([0, Math.sqrt(most)], [0, box.bottom - box.top]);
  const marks = plan.connections.flatMap((connections, index): Mark[] => {
    const start = index * levelMs(plan);
    const [from, measured, to] = [start, start + plan.warmupMs, start + plan.warmupMs + plan.durationMs].map((ms) => px(scale(ms))) as [
      number,
      number,
      number,
    ];
    const y = px(box.bottom - Math.max(2, heightOf(Math.sqrt(connections)))); // root: 1 stays visible beside 100
    const height = px(box.bottom - y);
    const label = count(connections);
    const marks: Mark[] = [
      { kind: "band", tone: "levelWarmup", x: from, y, width: px(measured - from), height },
      { kind: "band", tone: "level", x: measured, y, width: px(Math.max(1, to - measured)), height },
    ];
    if (textWidth(label) <= to - from + 6)
      marks.push({ kind: "label", tone: "ink", x: px((from + to) / 2), y: y - 4, text: label, anchor: "middle" });
    return marks;
  });
  const bottom = { title: null, kind: "linear", domain: [0, 1], range: [box.bottom, box.top], ticks: [] } as const;
  return {
    ...size,
    title: "What the run will do",
    description: `${plan.connections.length} levels in ${duration(total)}: ${plan.connections.join(", ")} connections.`,
    panels: [{ box, x: { ...axis, ticks: axis.ticks.filter((tick) => tick.at + textWidth(tick.label) / 2 <= size.width) }, y: bottom }],
    marks,
  };
}
