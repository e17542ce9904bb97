import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { stackCausesOf } from "../../../../app/knowledge/stackCauses.ts";
import { ThreadDump } from "../../../../app/model/threadDump.ts";
import { findJcmd } from "../../../../main/probes/dumps/jcmd.ts";
import { takeDump } from "../../../../main/probes/dumps/takeDump.ts";

const program = (name: string) => new URL(`./${name}`, import.meta.url).pathname;
const children: ChildProcess[] = [];
const NOWHERE = "http://127.0.0.1:1/";

/** Starts a program, and waits until it has said its first line. */
async function start(command: string, args: string[]): Promise<{ pid: number; said: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  return { pid: child.pid ?? 0, said: text.toString().trim() };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Threads per cause of a dump, as it would be recorded. */
const causes = (dump: object | null) =>
  Object.fromEntries(stackCausesOf(ThreadDump.parse({ takenAtMs: 0, ...dump })).map(({ cause, threads }) => [cause.id, threads]));

/** Runs where the tool is there, and says so where it is not. */
function withTool(tool: string, args: string[], name: string, run: () => Promise<void>): void {
  const found = process.platform === "linux" && spawnSync(tool, args).error === undefined;
  if (!found) console.warn(`skipped: ${tool} is not on this machine, so ${name} is not tried`);
  test.runIf(found)(name, run, 30_000);
}

withTool("jcmd", ["-h"], "a JVM's threads are found before the monitor they want", async () => {
  const { pid } = await start("java", ["-Xmx64m", program("Blocked.java")]);
  const { dump, why } = await takeDump({ pid, url: NOWHERE });
  expect(why).toBeNull();
  expect(dump).toMatchObject({ tool: "jcmd", counts: "threads" });
  expect(causes(dump)).toMatchObject({ monitor: 5, "jvm-sleep": 1 });
});

withTool("py-spy", ["--version"], "Python's threads are found in the line that wants the lock", async () => {
  const { pid } = await start("python3", [program("blocked.py")]);
  const { dump, why } = await takeDump({ pid, url: NOWHERE });
  expect(why).toBeNull();
  expect(dump).toMatchObject({ tool: "py-spy", counts: "threads", total: 5 });
  const waiting = dump?.groups.filter(({ frames }) => frames[0]?.startsWith("wants_the_lock (blocked.py:"));
  expect(waiting).toMatchObject([{ threads: 4, state: "idle" }]);
});

withTool("go", ["version"], "Go's goroutines are found before the mutex they want", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plateau-go-"));
  try {
    const built = spawnSync("go", ["build", "-o", join(folder, "blocked"), program("blocked.go")], {
      env: { ...process.env, GO111MODULE: "off" },
    });
    expect(built.status, built.stderr.toString()).toBe(0);
    const { pid, said } = await start(join(folder, "blocked"), []);
    const { dump, why } = await takeDump({ pid, url: `http://127.0.0.1:${said}/some/path` });
    expect(why).toBeNull();
    expect(dump).toMatchObject({ tool: "pprof", counts: "goroutines" });
    expect(causes(dump)).toMatchObject({ "go-mutex": 6 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const BUSY_NODE = `
  const server = require("node:http").createServer((_, response) => response.end()).listen(0, "127.0.0.1", () => console.log(server.address().port));
  function burnsTheLoop() { require("node:crypto").pbkdf2Sync("x", "y", 20000, 64, "sha512"); setTimeout(burnsTheLoop, 1); }
  burnsTheLoop();
`;

test.runIf(process.platform === "linux")("Node's thread is found where it works, if its inspector is open", async () => {
  const { pid, said } = await start(process.execPath, ["--inspect=127.0.0.1:0", "-e", BUSY_NODE]);
  const { dump, why } = await takeDump({ pid, url: `http://127.0.0.1:${said}/` });
  expect(why).toBeNull();
  expect(dump).toMatchObject({ tool: "inspector", counts: "samples" });
  expect((causes(dump)["node-sync-crypto"] ?? 0) / (dump?.total ?? 1)).toBeGreaterThan(0.5);
});

test.runIf(process.platform === "linux")("a closed inspector stays closed, and the reason is said", async () => {
  const { pid, said } = await start(process.execPath, ["-e", BUSY_NODE]);
  const asked = await takeDump({ pid, url: `http://127.0.0.1:${said}/` });
  expect(asked).toEqual({ dump: null, why: expect.stringContaining("inspector is closed") });
  expect(await takeDump({ pid, url: `http://127.0.0.1:${said}/` })).toEqual(asked);
});

test("a target whose process is not known is asked for pprof; a page that only looks like it is no dump", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader("content-type", "text/plain").end("goroutines: many\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/path`;
  expect(await takeDump({ pid: null, url })).toEqual({ dump: null, why: expect.stringContaining("not known here") });
  expect(asked).toEqual(["/debug/pprof/goroutine?debug=1"]);
  server.close();
});

test.runIf(process.platform === "linux")("a program of another kind is not asked for anything", async () => {
  let asked = 0;
  const server = createServer(() => asked++).listen(0, "127.0.0.1");
  await once(server, "listening");
  const child = spawn("sleep", ["20"], { stdio: "ignore" });
  children.push(child);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await takeDump({ pid: child.pid ?? 0, url })).toEqual({
    dump: null,
    why: expect.stringContaining("is no JVM, Python, Node or Go"),
  });
  expect(asked).toBe(0);
  server.close();
});

test("jcmd is looked for beside the target's own java, then in the JDK around its JRE, then on the PATH", () => {
  const root = mkdtempSync(join(tmpdir(), "plateau-jdk-"));
  const place = (folder: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "jcmd"), "");
    chmodSync(join(root, folder, "jcmd"), 0o755);
    return join(root, folder, "jcmd");
  };
  try {
    const java = join(root, "jdk", "jre", "bin", "java");
    expect(findJcmd(java, "")).toBeNull();
    const onPath = place("tools");
    expect(findJcmd(java, `/nowhere:${join(root, "tools")}`)).toBe(onPath);
    const around = place("jdk/bin");
    expect(findJcmd(java, join(root, "tools"))).toBe(around);
    const beside = place("jdk/jre/bin");
    expect(findJcmd(java, join(root, "tools"))).toBe(beside);
  } finally {
    rmSync(root, { recursive: true });
  }
});
