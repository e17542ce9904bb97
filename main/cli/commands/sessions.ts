import { createInterface } from "node:readline/promises";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { digits } from "../../../app/diagnosis/numbers.ts";
import { sessionValidity } from "../../../app/diagnosis/sessionValidity.ts";
import { PlateauError } from "../../../app/model/errors.ts";
import type { SessionSummary } from "../../../app/model/recording.ts";
import { htmlReport } from "../../../app/report/html.ts";
import { requestLine } from "../../../app/report/requestLine.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import type { SessionStore } from "../../store/sessionStore.ts";
import { EXIT } from "../exit.ts";
import { usage } from "../options.ts";
import { type JsonOption, note, plain, print, printJson, save } from "../output.ts";
import { openStore, type StoreOption, sessionIdLike } from "../store.ts";
import { capacityText, diagnosisText, stepsText, tableHead, tableRow } from "../summary.ts";

type Options = StoreOption & { readonly json?: JsonOption };

function withStore<T>(options: StoreOption, work: (store: SessionStore) => T): T {
  const store = openStore(options);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

export function sessions(options: Options): number {
  const list = withStore(options, (store) => (options.json === undefined ? judged(store) : store.list()));
  if (options.json !== undefined) {
    printJson(
      list.map(({ id, name, status, startedAt, url, verdict }) => ({ id, name, status, startedAt, url, verdict })),
      options.json,
    );
    return EXIT.done;
  }
  if (list.length === 0) note("No sessions yet. plateau demo makes one, or plateau run URL.");
  for (const { id, name, status, startedAt, verdict, validity, curve } of list) {
    const peak = Math.max(0, ...curve.map(({ throughputRps }) => throughputRps));
    print(
      [
        id,
        startedAt.slice(0, 16).replace("T", " "),
        status.padEnd(11),
        (verdict?.id ?? "-").padEnd(20),
        (validity === undefined || validity === "valid" ? "" : validity).padEnd(8),
        `${digits(peak)} req/s`.padStart(12),
        plain(name),
      ].join("  "),
    );
  }
  return EXIT.done;
}

/** The list, with the validity of sessions saved before that was kept. One that cannot be read has none. */
function judged(store: SessionStore): SessionSummary[] {
  return store.list().map((summary) => {
    const { id, status } = summary;
    if (summary.validity !== undefined || status === "running") return summary;
    try {
      const { state: validity } = sessionValidity(store.read(id));
      store.saveValidity(id, validity);
      return { ...summary, validity };
    } catch (error) {
      if (error instanceof PlateauError) return summary;
      throw error;
    }
  });
}

export function show(words: string, options: Options): number {
  const recording = withStore(options, (store) => store.read(sessionIdLike(store, words)));
  const diagnosis = diagnose(recording);
  if (options.json !== undefined) {
    printJson(sessionDocument(recording, diagnosis), options.json);
    return EXIT.done;
  }
  const levels = summariseLevels(recording);
  print(`${recording.id}  ${plain(recording.name)}  ${recording.status}  ${recording.startedAt}`);
  print(requestLine(recording.plan));
  if (recording.failure !== null) print(recording.failure);
  print("");
  if (levels.length > 0) print(tableHead());
  for (const level of levels) print(tableRow(level));
  print("");
  for (const line of [...stepsText(levels), ...capacityText(recording, levels)]) print(line);
  print(diagnosisText(diagnosis, levels, recording));
  return EXIT.done;
}

const FORMATS = ["html", "json"] as const;

export function exportSession(words: string, options: StoreOption & { readonly format: string; readonly out?: string }): number {
  if (!(FORMATS as readonly string[]).includes(options.format))
    throw usage(`--format ${options.format}`, "not a format of this version", FORMATS.join(" or "));
  const recording = withStore(options, (store) => store.read(sessionIdLike(store, words)));
  const text = options.format === "html" ? htmlReport(recording) : `${JSON.stringify(sessionDocument(recording), null, 2)}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else save(options.out, text);
  return EXIT.done;
}

export async function deleteSession(words: string, options: StoreOption & { readonly yes?: boolean }): Promise<number> {
  const store = openStore(options);
  try {
    const id = sessionIdLike(store, words);
    if (
      options.yes !== true &&
      !(await confirmed(`Delete session ${id} (${plain(store.list().find((s) => s.id === id)?.name ?? "")})? [y/N] `))
    ) {
      note("Nothing was deleted.");
      return EXIT.done;
    }
    store.delete(id);
    note(`Deleted ${id}.`);
    return EXIT.done;
  } finally {
    store.close();
  }
}

async function confirmed(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true) throw usage("delete", "nobody is there to confirm it", "--yes deletes without asking");
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asked.question(question)).trim());
  } finally {
    asked.close();
  }
}
