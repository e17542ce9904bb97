import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import type { Diagnosis } from "../../../app/model/finding.ts";
import type { PlanInput } from "../../../app/model/plan.ts";
import type { ThreadDump } from "../../../app/model/threadDump.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

/** Stacks as jcmd prints them, shortened to what tells. */
const IN_POOL = ["java.lang.Object.wait0", "org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking", "servlet.doGet"];
const AT_MONITOR = ["servlet.Counter.next", "servlet.doGet"];

const dump = (threads: number, frames: readonly string[], state: string): ThreadDump => ({
  takenAtMs: 1000,
  durationMs: 300,
  tool: "jcmd",
  counts: "threads",
  total: 150,
  groups: [{ threads, state, frames: [...frames], waitsFor: null, holds: [] }],
});

function diagnosisOf(levels: readonly LevelDrawing[], dumps: ThreadDump[], plan: Partial<PlanInput> = {}): Diagnosis {
  return diagnose({ ...aRecording({ levels, plan }), dumps });
}

describe("what threads wait for", () => {
  const waiting = dump(74, IN_POOL, "WAITING (on object monitor)");
  const sockets = { target: { backends: [{ address: "127.0.0.1:5984", connections: 2 }] } };

  it("names the pool they wait in, without a socket seen", () => {
    const { verdict, findings } = diagnosisOf(queueOf(2, 50), [waiting]);
    expect(verdict).toMatchObject({ id: "connection-pool", confidence: 0.88 });
    expect(verdict.summary).toContain("74 of 150 threads wait");
    expect(findings[0]?.candidates[0]?.software).toContain("HttpClient");
  });

  it("makes the sockets' pool surer", () => {
    expect(diagnosisOf(queueOf(2, 50, sockets), []).verdict.confidence).toBe(0.92);
    expect(diagnosisOf(queueOf(2, 50, sockets), [waiting]).verdict.confidence).toBe(0.96);
  });

  it("names the pool even where every level waits already, as in the published run", () => {
    expect(diagnosisOf(queueOf(2, 50, {}, [10, 50, 100, 150]), [waiting]).verdict.id).toBe("connection-pool");
  });

  it("does not count two threads, nor threads elsewhere", () => {
    for (const other of [dump(2, IN_POOL, "WAITING (on object monitor)"), dump(74, ["com.example.Idle.run"], "WAITING (parking)")])
      expect(diagnosisOf(queueOf(2, 50), [other]).verdict.id).toBe("concurrency-limit");
  });

  it("makes a lock for everybody surer", () => {
    const blocked = dump(40, AT_MONITOR, "BLOCKED (on object monitor)");
    expect(diagnosisOf(queueOf(1, 25), []).verdict).toMatchObject({ id: "serialised", confidence: 0.85 });
    expect(diagnosisOf(queueOf(1, 25), [blocked]).verdict).toMatchObject({ id: "serialised", confidence: 0.92 });
  });
});

describe("threads that wait for a file's lock", () => {
  const cookie: Partial<PlanInput> = { headers: [{ name: "Cookie", value: "PHPSESSID=1" }] };
  const locked = (threads: number) => queueOf(1, 25, { target: { waits: { "file-lock": threads, poll: 2 } } });

  it("tell a session's lock from any other when all sent one cookie", () => {
    expect(diagnosisOf(locked(7), [], cookie).verdict).toMatchObject({ id: "session-lock", confidence: 0.8 });
    expect(diagnosisOf(locked(0.5), [], cookie).verdict.id).toBe("serialised");
  });

  it("are another file's when nobody shared a cookie", () => {
    expect(diagnosisOf(locked(7), []).verdict.id).toBe("serialised");
  });
});
