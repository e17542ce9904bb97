import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 1_000;
const BUSY_SHARE = 0.15; // of all cores; verdicts were seen to be the same below

/** Waits until others leave the CPU alone, or for so many seconds, or until it is no longer wanted. */
export async function calm(seconds: number, isWanted: () => boolean): Promise<void> {
  for (let waited = 0; waited < seconds && isWanted() && (await busyShare()) > BUSY_SHARE; waited += LOOK_MS / 1_000);
}

async function busyShare(): Promise<number> {
  const before = idleMs();
  await sleep(LOOK_MS);
  const after = idleMs();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

function idleMs(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}
