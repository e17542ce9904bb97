/**
 * Is Plateau's memory flat? One long level at a steady rate; prints resident memory of the whole process every minute.
 * Usage: node build/bench/memory.ts [minutes = 10] [requests per second = 5000]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withTarget } from "./bareAutocannon.ts";

const [minutes = 10, rps = 5000] = process.argv.slice(2).map(Number);
const CONNECTIONS = 50;
const folder = mkdtempSync(join(tmpdir(), "plateau-memory-"));
const launcher = new URL("../../main/cli/plateau.cjs", import.meta.url).pathname;

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

await withTarget(async (url) => {
  const thinkMs = (CONNECTIONS / rps) * 1000; // a fast target: the pause is nearly all of a cycle
  const args = [
    "run",
    url,
    "-c",
    String(CONNECTIONS),
    "--think",
    `${thinkMs}ms`,
    "-d",
    `${minutes * 60 + 5}s`,
    "-w",
    "1s",
    "--no-progress",
    "--json",
    join(folder, "r.json"),
    "--db",
    join(folder, "s.db"),
    "--quiet",
  ];
  const plateau = spawn(process.execPath, [launcher, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  const readings: number[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    readings.push(residentMb(plateau.pid ?? 0));
    console.log(`minute ${minute}: ${readings.at(-1)?.toFixed(0)} MB`);
  }
  await new Promise((resolve) => plateau.once("exit", resolve));
  const level = (JSON.parse(readFileSync(join(folder, "r.json"), "utf8")) as { levels: { throughputRps: number }[] }).levels[0];
  console.log(
    `${Math.round(level?.throughputRps ?? 0)} requests/s; minute ${minutes} / minute 1 = ${((readings.at(-1) ?? 0) / (readings[0] ?? 1)).toFixed(2)}`,
  );
});
rmSync(folder, { recursive: true });
