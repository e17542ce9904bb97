import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { LevelRecord } from "../../../app/model/recording.ts";
import { NO_THINK_TIME } from "../../../app/model/thinkTime.ts";
import { Tick } from "../../../app/model/tick.ts";
import { Generator } from "../../../main/load/generator.ts";
import { clockMs, type Exchange, type HostileServer, hostileServer, OK, reply } from "../../support/hostileServers/hostileServer.ts";
import { measure } from "../../support/hostileServers/measure.ts";

const after20ms = (exchange: Exchange) => void setTimeout(reply, 20, exchange, OK);
const cookieIn = (exchange: Exchange) => /^cookie: (.*)$/im.exec(exchange.head)?.[1] ?? "none";

let server: HostileServer;
let generator: Generator | null = null;
afterEach(async () => {
  await generator?.close();
  generator = null;
  await server.close();
});

function aGenerator(input: Omit<PlanInput, "url"> = {}) {
  const ticks: Tick[] = [];
  const levels: LevelRecord[] = [];
  const originNs = process.hrtime.bigint();
  const plan = Plan.parse({ warmupMs: 300, durationMs: 600, ...input, url: server.url });
  generator = new Generator(plan, originNs, { tick: (tick) => ticks.push(tick), level: (level) => levels.push(level) });
  return { generator, ticks, levels, originMs: Number(originNs) / 1e6 };
}

const sum = (ticks: readonly Tick[], of: (tick: Tick) => number) => ticks.reduce((total, tick) => total + of(tick), 0);

