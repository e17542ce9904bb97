import { arch, cpus, release, totalmem, type } from "node:os";
import type { HostFacts } from "../../app/model/host.ts";
import { type Machine, machine } from "./systemInformation.ts";

/** How long systeminformation may take before node:os has to do, ms: a missing tool can hang it. */
const PATIENCE_MS = 5000;

/** The machine a session is measured on. Never throws: what systeminformation cannot tell, node:os does. */
export async function hostFacts(): Promise<HostFacts> {
  const known = await patiently(machine()).catch(() => null);
  const kernel = `${type()} ${release()} ${arch()}`;
  return {
    os: known?.os ? `${known.os} (${kernel})` : kernel,
    cpu: known?.cpu || cpus()[0]?.model.trim() || "unknown",
    cores: Math.max(1, cpus().length),
    memoryBytes: totalmem(),
    node: process.version,
    virtualised: known?.virtual ?? null,
  };
}

async function patiently(answer: Promise<Machine>): Promise<Machine | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
