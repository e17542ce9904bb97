import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { FindingId } from "../../app/model/finding.ts";
import { type Objective, parseObjective } from "../../app/model/objective.ts";
import { Plan, type PlanInput } from "../../app/model/plan.ts";
import { canonicalUrl } from "../../app/requests/unixSocketUrl.ts";
import { type ExperimentOptions, experimentsTyped } from "./experimentOptions.ts";
import { arrivals, type LoadOptions, oneModel, rates, thinkTimes } from "./loadOptions.ts";
import { planFault } from "./planFault.ts";
import { type RequestOptions, requestsTyped } from "./requestOptions.ts";
import { named, usage } from "./usage.ts";

/** The options of `plateau run` as commander hands them over: text, in the words of the command line. */
export interface RunOptions extends LoadOptions, RequestOptions, ExperimentOptions {
  readonly duration?: string;
  readonly warmup?: string;
  readonly cooldown?: string;
  readonly timeout?: string;
  readonly header?: readonly string[];
  readonly sessionCookie?: string;
  readonly keepAlive?: boolean; // false: --no-keep-alive
  readonly threadDump?: boolean; // false: --no-thread-dump
  readonly slo?: readonly string[];
  readonly findCapacity?: boolean;
  readonly adaptive?: boolean;
  readonly shuffle?: boolean;
  readonly repeatFirst?: boolean;
  readonly threads?: string;
  readonly pid?: string;
  readonly allowRemote?: boolean;
  readonly name?: string;
  readonly note?: string;
  readonly tag?: readonly string[];
}

export { usage };

/** A plan of what was typed; what was not typed takes the defaults. `note` hears what was left out. @throws PlateauError PLAN_INVALID naming the first option that is wrong */
export function planOf(typedUrl: string | undefined, options: RunOptions, note: (text: string) => void = () => {}): Plan {
  oneModel(options);
  const typed = typedUrl === undefined ? null : urlTyped(typedUrl);
  const headers = (options.header ?? []).map(header);
  const requests = requestsTyped(typed, options, headers);
  const url = requests.url ?? typed;
  if (url === null) throw usage("run", "no url was given", "plateau run http://127.0.0.1:8080/");
  for (const each of requests.notes) note(each);
  const input: PlanInput = {
    url,
    headers,
    ...given("connections", options.connections, (text) => levels(text)),
    ...given("thinkTimes", options.think, thinkTimes),
    ...given("rates", options.rate, rates),
    ...given("arrivals", options.arrivals, arrivals),
    ...given("maxConnections", options.maxConnections, (text) => wholeNumber("--max-connections", text)),
    ...given("seed", options.seed, (text) => wholeNumber("--seed", text)),
    ...given("durationMs", options.duration, (text) => milliseconds("--duration", text)),
    ...given("warmupMs", options.warmup, (text) => milliseconds("--warmup", text)),
    ...given("cooldownMs", options.cooldown, (text) => milliseconds("--cooldown", text)),
    ...given("timeoutMs", options.timeout, (text) => milliseconds("--timeout", text)),
    ...given("method", options.method, (text) => text.toUpperCase() as PlanInput["method"] & string),
    ...given("body", options.body, body),
    ...given("sessionCookie", options.sessionCookie, (text) => text),
    ...given("keepAlive", options.keepAlive, (yes) => yes),
    ...given("threadDumps", options.threadDump, (yes) => (yes ? "auto" : "off")),
    ...given("objectives", options.slo, (texts) => texts.map(objective)),
    ...given("findCapacity", options.findCapacity, (yes) => yes),
    ...given("adaptive", options.adaptive, (yes) => yes),
    ...given("shuffle", options.shuffle, (yes) => yes),
    ...given("repeatFirst", options.repeatFirst, (yes) => yes),
    ...given("threads", options.threads, (text) => wholeNumber("--threads", text)),
    ...given("pid", options.pid, (text) => wholeNumber("--pid", text)),
    ...given("allowRemote", options.allowRemote, (yes) => yes),
    ...given("name", options.name, (text) => text),
    ...given("note", options.note, (text) => text),
    ...given("tags", options.tag, (texts) => [...texts]),
    ...experimentsTyped(url, options),
    ...requests.input,
  };
  if (options.findCapacity === true && (options.slo ?? []).length === 0) {
    throw usage("--find-capacity", "there is nothing to keep", "with --slo 'p90<31ms', say");
  }
  const plan = Plan.safeParse(input);
  if (plan.success) return plan.data;
  throw planFault(plan.error, options);
}

/** People leave out http://, and name a socket from where they stand. */
function urlTyped(text: string): string {
  const rooted = text.replace(/^unix:(\.{1,2}\/[^:]*)/i, (_, path: string) => `unix:${resolve(path)}`);
  return canonicalUrl(/^[a-z][a-z0-9+.-]*:\//i.test(rooted) ? rooted : `http://${rooted}`);
}

function given<K extends keyof PlanInput, T>(key: K, value: T | undefined, read: (value: T) => PlanInput[K]): Partial<PlanInput> {
  return value === undefined ? {} : { [key]: read(value) };
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "500ms", "10s", "2m", "1h" -> ms. */
export function milliseconds(option: string, text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const factor = UNITS_MS[unit];
  if (factor === undefined) throw usage(`${option} ${text}`, "not a time", "500ms, 10s, 2m or 1h, say");
  return Number(number) * factor;
}

export function levels(text: string): number[] {
  return text.split(",").map((part) => {
    const number = Number(part.trim());
    if (!/^\d+$/.test(part.trim()) || number < 1 || number > 10_000) {
      throw usage(
        `--connections ${text}`,
        `"${part.trim()}" is not a number of connections`,
        "whole numbers from 1 to 10000 with commas between, like 1,2,5,10,25,50",
      );
    }
    return number;
  });
}

export function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw usage(`${option} ${text}`, "not a whole number", "1 or more");
  return Number(text);
}

export function header(text: string): { name: string; value: string } {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usage(`--header ${text}`, "not a header", "'Name: value' would be right");
  return { name, value };
}

function body(text: string): string {
  if (!text.startsWith("@")) return text;
  try {
    return readFileSync(text.slice(1), "utf8");
  } catch (error) {
    throw usage(
      `--body ${text}`,
      `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
      "@ and the name of a file that exists",
    );
  }
}

const objective = (text: string): Objective => named("--slo", () => parseObjective(text));

/** The ids of `--fail-on`; "any" stands for every bottleneck. */
export function failOn(text: string | undefined): readonly string[] {
  const ids = text === undefined ? [] : text.split(",").map((id) => id.trim());
  for (const id of ids) {
    if (id !== "any" && !FindingId.safeParse(id).success)
      throw usage(`--fail-on ${text}`, `"${id}" is not a finding`, `any, or ${FindingId.options.slice(0, 4).join(", ")} ...`);
  }
  return ids;
}
