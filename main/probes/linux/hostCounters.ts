import { type Meminfo, parseMeminfo } from "./meminfo.ts";
import { parseNetstat } from "./netstat.ts";
import { parsePressure } from "./pressure.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { type ProcStat, parseProcStat } from "./procStat.ts";
import { parseSockstat } from "./sockstat.ts";
import { parseVmstat } from "./vmstat.ts";

/** Everything read of the host at one instant; null is what this kernel does not tell. */
export interface HostCounters {
  readonly atMs: number;
  readonly stat: ProcStat | null;
  readonly memory: Meminfo | null;
  readonly swapPages: number | null; // since boot
  readonly stalledUs: { readonly cpu: number | null; readonly io: number | null; readonly memory: number | null }; // since boot
  readonly listenOverflows: number | null; // since boot
  readonly timeWait: number | null;
}

export function readHostCounters(proc: ProcFolder, atMs: number): HostCounters {
  return {
    atMs,
    stat: orNull(() => parseProcStat(proc.text("stat"))),
    memory: orNull(() => parseMeminfo(proc.text("meminfo"))),
    swapPages: orNull(() => parseVmstat(proc.text("vmstat"))),
    stalledUs: {
      cpu: orNull(() => parsePressure(proc.text("pressure/cpu"))),
      io: orNull(() => parsePressure(proc.text("pressure/io"))),
      memory: orNull(() => parsePressure(proc.text("pressure/memory"))),
    },
    listenOverflows: orNull(() => parseNetstat(proc.text("net/netstat")).listenOverflows),
    timeWait: orNull(() => parseSockstat(proc.text("net/sockstat"))),
  };
}
