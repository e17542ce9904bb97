import { PlateauError } from "../model/errors.ts";
import type { Header, HttpMethod } from "../model/request.ts";
import { Scenario, type Step } from "../model/scenario.ts";
import { type CurlCommand, readCurl } from "./curl.ts";
import { isHar, originsOf, readHar } from "./har.ts";
import { httpUrl } from "./httpUrl.ts";
import { jsonOf } from "./jsonPath.ts";

/** What a file of requests asks for. A single request of `curl` is no scenario: it becomes the plan's own method, headers and body. */
export interface RequestsRead {
  readonly url: string | null; // of the target, when the file names one
  readonly scenario: Scenario | null;
  readonly single: { readonly method: HttpMethod; readonly headers: readonly Header[]; readonly body: string | null } | null;
  readonly recorded: boolean; // by a browser, with the headers of its moment
  readonly notes: readonly string[]; // what was left out; sentences for people
}

const KINDS = 'a HAR, a scenario like {"steps": [{"name": "home", "path": "/"}]}, or curl commands';

/**
 * Reads requests of any of the three kinds. `url`: of the target, where it is known already; a file for another target is refused.
 * @throws PlateauError PLAN_INVALID naming what is wrong
 */
export function readRequests(text: string, url: string | null): RequestsRead {
  const bare = text.replace(/^\uFEFF/, "").trim();
  if (/^(\$\s+)?(\S*[\\/])?curl(\.exe)?\s/.test(bare)) return ofCurl(readCurl(bare), url);
  const json = jsonOf(bare);
  if (json === undefined) throw refused("requests", bare === "" ? "nothing there" : whyNoJson(bare), KINDS);
  if (!isHar(json)) return { url: null, scenario: scenarioOf(json), single: null, recorded: false, notes: [] };
  const known = url === null ? undefined : httpUrl(url)?.origin;
  const origin = known ?? originsOf(json)[0];
  if (origin === undefined) throw refused("HAR", "holds no request to a web server", "a recording of a page that was loaded");
  const { scenario, notes } = readHar(json, origin);
  return { url: url ?? `${origin}${scenario.steps[0]?.path ?? "/"}`, scenario, single: null, recorded: true, notes };
}

/** @throws PlateauError PLAN_INVALID naming the step and what is wrong with it */
export function scenarioOf(json: unknown): Scenario {
  const scenario = Scenario.safeParse(json);
  if (scenario.success) return scenario.data;
  const [issue] = scenario.error.issues;
  const [list, at, ...rest] = issue?.path ?? [];
  const steps = typeof json === "object" && json !== null && "steps" in json && Array.isArray(json.steps) ? json.steps : [];
  const name = typeof at === "number" ? (steps[at] as { name?: unknown } | null)?.name : undefined;
  const step = typeof at === "number" ? `step ${at + 1}${typeof name === "string" ? ` "${name}"` : ""}` : String(list ?? "it");
  throw refused("scenario", `${step}${rest.length === 0 ? "" : `, ${rest.join(".")}`}: ${issue?.message ?? "not possible"}`, KINDS);
}

function ofCurl(commands: readonly CurlCommand[], url: string | null): RequestsRead {
  const [first] = commands as [CurlCommand];
  const origin = httpUrl(url ?? first.url)?.origin;
  for (const command of commands) {
    const own = httpUrl(command.url)?.origin;
    if (own !== origin) throw refused(command.url, `goes elsewhere than ${origin}`, "one origin is loaded at a time");
  }
  const notes = [...new Set(commands.flatMap((command) => command.notes))];
  const { method, headers, body } = first;
  if (commands.length === 1) return { url: first.url, scenario: null, single: { method, headers, body }, recorded: true, notes };
  const names = new Map<string, number>();
  const steps = commands.map((command): Partial<Step> => {
    const path = httpUrl(command.url)?.path ?? "/";
    const name = `${command.method} ${path.replace(/\?.*$/s, "")}`.slice(0, 190);
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    return {
      name: times === 1 ? name : `${name} (${times})`,
      method: command.method,
      path,
      headers: [...command.headers],
      body: command.body,
    };
  });
  return { url: url ?? first.url, scenario: scenarioOf({ steps }), single: null, recorded: true, notes };
}

function whyNoJson(text: string): string {
  try {
    JSON.parse(text);
    return "not JSON";
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
}

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}
