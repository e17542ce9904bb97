import { unreadable } from "./unreadable.ts";

/**
 * Parses the text of /proc/pressure/{cpu,io,memory}: microseconds since boot in which at least one task stalled ("some").
 * total is used rather than avg10, which has a memory of ten seconds and would blur one level into the next.
 * The folder is absent on kernels without PSI or booted with psi=0. Source: Documentation/accounting/psi.rst.
 * @throws PlateauError PROBE_UNREADABLE if there is no "some" line with a total
 */
export function parsePressure(text: string): number {
  const found = /^some .*\btotal=(\d+)$/m.exec(text);
  if (!found) throw unreadable("/proc/pressure", 'a line "some … total=<µs>"', text);
  return Number(found[1]);
}
