import { cpus } from "node:os";
import si from "systeminformation";

// The only file that imports systeminformation. It starts programs (ps, netstat, PowerShell) for most answers, so callers
// ask seldom; what it cannot find out it leaves empty or zero, so nothing here is to be trusted without a look.

export interface MemoryUse {
  readonly usedBytes: number; // total − available
  readonly swapUsedBytes: number;
}

export interface ProcessUse {
  readonly pid: number;
  readonly parentPid: number;
  readonly name: string;
  readonly cpuCores: number | null; // 1.0 = one core; on macOS and BSD a decaying average over the last minute, as ps has it
  readonly rssBytes: number;
}

export interface Connection {
  readonly listening: boolean; // else established
  readonly localPort: number;
  readonly peer: string; // "10.0.0.5:5432"
  readonly pid: number;
}

export interface Machine {
  readonly cpu: string;
  readonly os: string;
  readonly kernel: string;
  readonly virtual: boolean | null;
}

export async function memoryUse(): Promise<MemoryUse> {
  const memory = await si.mem();
  return { usedBytes: memory.total - memory.available, swapUsedBytes: memory.swapused };
}

let asked = false;

/**
 * Linux and Windows give CPU as a share of all cores since the last call, the others as ps does, as a share of one.
 * The first share on Linux and Windows is over the whole life of the machine, which is no reading at all: null.
 */
export async function processUses(): Promise<ProcessUse[]> {
  const ofAllCores = process.platform === "linux" || process.platform === "win32";
  const cores = ofAllCores ? cpus().length : 1;
  const meaningful = asked || !ofAllCores;
  const { list } = await si.processes();
  asked = true;
  return list.map(({ pid, parentPid, name, cpu, memRss }) => ({
    pid,
    parentPid,
    name,
    cpuCores: meaningful ? (cpu / 100) * cores : null,
    rssBytes: memRss * 1024,
  }));
}

/** TCP sockets whose process is known: those that listen and those that are established. */
export async function connections(): Promise<Connection[]> {
  const found: Connection[] = [];
  for (const { protocol, state, localPort, peerAddress, peerPort, pid } of await si.networkConnections()) {
    const listening = state.startsWith("LISTEN");
    if (!protocol.startsWith("tcp") || !(listening || state.startsWith("ESTAB")) || !(pid > 0)) continue;
    const ip = peerAddress.replace(/^\[|\]$/g, "").replace(/^::ffff:(?=\d+\.)/, "");
    found.push({ listening, localPort: Number(localPort), peer: ip.includes(":") ? `[${ip}]:${peerPort}` : `${ip}:${peerPort}`, pid });
  }
  return found;
}

export async function machine(): Promise<Machine> {
  const [cpu, os, system] = await Promise.all([si.cpu(), si.osInfo(), si.system()]);
  return {
    cpu: `${cpu.manufacturer} ${cpu.brand}`.trim(),
    os: `${os.distro} ${os.release}`.trim(),
    kernel: os.kernel,
    virtual: system.virtual ? true : system.model || system.manufacturer ? false : null,
  };
}
