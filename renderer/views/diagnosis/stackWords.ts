import { type StackCause, stackCauseOf } from "../../../app/knowledge/stackCauses.ts";
import type { StackGroup, ThreadDump } from "../../../app/model/threadDump.ts";

/** Threads in one place, in words. */
export interface StackWords {
  readonly headline: string; // "74 of 150 threads, WAITING (parking)"
  readonly place: string; // the frame that tells most; empty: the runtime shows none
  readonly cause: StackCause | null;
  readonly group: StackGroup;
}

/** The groups of a dump, the largest first; those that only have nothing to do come last, whatever their number. */
export function stackWords({ tool, counts, total, groups }: ThreadDump): StackWords[] {
  const words = groups.map((group): StackWords => {
    const cause = stackCauseOf(tool, group);
    const place =
      (cause === null ? undefined : group.frames.find((frame) => cause.frame !== "" && frame.includes(cause.frame))) ?? group.frames[0];
    return { headline: `${group.threads} of ${total} ${counts}, ${group.state}`, place: place ?? "", cause, group };
  });
  const isIdle = ({ cause }: StackWords): boolean => cause?.kind === "idle";
  return [...words.filter((each) => !isIdle(each)), ...words.filter(isIdle)];
}
