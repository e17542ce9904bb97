import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { type LabTarget, scenarios, startTarget } from "../../../main/lab/lab.ts";

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
  it.each(scenarios.map(({ id }) => id))("%s starts, answers, counts what it answered, and stops", async (id) => {
    const target = await started(id);
    expect(await ask(target, 1)).toEqual([200]);
    await expect.poll(async () => (await target.counts()).answers, { timeout: 5_000 }).toBe(1);
    expect(await target.counts()).toMatchObject({ byStatus: { 200: 1 }, mostInFlight: 1 });
    await target.stop();
    await target.stop();
    expect(isThere(target.pid)).toBe(false);
    await expect(fetch(target.url)).rejects.toThrow();
    await expect(target.counts()).rejects.toThrow("ended");
  });

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
