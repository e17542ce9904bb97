import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { sessionValidity } from "../../../app/diagnosis/sessionValidity.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { diagnosisText, tableHead, tableRow } from "../../../main/cli/summary.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";
import { plateau } from "../../support/plateau.ts";

const CONNECTIONS = [1, 2, 5, 10, 25];
const levels = (more: (i: number) => Partial<LevelDrawing> = () => ({})) =>
  queueOf(100, 20, {}, CONNECTIONS).map((level, i) => ({ ...level, ...more(i) }));
const RECORDINGS: Readonly<Record<"valid" | "doubtful" | "invalid", Recording>> = {
  valid: aRecording({ levels: levels() }),
  doubtful: aRecording({ levels: levels((i) => (i === 4 ? { generatorCores: 0.95 } : {})) }), // the last one cannot be used
  invalid: aRecording({ levels: levels(() => ({ generatorCores: 0.95 })) }),
};
const STATES = Object.keys(RECORDINGS) as (keyof typeof RECORDINGS)[];

describe("the summary of a session", () => {
  const text = (recording: Recording): string => diagnosisText(diagnose(recording), summariseLevels(recording), recording);

  it.each(STATES)("says that it is %s, as the document does, and every reason with what to do", (state) => {
    const { reasons } = sessionValidity(RECORDINGS[state]);
    const [, told = ""] = text(RECORDINGS[state]).split(`\nValidity: ${state} - `);
    const words = (texts: readonly string[]) => texts.join(" ").split(/\s+/);
    expect(words([told.slice(told.indexOf("\n") + 1)])).toEqual(reasons.length === 0 ? words([told]) : ["", ...words(reasons)]);
    expect(reasons.length > 0).toBe(state !== "valid");
    if (state !== "valid") expect(told).toContain("Use more generator threads or a slower target.");
  });

  it("of a run that was cut is doubtful for that alone", () => {
    expect(text({ ...RECORDINGS.valid, status: "stopped" })).toMatch(
      /\nValidity: doubtful - .+\n {2}The session was stopped before its end\.$/,
    );
  });

  it("marks each level in the table", () => {
    expect(tableHead().split("\n")[0]).toMatch(/ validity$/);
    const marks = summariseLevels(RECORDINGS.doubtful).map((level) => tableRow(level).split(/\s+/).at(-1));
    expect(marks).toEqual(["valid", "valid", "valid", "valid", "invalid"]);
  });
});

describe("plateau sessions", () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "plateau-list-"));
    const store = new SessionStore(join(home, "sessions.db"));
    STATES.forEach((state, i) => {
      const recording = { ...RECORDINGS[state], id: `20261121-12000${i}-test`, name: `was ${state}` };
      const { ticks, samples } = recording;
      store.append(recording.id, { kind: "started", recording: { ...recording, status: "running", levels: [], ticks: [], samples: [] } });
      for (const level of recording.levels) store.append(recording.id, { kind: "level", level });
      store.append(recording.id, { kind: "progress", ticks, samples });
      store.append(recording.id, { kind: "ended", status: "finished", finishedAt: recording.startedAt, failure: null });
      if (state === "invalid") store.saveOutcome(recording.id, diagnose(recording), [], "invalid"); // the others are from before it was kept
    });
    store.close();
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it("marks those that are doubtful or invalid, also those saved before that was kept; JSON stays as it was", async () => {
    const listed = await plateau(home, "sessions").ended;
    expect(listed.stderr).toBe("");
    const marks = listed.stdout
      .trim()
      .split("\n")
      .map((line) => [/was (\w+)$/.exec(line)?.[1], / {2}(doubtful|invalid) +[\d.]+ req\/s/.exec(line)?.[1]]);
    expect(new Map(marks as [string, string][])).toEqual(
      new Map([
        ["valid", undefined],
        ["doubtful", "doubtful"],
        ["invalid", "invalid"],
      ]),
    );
    const json = JSON.parse((await plateau(home, "sessions", "--json").ended).stdout) as object[];
    expect(Object.keys(json[0] ?? {})).toEqual(["id", "name", "status", "startedAt", "url", "verdict"]);
    const store = new SessionStore(join(home, "sessions.db"));
    expect(store.list().map(({ validity }) => validity)).toEqual(["valid", "doubtful", "invalid"]); // kept from now on
    store.close();
  });
});
