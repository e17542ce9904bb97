import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Sample } from "../../../app/model/sample.ts";
import { Sampler } from "../../../main/probes/sampler.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const mean = (values: readonly (number | null | undefined)[]): number => {
  const known = values.filter((value) => value != null);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
};

async function busyTarget(...args: number[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL("./busyTarget.ts", import.meta.url).pathname, args.map(String), { execArgv: [] });
  const [{ port }] = await once(child, "message");
  return { child, port };
}

/** CPU that the target says it used, ms. */
async function spent(child: ChildProcess): Promise<number> {
  child.send("spent");
  const [{ cpuMs }] = await once(child, "message");
  return cpuMs;
}

/** Collects samples; `until` waits for one that satisfies. */
function collect(port: number | null, pid: number | null = null) {
  const samples: Sample[] = [];
  const sampler = new Sampler({ port, pid, originNs: process.hrtime.bigint(), onSample: (sample) => samples.push(sample) });
  const until = async (wanted: (sample: Sample) => boolean, patienceMs = 6000): Promise<Sample | undefined> => {
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await pause(50)) {
      const last = samples.at(-1);
      if (last && wanted(last)) return last;
    }
    return undefined;
  };
  return { samples, sampler, until };
}

describe.runIf(process.platform === "linux")("a target that burns half a core, has 3 workers and 7 backend connections", () => {
  const backend = createServer();
  let target: { child: ChildProcess; port: number };
  let samples: readonly Sample[] = [];
  let truthCores = 0;
  let vmstat = "";

  beforeAll(async () => {
    backend.listen(0, "127.0.0.1");
    await once(backend, "listening");
    target = await busyTarget(0.5, (backend.address() as AddressInfo).port, 7, 3, 0.1);
    const { samples: collected, sampler } = collect(target.port);
    await sampler.start();
    await pause(1300); // the readings of each second have come twice
    const from = collected.length;
    const [beforeMs, startedMs] = [await spent(target.child), performance.now()];
    vmstat = await outputOf("vmstat", ["1", "6"]); // the first line is since boot
    truthCores = ((await spent(target.child)) - beforeMs) / (performance.now() - startedMs);
    samples = collected.slice(from);
    await sampler.stop();
  });

  afterAll(() => {
    target?.child.kill();
    backend.close();
  });

  test("is found by its port, with its name and all its processes", () => {
    expect(samples.length).toBeGreaterThanOrEqual(20);
    for (const { target: reading } of samples) expect(reading).toMatchObject({ pid: target.child.pid, name: "node", processes: 4 });
  });

  test("uses the CPU it says it used, the busiest thread its half core", () => {
    const cores = mean(samples.map((sample) => sample.target?.cpuCores));
    expect(truthCores).toBeGreaterThan(0.3);
    expect(Math.abs(cores - truthCores)).toBeLessThan(0.15 * truthCores);
    const busiest = mean(samples.map((sample) => sample.target?.busiestThreadCores));
    expect(busiest).toBeGreaterThan(0.3);
    expect(busiest).toBeLessThan(0.65);
  });

  test("holds seven connections to one backend", () => {
    const { port } = backend.address() as AddressInfo;
    expect(samples.at(-1)?.target?.backends).toEqual([{ address: `127.0.0.1:${port}`, connections: 7 }]);
  });

  test("has the threads, memory, files and switches of four Node processes", () => {
    const last = samples.at(-1)?.target;
    expect(last?.threads).toBeGreaterThanOrEqual(4 * 5);
    expect(last?.rssBytes).toBeGreaterThan(4 * 30e6);
    expect(last?.openFiles).toBeGreaterThanOrEqual(4 * 10);
    expect(last?.voluntarySwitchesPerSecond).toBeGreaterThan(40); // four timers of 20 Hz
    expect(last?.voluntarySwitchesPerSecond).toBeLessThan(4000);
    expect(last?.involuntarySwitchesPerSecond).toBeGreaterThanOrEqual(0);
  });

  test("has workers, an accept queue, a limit of files, and threads that wait for work", () => {
    const last = samples.at(-1)?.target;
    expect(Math.max(...samples.map((sample) => sample.target?.workers ?? 0))).toBe(4); // each of them burns
    expect(last).toMatchObject({ listenQueue: 0, heapUsedBytes: null, runDelayCores: expect.any(Number) });
    expect(last?.openFilesLimit).toBeGreaterThan(last?.fullestOpenFiles ?? Number.NaN);
    expect(last?.waits?.lock).toBeGreaterThanOrEqual(4 * 4); // Node's helpers
    const known = Object.values(last?.waits ?? {}).reduce((sum, threads) => sum + threads, 0);
    expect(known).toBe(last?.threads);
    const parts = mean(samples.map(({ target: read }) => (read?.userCores ?? 0) + (read?.systemCores ?? 0)));
    expect(parts / mean(samples.map(({ target: read }) => read?.cpuCores))).toBeCloseTo(1, 0);
    expect(last?.threadGroups?.[0]?.name).toMatch(/MainThread|node/);
  });

  test("leaves the host as vmstat sees it", () => {
    const [, heading = "", , ...rows] = vmstat.trim().split("\n");
    const columns = heading.trim().split(/\s+/);
    const column = (name: string) => mean(rows.map((row) => Number(row.trim().split(/\s+/)[columns.indexOf(name)])));
    expect(rows).toHaveLength(5);
    for (const name of ["us", "sy", "id", "wa", "st"] as const) {
      expect(Math.abs(mean(samples.map((sample) => sample.host[name])) - column(name)), name).toBeLessThan(6);
    }
    const switches = mean(samples.map((sample) => sample.host.contextSwitchesPerSecond));
    expect(Math.abs(switches - column("cs"))).toBeLessThan(0.3 * column("cs"));
  });

  test("is read every 200 ms at little cost, in the shape the model gives", () => {
    for (const sample of samples) Sample.parse(sample);
    expect(mean(samples.map((sample) => sample.intervalMs))).toBeCloseTo(200, -1);
    const costShare = mean(samples.map((sample) => sample.probeCpuMs)) / 200;
    expect(costShare).toBeLessThan(0.04); // twice the budget: the machine of a test is not quiet
  });
});

