import { z } from "zod";
import { PlateauError } from "../model/errors.ts";
import { type Header, HttpMethod } from "../model/request.ts";
import { Scenario, type Step } from "../model/scenario.ts";
import { httpUrl } from "./httpUrl.ts";
import { asLiteral } from "./template.ts";

/** As much of HTTP Archive 1.2 as a request needs; browsers write much more. */
const Pair = z.looseObject({ name: z.string(), value: z.string() });
const PostData = z.looseObject({
  mimeType: z.string().default(""),
  text: z.string().nullish(),
  params: z.array(z.looseObject({ name: z.string(), value: z.string().nullish(), fileName: z.string().nullish() })).nullish(),
  encoding: z.string().nullish(),
});
const Entry = z.looseObject({
  request: z.looseObject({ method: z.string(), url: z.string(), headers: z.array(Pair).default([]), postData: PostData.nullish() }),
  _fromCache: z.string().nullish(), // Chrome: never reached the server
});
const Har = z.looseObject({ log: z.looseObject({ entries: z.array(Entry) }) });
type HarRequest = z.infer<typeof Entry>["request"];

const OURS = new Set([
  ...[
    "host",
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "content-length",
  ],
  ...["http2-settings", "priority"], // of a connection that is not repeated
  ...["if-none-match", "if-modified-since"], // of a browser's cache: every answer would be 304
]);
const MOST_STEPS = 500;

export interface Imported {
  readonly scenario: Scenario;
  readonly notes: readonly string[]; // what was left out; sentences for people
}

/** Is it the shape of an archive? */
export function isHar(json: unknown): boolean {
  return typeof json === "object" && json !== null && "log" in json;
}

/** Origins of an archive's requests, the most asked first. */
export function originsOf(json: unknown): string[] {
  const counts = new Map<string, number>();
  for (const { request } of parsed(json).log.entries) {
    const origin = httpUrl(request.url)?.origin;
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([origin]) => origin);
}

/**
 * The requests a browser recorded for one origin, in their order. What looks like {{a place}} is sent as it was recorded.
 * @throws PlateauError PLAN_INVALID if it is no archive, or holds nothing for that origin
 */
export function readHar(json: unknown, origin: string): Imported {
  const { entries } = parsed(json).log;
  const own = entries.filter(({ request }) => httpUrl(request.url)?.origin === origin);
  const asked = own.filter(({ _fromCache }) => _fromCache === undefined || _fromCache === null || _fromCache === "");
  if (asked.length === 0) {
    const others = originsOf(json);
    const right = others.length === 0 ? "a recording of a page that was loaded" : `it has requests to ${others.slice(0, 3).join(", ")}`;
    throw refused("HAR", `none of its ${entries.length} requests went to ${origin}`, right);
  }
  if (asked.length > MOST_STEPS) throw refused("HAR", `${asked.length} requests to ${origin}`, `at most ${MOST_STEPS}; record less`);
  const names = new Map<string, number>();
  const binary: string[] = [];
  const steps = asked.flatMap(({ request }): Step[] => {
    const step = stepOf(request, names);
    if (step === null) binary.push(`${request.method} ${request.url}`);
    return step === null ? [] : [step];
  });
  const notes: string[] = [];
  const elsewhere = entries.length - own.length;
  if (elsewhere > 0) notes.push(`${elsewhere} of ${entries.length} requests left out : they went elsewhere than ${origin}`);
  if (own.length > asked.length)
    notes.push(`${own.length - asked.length} of ${entries.length} requests left out : the browser had the answers in its cache`);
  for (const each of binary) notes.push(`${each} : left out (its body is not text, or holds a file)`);
  const scenario = Scenario.safeParse({ steps });
  if (scenario.success) return { scenario: scenario.data, notes };
  const [issue] = scenario.error.issues;
  const at = typeof issue?.path[1] === "number" ? steps[issue.path[1]]?.name : undefined;
  throw refused(
    `HAR, ${at ?? "requests"}`,
    `${issue?.path.slice(2).join(".") ?? ""} ${issue?.message ?? "not possible"}`.trim(),
    "another recording",
  );
}

function parsed(json: unknown): z.infer<typeof Har> {
  const har = Har.safeParse(json);
  if (har.success) return har.data;
  const [issue] = har.error.issues;
  throw refused("HAR", `${issue?.path.join(".") ?? "log"}: ${issue?.message ?? "not as expected"}`, "a file a browser saved as HAR");
}

/** Null if its body cannot be sent as it was. */
function stepOf(request: HarRequest, names: Map<string, number>): Step | null {
  const method = HttpMethod.safeParse(request.method.toUpperCase());
  if (!method.success) throw refused(`${request.method} ${request.url}`, "not a method Plateau sends", HttpMethod.options.join(", "));
  const path = httpUrl(request.url)?.path ?? "/";
  const body = bodyOf(request);
  if (body === false) return null;
  const headers = request.headers
    .filter(({ name }) => !name.startsWith(":") && !OURS.has(name.toLowerCase()))
    .map(({ name, value }): Header => ({ name, value: asLiteral(value) }));
  return {
    name: nameOf(`${method.data} ${path.replace(/\?.*$/s, "")}`.slice(0, 190), names),
    method: method.data,
    path: asLiteral(path),
    headers,
    body: body === null ? null : asLiteral(body),
    weight: 1,
    extract: [],
    expect: { status: null, body: [] },
  };
}

/** False: not text. */
function bodyOf({ postData }: HarRequest): string | null | false {
  if (postData === undefined || postData === null) return null;
  if (postData.encoding === "base64") return false;
  if (typeof postData.text === "string" && postData.text !== "") return postData.text;
  const params = postData.params ?? [];
  if (params.length === 0) return postData.text ?? null;
  if (params.some(({ fileName }) => typeof fileName === "string") || postData.mimeType.startsWith("multipart/")) return false;
  const encoded = (text: string): string => encodeURIComponent(text).replaceAll("%20", "+");
  return params.map(({ name, value }) => `${encoded(name)}=${encoded(value ?? "")}`).join("&");
}

/** The same request comes again: "GET /a", "GET /a (2)". */
function nameOf(name: string, names: Map<string, number>): string {
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times === 1 ? name : `${name} (${times})`;
}

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}
