import { z } from "zod";
import { PlateauError } from "./errors.ts";

const HOUR_MS = 3_600_000;
const Ms = z.number().min(0).max(HOUR_MS);
const MeanMs = z.number().gt(0).max(HOUR_MS);

/**
 * How long a user of the closed model thinks between an answer and the next request, ms.
 * `normal` is cut at 0: what would be negative is drawn again, so its mean lies above `meanMs` when the deviation is large
 * (meanMs 50, deviationMs 10: by 0.000015 ms; deviationMs 50: by 14.4 ms). `lognormal`: mean and deviation of the pauses, not of their logarithms.
 * `sampled`: any of the values, each as likely as the others; `file` is where they came from.
 */
export const ThinkTime = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("constant"), meanMs: MeanMs }),
  z.strictObject({ kind: z.literal("exponential"), meanMs: MeanMs }),
  z
    .strictObject({ kind: z.literal("uniform"), fromMs: Ms, toMs: MeanMs })
    .refine(({ fromMs, toMs }) => fromMs < toMs, "a uniform think time ends later than it begins"),
  z.strictObject({ kind: z.literal("normal"), meanMs: MeanMs, deviationMs: MeanMs }),
  z.strictObject({ kind: z.literal("lognormal"), meanMs: MeanMs, deviationMs: MeanMs }),
  z
    .strictObject({ kind: z.literal("sampled"), valuesMs: z.array(Ms).min(1).max(100_000), file: z.string().nullable().default(null) })
    .refine(({ valuesMs }) => valuesMs.some((ms) => ms > 0), "one of the think times is above 0"),
]);
export type ThinkTime = z.infer<typeof ThinkTime>;

/** The same distribution with the same numbers. */
export const sameThinkTime = (a: ThinkTime, b: ThinkTime): boolean => JSON.stringify(a) === JSON.stringify(b);

export const NO_THINK_TIME: ThinkTime = { kind: "none" };

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: HOUR_MS };
const RIGHT = "none, 50ms, exp:50ms, uniform:20ms..80ms, normal:50ms~10ms, lognormal:50ms~30ms or file:PATH";

/**
 * "none", "50ms", "exp:50ms", "uniform:20ms..80ms", "normal:50ms~10ms", "lognormal:50ms~30ms", and "file:PATH" with the values of
 * the file, which `valuesOf` reads.
 * @throws PlateauError PLAN_INVALID if it is none of these
 */
export function parseThinkTime(text: string, valuesOf: (file: string) => number[] = () => []): ThinkTime {
  const parsed = ThinkTime.safeParse(written(text.trim(), valuesOf));
  if (parsed.success) return parsed.data;
  const own = parsed.error.issues.find(({ code }) => code === "custom");
  throw new PlateauError("PLAN_INVALID", `${text} : ${own?.message ?? "not a think time"} (${RIGHT})`);
}

function written(text: string, valuesOf: (file: string) => number[]): unknown {
  if (text === "none") return NO_THINK_TIME;
  const [, kind = "constant", rest = ""] = /^(?:([a-z]+):)?(.*)$/s.exec(text) ?? [];
  if (kind === "file") return { kind: "sampled", valuesMs: valuesOf(rest), file: rest };
  if (kind === "constant") return { kind, meanMs: milliseconds(rest) };
  if (kind === "exp") return { kind: "exponential", meanMs: milliseconds(rest) };
  if (kind === "uniform") {
    const [from = "", to = ""] = rest.split("..");
    return { kind, fromMs: milliseconds(from), toMs: milliseconds(to) };
  }
  const [mean = "", deviation = ""] = rest.split("~");
  return { kind, meanMs: milliseconds(mean), deviationMs: milliseconds(deviation) };
}

/** NaN for what is no time: the schema refuses it. */
function milliseconds(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(number) * (UNITS_MS[unit] ?? Number.NaN);
}

/** The inverse of parseThinkTime(). Sampled values that came from no file read "file:-". */
export function thinkTimeText(thinkTime: ThinkTime): string {
  switch (thinkTime.kind) {
    case "none":
      return "none";
    case "constant":
      return `${thinkTime.meanMs}ms`;
    case "exponential":
      return `exp:${thinkTime.meanMs}ms`;
    case "uniform":
      return `uniform:${thinkTime.fromMs}ms..${thinkTime.toMs}ms`;
    case "normal":
    case "lognormal":
      return `${thinkTime.kind}:${thinkTime.meanMs}ms~${thinkTime.deviationMs}ms`;
    case "sampled":
      return `file:${thinkTime.file ?? "-"}`;
  }
}
