import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { parseThinkTime } from "../../../app/model/thinkTime.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { Generator, type LevelKind } from "../../../main/load/generator.ts";
import { preflight } from "../../../main/load/preflight.ts";
import { mergedTick } from "../../../main/load/tickMerger.ts";
import { good, privateKey } from "../../support/hostileServers/certificates.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plateau-unix-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the server itself saw. */
interface Seen {
  readonly hosts: Set<string | undefined>;
  readonly paths: Map<string, number>;
  readonly sockets: Set<Socket>;
  requests: number;
}

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  server = null;
});

const HELD_MS = 5;

async function serving(name: string): Promise<{ url: string; file: string; seen: Seen }> {
  const file = join(folder, name);
  const seen: Seen = { hosts: new Set(), paths: new Map(), sockets: new Set(), requests: 0 };
  server = createServer((request, response) => {
    const { url = "", headers } = request;
    seen.requests++;
    seen.hosts.add(headers.host);
    seen.paths.set(url, (seen.paths.get(url) ?? 0) + 1);
    setTimeout(() => response.end(`{"token":"${seen.requests}"}`), HELD_MS);
  });
  server.on("connection", (socket) => seen.sockets.add(socket));
  await new Promise<void>((resolve) => server?.listen(file, resolve));
  return { url: `unix:${file}:/asked?a=1`, file, seen };
}

async function load(input: PlanInput, connections: number, kind?: LevelKind) {
  const plan = Plan.parse({ warmupMs: 0, durationMs: 600, ...input });
  const ticks: Parameters<typeof mergedTick>[0][number][] = [];
  const generator = new Generator(plan, process.hrtime.bigint(), { tick: (tick) => ticks.push(tick), level: () => {} });
  try {
    const level = await generator.runLevel(0, connections, kind);
    return { level, total: mergedTick(ticks) };
  } finally {
    await generator.close();
  }
}

describe("a target on a Unix socket", () => {
  it("gets what was sent, no more and no less, and the sockets add up as the server has them", async () => {
    const { url, seen } = await serving("app.sock");
    const { total, level } = await load({ url, threads: 2 }, 6);
    expect(total.requests).toBeGreaterThan(100);
    expect(seen.requests).toBe(total.sent);
    expect(total.sent - total.requests).toBeLessThanOrEqual(6); // in flight when the window ended
    expect(seen.sockets.size).toBe(6);
    expect([...seen.hosts]).toEqual(["localhost"]);
    expect([...seen.paths]).toEqual([["/asked?a=1", seen.requests]]);
    expect([...seen.sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)).toBe(total.bytesSent);
    expect(total.errors).toEqual({ connect: 0, send: 0, receive: 0, timeout: 0, status: 0, body: 0 });
    expect(LatencyHistogram.from(total.latencies).quantile(0.5) / 1000).toBeGreaterThan(HELD_MS - 1);
    expect(level.answersPerConnection).toHaveLength(6);
  });

  it("is connected to anew for every request without keep-alive", async () => {
    const { url, seen } = await serving("anew.sock");
    const { total } = await load({ url, keepAlive: false }, 3);
    expect(seen.requests).toBe(total.sent);
    expect(total.sent).toBeGreaterThan(50);
    expect(Math.abs(seen.sockets.size - total.connects - 3)).toBeLessThanOrEqual(3); // those opened before the clock began, and at its end
    expect(total.errors.connect).toBe(0);
  });

  it("is loaded by users that think, by arrivals, and with a scenario", async () => {
    const { url, seen } = await serving("models.sock");
    const thinking = await load({ url }, 4, { thinkTime: parseThinkTime("45ms"), rateRps: null });
    expect(thinking.total.pauses?.count).toBeGreaterThan(20);
    expect(thinking.total.requests).toBeLessThan((4 * 600) / 45); // each takes 5 ms and 45 ms
    const arriving = await load({ url, arrivals: "constant", rates: [100] }, 20, { thinkTime: { kind: "none" }, rateRps: 100 });
    expect(Math.abs((arriving.total.open?.offered ?? 0) - 60)).toBeLessThanOrEqual(1);
    expect(arriving.total.sent).toBe(arriving.total.open?.offered);
    seen.paths.clear();
    const steps = [
      { name: "login", path: "/login", extract: [{ name: "token", from: "json" as const, path: "$.token" }] },
      { name: "use", path: "/use/{{token}}" },
    ];
    await load({ url, requests: { steps } }, 1);
    expect(seen.paths.get("/login")).toBeGreaterThan(10);
    expect([...seen.paths.keys()].filter((path) => /^\/use\/\d+$/.test(path)).length).toBeGreaterThan(10);
  });

  it("takes values in its path, and user and password of its url", async () => {
    const { file, seen } = await serving("values.sock");
    const url = `http+unix://me:secret@${encodeURIComponent(file)}/{{counter}}`;
    const asked: (string | undefined)[] = [];
    server?.on("request", ({ headers }) => asked.push(headers.authorization));
    await load({ url, durationMs: 250 }, 1);
    expect([...seen.paths.keys()].slice(0, 3)).toEqual(["/1", "/2", "/3"]);
    expect(new Set(asked)).toEqual(new Set([`Basic ${btoa("me:secret")}`]));
  });

  it("passes the preflight as this machine", async () => {
    const { url, file } = await serving("pre.sock");
    const seen = await preflight(Plan.parse({ url }));
    expect(seen).toMatchObject({ status: 200, address: file, port: null, socketPath: file, isThisMachine: true, warnings: [] });
  });
});

