import { z } from "zod";
import { ExperimentChoice } from "../../../app/model/experiment.ts";
import { Objective } from "../../../app/model/objective.ts";
import { Plan } from "../../../app/model/plan.ts";
import { BodyCheck, CookieMode, Scenario, Users } from "../../../app/model/scenario.ts";
import { NO_THINK_TIME, ThinkTime } from "../../../app/model/thinkTime.ts";
import { besideUrl } from "../../../app/requests/besideUrl.ts";
import { httpUrl } from "../../../app/requests/httpUrl.ts";
import { canonicalUrl } from "../../../app/requests/unixSocketUrl.ts";
import { parseDuration } from "./durationText.ts";
import { parseStatuses } from "./statusText.ts";

const FromFile = <T extends z.ZodType>(content: T) => z.object({ file: z.string(), content }).nullable();

/** A plan as it stands in the form: text where a person types text. */
const Draft = z.object({
  url: z.string(),
  method: z.string(),
  model: z.enum(["closed", "open"]),
  connections: z.array(z.number()),
  thinkTimes: z.array(ThinkTime),
  rates: z.array(z.number()),
  arrivals: z.enum(["poisson", "constant"]),
  maxConnections: z.string(),
  objectives: z.array(Objective),
  findCapacity: z.boolean(),
  adaptive: z.boolean(),
  shuffle: z.boolean(),
  repeatFirst: z.boolean(),
  experiments: ExperimentChoice,
  otherUrl: z.string(),
  halfUrl: z.string(),
  duration: z.string(),
  warmup: z.string(),
  cooldown: z.string(),
  timeout: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  requests: FromFile(Scenario),
  users: FromFile(Users),
  cookies: CookieMode,
  expectStatus: z.string(),
  expectBody: z.array(BodyCheck),
  keepAlive: z.boolean(),
  sessionCookie: z.string(),
  seed: z.string(),
  threads: z.string(),
  allowRemote: z.string(), // the host one may load: another host asks again
  name: z.string(),
});
export type Draft = z.infer<typeof Draft>;

