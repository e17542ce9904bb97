import { describe, expect, it } from "vitest";
import { comparedFrom, compareSessions } from "../../../app/comparison/comparison.ts";
import { importedRecording } from "../../../app/imports/importedRecording.ts";
import { readLevelTable } from "../../../app/imports/levelTable.ts";
import type { Plan } from "../../../app/model/plan.ts";
import type { Recording } from "../../../app/model/recording.ts";

/** A published table of levels; `plan`: what is known of how it was made. */
function told(table: string, plan: Partial<Plan> = {}): Recording {
  const facts = {
    id: "told",
    name: "told",
    url: "told",
    headers: [],
    cores: null,
    importedAt: "2026-11-21T12:00:00.000Z",
    plateauVersion: "0.1.0",
  };
  const recording = importedRecording(readLevelTable(table), facts);
  return { ...recording, plan: { ...recording.plan, ...plan } };
}
const compare = (before: Recording, after: Recording) => compareSessions(comparedFrom(before), comparedFrom(after));

describe("a servlet in front of CouchDB (The art of benchmarking)", () => {
  const POOL_OF_TWO = told(`connections,meanLatencyMs,throughputRps,cs,us,sy,id
    10,233,43,1134,3,4,93
    50,1237,42,1574,13,13,74
    100,2347,42,1285,13,13,74
    150,3506,42,1047,12,13,75`);
  const NON_BLOCKING = told("connections,meanLatencyMs,throughputRps,gc\n10,54,177,\n50,135,357,\n100,278,348,\n150,1988,73,0.30");

  it("from the pool of two to the non-blocking connector: 8.5 times the throughput, about a tenth of the latency at 50 connections", () => {
    expect(compare(POOL_OF_TWO, NON_BLOCKING).sentence).toBe(
      "8.5 times the throughput and about a tenth of the latency at 50 connections; the bottleneck moved from a limit on concurrent requests to memory pressure.",
    );
  });

  it("tells the ratio of every level, and that nothing tells whether it is noise", () => {
    const { levels, notes } = compare(POOL_OF_TWO, NON_BLOCKING);
    expect(levels.map(({ outcome, throughput }) => [outcome, throughput?.ratio.toFixed(2), throughput?.interval])).toEqual(
      ["4.12", "8.50", "8.29", "1.74"].map((ratio) => ["ratio only", ratio, null]),
    );
    expect(notes).toEqual(["Another tool told totals only: nothing tells whether the difference is noise."]);
  });
});

describe("one PHP session for all threads, then one for each (Benchmarking with a session that is locked)", () => {
  const LOCKED = "connections,throughputRps,busy\n8,3.95,20\n12,4.08,20";
  const OPEN = "connections,throughputRps,busy\n8,14.38,65\n12,16.34,71";

  it("together say that it was the session's lock", () => {
    const before = told(LOCKED, { headers: [{ name: "Cookie", value: "PHPSESSID=a" }] });
    const { verdict, sentence } = compare(before, told(OPEN, { sessionCookie: "PHPSESSID" }));
    expect(verdict?.id).toBe("session-lock");
    expect(sentence).toBe(
      "4.0 times the throughput and about a quarter of the latency at 12 connections; requests of one session had waited for each other.",
    );
  });

  it("do not, when nobody says what was sent", () => expect(compare(told(LOCKED), told(OPEN)).verdict).toBeNull());
});

it("a blog engine behind a disk cache (Do not trust summary statistics): about 100 times the throughput", () => {
  const { sentence } = compare(
    told("connections,throughputRps,p50,p90,p95,p99,max\n100,24.4,3934,4554,5067,5211,5252"),
    told("connections,requests,seconds,throughputRps,meanLatencyMs,p50,p90,p95,p99,max\n100,50000,18.487,2704.57,37,31,46,51,91,1158"),
  );
  expect(sentence).toBe("111 times the throughput and 0.8 % of the latency at 100 connections.");
});
