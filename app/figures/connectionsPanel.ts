import { connectionsAxis, type Scale, suitedKind } from "./axis.ts";
import type { Axis, Box, Mark, Size } from "./figure.ts";
import { px } from "./figure.ts";
import type { Laws } from "./laws.ts";

/** What the charts against connections share: margins, the axis of connections, the shaded plateau. */
export interface ConnectionsFrame {
  readonly box: Box;
  readonly x: Scale;
  readonly axis: Axis;
  readonly shade: readonly Mark[];
}

export type AxisKind = "linear" | "log" | "auto";

export function connectionsFrame(
  levels: readonly { connections: number }[],
  laws: Laws,
  { width, height }: Size,
  kind: AxisKind,
  right: number,
): ConnectionsFrame {
  const box = { left: 52, top: 26, right: Math.max(120, width - right), bottom: height - 34 };
  const connections = levels.map((level) => level.connections);
  const shown = kind === "auto" ? suitedKind(connections) : kind;
  const title = {
    x: (box.left + box.right) / 2,
    y: height - 4,
    text: shown === "log" ? "connections (log scale)" : "connections",
    anchor: "middle",
  } as const;
  const { scale, axis } = connectionsAxis(connections, [box.left, box.right], shown, title);
  return { box, x: scale, axis, shade: plateauShade(laws, box, scale) };
}

function plateauShade({ flatFrom, knee }: Laws, box: Box, x: Scale): Mark[] {
  const start = knee?.value ?? flatFrom;
  if (start === null) return [];
  const from = px(Math.min(box.right, Math.max(box.left, x(start))));
  return [{ kind: "band", tone: "plateau", x: from, y: box.top, width: px(box.right - from), height: box.bottom - box.top }];
}