export const emptyDraft: Draft = {
  url: "",
  method: "GET",
  model: "closed",
  connections: [1, 2, 5, 10, 25, 50, 100],
  thinkTimes: [],
  rates: [],
  arrivals: "poisson",
  maxConnections: "1000",
  objectives: [],
  findCapacity: false,
  adaptive: false,
  shuffle: false,
  repeatFirst: false,
  experiments: "none",
  otherUrl: "",
  halfUrl: "",
  duration: "10s",
  warmup: "2s",
  cooldown: "1s",
  timeout: "10s",
  headers: [],
  body: "",
  requests: null,
  users: null,
  cookies: "none",
  expectStatus: "",
  expectBody: [],
  keepAlive: true,
  sessionCookie: "",
  seed: "1",
  threads: "1",
  allowRemote: "",
  name: "",
};

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const WITH_BODY = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** What was kept in the browser; whatever is no draft any more is left behind. */
export function readDraft(kept: string | null): Draft {
  try {
    const draft = Draft.partial().safeParse(JSON.parse(kept ?? "{}"));
    return draft.success ? Object.assign({ ...emptyDraft }, draft.data) : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function takesBody(method: string): boolean {
  return WITH_BODY.has(method);
}

export type Field = keyof Draft;
export type Checked =
  | { readonly plan: Plan; readonly errors: null }
  | { readonly plan: null; readonly errors: Partial<Record<Field, string>> };

const TIMES = { duration: "durationMs", warmup: "warmupMs", cooldown: "cooldownMs", timeout: "timeoutMs" } as const;
const WHOLE = { seed: "seed", threads: "threads", maxConnections: "maxConnections" } as const;
const FIELD_OF: Record<string, Field> = {
  durationMs: "duration",
  warmupMs: "warmup",
  cooldownMs: "cooldown",
  timeoutMs: "timeout",
  expect: "expectBody",
};

/** The plan of a draft, or what is wrong with it, field by field, in words. */
export function planOf(draft: Draft): Checked {
  const errors: Partial<Record<Field, string>> = {};
  const url = urlOf(draft.url);
  if (url === null) errors.url = draft.url.trim() === "" ? "Which URL? For example localhost:8080/" : "This is not an http or https URL.";
  const open = draft.model === "open";
  if (open && draft.rates.length === 0) errors.rates = "At least one rate is needed.";
  if (!open && draft.connections.length === 0) errors.connections = "At least one level is needed.";
  if (!open && draft.findCapacity && draft.objectives.length === 0) errors.objectives = "What must hold? A capacity needs an objective.";
  const status = parseStatuses(draft.expectStatus);
  if (status === undefined) errors.expectStatus = "Statuses like 200, 201 or 2xx.";
  const times: Record<string, number> = {};
  for (const [field, key] of Object.entries(TIMES) as [keyof typeof TIMES, string][]) {
    const ms = parseDuration(draft[field]);
    if (ms === null) errors[field] = "A time like 500ms, 10s or 2m.";
    else times[key] = ms;
  }
  const whole: Record<string, number> = {};
  for (const field of Object.keys(WHOLE) as (keyof typeof WHOLE)[]) {
    if (!/^\d+$/.test(draft[field].trim())) errors[field] = "A whole number.";
    else whole[field] = Number(draft[field]);
  }
  if (url !== null && needsPermission(draft)) errors.allowRemote = `Say that you may load ${url.host}.`;
  const following = open ? "none" : draft.experiments;
  const beside = { otherUrl: following === "none" ? "" : draft.otherUrl.trim(), halfUrl: following === "none" ? "" : draft.halfUrl.trim() };
  for (const field of ["otherUrl", "halfUrl"] as const) {
    if (url !== null && beside[field] !== "" && besideUrl(url.href, beside[field]) === null)
      errors[field] = "A path such as /health, or a whole url of the same server.";
  }
  const headers = draft.headers.filter(({ name, value }) => name !== "" || value !== "");
  const parsed = Plan.safeParse({
    url: url?.href ?? "http://localhost/",
    method: draft.method,
    connections: draft.connections.length === 0 ? [1] : draft.connections,
    thinkTimes: draft.thinkTimes.length === 0 || open ? [NO_THINK_TIME] : draft.thinkTimes,
    rates: open && draft.rates.length > 0 ? draft.rates : null,
    arrivals: draft.arrivals,
    objectives: draft.objectives,
    findCapacity: draft.findCapacity && !open,
    adaptive: draft.adaptive && !open,
    shuffle: draft.shuffle,
    repeatFirst: draft.repeatFirst,
    experiments: following,
    otherUrl: beside.otherUrl === "" ? null : beside.otherUrl,
    halfUrl: beside.halfUrl === "" ? null : beside.halfUrl,
    requests: draft.requests?.content ?? null,
    users: draft.users?.content ?? null,
    cookies: draft.cookies,
    expect: { status: status ?? null, body: draft.expectBody },
    ...times,
    ...whole,
    headers,
    body: draft.requests === null && takesBody(draft.method) && draft.body !== "" ? draft.body : null,
    keepAlive: draft.keepAlive,
    sessionCookie: draft.sessionCookie === "" ? null : draft.sessionCookie,
    allowRemote: url !== null && !isThisMachine(url.hostname),
    name: draft.name.trim(),
  });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const field = FIELD_OF[String(path[0])] ?? (String(path[0]) as Field);
      errors[field] ??= sentence(message);
    }
  }
  return parsed.success && Object.keys(errors).length === 0 ? { plan: parsed.data, errors: null } : { plan: null, errors };
}

/** People leave out http://, and write a Unix socket as nginx does. */
export function urlOf(text: string): URL | null {
  const trimmed = canonicalUrl(text.trim());
  if (trimmed === "" || /\s/.test(trimmed)) return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
    if (url.protocol === "http+unix:") return httpUrl(trimmed) === null ? null : url; // older browsers find no host in it
    return (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "" ? url : null;
  } catch {
    return null;
  }
}

/** Another machine may only be loaded by someone who may: asked once for each host. */
export function remoteHost(draft: Draft): string | null {
  const url = urlOf(draft.url);
  return url === null || url.protocol === "http+unix:" || isThisMachine(url.hostname) ? null : url.host;
}

function needsPermission(draft: Draft): boolean {
  const host = remoteHost(draft);
  return host !== null && draft.allowRemote !== host;
}

export function isThisMachine(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === "[::1]" ||
    hostname === "0.0.0.0"
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
}
