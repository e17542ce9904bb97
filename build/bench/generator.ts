/**
 * Requests per second of Plateau's load generator, everything on, against bare autocannon: one thread each, the same connections,
 * the same target in a process of its own, in turns, so that what else the machine does hits both.
 * Usage: node build/bench/generator.ts [connections = 50] [rounds = 5] [seconds = 3]
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { Plan } from "../../app/model/plan.ts";
import { Generator } from "../../main/load/generator.ts";

const [connections = 50, rounds = 5, seconds = 3] = process.argv.slice(2).map(Number);
const run = promisify(execFile);
const autocannonFile = new URL("../../node_modules/autocannon/autocannon.js", import.meta.url).pathname;

async function withTarget<T>(use: (url: string) => Promise<T>): Promise<T> {
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
async function autocannonRps(url: string): Promise<number> {
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

async function plateauRps(url: string): Promise<number> {
  let requests = 0;
  const plan = Plan.parse({ url, warmupMs: 1000, durationMs: seconds * 1000 });
  const generator = new Generator(plan, process.hrtime.bigint(), {
    tick: (tick) => {
      if (tick.phase === "measured") requests += tick.requests;
    },
    level: () => {},
  });
  await generator.runLevel(0, connections);
  await generator.close();
  return requests / seconds;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await withTarget(async (url) => {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = round % 2 === 0 ? [plateauRps, autocannonRps] : [autocannonRps, plateauRps];
    const rps = new Map<typeof plateauRps, number>();
    for (const turn of turns) rps.set(turn, await turn(url));
    const [ours, theirs] = [rps.get(plateauRps) ?? 0, rps.get(autocannonRps) ?? 0];
    ratios.push(ours / theirs);
    console.log(
      `round ${round + 1}: Plateau ${Math.round(ours)} requests/s, autocannon ${Math.round(theirs)}, ratio ${(ours / theirs).toFixed(3)}`,
    );
  }
  console.log(`median ratio ${median(ratios).toFixed(3)} with ${connections} connections`);
});
