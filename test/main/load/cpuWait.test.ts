import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cpuWaitMs } from "../../../main/load/cpuWait.ts";

describe("cpuWaitMs()", () => {
  test("is the second number of schedstat, ms; null where there is none or it is something else", () => {
    const folder = mkdtempSync(join(tmpdir(), "plateau-schedstat-"));
    const file = join(folder, "schedstat");
    writeFileSync(file, "573606525 9469955 42\n");
    expect(cpuWaitMs(file)).toBeCloseTo(9.469955, 6);
    writeFileSync(file, "never\n");
    expect(cpuWaitMs(file)).toBeNull();
    rmSync(folder, { recursive: true });
    expect(cpuWaitMs(file)).toBeNull();
  });

  test.runIf(process.platform === "linux")("only grows", () => {
    const before = cpuWaitMs() ?? 0;
    for (const endMs = performance.now() + 20; performance.now() < endMs; );
    expect(cpuWaitMs() ?? 0).toBeGreaterThanOrEqual(before);
  });
});
