import { describe, expect, it } from "vitest";
import { type LevelSummary, summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import type { HostReading } from "../../../app/model/sample.ts";
import { COLUMNS } from "../../../renderer/views/diagnosis/columns.ts";
import { aRecording } from "../../app/figures/recordings.ts";

const [calm] = summariseLevels(aRecording({ connections: [4], places: 8, serviceMs: 20, idlePercent: 80 })) as [LevelSummary];
const suspects = (level: LevelSummary): string[] =>
  COLUMNS.filter((column) => column.suspect?.(level, 4) != null).map((column) => column.head);
const host = (part: Partial<HostReading>): LevelSummary => ({ ...calm, host: { ...calm.host, ...part } });

describe("marks in the table of levels", () => {
  it.each<[string, LevelSummary, string[]]>([
    ["a calm level has none", calm, []],
    [
      "what was not read is not suspicious",
      host({ us: null, sy: null, wa: null, st: null, runQueue: null, blocked: null, contextSwitchesPerSecond: null }),
      [],
    ],
    ["full processors", host({ us: 80, sy: 10 }), ["us"]],
    ["a kernel that works more than the program", host({ us: 15, sy: 30 }), ["sy"]],
    ["a kernel share of next to nothing is nothing", host({ us: 1, sy: 4 }), []],
    ["waiting for disk", host({ wa: 12, blocked: 2 }), ["b", "wa"]],
    ["a hypervisor that takes", host({ st: 6 }), ["st"]],
    ["more runnable tasks than two for each core", host({ runQueue: 9 }), ["r"]],
    ["switches out of proportion", host({ contextSwitchesPerSecond: 60_000 }), ["cs"]],
    ["errors", { ...calm, errors: { ...calm.errors, status: 20 } }, ["errors"]],
    ["a load generator at its end", { ...calm, generator: { ...calm.generator, busiestThreadCores: 0.95 } }, ["cores"]],
  ])("%s", (_why, level, heads) => expect(suspects(level)).toEqual(heads));
});
