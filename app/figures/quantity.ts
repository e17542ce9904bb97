/** Numbers as people read them: three significant digits, thin spaces between thousands, a unit; nothing in them breaks. */
const THIN_SPACE = "\u202f";
const UNIT_SPACE = "\u00a0"; // a thin one is 1/7 em in our typeface: "38.1req/s"
const MISSING = "–";

/** Not read (null), or not told by who measured it (NaN). */
function isMissing(value: number | null): value is null {
  return value === null || Number.isNaN(value);
}

/** 0.0432, 4.32, 43.2, 432, 4 320, 43 200, 4.32 M. */
export function threeDigits(value: number | null): string {
  if (isMissing(value)) return MISSING;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 999_500_000) return `${digits(value / 1e9)}${UNIT_SPACE}G`;
  if (size >= 999_500) return `${digits(value / 1e6)}${UNIT_SPACE}M`;
  return digits(value);
}

/** As on an axis: 20, not 20.0; 1.5 stays. */
export function short(value: number): string {
  return withoutZeros(threeDigits(value));
}

/** A latency as on an axis: 1 s, not 1.00 s. */
export function shortLatency(ms: number): string {
  return withoutZeros(latency(ms));
}

/** A number of things: 1, 50, 1 000, in full. */
export function count(value: number): string {
  return isMissing(value) ? MISSING : grouped(String(Math.round(value)));
}

/** Every digit that was measured, for tooltips and copies. */
export function exact(value: number | null): string {
  if (isMissing(value)) return MISSING;
  return grouped(String(Math.round(value * 1e6) / 1e6));
}

export function perSecond(value: number | null): string {
  return isMissing(value) ? MISSING : `${threeDigits(value)}${UNIT_SPACE}/s`;
}

export function requestsPerSecond(value: number | null): string {
  return isMissing(value) ? MISSING : `${threeDigits(value)}${UNIT_SPACE}req/s`;
}

export function percent(value: number | null): string {
  return isMissing(value) ? MISSING : `${threeDigits(Math.abs(value) < 0.005 ? 0 : value)}${UNIT_SPACE}%`;
}

/** A latency in the unit that suits it: 420 µs, 43.2 ms, 1.20 s. */
export function latency(ms: number | null): string {
  if (isMissing(ms)) return MISSING;
  if (ms !== 0 && Math.abs(ms) < 0.9995) return `${threeDigits(ms * 1000)}${UNIT_SPACE}µs`;
  if (Math.abs(ms) < 999.5) return `${threeDigits(ms)}${UNIT_SPACE}ms`;
  return `${threeDigits(ms / 1000)}${UNIT_SPACE}s`;
}

export function bytes(value: number | null): string {
  if (isMissing(value)) return MISSING;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 1023.5 && unit < units.length - 1) {
    scaled /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? grouped(String(Math.round(scaled))) : threeDigits(scaled)}${UNIT_SPACE}${units[unit]}`;
}

/** 0:42, 12:05, 1:02:05: a time of a session's clock. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** 800 ms, 42 s, 3 min 5 s, 1 h 2 min: how long something takes. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}${UNIT_SPACE}ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${Math.round(seconds * 10) / 10}${UNIT_SPACE}s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts = hours > 0 ? [part(hours, "h"), part(minutes, "min")] : [part(minutes, "min"), part(rest, "s")];
  return parts.filter((each) => each !== "").join(" ");
}

function part(value: number, unit: string): string {
  return value === 0 ? "" : `${value}${UNIT_SPACE}${unit}`;
}

function withoutZeros(number: string): string {
  return number.replace(/\.(\d*?)0+(?=\D|$)/, (_, kept: string) => (kept === "" ? "" : `.${kept}`));
}

function digits(value: number): string {
  const size = Math.abs(value);
  const decimals = Math.max(0, Math.min(12, 2 - Math.floor(Math.log10(size))));
  const rounded = Number(value.toPrecision(3));
  // 99.96 rounds to 100: the digit gained on the left is dropped on the right
  const shown = Math.abs(rounded) >= 10 ** (Math.floor(Math.log10(size)) + 1) ? Math.max(0, decimals - 1) : decimals;
  return grouped(rounded.toFixed(shown));
}

function grouped(number: string): string {
  const [whole = "", fraction] = number.replace("-", "−").split(".");
  const spaced = whole.replace(/\d(?=(\d{3})+$)/g, `$&${THIN_SPACE}`);
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}
