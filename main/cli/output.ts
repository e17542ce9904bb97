import { writeFileSync } from "node:fs";
import { PlateauError } from "../../app/model/errors.ts";

/** Results go to standard output, progress and complaints to standard error. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

export type JsonOption = string | true | undefined; // --json FILE, --json, neither

export function printJson(value: unknown, where: string | true): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (where === true) process.stdout.write(text);
  else save(where, text);
}

/** @throws PlateauError STORE_UNUSABLE when the file cannot be written */
export function save(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new PlateauError(
      "STORE_UNUSABLE",
      `${file} : cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)} (a file in a folder you may write to would be right)`,
    );
  }
}

/** Text of others (names, urls, error answers) without control characters: they could drive the terminal. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}

/** Breaks text at spaces so that no line is longer than `width`; following lines are indented like the first. */
export function wrapped(text: string, indent = "", width = Math.min(process.stdout.columns ?? 100, 110)): string {
  const lines: string[] = [];
  let line = "";
  for (const word of plain(text).split(/\s+/)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, indent + line].join("\n");
}
