/**
 * Requests per second on one core: Plateau with everything on (engine, sampler, store), bare autocannon, hey, ab and wrk, each pinned
 * to core 0, the target to core 1, in turns. A tool that is not installed is left out, and said. Linux with two cores or more.
 * Usage: node build/bench/otherTools.ts [connections = 50] [rounds = 3] [seconds = 4]
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { autocannonFile } from "./bareAutocannon.ts";

const [connections = 50, rounds = 3, seconds = 4] = process.argv.slice(2).map(Number);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "plateau-bench-"));
const launcher = new URL("../../main/cli/plateau.cjs", import.meta.url).pathname;

/** Runs a command on core 0 and gives back what it printed. */
async function pinned(command: string, ...args: readonly (string | number)[]): Promise<string> {
  const { stdout } = await run("taskset", ["-c", "0", command, ...args.map(String)], { maxBuffer: 1e8 });
  return stdout;
}

function found(text: string, pattern: RegExp): number {
  const number = Number(pattern.exec(text)?.[1]);
  if (!Number.isFinite(number)) throw new Error(`no rate in: ${text.slice(0, 200)}`);
  return number;
}

type Tool = (url: string) => Promise<number>;
const tools: Readonly<Record<string, Tool>> = {
  plateau: async (url) => {
    const file = join(folder, "run.json");
    await pinned(
      process.execPath,
      launcher,
      "run",
      url,
      "-c",
      connections,
      "-d",
      `${seconds}s`,
      "-w",
      "1s",
      "--no-progress",
      "--quiet",
      "--json",
      file,
      "--db",
      join(folder, "s.db"),
    );
    return (JSON.parse(readFileSync(file, "utf8")) as { levels: { throughputRps: number }[] }).levels[0]?.throughputRps ?? Number.NaN;
  },
  autocannon: async (url) => {
    const printed = await pinned(
      process.execPath,
      autocannonFile,
      "-j",
      "-c",
      connections,
      "-d",
      seconds,
      "-W",
      "[",
      "-c",
      connections,
      "-d",
      1,
      "]",
      url,
    );
    return (JSON.parse(printed.trim().split("\n").at(-1) ?? "") as { requests: { average: number } }).requests.average;
  },
  hey: async (url) => found(await pinned("hey", "-z", `${seconds}s`, "-c", connections, url), /Requests\/sec:\s+([\d.]+)/),
  ab: async (url) =>
    found(await pinned("ab", "-q", "-k", "-t", seconds, "-n", 10_000_000, "-c", connections, url), /Requests per second:\s+([\d.]+)/),
  wrk: async (url) => found(await pinned("wrk", "-t", 1, "-c", connections, "-d", `${seconds}s`, url), /Requests\/sec:\s+([\d.]+)/),
};
const installed = (name: string): boolean => ["plateau", "autocannon"].includes(name) || spawnSync("which", [name]).status === 0;

const target = spawn("taskset", ["-c", "1", process.execPath, new URL("./fastTarget.ts", import.meta.url).pathname], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const port = await new Promise<string>((resolve) => target.stdout.once("data", (text) => resolve(String(text).trim())));
  const names = Object.keys(tools).filter((name) => installed(name) || console.log(`${name} is not installed: left out`));
  const rates = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) rates.get(name)?.push((await tools[name]?.(`http://127.0.0.1:${port}/`)) ?? Number.NaN);
  }
  const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const ours = middle(rates.get("plateau") ?? []);
  console.log(`requests/s on one core, ${connections} connections, median of ${rounds}:`);
  for (const [name, values] of rates) {
    console.log(
      `  ${name.padEnd(10)} ${String(Math.round(middle(values))).padStart(8)}   Plateau / ${name} = ${(ours / middle(values)).toFixed(2)}   (${values.map(Math.round).join(", ")})`,
    );
  }
} finally {
  target.kill();
  rmSync(folder, { recursive: true });
}
