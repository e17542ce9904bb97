import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { findProgram } from "./dumps/findProgram.ts";
import { linuxChecks } from "./linux/linuxChecks.ts";

/** One thing a measurement depends on, and what its state means for one. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "missing" | "warning";
  readonly text: string;
}

const OLDEST_NODE = 22; // better-sqlite3 13 crashes below
const COARSE_CLOCK_NS = 10_000; // a hundredth of a millisecond; latencies are kept in microseconds
const CLOCK_READINGS = 2000;

/** Looks at everything a measurement here depends on. Never throws: what cannot be looked at is missing. */
export async function examine(): Promise<Check[]> {
  const kernel = process.platform === "linux" ? linuxChecks() : [noProc()];
  return [node(), clock(), cores(), ...kernel, ...dumpTools(), electron(), display()];
}

function node(): Check {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= OLDEST_NODE) return { name: "Node", state: "ok", text: `${process.version}: sessions can be stored and loads be run.` };
  return {
    name: "Node",
    state: "warning",
    text: `${process.version}: the session store needs Node ${OLDEST_NODE} or newer, which "npm start" brings along.`,
  };
}

/** The smallest step between two different readings of the monotonic clock. */
function clock(): Check {
  let stepNs = Number.POSITIVE_INFINITY;
  let last = process.hrtime.bigint();
  for (let reading = 0; reading < CLOCK_READINGS; reading++) {
    const now = process.hrtime.bigint();
    if (now > last) stepNs = Math.min(stepNs, Number(now - last));
    last = now;
  }
  const step = Number.isFinite(stepNs) ? `${stepNs} ns` : "unknown";
  return stepNs <= COARSE_CLOCK_NS
    ? { name: "Clock", state: "ok", text: `The monotonic clock moves in steps of ${step}: fine enough for latencies in microseconds.` }
    : { name: "Clock", state: "warning", text: `The monotonic clock's smallest step is ${step}: latencies near it are rounded.` };
}

function cores(): Check {
  const count = availableParallelism();
  return count >= 2
    ? { name: "Cores", state: "ok", text: `${count} logical cores: load generator and probes need not take turns.` }
    : {
        name: "Cores",
        state: "warning",
        text: "One core: generator, probes and a local target take it from each other, and every level shows it.",
      };
}

/** Of the tools that take thread dumps, those that are programs; Node's inspector and Go's pprof are the target's own. */
function dumpTools(): Check[] {
  return [
    ["jcmd", "JVM", "a JDK brings it"],
    ["py-spy", "Python", '"pip install py-spy" brings it'],
  ].map(([tool = "", runtime = "", how = ""]): Check => {
    const place = findProgram(tool);
    const name = `Thread dumps of ${runtime} (${tool})`;
    return place !== null
      ? { name, state: "ok", text: `Found at ${place}: a ${runtime} target of the same user shows what its threads wait for.` }
      : { name, state: "missing", text: `Not on the PATH (${how}): what the threads of a ${runtime} target wait for stays unseen.` };
  });
}

function noProc(): Check {
  return {
    name: "Host counters",
    state: "warning",
    text: "No /proc here: CPU, memory, processes and sockets are read; rules on threads, context switches and pressure will say no data.",
  };
}

/** The npm package brings no runtime; it is fetched at first use, or found where ELECTRON_OVERRIDE_DIST_PATH points. */
function electron(): Check {
  const place = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? electronDist();
  return place && existsSync(place)
    ? { name: "Electron", state: "ok", text: `The desktop runtime is at ${place}.` }
    : {
        name: "Electron",
        state: "missing",
        text: 'The desktop runtime is not here yet: it is fetched at the first start, else the same interface is served in the browser; "ELECTRON_OVERRIDE_DIST_PATH" can point at one.',
      };
}

function electronDist(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("electron/package.json")), "dist");
  } catch {
    return null;
  }
}

function display(): Check {
  if (process.platform === "win32" || process.platform === "darwin") return { name: "Display", state: "ok", text: "The system has one." };
  const found = process.env.WAYLAND_DISPLAY || process.env.DISPLAY;
  return found
    ? { name: "Display", state: "ok", text: `${found}: the desktop window can open.` }
    : {
        name: "Display",
        state: "missing",
        text: "Neither $DISPLAY nor $WAYLAND_DISPLAY is set: the interface is served in the browser instead.",
      };
}