describe("Generator", () => {
  it("opens, warms up, measures and tells each tick on its mark, from all threads together", async () => {
    server = await hostileServer(after20ms);
    const { generator, ticks, levels } = aGenerator({ threads: 2 });
    const record = await generator.runLevel(3, 5);
    const { startedMs, measuredFromMs, measuredToMs } = record;
    expect([measuredFromMs - startedMs, measuredToMs - measuredFromMs]).toEqual([300, 600]);
    const { answersPerConnection = [], ...begun } = record;
    expect(levels).toEqual([{ ...begun, state: "running" }, record]);
    expect([answersPerConnection.length, answersPerConnection.reduce((a, b) => a + b)]).toEqual([
      5,
      sum(ticks, ({ phase, requests }) => (phase === "measured" ? requests : 0)),
    ]);
    expect(record).toMatchObject({ index: 3, connections: 5, state: "complete" });
    expect(ticks.map((tick) => [tick.level, tick.phase, tick.atMs - startedMs, tick.durationMs])).toEqual([
      [3, "warmup", 0, 250],
      [3, "warmup", 250, 50],
      [3, "measured", 300, 250],
      [3, "measured", 550, 250],
      [3, "measured", 800, 100],
    ]);
    expect(ticks.map((tick) => Tick.safeParse(tick).error)).toEqual(Array(5).fill(undefined));
    expect([sum(ticks, (tick) => tick.connects), server.connections]).toEqual([5, 5]);
    expect(sum(ticks, (tick) => tick.connectSumUs)).toBeGreaterThan(0);
    expect(ticks.at(-1)?.inFlight).toBe(5);
    expect(ticks.every((tick) => tick.generator.cpuMs >= tick.generator.busiestThreadCpuMs)).toBe(true);
    expect(sum(ticks, (tick) => tick.generator.busiestThreadCpuMs)).toBeGreaterThan(0);
  });

  it("accounts for every request: sent = answered + failed + in flight", async () => {
    server = await hostileServer((exchange) => (exchange.number % 5 === 0 ? exchange.socket.destroy() : after20ms(exchange)));
    const { generator, ticks } = aGenerator();
    await generator.runLevel(0, 10);
    const failed = sum(ticks, ({ errors }) => errors.send + errors.receive + errors.timeout);
    expect(failed).toBeGreaterThan(0);
    expect(sum(ticks, (tick) => tick.sent)).toBe(sum(ticks, (tick) => tick.requests) + failed + (ticks.at(-1)?.inFlight ?? 0));
  });

  it("begins to send at the start of the warm-up, not before, and not all at once", async () => {
    server = await hostileServer((exchange) => void setTimeout(reply, 300, exchange, OK));
    const { generator, originMs } = aGenerator({ warmupMs: 400, durationMs: 250 });
    const { startedMs } = await generator.runLevel(0, 10);
    const firstMs = server.exchanges.slice(0, 10).map((exchange) => exchange.receivedMs - originMs - startedMs);
    expect(Math.min(...firstMs)).toBeGreaterThan(0);
    expect(Math.max(...firstMs)).toBeGreaterThan(70); // spread over a quarter of the warm-up, 100 ms at most
    expect(Math.max(...firstMs)).toBeLessThan(200);
  });

  it("sends nothing after the window, waits for what is in flight, and opens afresh for the next level", async () => {
    server = await hostileServer((exchange) => void setTimeout(reply, 400, exchange, OK));
    const { generator, originMs } = aGenerator({ warmupMs: 0, durationMs: 500 });
    const first = await generator.runLevel(0, 4);
    const resolvedMs = clockMs();
    expect(server.exchanges.every((exchange) => exchange.receivedMs - originMs < first.measuredToMs + 20)).toBe(true);
    expect(server.exchanges.every((exchange) => exchange.answeredMs !== null && exchange.answeredMs <= resolvedMs)).toBe(true);
    expect(server.exchanges.length).toBe(8);
    await generator.runLevel(1, 4);
    expect(server.connections).toBe(8);
  });

  it("skips a level at once and keeps what was measured", async () => {
    server = await hostileServer(after20ms);
    const { generator, ticks, levels } = aGenerator({ warmupMs: 250, durationMs: 60_000, threads: 2 });
    setTimeout(() => generator.skipLevel(), 1500);
    const record = await generator.runLevel(0, 4);
    expect(record.state).toBe("skipped");
    expect(levels.at(-1)).toEqual(record);
    const measured = ticks.filter((tick) => tick.phase === "measured");
    expect(sum(measured, (tick) => tick.requests)).toBeGreaterThan(10);
    expect(Math.abs(sum(measured, (tick) => tick.durationMs) - (record.measuredToMs - record.measuredFromMs))).toBeLessThan(20);
    setTimeout(() => generator.stop(), 300);
    expect(await generator.runLevel(1, 1)).toMatchObject({ index: 1, state: "stopped" });
  }, 10_000);

  it("stops at once, even while the target hangs", async () => {
    server = await hostileServer(() => {});
    const { generator } = aGenerator({ durationMs: 60_000, timeoutMs: 30_000 });
    const beganMs = clockMs();
    setTimeout(() => generator.stop(), 900);
    expect((await generator.runLevel(0, 4)).state).toBe("stopped");
    expect(clockMs() - beganMs).toBeLessThan(2000);
  });

  it.each(["stop", "skipLevel"] as const)(
    "%s() while connections are still being opened ends the level without a measured window",
    async (end) => {
      server = await hostileServer(after20ms);
      const { generator, ticks } = aGenerator();
      const level = generator.runLevel(0, 4);
      generator[end]();
      const record = await level;
      expect(record.state).toBe(end === "stop" ? "stopped" : "skipped");
      expect([record.measuredToMs - record.measuredFromMs, ticks]).toEqual([0, []]);
    },
  );

  it("cut while warming up has an empty measured window", async () => {
    server = await hostileServer(after20ms);
    const { generator, ticks } = aGenerator({ warmupMs: 60_000 });
    setTimeout(() => generator.skipLevel(), 1200);
    const record = await generator.runLevel(0, 2);
    expect(record.measuredFromMs).toBe(record.measuredToMs);
    expect(ticks.every((tick) => tick.phase === "warmup")).toBe(true);
  });

  it("goes on when the target dies, and counts", async () => {
    server = await hostileServer(after20ms);
    const { generator, ticks } = aGenerator({ durationMs: 1500 });
    const level = generator.runLevel(0, 4);
    setTimeout(() => void server.close(), 1200);
    expect((await level).state).toBe("complete");
    expect(sum(ticks, (tick) => tick.requests)).toBeGreaterThan(0);
    const refused = sum(ticks, (tick) => tick.errors.connect);
    expect(refused).toBeGreaterThan(4);
    expect(refused).toBeLessThan(60); // back-off: four connections, some seven tries a second each
  });

  it("records timeouts at the timeout's value, beside the good answers", async () => {
    server = await hostileServer((exchange) => {
      if (exchange.number % 3 !== 0) after20ms(exchange);
    });
    const { total, latencies } = await measure({ url: server.url, timeoutMs: 100 }, 3);
    expect(total.errors.timeout).toBeGreaterThan(5);
    expect(latencies.count).toBe(total.requests + total.errors.timeout);
    expect([latencies.maxUs, latencies.quantile(1)]).toEqual([100_000, 100_000]);
    expect(Math.abs(total.errors.timeout / latencies.count - 1 / 3)).toBeLessThan(0.12);
  });

  it("waits for a target that is frozen for half a second, and counts the wait", async () => {
    const freezing = spawn(process.execPath, [
      "-e",
      `require("http").createServer((q, r) => r.end("ok")).listen(0, "127.0.0.1", function () { console.log(this.address().port) })`,
    ]);
    const port = await new Promise((resolve) => freezing.stdout.once("data", (text) => resolve(String(text).trim())));
    server = await hostileServer(() => {});
    const frozen = setInterval(() => {
      freezing.kill("SIGSTOP");
      setTimeout(() => freezing.kill("SIGCONT"), 500);
    }, 1500);
    const { total, latencies } = await measure({ url: `http://127.0.0.1:${port}/`, durationMs: 2000 }, 2);
    clearInterval(frozen);
    freezing.kill("SIGKILL");
    expect(total).toMatchObject({ lost: 0, errors: { receive: 0, timeout: 0 } });
    expect(latencies.maxUs).toBeGreaterThan(450_000);
    expect(latencies.maxUs).toBeLessThan(900_000);
  });

  it("sees the latency of a handler that takes less than a millisecond", async () => {
    server = await hostileServer((exchange) => reply(exchange, OK));
    const { latencies } = await measure({ url: server.url, durationMs: 500 }, 1);
    expect(latencies.quantile(0.5)).toBeGreaterThan(10);
    expect(latencies.quantile(0.5)).toBeLessThan(1000);
  });

  it("gives each connection a session cookie of its own, the same in every level", async () => {
    server = await hostileServer(after20ms);
    const { generator } = aGenerator({
      sessionCookie: "sid",
      headers: [{ name: "Cookie", value: "lang=de" }],
      threads: 2,
      durationMs: 250,
    });
    await generator.runLevel(0, 3);
    const first = new Set(server.exchanges.map(cookieIn));
    expect([...first].map((cookie) => /^lang=de; sid=[0-9a-f]{32}$/.test(cookie))).toEqual([true, true, true]);
    const until = server.exchanges.length;
    await generator.runLevel(1, 3);
    expect(new Set(server.exchanges.slice(until).map(cookieIn))).toEqual(first);
  });

  it("rejects in words when a load thread dies", async () => {
    server = await hostileServer(after20ms);
    const { generator } = aGenerator({ durationMs: 60_000 });
    const level = generator.runLevel(0, 2);
    const threads = (generator as unknown as { threads: { terminate(): void }[] }).threads;
    setTimeout(() => threads[0]?.terminate(), 600);
    await expect(level).rejects.toMatchObject({ code: "GENERATOR_FAILED", message: "a load thread ended on its own" });
    await expect(generator.runLevel(1, 2)).rejects.toMatchObject({ code: "GENERATOR_FAILED" });
  });

  it("rejects a running level when it is closed", async () => {
    server = await hostileServer(after20ms);
    const { generator } = aGenerator({ durationMs: 60_000 });
    const level = generator.runLevel(0, 2);
    setTimeout(() => void generator.close(), 300);
    await expect(level).rejects.toMatchObject({ code: "GENERATOR_FAILED" });
  });

  it("agrees with Node's own HTTP server, body and all", async () => {
    let bytes = 0;
    const shop = createServer((request, response) => {
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on("end", () => setTimeout(() => response.writeHead(201, { "content-type": "text/plain" }).end("made"), 10));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => shop.once("listening", resolve));
    server = await hostileServer(() => {});
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    const { total, ticks } = await measure({ url, method: "POST", body: "0123456789" }, 2);
    shop.close();
    expect(total.statusCodes).toEqual({ "201": total.requests });
    expect(bytes).toBe(sum(ticks, (tick) => tick.sent) * 10);
  });

  it("drives one level otherwise than the plan, and the next as the plan says again", async () => {
    const seen: string[] = [];
    server = await hostileServer((exchange) => {
      seen.push(`${/^GET (\S+)/.exec(exchange.head)?.[1]} ${cookieIn(exchange).replace(/SID=\w{20,}/, "SID=own")}`);
      after20ms(exchange);
    });
    const { generator, ticks } = aGenerator({ headers: [{ name: "Cookie", value: "SID=1" }], warmupMs: 0, durationMs: 250 });
    const kind = { thinkTime: NO_THINK_TIME, rateRps: null };
    const experiment = { id: "separate-session-cookies", arm: "b", block: 0 } as const;
    const changes = { url: `${server.url}other`, sessionCookie: "SID", keepAlive: false, threads: 2, warmupMs: 250 };
    const record = await generator.runLevel(0, 2, { ...kind, experiment, changes });
    expect(LevelRecord.parse(record)).toMatchObject({ experiment, changes, state: "complete" });
    expect(record.measuredFromMs - record.startedMs).toBe(250);
    expect(new Set(seen)).toEqual(new Set(["/other SID=own"]));
    expect(sum(ticks, ({ connects }) => connects)).toBeGreaterThan(10); // one a request
    seen.length = 0;
    const next = await generator.runLevel(1, 2, kind);
    expect(next.measuredFromMs).toBe(next.startedMs);
    expect(new Set(seen)).toEqual(new Set(["/ SID=1"]));
  });

  it("keeps steps apart: each connection sends one of them, shared out by weight", async () => {
    const paths = new Map<object, Set<string>>();
    server = await hostileServer((exchange) => {
      const own = paths.get(exchange.socket) ?? new Set();
      paths.set(exchange.socket, own.add(/^GET (\S+)/.exec(exchange.head)?.[1] ?? ""));
      after20ms(exchange);
    });
    const steps = [
      { name: "page", path: "/page", weight: 4 },
      { name: "health", path: "/health", weight: 2 },
    ];
    const { generator, ticks } = aGenerator({ requests: { order: "apart", steps }, threads: 2, warmupMs: 0, durationMs: 250 });
    await generator.runLevel(0, 6);
    const sent = [...paths.values()].map((own) => [...own].join());
    expect(sent.toSorted()).toEqual(["/health", "/health", "/page", "/page", "/page", "/page"]);
    expect(new Set(ticks.flatMap((tick) => tick.steps ?? []).map(({ step }) => step))).toEqual(new Set([0, 1]));
  });
});
