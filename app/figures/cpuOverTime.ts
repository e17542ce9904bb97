import { scaleLinear } from "d3-scale";
import { linearAxis } from "./axis.ts";
import { runs } from "./downsample.ts";
import type { Figure, Mark, Size, Tone } from "./figure.ts";
import { percent } from "./quantity.ts";
import type { HostRow, Timeline } from "./timeline.ts";
import { endLabels, nothingLabel, timeArea, timeFrame, yTitle } from "./timePanel.ts";

export const CPU_SHARES: readonly { name: "us" | "sy" | "wa" | "st" | "id"; tone: Tone; means: string }[] = [
  { name: "us", tone: "us", means: "user" },
  { name: "sy", tone: "sy", means: "system" },
  { name: "wa", tone: "wa", means: "waiting for disk" },
  { name: "st", tone: "st", means: "stolen by the hypervisor" },
  { name: "id", tone: "id", means: "idle" },
];
const SEEN_PERCENT = 1.5; // a share that is never above this is not drawn, and one that is below it in the end gets no name

/** Where the processors' time went, stacked to 100 %. Shares are averaged where a pixel holds several samples. */
export function cpuOverTime(timeline: Timeline, size: Size, bare = false): Figure {
  const frame = timeFrame(timeline, size, bare);
  const y = scaleLinear([0, 100], [frame.box.bottom, frame.box.top]);
  const rows = runs(timeline.host.length, Math.max(20, Math.floor(frame.box.right - frame.box.left))).map((run) =>
    meanRow(timeline.host.slice(run.from, run.to)),
  );
  const marks: Mark[] = [];
  const names: { text: string; tone: Tone; y: number }[] = [];
  const floor = rows.map(() => 0);
  for (const { name, tone } of CPU_SHARES) {
    const layer = rows.map((row, index) => {
      const low = floor[index] as number;
      const share = row[name];
      floor[index] = low + (share ?? 0);
      return {
        atMs: row.atMs,
        low: row.us === null ? null : Math.min(low, 100),
        high: row.us === null ? null : Math.min(low + (share ?? 0), 100),
      };
    });
    if (rows.every((row) => (row[name] ?? 0) <= SEEN_PERCENT)) continue;
    marks.push(...timeArea(layer, frame, y, tone));
    const end = layer.findLast((each) => each.low !== null);
    if (end !== undefined && (end.high as number) - (end.low as number) > SEEN_PERCENT)
      names.push({ text: name, tone, y: y(((end.low as number) + (end.high as number)) / 2) });
  }
  const busiest = rows.reduce<number | null>((most, row) => (row.id === null ? most : Math.max(most ?? 0, 100 - row.id)), null);
  return {
    ...size,
    title: "Processor over time",
    description: `Share of processor time over time: user, system, waiting for disk, stolen, idle. ${busiest === null ? "Not read." : `Busy at most ${percent(busiest)}.`}`,
    panels: [{ box: frame.box, x: frame.axis, y: linearAxis(y, yTitle("CPU (% of all cores)"), (value) => String(value)) }],
    marks: [...frame.bands, ...marks, ...(busiest === null ? [nothingLabel(timeline.host, frame.box)] : []), ...endLabels(names, frame)],
  };
}

function meanRow(rows: readonly HostRow[]): HostRow {
  const middle = rows[rows.length >> 1] as HostRow;
  if (rows.length === 1) return middle;
  const mean = (pick: (row: HostRow) => number | null): number | null => {
    const known = rows.map(pick).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const { atMs } = middle;
  return {
    atMs,
    us: mean((r) => r.us),
    sy: mean((r) => r.sy),
    wa: mean((r) => r.wa),
    st: mean((r) => r.st),
    id: mean((r) => r.id),
    contextSwitchesPerSecond: mean((r) => r.contextSwitchesPerSecond),
    runQueue: mean((r) => r.runQueue),
  };
}
