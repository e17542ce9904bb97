import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseGoStacks } from "../../../app/dumps/goStacks.ts";
import { parseJvmStacks } from "../../../app/dumps/jvmStacks.ts";
import { parseNodeStacks } from "../../../app/dumps/nodeStacks.ts";
import { parsePythonStacks } from "../../../app/dumps/pythonStacks.ts";
import { groupStacks, mergeStacks, type Stack } from "../../../app/dumps/stackGroups.ts";
import { stackCauses, stackCausesOf } from "../../../app/knowledge/stackCauses.ts";
import { MOST_FRAMES, MOST_GROUPS, ThreadDump } from "../../../app/model/threadDump.ts";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/dumps/${name}`, import.meta.url), "utf8");
const jvm = parseJvmStacks(fixture("jcmd-17.0.15.txt"));
const python = parsePythonStacks(fixture("py-spy-0.4.3.json"));
const go = parseGoStacks(fixture("go-1.26.8.txt"));
const node = parseNodeStacks(JSON.parse(fixture("node-24.21.0.json")));

/** id of the cause -> threads in its place */
const causes = (tool: ThreadDump["tool"], { groups }: typeof jvm) =>
  Object.fromEntries(stackCausesOf({ tool, groups }).map(({ cause, threads }) => [cause.id, threads]));

describe("a JVM's threads", () => {
  test("are all counted, but for those that are the JVM's own", () => {
    const blocks = fixture("jcmd-17.0.15.txt").split("\n\n");
    expect(jvm.total).toBe(blocks.filter((block) => block.includes("Thread.State: ") && block.includes("\n\tat ")).length);
    expect(jvm.groups.reduce((sum, { threads }) => sum + threads, 0)).toBe(jvm.total);
  });

  test("wait in the pools, locks and loggers they were sent to", () => {
    expect(causes("jcmd", jvm)).toMatchObject({
      ...{ hikari: 3, "tomcat-jdbc": 3, dbcp: 3, jedis: 3, logback: 4, log4j: 4, monitor: 5, "reentrant-lock": 4, "jvm-semaphore": 3 },
      ...{ c3p0: 3, "httpclient-4": 3, "httpclient-5": 3, "jvm-http": 3 },
    });
  });

  test("that wait for one lock are one group, and the one inside is found", () => {
    const waiting = jvm.groups.find(({ threads, state }) => threads > 3 && state.startsWith("BLOCKED"));
    expect(waiting).toMatchObject({
      threads: 5,
      state: "BLOCKED (on object monitor)",
      waitsFor: expect.stringMatching(/^0x[0-9a-f]+ \(a java\.lang\.Object\)$/),
    });
    const holder = jvm.groups.filter(({ holds }) => holds.includes(waiting?.waitsFor ?? ""));
    expect(holder).toMatchObject([{ threads: 1, state: "TIMED_WAITING (sleeping)" }]);
  });

  test("in equal places are written alike: no addresses, no versions of modules", () => {
    for (const frame of jvm.groups.flatMap(({ frames }) => frames)) expect(frame).not.toMatch(/0x[0-9a-f]{6}|@17/);
    expect(jvm.groups.flatMap(({ frames }) => frames)).toContain("jdk.internal.misc.Unsafe.park(Native Method)");
  });

  test("outside of a dump are refused", () => {
    expect(() => parseJvmStacks("17: No such process\n")).toThrow("expected threads");
  });
});

describe("Python's threads", () => {
  test("wait in the pools and loggers they were sent to", () => {
    expect(causes("py-spy", python)).toMatchObject({
      ...{ sqlalchemy: 4, "psycopg-pool": 3, urllib3: 2, "python-logging": 3, "python-semaphore": 2, "python-queue": 6, "python-idle": 3 },
    });
  });

  test("that wait for a Lock are idle in the line that asks for it", () => {
    expect(python.groups.filter(({ frames }) => frames[0]?.startsWith("with_ (waits.py:"))).toMatchObject([{ threads: 2, state: "idle" }]);
  });

  test("compute one at a time", () => {
    const busy = python.groups.filter(({ frames }) => frames[0]?.startsWith("busy "));
    expect(busy.map(({ state }) => state).sort()).toEqual(["active", "active+gil"]);
    expect(busy.reduce((sum, { threads }) => sum + threads, 0)).toBe(2);
  });

  test("outside of a dump are refused", () => {
    for (const text of ["", "Error: Permission Denied", "[{}]"])
      expect(() => parsePythonStacks(text)).toThrow("expected a list of threads");
  });
});

describe("Go's goroutines", () => {
  test("wait where they were sent to", () => {
    expect(go).toMatchObject({ total: 43 });
    expect(causes("pprof", go)).toMatchObject({ "database-sql": 7, "net-http-pool": 4, "go-mutex": 6, "go-rwmutex": 4, "go-sleep": 3 });
    expect(go.groups[0]).toMatchObject({ threads: 7, frames: expect.arrayContaining(["database/sql.(*DB).conn (sql.go:1369)"]) });
  });

  test("outside of a profile are refused", () => {
    expect(() => parseGoStacks("404 page not found\n")).toThrow("expected");
  });
});

describe("Node's one thread", () => {
  test("is sampled where it works", () => {
    expect(node.total).toBeGreaterThan(100);
    const inFrame = (name: string) =>
      node.groups.filter(({ frames }) => frames.some((frame) => frame.startsWith(name))).reduce((sum, { threads }) => sum + threads, 0);
    expect(inFrame("handler (node-target.js:")).toBeGreaterThan(100);
    expect(inFrame("hash (node-target.js:")).toBeGreaterThan(5);
    expect(causes("inspector", node)).toMatchObject({ "node-sync-crypto": inFrame("hash (node-target.js:") });
  });

  test("outside of a profile is refused", () => {
    for (const value of [undefined, null, { nodes: [] }]) expect(() => parseNodeStacks(value)).toThrow("expected a profile");
  });
});

describe("groups", () => {
  const stack = (part: Partial<Stack>): Stack => ({ state: "S", frames: ["a"], waitsFor: null, holds: [], ...part });

  test("are of the same state, place and lock; a lock nobody waits for is not told", () => {
    const found = groupStacks([
      stack({ waitsFor: "1" }),
      stack({ waitsFor: "1" }),
      stack({ waitsFor: "2" }),
      stack({ holds: ["1", "3"] }),
      stack({ holds: ["3"] }),
      stack({ holds: [] }),
      stack({ state: "R" }),
    ]);
    expect(found.total).toBe(7);
    expect(found.groups.map(({ threads, state, waitsFor, holds }) => [threads, state, waitsFor, ...holds])).toEqual([
      [2, "S", "1"],
      [2, "S", null],
      [1, "S", "2"],
      [1, "S", null, "1"],
      [1, "R", null],
    ]);
  });

  test("are bounded in number and depth, their threads counted all the same", () => {
    const frames = Array.from({ length: 200 }, (_, at) => `f${at}`);
    const found = groupStacks(Array.from({ length: 100 }, (_, at) => stack({ state: `s${at}`, frames })));
    expect([found.total, found.groups.length, found.groups[0]?.frames.length]).toEqual([100, MOST_GROUPS, MOST_FRAMES]);
  });

  test("of several processes are put together", () => {
    const one = groupStacks([stack({}), stack({})]);
    expect(mergeStacks([one, one, groupStacks([stack({ state: "R" })])])).toMatchObject({
      total: 5,
      groups: [{ threads: 4 }, { threads: 1 }],
    });
  });

  test("are what the model says they are", () => {
    for (const stacks of [jvm, python, go, node]) {
      expect(ThreadDump.safeParse({ takenAtMs: 0, durationMs: 1, tool: "jcmd", counts: "threads", ...stacks }).error).toBeUndefined();
    }
  });
});

/** Rows known from their sources alone; every other one has been seen in a real dump. */
const UNSEEN = [
  "httpclient-4.2",
  "postgresql",
  "mysql",
  "jvm-reader-8",
  "read-write-lock",
  "commons-pool",
  "go-http-idle",
  "go-http-serve",
  "node-sync-file",
];

test("every cause but those named is found in a real dump, and no name is of a row that is gone", () => {
  const seen = new Set(
    [causes("jcmd", jvm), causes("py-spy", python), causes("pprof", go), causes("inspector", node)].flatMap(Object.keys),
  );
  const unseen = stackCauses.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
  expect(unseen.sort()).toEqual([...UNSEEN].sort());
  expect(new Set(stackCauses.map(({ id }) => id)).size).toBe(stackCauses.length);
});
