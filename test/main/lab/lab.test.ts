import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { type LabTarget, scenarios, startTarget } from "../../../main/lab/lab.ts";
import { diskFolder } from "../../../main/lab/targets/diskFolder.ts";

const AT_ONCE = 20;
const running: LabTarget[] = [];
afterEach(() => Promise.all(running.splice(0).map((target) => target.stop())));

async function started(scenario: string, dose: number | null = null): Promise<LabTarget> {
  const target = await startTarget(scenario, dose);
  running.push(target);
  return target;
}

/** The statuses of so many requests sent at the same moment; `headers` may differ from request to request. */
function ask(target: LabTarget, howMany: number, headers: (index: number) => Record<string, string> = () => ({})): Promise<number[]> {
  const one = async (index: number) => {
    const response = await fetch(target.url, { headers: { ...planHeaders(target), ...headers(index) } });
    await response.text();
    return response.status;
  };
  return Promise.all(Array.from({ length: howMany }, (_, index) => one(index)));
}

const planHeaders = ({ plan }: LabTarget) => Object.fromEntries((plan.headers ?? []).map(({ name, value }) => [name, value]));
const isThere = (pid: number) => {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};
/** Processes below `pid`, as the kernel has them now. */
function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}

describe("startTarget()", () => {
  it.each(scenarios.map(({ id }) => id).filter((id) => process.platform !== "win32" || id !== "port-exhaustion"))(
    "%s starts, answers, counts what it answered, and stops",
    async (id) => {
      const target = await started(id);
      expect(await ask(target, 1)).toEqual([200]);
      await expect.poll(async () => (await target.counts()).answers, { timeout: 5_000 }).toBe(1);
      expect(await target.counts()).toMatchObject({ byStatus: { 200: 1 }, mostInFlight: 1 });
      await target.stop();
      await target.stop();
      expect(isThere(target.pid)).toBe(false);
      await expect(fetch(target.url)).rejects.toThrow();
      await expect(target.counts()).rejects.toThrow("ended");
    },
  );

  it.each([
    ["connection-pool", null, 2],
    ["connection-pool", 5, 5],
    ["worker-pool", null, 4],
    ["worker-pool", 3, 3],
    ["global-lock", null, 1],
    ["single-thread-cpu", null, 1],
  ] as const)("%s with dose %s works on so many of 20 at a time: %i", async (id, dose, mostInFlight) => {
    const target = await started(id, dose);
    await ask(target, AT_ONCE);
    await expect.poll(async () => (await target.counts()).answers, { timeout: 5_000 }).toBe(AT_ONCE);
    expect(await target.counts()).toMatchObject({ byStatus: { 200: AT_ONCE }, mostInFlight });
  });

  it.each([
    [null, 10],
    [4, 4],
  ])("errors with dose %s works on so many at once, and refuses the others: %i", async (dose, most) => {
    const target = await started("errors", dose);
    const statuses = await ask(target, 3 * AT_ONCE);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await target.counts()).mostInFlight).toBe(most);
  });

  it("healthy works on whatever comes", async () => {
    const target = await started("healthy");
    await ask(target, 3 * AT_ONCE);
    expect((await target.counts()).mostInFlight).toBeGreaterThan(4); // 60, on a machine that can send them within 20 ms
  });

  it.each([
    ["wait for each other with one cookie", () => ({}), true],
    ["do not wait with cookies of their own", (index: number) => ({ Cookie: `SID=${index}` }), false],
    ["do not wait without the session's cookie", () => ({ Cookie: "theme=dark" }), false],
  ])("session-lock: requests %s", async (_why, headers, alone) => {
    const target = await started("session-lock");
    await ask(target, AT_ONCE, headers);
    expect((await target.counts()).mostInFlight === 1).toBe(alone);
  });

  it.each([
    [50, 5],
    [100, 10],
  ])("rate-limit of %i a second admits a burst of %i, then says when to come back", async (rate, burst) => {
    const target = await started("rate-limit", rate);
    const beganMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 3 * AT_ONCE }, () => fetch(target.url)));
    const seconds = (performance.now() - beganMs) / 1_000;
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(burst);
    expect(answers.length - refused.length).toBeLessThanOrEqual(burst + rate * seconds);
    expect(new Set(refused.map(({ headers }) => headers.get("retry-after")))).toEqual(new Set(["1"]));
  });

  it("thread-thrash wakes ever more threads for a turn, the more requests there are", async () => {
    const target = await started("thread-thrash", 8);
    const wokenPerTurn = async (howMany: number): Promise<number> => {
      const before = (await target.counts()).symptoms;
      for (let round = 0; round < 5; round++) await ask(target, howMany);
      const after = (await target.counts()).symptoms;
      return ((after?.woken ?? 0) - (before?.woken ?? 0)) / ((after?.turns ?? 0) - (before?.turns ?? 0));
    };
    expect(await wokenPerTurn(1)).toBe(0);
    expect(await wokenPerTurn(8)).toBeGreaterThan(0.5); // in step it would be 7; a burst through one generator thread is not in step
  });

  it("memory-pressure collects most of the time when many are there, and lives", async () => {
    const target = await started("memory-pressure");
    await ask(target, 3);
    const before = (await target.counts()).symptoms;
    const beganMs = performance.now();
    for (let round = 0; round < 2; round++) expect(new Set(await ask(target, 60))).toEqual(new Set([200]));
    const after = (await target.counts()).symptoms;
    const collectingMs = (after?.collectingMs ?? 0) - (before?.collectingMs ?? 0);
    expect(collectingMs / (performance.now() - beganMs)).toBeGreaterThan(0.1);
    expect(after?.heapLimitBytes).toBeLessThan(80e6);
  });

  it("disk-wait flushes as often as its dose says, and leaves no file", async () => {
    const target = await started("disk-wait", 3);
    await ask(target, 5);
    const { symptoms } = await target.counts();
    expect(symptoms?.flushes).toBe(15);
    expect(symptoms?.meanFlushMs).toBeGreaterThan(0);
    const log = `plateau-lab-${target.pid}.log`;
    expect(readdirSync(diskFolder())).toContain(log);
    await target.stop();
    expect(readdirSync(diskFolder())).not.toContain(log);
  });

  it.runIf(process.platform === "linux")("accept-queue drops connects that find it full: they come a second later", async () => {
    const target = await started("accept-queue", 2);
    const tookMs = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const beganMs = performance.now();
        await fetch(target.url, { headers: { connection: "close" } });
        return performance.now() - beganMs;
      }),
    );
    expect(Math.min(...tookMs)).toBeLessThan(900);
    expect(tookMs.filter((ms) => ms > 1_000).length).toBeGreaterThan(3);
  });

  it.runIf(process.platform !== "win32")("port-exhaustion runs out of files, and says so", async () => {
    const target = await started("port-exhaustion");
    expect(new Set(await ask(target, 8))).toEqual(new Set([200]));
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask(target, 1).then(
          ([status]) => status,
          () => "reset",
        ),
      ),
    );
    const { byStatus, symptoms } = await target.counts();
    expect(outcomes.filter((outcome) => outcome !== 200).length).toBeGreaterThan(0);
    expect(byStatus["500"]).toBe(symptoms?.outOfFiles);
    expect(symptoms?.outOfFiles).toBeGreaterThan(0);
  });

  it.each([
    [10, 52.4],
    [20, 26.2],
  ])("bandwidth of %i Mbit/s lets no answer through in less than %f ms", async (megabits, eachMs) => {
    const target = await started("bandwidth", megabits);
    const beganMs = performance.now();
    const bodies = await Promise.all(Array.from({ length: 10 }, () => fetch(target.url).then((response) => response.text())));
    expect(new Set(bodies.map(({ length }) => length))).toEqual(new Set([65_536]));
    expect(performance.now() - beganMs).toBeGreaterThan(10 * eachMs * 0.99);
    expect((await target.counts()).symptoms?.sentBytes).toBe(10 * 65_536);
  });

  it("downstream-timeout gives up after its dose, and only on what the backend lost", async () => {
    const target = await started("downstream-timeout", 1);
    const beganMs = performance.now();
    const statuses = await ask(target, 3 * AT_ONCE);
    expect(performance.now() - beganMs).toBeGreaterThan(1_000);
    const gaveUp = statuses.filter((status) => status === 504).length;
    expect(statuses.filter((status) => status === 200).length).toBe(statuses.length - gaveUp);
    expect(gaveUp).toBeGreaterThan(0);
    expect((await target.counts()).symptoms?.timeouts).toBe(gaveUp);
  });

  it("tells the dose it was given", async () => {
    expect((await started("connection-pool", 7)).scenario.dose).toEqual({ name: "pool size", value: 7 });
    expect(scenarios[0]).toMatchObject({ id: "connection-pool", dose: { value: 2 } });
  });

  it.each([
    ["coffee", null, "demo coffee : there is no such scenario (connection-pool, worker-pool, session-lock, "],
    ["healthy", 3, "dose 3 : healthy takes none (leave it out)"],
    ["worker-pool", 65, "dose 65 : not a workers of worker-pool (1 to 64)"],
    ["connection-pool", 1.5, "dose 1.5 : not a pool size of connection-pool (1 to 256)"],
  ])("refuses %s with dose %s", async (id, dose, message) => {
    await expect(startTarget(id, dose)).rejects.toThrow(
      expect.objectContaining({ code: "PLAN_INVALID", message: expect.stringContaining(message) }),
    );
  });

  it.runIf(process.platform === "linux").each(["connection-pool", "worker-pool", "all-cores-cpu"])(
    "%s ends with a parent that was killed, and so do its own children",
    async (id) => {
      const script = `import { startTarget } from "./main/lab/lab.ts"; console.log(JSON.stringify((await startTarget("${id}", null)).url));`;
      const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["ignore", "pipe", "inherit"] });
      const [line] = await once(parent.stdout, "data");
      const url = JSON.parse(String(line)) as string;
      const family = descendants(parent.pid as number);
      expect(family.length).toBeGreaterThanOrEqual(1);
      expect((await fetch(url)).status).toBe(200);
      parent.kill("SIGKILL");
      await expect.poll(() => family.filter(isThere), { timeout: 5_000 }).toEqual([]);
    },
  );
});
