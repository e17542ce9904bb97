import { unreadable } from "./unreadable.ts";

/** Context switches of one thread since it began. */
export interface Switches {
  readonly voluntary: number; // it waited for something
  readonly involuntary: number; // it was taken off the CPU
}

/**
 * Parses the text of /proc/PID/task/TID/status. The same lines of /proc/PID/status are the main thread's alone.
 * @throws PlateauError PROBE_UNREADABLE if one of the two lines is missing
 */
export function parsePidStatus(text: string): Switches {
  const found = /^voluntary_ctxt_switches:\s+(\d+)\nnonvoluntary_ctxt_switches:\s+(\d+)$/m.exec(text);
  if (!found) throw unreadable("/proc/PID/task/TID/status", "voluntary_ctxt_switches and nonvoluntary_ctxt_switches", text.slice(-QUOTED));
  return { voluntary: Number(found[1]), involuntary: Number(found[2]) };
}

/** The lines wanted are the last ones, so an error quotes the end, characters. */
const QUOTED = 80;
