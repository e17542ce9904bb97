import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import type { TargetModel } from "../../../app/diagnosis/models.ts";
import type { Diagnosis, ExperimentOutcome } from "../../../app/model/finding.ts";
import { columnsOf } from "../../../renderer/views/diagnosis/columns.ts";
import { stackWords } from "../../../renderer/views/diagnosis/stackWords.ts";
import { suggestionsOf } from "../../../renderer/views/diagnosis/suggestions.ts";
import { leftOut, targetGroups } from "../../../renderer/views/diagnosis/targetTable.ts";
import { changeOf, knobsOf, typedValue } from "../../../renderer/views/diagnosis/whatIfKnobs.ts";
import { fromATable, poolOfTwo } from "../learntSessions.ts";

const pool = poolOfTwo({});

describe("experiments worth a click", () => {
  const diagnosis = diagnose(pool);
  const ids = ({ runnable }: ReturnType<typeof suggestionsOf>) => runnable.map(({ id }) => id);

  it("are those that findings suggest, each once, with all the findings they speak of", () => {
    const { runnable, byHand } = suggestionsOf(diagnosis);
    expect(ids({ runnable, byHand })).toEqual(["other-endpoint", "half-payload"]);
    expect(runnable[1]).toMatchObject({ asks: "halfUrl", speaksOf: ["Connection pool exhausted", "Only so many requests at a time"] });
    expect(byHand.map(({ id }) => id)).toEqual(["varied-requests"]);
  });

  it("are not offered once they were done", () => {
    const [outcome] = [{ id: "half-payload", status: "done" }] as unknown as ExperimentOutcome[];
    const after: Diagnosis = { ...diagnosis, experiments: [outcome as ExperimentOutcome] };
    expect(ids(suggestionsOf(after))).toEqual(["other-endpoint"]);
  });
});

describe("the target's inside", () => {
  const levels = summariseLevels(pool);

  it("has a column for what was seen, and none for what never was", () => {
    const heads = targetGroups(levels).map(({ columns }) => columns.map(({ head }) => head));
    expect(heads).toEqual([
      ["cpu", "lock", "poll", "socket"],
      ["http-nio-8080-exec", "G1 Conc"],
      ["10.0.0.5:5984", "127.0.0.1:6379"],
    ]);
    expect(leftOut(levels)).toBe("");
    const [waits] = targetGroups(levels);
    const locked = waits?.columns.find(({ head }) => head === "lock");
    expect(levels.map(({ target }) => target && locked?.of(target))).toEqual([12, 12, 15, 20, 35, 60]);
  });

  it("says what it leaves out, and nothing at all of a target nobody saw", () => {
    const crowd = Array.from({ length: 7 }, (_, i) => ({ address: `10.0.0.${i}:80`, connections: i + 1 }));
    const wide = levels.map((level) => ({ ...level, target: level.target && { ...level.target, backends: crowd } }));
    expect(leftOut(wide)).toBe("2 backends with fewer sockets");
    expect(targetGroups(wide).at(-1)?.columns[0]?.head).toBe("10.0.0.6:80");
    expect(targetGroups(levels.map((level) => ({ ...level, target: null })))).toEqual([]);
  });
});

describe("the table of levels that another tool measured", () => {
  it("has columns for what it told, and the mean that follows from throughput", () => {
    const columns = columnsOf(summariseLevels(fromATable()));
    expect(columns.map(({ head }) => head)).toEqual(["conn", "req/s", "errors", "mean", "p50", "us", "sy", "id"]);
  });
});

describe("a thread dump in words", () => {
  const [dump] = pool.dumps ?? [];
  const words = dump === undefined ? [] : stackWords(dump);

  it("names the frame that tells the cause, not the one that parks", () => {
    const hikari = words.find(({ cause }) => cause?.id === "hikari");
    expect(hikari?.headline).toMatch(/^3 of \d+ threads, TIMED_WAITING/);
    expect(hikari?.place).toContain("HikariPool.getConnection");
    expect(hikari?.group.frames[0]).not.toContain("HikariPool");
  });

  it("puts threads with nothing to do last", () => {
    const idle = words.map(({ cause }) => cause?.kind === "idle");
    expect(idle).toContain(true);
    expect(idle.lastIndexOf(false)).toBeLessThan(idle.indexOf(true));
  });
});

describe("knobs of a model", () => {
  const model = { places: 2, cores: 4, thinkSeconds: 0.137 } as TargetModel;

  it("begin at what was measured, under the name the verdict gives them", () => {
    const [places, think, cores] = knobsOf(model, "connection-pool");
    expect([places?.label, places?.now, think?.now, cores?.now]).toEqual(["Pool size", 2, 137, 4]);
    expect(think && changeOf(think, 250)).toEqual({ thinkSeconds: 0.25 });
  });

  it("are left out where there is no limit to move, or nobody counted", () => {
    const endless = { ...model, places: Number.POSITIVE_INFINITY, cores: Number.POSITIVE_INFINITY };
    expect(knobsOf(endless, "cpu-saturated").map(({ key }) => key)).toEqual(["thinkSeconds"]);
  });

  it.each([
    ["8", 8],
    ["4000", 4000],
    ["", null],
    ["0", null],
    ["2.5", null],
    ["9999", null],
    ["many", null],
  ])("places %j: %s", (text, value) => {
    const [places] = knobsOf(model, "worker-pool");
    expect(places && typedValue(places, text)).toBe(value);
  });
});