describe.runIf(process.platform === "linux")("the sampler", () => {
  test("keeps its beat while the thread that asked for it is busy", async () => {
    const { samples, sampler } = collect(null);
    await sampler.start();
    for (const endMs = performance.now() + 1500; performance.now() < endMs; );
    await pause(100);
    await sampler.stop();
    expect(samples.length).toBeGreaterThanOrEqual(6);
    expect(mean(samples.map((sample) => sample.intervalMs))).toBeCloseTo(200, -1);
    expect(samples.every((sample) => sample.target === null)).toBe(true);
    expect(samples[0]?.host.us).not.toBeNull();
  });

  test("loses a target that ends, and finds the one that takes its port", async () => {
    const first = await busyTarget(0);
    const { sampler, until } = collect(first.port);
    await sampler.start();
    expect(await until((sample) => sample.target?.pid === first.child.pid)).toBeDefined();
    first.child.kill();
    expect(await until((sample) => sample.target === null)).toBeDefined();
    const second = await busyTarget(0, 0, 0, 0, 0, first.port);
    const found = await until((sample) => sample.target?.pid === second.child.pid);
    second.child.kill();
    await sampler.stop();
    expect(found).toBeDefined();
  });

  test("reads Plateau's own process if that is what listens", async () => {
    const server = createHttpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { sampler, until } = collect((server.address() as AddressInfo).port);
    await sampler.start();
    expect(await until((sample) => sample.target?.pid === process.pid)).toBeDefined();
    await sampler.stop();
    server.close();
  });

  test("says nothing more after it was stopped", async () => {
    const { samples, sampler } = collect(null);
    await sampler.start();
    await sampler.stop();
    const told = samples.length;
    await pause(500);
    expect(samples.length).toBe(told);
  });
});

async function outputOf(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, LC_ALL: "C" } });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await once(child, "close");
  return text;
}
