import { PlateauError } from "../model/errors.ts";
import { groupStacks, type Stack, type Stacks } from "./stackGroups.ts";

const STATE = /^ {3}java\.lang\.Thread\.State: (.+)$/m;
const BLOCKED = /^\t- waiting to lock <(0x[0-9a-f]+)> \((a .+)\)$/m;
const LOCKED = /^\t- locked <(0x[0-9a-f]+)> \((a .+)\)$/;

/** Of what threads park on, only what others hold: its own future would tell every thread from every other. */
const PARKED = /^\t- parking to wait for +<(0x[0-9a-f]+)> \((a java\.util\.concurrent\.(?:locks\.|Semaphore)\S*Sync)\)$/m;

/**
 * Parses what `jcmd PID Thread.print` prints: a block of lines a thread. Threads of the JVM itself show no state or no frames, and are left out.
 * @throws PlateauError PROBE_UNREADABLE if no thread is in it
 */
export function parseJvmStacks(text: string): Stacks {
  const stacks = text
    .split(/\r?\n\r?\n/)
    .filter((block) => /^\s*"/.test(block))
    .flatMap(stackOf);
  if (stacks.length === 0)
    throw new PlateauError("PROBE_UNREADABLE", `jcmd Thread.print: expected threads; got ${JSON.stringify(text.slice(0, 80))}`);
  return groupStacks(stacks);
}

function stackOf(block: string): Stack[] {
  const state = STATE.exec(block)?.[1];
  if (state === undefined) return [];
  const lines = block.split(/\r?\n/);
  const frames = lines.filter((line) => line.startsWith("\tat ")).map((line) => frameOf(line.slice(4)));
  if (frames.length === 0) return [];
  const waits = BLOCKED.exec(block) ?? PARKED.exec(block);
  return [
    {
      state,
      frames,
      waitsFor: waits ? `${waits[1]} (${waits[2]})` : null,
      holds: lines.flatMap((line) => {
        const [, address, type] = LOCKED.exec(line) ?? [];
        return address === undefined ? [] : [`${address} (${type})`];
      }),
    },
  ];
}

/** Without module versions and the addresses of classes made at run time: equal places are to be written alike. */
function frameOf(text: string): string {
  return text.replace(/\([\w.]+(@[^/]*)?\//, "(").replace(/\/0x[0-9a-f]+/, "");
}
