import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Validity } from "../../app/diagnosis/validity.ts";
import { sessionDocument } from "../../app/report/sessionDocument.ts";
import { type LabTarget, startTarget } from "../../main/lab/lab.ts";
import { ClockWatch } from "../../main/probes/clockWatch.ts";
import { aRecording, queueOf } from "../support/builders.ts";

const LAUNCHER = join(import.meta.dirname, "../../main/cli/plateau.cjs");

/** What the tests read of the session document. */
interface Document {
  readonly validity: Validity;
  readonly verdict: { readonly id: string; readonly summary: string };
  readonly levels: readonly { readonly connections: number; readonly validity: Validity; readonly latencyMs: { readonly p50: number } }[];
}

let home: string;
let target: LabTarget;

/** Runs three levels of two seconds in a process group of its own. `spoil` is called when the load begins; what it returns, when it is over. */
async function runLevels(spoil: (group: ChildProcess) => () => void): Promise<Document> {
  const file = join(home, "session.json");
  const args = ["run", target.url, "-c", "10,20,40", "-d", "2s", "-w", "500ms", "--cooldown", "100ms", "--json", file];
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...process.env, PLATEAU_HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // a group of its own, so that all its processes can be stopped at once
  });
  let stopSpoiling: (() => void) | null = null;
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    said += part;
    if (said.includes("level 1 of") && stopSpoiling === null) stopSpoiling = spoil(child);
  });
  await new Promise((resolve) => child.on("close", resolve));
  (stopSpoiling as (() => void) | null)?.();
  expect(said).toContain("level 1 of");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Lets all processes of a group run for a tenth of the time: 10 ms of 100. */
function heldToATenth({ pid }: ChildProcess): () => void {
  const say = (signal: "SIGSTOP" | "SIGCONT") => {
    try {
      process.kill(-(pid as number), signal);
    } catch {
      over(); // it has ended
    }
  };
  let resume: NodeJS.Timeout | undefined;
  const beat = setInterval(() => {
    say("SIGCONT");
    resume = setTimeout(() => say("SIGSTOP"), 10);
  }, 100);
  const over = () => {
    clearInterval(beat);
    clearTimeout(resume);
  };
  return over;
}

/** Keeps every core busy with programs that are neither target nor generator. */
function everyCoreBusy(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ["-e", "for(;;);"], { stdio: "ignore" }));
  return () => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
}

test("a clock that is set an hour on while a level is measured: that level invalid, the others valid, and the verdict from those", () => {
  const at = { wallMs: 1e12, monotonicMs: 0 };
  const watch = new ClockWatch({ wallMs: () => at.wallMs, monotonicMs: () => at.monotonicMs });
  const recording = aRecording({ levels: queueOf(1000, 20) });
  const samples = recording.samples.map((sample) => {
    at.wallMs += sample.intervalMs + (sample.atMs === 25_000 ? 3_600_000 : 0); // in the third level
    at.monotonicMs += sample.intervalMs;
    return { ...sample, machine: { clockJumpMs: watch.jumpMs(), cpuMegahertz: null, onBattery: null } };
  });
  const { levels, validity, verdict } = sessionDocument({ ...recording, samples });
  expect(levels.map((level) => level.validity.state)).toEqual(["valid", "valid", "invalid", "valid", "valid", "valid"]);
  expect(levels[2]?.validity.reasons).toEqual([
    "The clock jumped by 3600.0 s: it was set, or the machine slept. Keep it awake and measure the level again.",
  ]);
  expect(validity.state).toBe("doubtful");
  expect(verdict.id).toBe("healthy");
});

describe.runIf(process.platform === "linux")("a measurement that is spoilt says so", () => {
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "plateau-validity-"));
    target = await startTarget("healthy", null); // 20 ms for any number of requests
  });
  afterEach(async () => {
    await target.stop();
    rmSync(home, { recursive: true });
  });

  test("a generator held to a tenth of a core: every level invalid, because the generator came late, and no word on the target", async () => {
    const { levels, verdict, validity } = await runLevels(heldToATenth);
    for (const level of levels) {
      expect(level.validity.state).toBe("invalid");
      expect(level.validity.reasons[0]).toMatch(/^The load generator (came late by \d+\.\d ms time and again|was ready to run)/);
    }
    expect(levels).toHaveLength(3);
    expect(verdict.id).toBe("generator-saturated");
    expect(validity.state).toBe("invalid");
  }, 90_000);

  test("programs that keep every core busy: no level valid, because of other programs or the lateness they cause", async () => {
    const { levels, validity } = await runLevels(everyCoreBusy);
    for (const level of levels) {
      expect(level.validity.state).not.toBe("valid");
      expect(level.validity.reasons.join(" ")).toMatch(
        /Other programs used about \d+ % of the CPU|The load generator (came late|was ready to run)/,
      );
    }
    expect(levels.flatMap((level) => level.validity.reasons).join(" ")).toContain("Other programs used about");
    expect(validity.state).not.toBe("valid");
  }, 60_000);
});
