import { readFileSync } from "node:fs";
import { parseJvmStacks } from "../../app/dumps/jvmStacks.ts";
import { importedRecording } from "../../app/imports/importedRecording.ts";
import { readLevelTable } from "../../app/imports/levelTable.ts";
import type { PlanInput } from "../../app/model/plan.ts";
import type { Recording } from "../../app/model/recording.ts";
import { aRecording, queueOf } from "../support/builders.ts";

const jvm = parseJvmStacks(readFileSync(new URL("../fixtures/dumps/jcmd-17.0.15.txt", import.meta.url), "utf8"));

/** A JVM with a pool of two, seen from inside: threads, sockets, and one dump of a real one. */
export function poolOfTwo(plan: Partial<PlanInput>): Recording {
  const inside = (waiting: number) => ({
    target: {
      name: "java",
      threads: 60,
      waits: { cpu: 0.4, lock: waiting + 12, poll: 3, socket: 2 },
      threadGroups: [
        { name: "http-nio-8080-exec", threads: 50, cpuCores: 0.21 },
        { name: "G1 Conc", threads: 2, cpuCores: 0.02 },
        { name: "VM Periodic Task Thread", threads: 1, cpuCores: 0.001 },
      ],
      backends: [
        { address: "10.0.0.5:5984", connections: 2 },
        { address: "127.0.0.1:6379", connections: 1 },
      ],
    },
  });
  const levels = queueOf(2, 50).map((level) => ({ ...level, ...inside(Math.max(0, level.connections - 2)) }));
  return {
    ...aRecording({ levels, plan, seconds: 3 }),
    id: "20261121-120000-pool",
    name: "A pool of two",
    dumps: [{ takenAtMs: 4200, durationMs: 85, tool: "jcmd", counts: "threads", ...jvm }],
  };
}

/** Of another tool: a table in which much is not told. */
export function fromATable(): Recording {
  const table = "connections,throughputRps,p50,us,sy,id\n10,43,210,3,4,93\n50,42,,13,13,74\n100,42,,,,\n150,42,,12,13,75";
  return importedRecording(readLevelTable(table), {
    id: "20261121-130000-told",
    name: "A table",
    url: "http://127.0.0.1:5984/",
    headers: [],
    cores: null,
    importedAt: "2026-11-21T13:00:00.000Z",
    plateauVersion: "0.1.0",
  });
}

/** A lock per session, as a demonstration of the lab would have left it: its server is gone. */
export function lockOfTheLab(): Recording {
  const plan: Partial<PlanInput> = {
    url: "http://127.0.0.1:9/",
    lab: { scenario: "session-lock", dose: null },
    headers: [{ name: "Cookie", value: "SID=demo" }],
    durationMs: 1200,
    warmupMs: 200,
    cooldownMs: 50,
  };
  const levels = queueOf(1, 30, {}, [1, 2, 4, 8, 16, 32]);
  return { ...aRecording({ levels, plan, seconds: 6 }), id: "20261121-140000-lock", name: "A lock" };
}
