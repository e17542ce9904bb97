import { type Box, FONT_PX, type Mark, px, type Tone, textWidth } from "./figure.ts";
import { spreadOut } from "./timePanel.ts";

const GAP_PX = 6;
const MOST_SHARE = 0.36; // of the chart's width, for names

/** Room to the right of a chart for the names of its series, px. */
export function seriesRoom(series: readonly { readonly name: string }[], width: number): number {
  return Math.min(width * MOST_SHARE, GAP_PX + 4 + Math.max(0, ...series.map(({ name }) => textWidth(name))));
}

/** A name beside the end of each line, pushed apart until none covers another; cut where there is no room. */
export function seriesNames(
  ends: readonly { readonly text: string; readonly tone: Tone; readonly y: number }[],
  { right, top, bottom }: Box,
  room: number,
): Mark[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  const gap = Math.min(12, (bottom - top - 6) / Math.max(1, sorted.length));
  const at = spreadOut(
    sorted.map(({ y }) => y),
    gap,
    top + 4,
    bottom - 2,
  );
  return sorted.map(({ text, tone }, index): Mark => {
    const fits = Math.floor((room - GAP_PX) / textWidth("0"));
    const shown = text.length <= fits ? text : `${text.slice(0, Math.max(1, fits - 1))}…`;
    return { kind: "label", tone, x: right + GAP_PX, y: px((at[index] as number) + FONT_PX / 3), text: shown, anchor: "start" };
  });
}
