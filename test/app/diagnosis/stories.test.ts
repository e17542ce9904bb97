import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { importedRecording } from "../../../app/imports/importedRecording.ts";
import { readLevelTable } from "../../../app/imports/levelTable.ts";
import type { Diagnosis } from "../../../app/model/finding.ts";

/** Published benchmarks as their authors printed them: totals of a few levels, and vmstat where it was shown. */
function diagnosisOf(table: string, { cores = null, cookie }: { cores?: number | null; cookie?: string } = {}): Diagnosis {
  return diagnose(
    importedRecording(readLevelTable(table), {
      id: "told",
      name: "told",
      url: "told",
      headers: cookie === undefined ? [] : [{ name: "Cookie", value: cookie }],
      cores,
      importedAt: "2026-11-21T12:00:00.000Z",
      plateauVersion: "0.1.0",
    }),
  );
}

const warningsOf = ({ findings }: Diagnosis): string[] => findings.map(({ id }) => id);

describe("a servlet in front of CouchDB on 4 cores (The art of benchmarking)", () => {
  const POOL_OF_TWO = `connections,meanLatencyMs,throughputRps,cs,us,sy,id
    10,233,43,1134,3,4,93
    50,1237,42,1574,13,13,74
    100,2347,42,1285,13,13,74
    150,3506,42,1047,12,13,75`;
  const POOL_OF_150 = `connections,meanLatencyMs,throughputRps,cs,us,sy,id
    10,100,96,11979,57,21,22
    50,416,103,12538,54,22,24
    100,1023,95,,,,
    150,1450,89,,,,`;
  const NON_BLOCKING = `connections,meanLatencyMs,throughputRps,gc
    10,54,177,
    50,135,357,
    100,278,348,
    150,1988,73,0.30`;

  it("the driver's two connections: a limit, of at most as many as the first level has", () => {
    const { verdict } = diagnosisOf(POOL_OF_TWO, { cores: 4 });
    expect(["connection-pool", "concurrency-limit"]).toContain(verdict.id);
    expect(verdict.summary).toContain("no more than 10 requests at a time");
  });

  it.each([4, null])("the pool raised to 150: threads in each other's way (cores: %s)", (cores) => {
    const { verdict, findings } = diagnosisOf(POOL_OF_150, { cores });
    expect(verdict.id).toBe("thread-thrash");
    expect(findings[0]?.advice.join(" ")).toMatch(/fewer threads|non-blocking/i);
  });

  it("the non-blocking connector: throughput falls while the collector works", () => {
    expect(diagnosisOf(NON_BLOCKING, { cores: 4 }).verdict.id).toBe("memory-pressure");
  });
});

describe("one PHP session for all threads (Benchmarking with a session that is locked)", () => {
  const LOCKED = "connections,throughputRps,busy\n8,3.95,20\n12,4.08,20";

  it("is the session's lock before anything else when one cookie was sent by all", () => {
    expect(["session-lock", "serialised"]).toContain(diagnosisOf(LOCKED, { cookie: "PHPSESSID=a" }).verdict.id);
  });

  it("is only known to be a limit when nobody says what was sent", () => {
    expect(diagnosisOf(LOCKED).verdict).toMatchObject({ id: "concurrency-limit", confidence: 0.5 });
  });
});

describe("a development server that computes fib(1..30) (Do not trust summary statistics)", () => {
  it("works on one request at a time, whether it waits or computes", () => {
    const { verdict, effectiveParallelism } = diagnosisOf(
      "connections,requests,seconds,throughputRps,meanLatencyMs,p50,p75,p90,p95,p99,max\n1,500,17.821,28.06,35.642,1,16,107,277,461,471\n10,500,18.579,26.91,371.583,294,529,746,1018,1160,1470",
    );
    expect(["serialised", "single-threaded-cpu"]).toContain(verdict.id);
    expect(effectiveParallelism?.value).toBeCloseTo(0.98, 2);
  });

  it("answers from a cache or not: two modes", () => {
    const diagnosis = diagnosisOf(
      "connections,requests,seconds,throughputRps,meanLatencyMs,p50,p90,p95,p99,max\n1,500,1.680,297.55,3.361,1,1,1,85,497",
    );
    expect(warningsOf(diagnosis)).toContain("bimodal-latency");
    expect(diagnosis.verdict.id).toBe("inconclusive");
  });

  it("has no time domain: every level is doubtful, and what cannot be told is said", () => {
    const { noData } = diagnosisOf("connections,throughputRps\n1,10\n10,10\n100,10");
    expect(noData.map(({ id }) => id)).toEqual(expect.arrayContaining(["drift", "warmup", "co-located", "uniform-requests"]));
  });
});
