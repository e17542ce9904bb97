const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** 500ms, 10s, 1.5m, 1h; a bare number is seconds. Null when it is none of these. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)?$/.exec(text.trim().toLowerCase());
  return match === null ? null : Number(match[1]) * (UNIT_MS[match[2] ?? "s"] as number);
}

/** As parseDuration(), but a bare number is milliseconds: pauses are short. */
export function parseMilliseconds(text: string): number | null {
  return /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : parseDuration(text);
}
