import type { Probe, Reading } from "../probe.ts";
import { type KernelUnits, parseAuxv } from "./auxv.ts";
import { type HostCounters, readHostCounters } from "./hostCounters.ts";
import { hostReading } from "./hostProbe.ts";
import { LocalPortsReader } from "./localPorts.ts";
import { orNull, ProcFolder } from "./procFolder.ts";
import { TargetProbe } from "./targetProbe.ts";

export interface LinuxProbeOptions {
  readonly root?: string; // "/proc"; a captured tree in tests
  readonly port: number | null;
  readonly socketPath?: string | null; // of a Unix socket the target listens on
  readonly pid: number | null;
  readonly ownPid: number;
}

/** What nearly every Linux has, should its own numbers be unreadable. */
const USUAL_UNITS: KernelUnits = { pageBytes: 4096, ticksPerSecond: 100 };

/** Reads the machine through /proc. */
export class LinuxProbe implements Probe {
  readonly #proc: ProcFolder;
  readonly #target: TargetProbe;
  readonly #ports: LocalPortsReader;
  #before: HostCounters | null = null;

  constructor({ root, port, socketPath = null, pid, ownPid }: LinuxProbeOptions) {
    this.#proc = new ProcFolder(root);
    this.#ports = new LocalPortsReader(this.#proc);
    const units = orNull(() => parseAuxv(this.#proc.bytes("self/auxv"))) ?? USUAL_UNITS;
    this.#target = new TargetProbe({ proc: this.#proc, port, socketPath, pid, ownPid, units });
  }

  read(nowMs: number): Reading {
    const counters = readHostCounters(this.#proc, performance.now());
    const host = hostReading(this.#before, counters, this.#ports.read(nowMs));
    this.#before = counters;
    return { host, target: orNull(() => this.#target.read(nowMs)) };
  }
}
