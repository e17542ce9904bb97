import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseHsperfdata } from "../../../../main/probes/linux/hsperfdata.ts";
import { JvmReader, type JvmReading } from "../../../../main/probes/linux/jvmReader.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { UNREADABLE } from "../capture.ts";

const FIXTURES = new URL("../../../fixtures/proc/hsperfdata/", import.meta.url).pathname;
const KIB = 1024;

/** jstat's columns by name; "-" is what a collector has not. */
function jstat(text: string): (name: string) => number {
  const [names = "", values = ""] = text.trim().split("\n").slice(-2);
  const columns = new Map(
    names
      .trim()
      .split(/\s+/)
      .map((name, at) => [name, Number(values.trim().split(/\s+/)[at]) || 0]),
  );
  return (name) => columns.get(name) ?? 0;
}

describe.each(["G1", "Serial", "Z"])("the counters of a JVM with the collector %s", (collector) => {
  const memory = parseHsperfdata(readFileSync(`${FIXTURES}${collector}`));
  const of = jstat(readFileSync(`${FIXTURES}${collector}.jstat`, "utf8"));

  test("are what jstat reads in the same file", () => {
    expect(memory.collectedMs).toBeGreaterThan(0);
    expect(Math.abs(memory.collectedMs / 1000 - of("GCT"))).toBeLessThan(0.0006);
    expect(Math.abs(memory.heapUsedBytes - (of("S0U") + of("S1U") + of("EU") + of("OU")) * KIB)).toBeLessThan(0.1 * KIB * 4);
  });

  test("know the heap's limit, of which a survivor space may be no part", () => {
    expect(memory.heapMaxBytes / (200 * KIB * KIB)).toBeCloseTo(1, 3);
  });
});

test("what is no such file is refused", () => {
  const real = readFileSync(`${FIXTURES}G1`);
  const unfilled = Buffer.from(real);
  unfilled[7] = 0; // not accessible yet
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(64), unfilled, real.subarray(0, 200)])
    expect(() => parseHsperfdata(bytes)).toThrow(UNREADABLE);
});

const runs = spawnSync("java", ["-version"]).error === undefined && process.platform === "linux";
if (!runs) console.warn("skipped: no java on this machine, so no JVM to read");

describe.runIf(runs)("a JVM of this machine that fills its heap", () => {
  const program = new URL("./Garbage.java", import.meta.url).pathname;
  let jvm: ChildProcess;
  let pid = 0;
  beforeAll(async () => {
    jvm = spawn("java", ["-Xmx64m", "-XX:+UseSerialGC", program], { stdio: ["pipe", "pipe", "ignore"] });
    await once(jvm.stdout ?? jvm, "data"); // it has compiled itself
    pid = jvm.pid ?? 0;
  }, 20_000);
  afterAll(() => jvm?.kill("SIGKILL"));

  test("shows its heap, and the share of time its collector stops it", async () => {
    const reader = new JvmReader(new ProcFolder());
    const collectedMs = () => parseHsperfdata(readFileSync(perfData())).collectedMs;
    const before = collectedMs();
    expect(reader.read([1, pid], 0)).toMatchObject({ collectorTimeShare: null, heapMaxBytes: expect.any(Number) });
    const within = collectedMs();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const least = collectedMs() - within;
    const second = reader.read([1, pid], 4000) as JvmReading; // as if it had been four seconds: a full heap is collected all the time
    const most = collectedMs() - before;
    expect(least).toBeGreaterThan(0);
    expect((second.collectorTimeShare ?? 0) * 4000).toBeGreaterThanOrEqual(least - 0.001);
    expect((second.collectorTimeShare ?? 0) * 4000).toBeLessThanOrEqual(most + 0.001);
    expect(second.heapUsedBytes).toBeGreaterThan(1e6);
    expect(second.heapUsedBytes).toBeLessThanOrEqual(second.heapMaxBytes ?? 0);
  });

  const perfData = () => {
    const [found = ""] = new ProcFolder().names(`${pid}/root/tmp`).filter((name) => name.startsWith("hsperfdata_"));
    return `/proc/${pid}/root/tmp/${found}/${pid}`;
  };
});

test("a process that is no JVM is asked a few times, then left alone", () => {
  const asked: string[] = [];
  const folder = Object.assign(new ProcFolder("/nowhere"), {
    names: (path: string) => {
      asked.push(path);
      return ["hsperfdata_root"];
    },
  });
  const reader = new JvmReader(folder);
  for (let second = 0; second < 60; second++) expect(reader.read([7], second * 1000)).toBeNull();
  expect(asked).toHaveLength(10);
});
