import { type Disk, parseDiskstats } from "./diskstats.ts";
import { type Meminfo, parseMeminfo } from "./meminfo.ts";
import { type Netstat, parseNetstat } from "./netstat.ts";
import { type Pressure, parsePressure } from "./pressure.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { type ProcStat, parseProcStat } from "./procStat.ts";
import { parseSnmp, type Snmp } from "./snmp.ts";
import { parseSockstat } from "./sockstat.ts";
import { parseVmstat } from "./vmstat.ts";

/** Everything read of the host at one instant; null is what this kernel does not tell. */
export interface HostCounters {
  readonly atMs: number;
  readonly stat: ProcStat | null;
  readonly memory: Meminfo | null;
  readonly swapPages: number | null; // since boot
  readonly pressure: { readonly cpu: Pressure | null; readonly io: Pressure | null; readonly memory: Pressure | null };
  readonly netstat: Netstat | null;
  readonly snmp: Snmp | null;
  readonly disks: ReadonlyMap<string, Disk> | null;
  readonly timeWait: number | null;
}

export function readHostCounters(proc: ProcFolder, atMs: number): HostCounters {
  return {
    atMs,
    stat: orNull(() => parseProcStat(proc.text("stat"))),
    memory: orNull(() => parseMeminfo(proc.text("meminfo"))),
    swapPages: orNull(() => parseVmstat(proc.text("vmstat"))),
    pressure: {
      cpu: orNull(() => parsePressure(proc.text("pressure/cpu"))),
      io: orNull(() => parsePressure(proc.text("pressure/io"))),
      memory: orNull(() => parsePressure(proc.text("pressure/memory"))),
    },
    netstat: orNull(() => parseNetstat(proc.text("net/netstat"))),
    snmp: orNull(() => parseSnmp(proc.text("net/snmp"))),
    disks: orNull(() => parseDiskstats(proc.text("diskstats"))),
    timeWait: orNull(() => parseSockstat(proc.text("net/sockstat"))),
  };
}
