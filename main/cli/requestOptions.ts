import { readFileSync } from "node:fs";
import type { PlanInput } from "../../app/model/plan.ts";
import type { Scenario, StatusPattern, Users } from "../../app/model/scenario.ts";
import { parseBodyCheck } from "../../app/requests/checks.ts";
import { readRequests } from "../../app/requests/requestsFile.ts";
import { readUsers } from "../../app/requests/users.ts";
import { named, usage } from "./usage.ts";

/** The options that say what is sent, beside the plain request, and which answers are good. */
export interface RequestOptions {
  readonly requests?: string; // a file
  readonly users?: string; // a file
  readonly cookies?: string;
  readonly expectStatus?: string;
  readonly expectBody?: readonly string[];
  readonly method?: string;
  readonly body?: string;
}

/** What the files and checks make of a plan. `url`: where a file of requests names the target. */
export interface RequestsTyped {
  readonly url: string | null;
  readonly input: Partial<PlanInput>;
  readonly notes: readonly string[]; // what was left out
}

/** `headers`: typed beside the file; they go before recorded ones. @throws PlateauError PLAN_INVALID naming the option */
export function requestsTyped(url: string | null, options: RequestOptions, headers: NonNullable<PlanInput["headers"]>): RequestsTyped {
  const notes: string[] = [];
  const expectation = {
    ...given("status", options.expectStatus, statuses),
    ...given("body", options.expectBody, (texts) => texts.map(parseBodyCheck)),
  };
  const input: Partial<PlanInput> = {
    ...given("users", options.users, (file) => usersOf(file, notes)),
    ...given("cookies", options.cookies, cookieMode),
    ...(Object.keys(expectation).length === 0 ? {} : { expect: expectation }),
  };
  if (options.requests === undefined) return { url: null, input, notes };
  if (options.method !== undefined) throw usage(`--method ${options.method}`, "with --requests every request has its own", "leave it out");
  if (options.body !== undefined) throw usage(`--body ${options.body}`, "with --requests every request has its own", "leave it out");
  const file = options.requests;
  const read = named(`--requests ${file},`, () => readRequests(textOf("--requests", file), url));
  const typed = new Set(headers.map(({ name }) => name.toLowerCase()));
  const notTyped = <H extends { name: string }>(own: readonly H[]): H[] => own.filter(({ name }) => !typed.has(name.toLowerCase()));
  const { single, scenario } = read;
  if (single !== null) {
    Object.assign(input, { method: single.method, body: single.body, headers: [...notTyped(single.headers), ...headers] });
  } else if (scenario !== null) {
    const steps = scenario.steps.map((step) => (read.recorded ? { ...step, headers: notTyped(step.headers) } : step));
    input.requests = { ...scenario, steps, file } satisfies Scenario;
  }
  return { url: read.url, input, notes: [...notes, ...read.notes] };
}

function given<K extends string, T, V>(key: K, value: T | undefined, read: (value: T) => V): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: read(value) } as { [key in K]?: V });
}

function usersOf(file: string, notes: string[]): Users {
  const { users, leftOut } = named(`--users ${file},`, () => readUsers(textOf("--users", file)));
  if (leftOut > 0) notes.push(`--users ${file} : ${leftOut} rows left out (there are never more than ${users.rows.length} connections)`);
  return { ...users, file };
}

function cookieMode(text: string): NonNullable<PlanInput["cookies"]> {
  if (text === "none" || text === "shared" || text === "per-connection") return text;
  throw usage(`--cookies ${text}`, "not a way to keep cookies", "none, shared or per-connection");
}

/** "200,201,2xx". */
export function statuses(text: string): StatusPattern[] {
  return text.split(",").map((part) => {
    const status = part.trim().toLowerCase();
    if (/^[1-5]xx$/.test(status)) return status;
    if (/^[1-5]\d\d$/.test(status)) return Number(status);
    throw usage(`--expect-status ${text}`, `"${part.trim()}" is not a status`, "like 200,201 or 2xx");
  });
}

function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw usage(
      `${option} ${file}`,
      `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
      "the name of a file that exists",
    );
  }
}