describe("a Unix socket that does not answer: one line", () => {
  const refusal = async (url: string): Promise<string> =>
    preflight(Plan.parse({ url, timeoutMs: 1000 })).then(
      () => "let through",
      ({ code, message }) => `${code} ${(message as string).replaceAll(folder, "DIR")}`,
    );
  const at = (name: string): string => `unix:${join(folder, name)}:/`;

  it("is not there, is a file, a folder, or in a folder that is none", async () => {
    writeFileSync(join(folder, "plain"), "");
    mkdirSync(join(folder, "inner"), { recursive: true });
    expect(await refusal(at("none.sock"))).toBe(
      "TARGET_UNREACHABLE unix:DIR/none.sock:/ : there is no socket DIR/none.sock (start the target, or check the path)",
    );
    expect(await refusal(at("plain"))).toContain("DIR/plain is a file, not a socket (");
    expect(await refusal(at("inner"))).toContain("DIR/inner is a folder, not a socket (");
    expect(await refusal(at("plain/x"))).toContain("there is no socket DIR/plain/x (");
  });

  it("was left behind by a server that ended", async () => {
    const left = join(folder, "left.sock");
    const gone = createTcpServer().listen(join(folder, "first.sock"));
    await new Promise((resolve) => gone.once("listening", resolve));
    renameSync(join(folder, "first.sock"), left); // closing removes the file it was bound to only
    await new Promise((resolve) => gone.close(resolve));
    expect(await refusal(at("left.sock"))).toContain("nobody listens on DIR/left.sock, its server has ended");
  });

  it("speaks something else", async () => {
    const chatty = createTcpServer((socket) => socket.end("220 ready\r\n")).listen(join(folder, "chat.sock"));
    const secure = createTlsServer({ key: privateKey, cert: good }).listen(join(folder, "tls.sock"));
    await Promise.all([chatty, secure].map((each) => each.listening || new Promise((resolve) => each.once("listening", resolve))));
    symlinkSync(join(folder, "chat.sock"), join(folder, "link.sock"));
    expect(await refusal(at("link.sock"))).toContain("what answers is not HTTP");
    expect(await refusal(at("tls.sock"))).toContain("this socket speaks HTTPS (over a Unix socket Plateau speaks HTTP)");
    chatty.close();
    secure.close();
  });

  it.each([
    ["http+unix:///run/app.sock", "does not name a Unix socket by its path from the root"],
    ["http+unix://app.sock/", "does not name a Unix socket by its path from the root"],
    ["http+unix://%2Frun%2/", "does not name a Unix socket by its path from the root"],
    ["http+unix://%2Frun%2Fapp.sock:80/", "does not name a Unix socket by its path from the root"],
    ["https+unix://%2Frun%2Fapp.sock/", "Plateau does not speak https+unix (it loads http://, https:// and unix:)"],
  ])("%s", async (url, why) => {
    expect(await refusal(url)).toContain(`PLAN_INVALID ${url} : ${why}`);
  });

  it("says that the path is too long for one", async () => {
    const long = "a".repeat(60);
    const before = process.cwd();
    mkdirSync(join(folder, long, long), { recursive: true });
    process.chdir(join(folder, long, long));
    const near = createTcpServer().listen("x.sock");
    await new Promise((resolve) => near.once("listening", resolve));
    expect(await refusal(at(`${long}/${long}/x.sock`))).toContain("the path is too long for a socket");
    near.close();
    process.chdir(before);
  });
});
