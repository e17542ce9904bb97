import { parseAuxv } from "./auxv.ts";
import { cpuGroups, readCpuQuota } from "./cgroup.ts";
import { parseDiskstats } from "./diskstats.ts";
import { parseMeminfo } from "./meminfo.ts";
import { parseNetstat } from "./netstat.ts";
import { parsePidStat } from "./pidStat.ts";
import { parsePidStatus } from "./pidStatus.ts";
import { parsePressure } from "./pressure.ts";
import { parseProcessIo } from "./processIo.ts";
import type { ProcFolder } from "./procFolder.ts";
import { parseProcStat } from "./procStat.ts";
import { parseSchedstat } from "./schedstat.ts";
import { parseSnmp } from "./snmp.ts";
import { parseSockstat } from "./sockstat.ts";
import { parseTcpSockets } from "./tcpSockets.ts";
import { parseVmstat } from "./vmstat.ts";
import { waitByCall, waitByChannel } from "./waitKind.ts";

/** A probe that can fail: how it is tried, and what goes without it. */
export interface Trial {
  readonly name: string;
  readonly gives: string;
  readonly without: string;
  read(proc: ProcFolder): unknown;
}

export const TRIALS: readonly Trial[] = [
  {
    name: "CPU (/proc/stat)",
    gives: "CPU time, context switches, run queue and blocked tasks of the host are read",
    without: "nothing is known about the CPU, and most rules will say no data",
    read: (proc) => parseProcStat(proc.text("stat")),
  },
  {
    name: "Memory (/proc/meminfo)",
    gives: "memory and swap in use are read",
    without: "a host that runs out of memory will not be noticed",
    read: (proc) => parseMeminfo(proc.text("meminfo")),
  },
  {
    name: "Swapping (/proc/vmstat)",
    gives: "pages swapped in and out are counted",
    without: "swapping will not be noticed",
    read: (proc) => parseVmstat(proc.text("vmstat")),
  },
  {
    name: "Pressure (/proc/pressure)",
    gives: "the time tasks wait for CPU, disk and memory is read",
    without: "waiting for CPU, disk and memory is judged by the run queue and wa alone (the kernel option psi=1 turns it on)",
    read: (proc) => ["cpu", "io", "memory"].map((resource) => parsePressure(proc.text(`pressure/${resource}`))),
  },
  {
    name: "Accept queue (/proc/net/netstat)",
    gives: "connections refused for a full accept queue are counted",
    without: "an overflowing accept queue will not be noticed",
    read: (proc) => parseNetstat(proc.text("net/netstat")),
  },
  {
    name: "TIME_WAIT (/proc/net/sockstat)",
    gives: "sockets in TIME_WAIT are counted",
    without: "a shortage of local ports will only show in errors",
    read: (proc) => parseSockstat(proc.text("net/sockstat")),
  },
  {
    name: "Sockets (/proc/net/tcp)",
    gives: "the target can be found by its port and its backend connections counted",
    without: "the target must be named by its pid, and a connection pool is judged without counting connections",
    read: (proc) => parseTcpSockets(proc.text("net/tcp")),
  },
  {
    name: "Open files (/proc/PID/fd)",
    gives: "sockets can be assigned to this user's processes; a target of another user shows no open files and no backends",
    without: "the target must be named by its pid, and its backends stay unknown",
    read: (proc) => proc.fds(process.pid),
  },
  {
    name: "Threads (/proc/PID/task)",
    gives: "CPU time and context switches of each thread are read",
    without: "one saturated thread cannot be told from an idle target",
    read: (proc) => {
      const [thread = process.pid] = proc.threads(process.pid);
      parsePidStat(proc.text(`${process.pid}/task/${thread}/stat`));
      parsePidStatus(proc.text(`${process.pid}/task/${thread}/status`));
    },
  },
  {
    name: "Thread clock (schedstat)",
    gives: "thread CPU time is read in nanoseconds",
    without: "thread CPU time is read in ticks of 10 ms, and a single sample is coarse by 5 % of a core",
    read: (proc) => parseSchedstat(proc.text(`${process.pid}/schedstat`)),
  },
  {
    name: "Waiting threads (wchan, syscall)",
    gives: "what each thread of this user's processes waits in is read: a lock, a file's lock, the network, a disk",
    without: "threads that wait for a lock look like threads that have nothing to do",
    read: (proc) => {
      const task = `${process.pid}/task/${process.pid}`;
      parsePidStat(proc.text(`${task}/stat`));
      return waitByChannel("S", proc.text(`${task}/wchan`)) ?? waitByCall(proc.text(`${task}/syscall`), () => null);
    },
  },
  {
    name: "Connections (/proc/net/snmp)",
    gives: "connections begun, accepted, failed and reset, and segments sent again are counted",
    without: "a service that connects anew for every request, and a network that loses packets, show in latency alone",
    read: (proc) => parseSnmp(proc.text("net/snmp")),
  },
  {
    name: "Disks (/proc/diskstats)",
    gives: "how busy the busiest disk is, and what goes to and from all of them, is read",
    without: "waiting for a disk is judged by wa and blocked processes alone",
    read: (proc) => {
      if (parseDiskstats(proc.text("diskstats")).size === 0) throw new Error("no disk is listed");
    },
  },
  {
    name: "Disk use (/proc/PID/io)",
    gives: "what this user's processes fetch from and send to disks is read",
    without: "the disks' traffic cannot be told to be the target's",
    read: (proc) => parseProcessIo(proc.text(`${process.pid}/io`)),
  },
  {
    name: "CPU quota (control groups)",
    gives: "the CPU quota of a container or service, and how often it was used up, is read",
    without: "a target held back by its quota looks like one that waits for something else",
    read: (proc) => {
      const groups = cpuGroups(proc.text("self/cgroup"), proc.text("self/mountinfo"));
      if (!groups.some((group) => readCpuQuota(group) !== null)) throw new Error("no control group with cpu.stat is mounted here");
    },
  },
  {
    name: "Kernel units (/proc/self/auxv)",
    gives: "the kernel's page size and clock tick are known",
    without: "a page of 4096 bytes and 100 ticks a second are taken for granted",
    read: (proc) => parseAuxv(proc.bytes("self/auxv")),
  },
];
