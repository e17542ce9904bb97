import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { diagnose as diagnosisOf } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { importedRecording } from "../../../app/imports/importedRecording.ts";
import { readLevelTable } from "../../../app/imports/levelTable.ts";
import { PlateauError } from "../../../app/model/errors.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { PLATEAU_VERSION } from "../../version.ts";
import { EXIT } from "../exit.ts";
import { header, usage, wholeNumber } from "../options.ts";
import { type JsonOption, print, printJson } from "../output.ts";
import { diagnosisText, tableHead, tableRow } from "../summary.ts";

interface Options {
  readonly json?: JsonOption;
  readonly cores?: string;
  readonly header?: readonly string[];
}

/** What Plateau can say of levels that another tool measured. Nothing is saved. */
export function diagnose(files: readonly string[], options: Options): number {
  const [file, second] = files;
  if (file === undefined) throw usage("diagnose", "no file was given", "plateau diagnose levels.csv");
  if (second !== undefined) throw usage(`diagnose ${second}`, "one table holds all levels", "one file");
  const recording = importedRecording(levelsIn(file), {
    id: "not-saved",
    name: basename(file),
    url: basename(file),
    headers: (options.header ?? []).map(header),
    cores: options.cores === undefined ? null : wholeNumber("--cores", options.cores),
    importedAt: new Date().toISOString(),
    plateauVersion: PLATEAU_VERSION,
  });
  const diagnosis = diagnosisOf(recording);
  if (options.json !== undefined) printJson(sessionDocument(recording, diagnosis), options.json);
  if (options.json === true) return EXIT.done;
  const levels = summariseLevels(recording);
  print(tableHead());
  for (const level of levels) print(tableRow(level));
  print("");
  print(diagnosisText(diagnosis, levels, recording));
  return EXIT.done;
}

function levelsIn(file: string): ReturnType<typeof readLevelTable> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such file" : "cannot be read";
    throw new PlateauError("IMPORT_INVALID", `${file} : ${why} (a CSV table of levels would be right)`);
  }
  try {
    return readLevelTable(text);
  } catch (error) {
    if (error instanceof PlateauError) throw new PlateauError(error.code, `${file}, ${error.message}`);
    throw error;
  }
}
