/** What Plateau's own load is measured against: the fastest plain target, and autocannon as its makers ship it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
export const autocannonFile = new URL("../../node_modules/autocannon/autocannon.js", import.meta.url).pathname;

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** Starts fastTarget.ts as a process of its own, for as long as `use` takes. */
export async function withTarget<T>(use: (url: string) => Promise<T>): Promise<T> {
  const target: ChildProcess = spawn(process.execPath, [new URL("./fastTarget.ts", import.meta.url).pathname], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await new Promise<string>((resolve) => target.stdout?.once("data", (text) => resolve(String(text).trim())));
    return await use(`http://127.0.0.1:${port}/`);
  } finally {
    target.kill();
  }
}

/** autocannon rounds its duration: its own average of whole seconds is the fair number. */
export async function autocannonRps(url: string, { connections, seconds }: Load): Promise<number> {
  const { stdout } = await run(process.execPath, [
    autocannonFile,
    "-j",
    "-c",
    String(connections),
    "-d",
    String(seconds),
    "-W",
    "[",
    "-c",
    String(connections),
    "-d",
    "1",
    "]",
    url,
  ]);
  return (JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { requests: { average: number } }).requests.average;
}

/** Requests/s of two ways in turns, so that what else the machine does hits both. Prints every round, and the median of the ratios. */
export async function compare(name: string, rounds: number, ours: () => Promise<number>, theirs: () => Promise<number>): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const rps = new Map<typeof ours, number>();
    for (const turn of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) rps.set(turn, await turn());
    const [a, b] = [rps.get(ours) ?? 0, rps.get(theirs) ?? 0];
    ratios.push(a / b);
    console.log(`  round ${round + 1}: Plateau ${Math.round(a)} requests/s, bare autocannon ${Math.round(b)}, ratio ${(a / b).toFixed(3)}`);
  }
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
  console.log(`${name}: median ratio ${middle.toFixed(3)}`);
}
