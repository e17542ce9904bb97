const MINUTE = 60_000;

/** "14:05" today, "yesterday 14:05", "12 Nov 14:05", "12 Nov 2025". In the reader's time zone. */
export function whenText(startedAt: string, now: Date): string {
  const at = new Date(startedAt);
  if (Number.isNaN(at.getTime())) return "";
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const days = Math.round((startOfDay(now) - startOfDay(at)) / (24 * 60 * MINUTE));
  if (days === 0) return time;
  if (days === 1) return `yesterday ${time}`;
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return at.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${at.getFullYear()}`;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
