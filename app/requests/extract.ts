import type { Extraction } from "../model/scenario.ts";
import type { Answer } from "./answer.ts";
import { parseJsonPath, valueAt } from "./jsonPath.ts";

/** An extraction made ready for many answers. */
export interface Taker {
  readonly name: string;
  readonly needsBody: boolean;
  /** The value; null if the answer has none (a JSON null is none, and so is a group that took no part in the match). */
  take(answer: Answer): string | null;
}

export function takerOf(extraction: Extraction): Taker {
  const { name } = extraction;
  switch (extraction.from) {
    case "json": {
      const path = parseJsonPath(extraction.path);
      return { name, needsBody: true, take: (answer) => textOf(valueAt(answer.json, path)) };
    }
    case "header":
      return { name, needsBody: false, take: (answer) => answer.header(extraction.header) };
    case "body": {
      const pattern = new RegExp(extraction.pattern, extraction.flags);
      return { name, needsBody: true, take: (answer) => pattern.exec(answer.body)?.[1] ?? null };
    }
  }
}

/** Objects and lists as JSON. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
