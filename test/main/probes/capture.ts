import { readFileSync } from "node:fs";
import { expect } from "vitest";

/** The root of a captured /proc; what runs there is told in its README. */
export const CAPTURED = new URL("../../fixtures/proc/linux-6.18", import.meta.url).pathname;

/** The root of another one, with a thread in each kind of wait. */
export const WAITING = new URL("../../fixtures/proc/linux-6.18-waiting", import.meta.url).pathname;

export function captured(path: string): string {
  return readFileSync(`${CAPTURED}/${path}`, "utf8");
}

/** Matches the one error parsers throw. */
export const UNREADABLE = expect.objectContaining({ name: "PlateauError", code: "PROBE_UNREADABLE" });
