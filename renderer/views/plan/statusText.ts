import type { StatusPattern } from "../../../app/model/scenario.ts";

/** "200, 2xx": the statuses that count as good. Null for nothing written; undefined when it cannot be read. */
export function parseStatuses(text: string): StatusPattern[] | null | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  if (!words.every((word) => /^[1-5](\d\d|xx)$/.test(word))) return undefined;
  return words.map((word) => (word.endsWith("xx") ? word : Number(word)));
}
