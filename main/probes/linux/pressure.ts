import { unreadable } from "./unreadable.ts";

/** Time tasks were kept waiting for a resource since boot, µs. */
export interface Pressure {
  readonly someUs: number; // at least one task
  readonly fullUs: number | null; // all that were not idle; null: not told (of the CPU before Linux 5.13)
}

/**
 * Parses the text of /proc/pressure/{cpu,io,memory}.
 * total is used rather than avg10, which has a memory of ten seconds and would blur one level into the next.
 * The folder is absent on kernels without PSI or booted with psi=0. Source: Documentation/accounting/psi.rst.
 * @throws PlateauError PROBE_UNREADABLE if there is no "some" line with a total
 */
export function parsePressure(text: string): Pressure {
  const some = /^some .*\btotal=(\d+)$/m.exec(text);
  const full = /^full .*\btotal=(\d+)$/m.exec(text);
  if (!some) throw unreadable("/proc/pressure", 'a line "some … total=<µs>"', text);
  return { someUs: Number(some[1]), fullUs: full ? Number(full[1]) : null };
}
