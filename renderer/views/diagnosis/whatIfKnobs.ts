import type { Change, TargetModel } from "../../../app/diagnosis/models.ts";
import type { VerdictId } from "../../../app/model/finding.ts";

/** Something of the target that can be changed, as it is now and as far as a slider goes. */
export interface Knob {
  readonly key: keyof Change;
  readonly label: string;
  readonly unit: string;
  readonly now: number; // in the knob's unit
  readonly least: number;
  readonly most: number; // of the slider; a number typed may be larger, up to `limit`
  readonly limit: number;
  readonly step: number;
}

const PLACES: Partial<Record<VerdictId, string>> = { "connection-pool": "Pool size", "worker-pool": "Workers" };
const TIMES = 4; // of what it is now: beyond, something else becomes the limit
const MOST_PLACES = 5000; // the largest network that is solved
const MOST_THINK_MS = 60_000;

/** What the model has to change. A target without a limit of places, or with cores nobody counted, has no such knob. */
export function knobsOf({ places, cores, thinkSeconds }: TargetModel, verdict: VerdictId): Knob[] {
  const thinkMs = Math.round(thinkSeconds * 1000);
  const knobs: Knob[] = [
    {
      key: "places",
      label: PLACES[verdict] ?? "Requests at a time",
      unit: "",
      now: places,
      least: 1,
      most: Math.max(16, TIMES * places),
      limit: MOST_PLACES,
      step: 1,
    },
    {
      key: "thinkSeconds",
      label: "Think time",
      unit: "ms",
      now: thinkMs,
      least: 0,
      most: Math.max(500, TIMES * thinkMs),
      limit: MOST_THINK_MS,
      step: 5,
    },
    {
      key: "cores",
      label: "Cores",
      unit: "",
      now: cores,
      least: 0.5,
      most: Math.max(8, TIMES * Math.ceil(cores)),
      limit: 1024,
      step: 0.5,
    },
  ];
  return knobs.filter(({ now }) => Number.isFinite(now));
}

/** A knob's number as the model takes it. */
export function changeOf({ key }: Knob, value: number): Change {
  return { [key]: key === "thinkSeconds" ? value / 1000 : value };
}

/** What was typed, if it can be meant: a number within the knob's range; null: not yet. */
export function typedValue({ least, limit, key }: Knob, text: string): number | null {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < least || value > limit) return null;
  return key === "places" && !Number.isInteger(value) ? null : value;
}
