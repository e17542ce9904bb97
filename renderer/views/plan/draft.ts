import { z } from "zod";
import { Plan } from "../../../app/model/plan.ts";
import { parseDuration } from "./durationText.ts";

/** A plan as it stands in the form: text where a person types text. */
const Draft = z.object({
  url: z.string(),
  method: z.string(),
  connections: z.array(z.number()),
  duration: z.string(),
  warmup: z.string(),
  cooldown: z.string(),
  timeout: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  keepAlive: z.boolean(),
  sessionCookie: z.string(),
  allowRemote: z.string(), // the host one may load: another host asks again
  name: z.string(),
});
export type Draft = z.infer<typeof Draft>;

export const emptyDraft: Draft = {
  url: "",
  method: "GET",
  connections: [1, 2, 5, 10, 25, 50, 100],
  duration: "10s",
  warmup: "2s",
  cooldown: "1s",
  timeout: "10s",
  headers: [],
  body: "",
  keepAlive: true,
  sessionCookie: "",
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
const FIELD_OF: Record<string, Field> = { durationMs: "duration", warmupMs: "warmup", cooldownMs: "cooldown", timeoutMs: "timeout" };

/** The plan of a draft, or what is wrong with it, field by field, in words. */
export function planOf(draft: Draft): Checked {
  const errors: Partial<Record<Field, string>> = {};
  const url = urlOf(draft.url);
  if (url === null) errors.url = draft.url.trim() === "" ? "Which URL? For example localhost:8080/" : "This is not an http or https URL.";
  if (draft.connections.length === 0) errors.connections = "At least one level is needed.";
  const times: Record<string, number> = {};
  for (const [field, key] of Object.entries(TIMES) as [keyof typeof TIMES, string][]) {
    const ms = parseDuration(draft[field]);
    if (ms === null) errors[field] = "A time like 500ms, 10s or 2m.";
    else times[key] = ms;
  }
  if (url !== null && needsPermission(draft)) errors.allowRemote = `Say that you may load ${url.host}.`;
  const headers = draft.headers.filter(({ name, value }) => name !== "" || value !== "");
  const parsed = Plan.safeParse({
    url: url?.href ?? "http://localhost/",
    method: draft.method,
    connections: draft.connections.length === 0 ? [1] : draft.connections,
    ...times,
    headers,
    body: takesBody(draft.method) && draft.body !== "" ? draft.body : null,
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

/** People leave out http://. */
export function urlOf(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed === "" || /\s/.test(trimmed)) return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
    return (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "" ? url : null;
  } catch {
    return null;
  }
}

/** Another machine may only be loaded by someone who may: asked once for each host. */
export function remoteHost(draft: Draft): string | null {
  const url = urlOf(draft.url);
  return url === null || isThisMachine(url.hostname) ? null : url.host;
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
