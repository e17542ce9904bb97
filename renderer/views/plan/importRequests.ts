import { readRequests } from "../../../app/requests/requestsFile.ts";
import type { Draft } from "./draft.ts";
import { urlOf } from "./draft.ts";

/** What a pasted `curl` command or a file of requests changes in the draft, and what had to be left out. */
export interface ImportedRequests {
  readonly change: Partial<Draft>;
  readonly notes: readonly string[];
}

/** Does a text look like a `curl` command rather than a URL? */
export function isCurl(text: string): boolean {
  return /^\s*(\$\s+)?curl(\.exe)?\s/.test(text);
}

/**
 * `url`: of the target, where one is written already; a scenario keeps to it.
 * @throws PlateauError PLAN_INVALID naming what is wrong
 */
export function importRequests(text: string, file: string, url: string): ImportedRequests {
  const target = urlOf(url)?.href ?? null;
  const { url: named, scenario, single, notes } = readRequests(text, isCurl(text) ? null : target);
  const change: Partial<Draft> = named === null ? {} : { url: named };
  if (single !== null)
    Object.assign(change, { method: single.method, headers: [...single.headers], body: single.body ?? "", requests: null });
  if (scenario !== null) Object.assign(change, { requests: { file, content: scenario } });
  return { change, notes };
}
