/** A folder of the bench: what was run (runs.jsonl), and each recorded session (sessions.db), to be judged again. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const Run = z.strictObject({
  case: z.string(),
  run: z.int().min(1),
  session: z.string(),
  cores: z.int(),
  proof: z.record(z.string(), z.union([z.number(), z.string()])), // what the target counted itself
});
export type Run = z.infer<typeof Run>;

export class Ledger {
  readonly folder: string;
  readonly #file: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#file = join(folder, "runs.jsonl");
  }

  get storeFile(): string {
    return join(this.folder, "sessions.db");
  }

  /** Makes the folder if it is not there. */
  begin(): void {
    mkdirSync(this.folder, { recursive: true });
  }

  add(run: Run): void {
    appendFileSync(this.#file, `${JSON.stringify(run)}\n`);
  }

  runs(): Run[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, "utf8").trim().split("\n").filter(Boolean);
    return lines.map((line) => Run.parse(JSON.parse(line)));
  }
}
