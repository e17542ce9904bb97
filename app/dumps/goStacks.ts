import { PlateauError } from "../model/errors.ts";
import { groupStacks, type Stack, type Stacks } from "./stackGroups.ts";

const HEADING = /^goroutine profile: total (\d+)\n/;
const RECORD = /^(\d+) @ /;
const FRAME = /^#\t0x[0-9a-f]+\t(\S+)\+0x[0-9a-f]+\s+(\S+)$/;

/**
 * Parses what /debug/pprof/goroutine?debug=1 answers: goroutines already put together by stack. Frames of the scheduler are not in it, so a
 * goroutine that waits on a channel shows only its own function.
 * @throws PlateauError PROBE_UNREADABLE if it is another page
 */
export function parseGoStacks(text: string): Stacks {
  const heading = HEADING.exec(text);
  if (!heading)
    throw new PlateauError("PROBE_UNREADABLE", `pprof: expected "goroutine profile: total"; got ${JSON.stringify(text.slice(0, 80))}`);
  const stacks = text
    .slice(heading[0].length)
    .split("\n\n")
    .flatMap((record): Stack[] => {
      const [first = "", ...lines] = record.split("\n");
      const threads = Number(RECORD.exec(first)?.[1] ?? 0);
      const frames = lines.flatMap((line) => {
        const [, name, place = ""] = FRAME.exec(line) ?? [];
        return name === undefined ? [] : [`${name} (${place.slice(place.lastIndexOf("/") + 1)})`];
      });
      return threads > 0 ? [{ threads, state: "goroutine", frames, waitsFor: null, holds: [] }] : [];
    });
  return { ...groupStacks(stacks), total: Number(heading[1]) };
}
