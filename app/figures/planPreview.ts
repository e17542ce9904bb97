import { scaleLinear } from "d3-scale";
import { levelsOf, type Plan, type PlannedLevel } from "../model/plan.ts";
import { sameThinkTime } from "../model/thinkTime.ts";
import { timeAxis } from "./axis.ts";
import { type Figure, type Mark, px, type Size, textWidth } from "./figure.ts";
import { levelLabels, levelWords } from "./levelWords.ts";
import { duration } from "./quantity.ts";

/** What a run will do, before it does: its levels in the order they run, as stairs over time, warm-up hatched apart. `open`: more may follow. */
export function planPreview(plan: Plan, size: Size, levels: readonly PlannedLevel[] = levelsOf(plan), open = false): Figure {
  const box = { left: 14, top: 18, right: size.width - 14, bottom: size.height - 32 };
  const eachMs = plan.warmupMs + plan.cooldownMs;
  const total = levels.reduce((sum, { durationMs }) => sum + durationMs + eachMs, -plan.cooldownMs);
  const shownMs = open ? total * 1.35 : total;
  const title = { x: (box.left + box.right) / 2, y: size.height - 4, text: "time (min:s)", anchor: "middle" } as const;
  const { scale, axis } = timeAxis(shownMs, [box.left, box.right], title);
  const thinking = plan.rates === null && plan.thinkTimes.length > 1;
  const loadOf = ({ connections, rateRps }: PlannedLevel): number => rateRps ?? connections;
  const heightOf = scaleLinear([0, Math.sqrt(Math.max(...levels.map(loadOf)))], [0, box.bottom - box.top]);
  let start = 0;
  const marks = levels.flatMap((level, index): Mark[] => {
    const [from, measured, to] = [start, start + plan.warmupMs, start + plan.warmupMs + level.durationMs].map((ms) => px(scale(ms))) as [
      number,
      number,
      number,
    ];
    start += level.durationMs + eachMs;
    const y = px(box.bottom - Math.max(2, heightOf(Math.sqrt(loadOf(level))))); // root: 1 stays visible beside 100
    const height = px(box.bottom - y);
    const marks: Mark[] = [
      { kind: "band", tone: "levelWarmup", x: from, y, width: px(measured - from), height },
      { kind: "band", tone: "level", x: measured, y, width: px(Math.max(1, to - measured)), height },
    ];
    const before = levels[index - 1];
    if (thinking && before !== undefined && !plan.shuffle && !sameThinkTime(before.thinkTime, level.thinkTime))
      marks.push({ kind: "rule", tone: "muted", x1: from, x2: from, y1: box.top - 6, y2: box.bottom, dash: "dotted" });
    const label = levelLabels(level, false).at(-1) ?? "";
    if (textWidth(label) <= to - from + 6)
      marks.push({ kind: "label", tone: "ink", x: px((from + to) / 2), y: y - 4, text: label, anchor: "middle" });
    return marks;
  });
  if (open) {
    const from = px(scale(total));
    marks.push({ kind: "band", tone: "warmup", x: from, y: box.top, width: px(box.right - from), height: px(box.bottom - box.top) });
    marks.push({
      kind: "label",
      tone: "muted",
      x: px((from + box.right) / 2),
      y: px((box.top + box.bottom) / 2),
      text: "as found",
      anchor: "middle",
    });
  }
  const bottom = { title: null, kind: "linear", domain: [0, 1], range: [box.bottom, box.top], ticks: [] } as const;
  return {
    ...size,
    title: "What the run will do",
    description: `${levels.length} level${levels.length === 1 ? "" : "s"} in ${duration(total)}${open ? " and more, as found" : ""}: ${levels.map((level) => levelWords(level)).join(", ")}.`,
    panels: [{ box, x: { ...axis, ticks: axis.ticks.filter((tick) => tick.at + textWidth(tick.label) / 2 <= size.width) }, y: bottom }],
    marks,
  };
}
