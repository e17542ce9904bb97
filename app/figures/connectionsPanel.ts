import { connectionsAxis, type Scale, suitedKind } from "./axis.ts";
import type { Axis, Box, Mark, Size } from "./figure.ts";
import { px } from "./figure.ts";
import type { Laws } from "./laws.ts";

/** What the charts against the load share: margins, the axis of connections (or of rates), the shaded plateau. */
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
  size: Size,
  kind: AxisKind,
  right: number,
): ConnectionsFrame {
  const frame = loadFrame(
    levels.map((level) => level.connections),
    "connections",
    size,
    kind,
    right,
  );
  return { ...frame, shade: plateauShade(laws, frame.box, frame.x) };
}

/** `unit`: what the load counts, "connections" or "arrivals/s". Nothing is shaded. */
export function loadFrame(
  loads: readonly number[],
  unit: string,
  { width, height }: Size,
  kind: AxisKind,
  right: number,
): ConnectionsFrame {
  const box = { left: 52, top: 26, right: Math.max(120, width - right), bottom: height - 34 };
  const shown = kind === "auto" ? suitedKind(loads) : kind;
  const text = shown === "log" ? `${unit} (log scale)` : unit;
  const title = { x: (box.left + box.right) / 2, y: height - 4, text, anchor: "middle" } as const;
  const { scale, axis } = connectionsAxis(loads, [box.left, box.right], shown, title);
  return { box, x: scale, axis, shade: [] };
}

/** From the knee (or the first level on the plateau) on; levels that cannot be believed stay outside. */
function plateauShade({ flatFrom, flatTo, knee }: Laws, box: Box, x: Scale): Mark[] {
  if (flatFrom === null) return [];
  const within = (connections: number): number => Math.min(box.right, Math.max(box.left, x(connections)));
  const from = px(within(knee?.value ?? flatFrom));
  const to = flatTo === null ? box.right : px(within(flatTo));
  return [{ kind: "band", tone: "plateau", x: from, y: box.top, width: px(Math.max(0, to - from)), height: box.bottom - box.top }];
}
