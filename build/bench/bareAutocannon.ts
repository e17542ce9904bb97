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

/** What is read of autocannon's result. `errors` holds the timeouts too; latencies are whole ms. */
interface AutocannonResult {
  readonly requests: { readonly average: number; readonly sent: number; readonly total: number };
  readonly latency: { readonly p50: number; readonly max: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly resets: number;
  readonly non2xx: number;
}

/** Runs autocannon in a process of its own and gives back what it tells. */
export async function autocannonResult(url: string, options: readonly (string | number)[]): Promise<AutocannonResult> {
  const { stdout } = await run(process.execPath, [autocannonFile, "-j", ...options.map(String), url]);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

/** autocannon rounds its duration: its own average of whole seconds is the fair number. */
export async function autocannonRps(url: string, { connections, seconds }: Load): Promise<number> {
  const warmup = ["-W", "[", "-c", connections, "-d", 1, "]"];
  return (await autocannonResult(url, ["-c", connections, "-d", seconds, ...warmup])).requests.average;
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
