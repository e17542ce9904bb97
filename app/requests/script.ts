import { PlateauError } from "../model/errors.ts";
import type { Plan } from "../model/plan.ts";
import type { Header } from "../model/request.ts";
import type { Expectation, Users } from "../model/scenario.ts";
import { type Checker, checkerOf } from "./checks.ts";
import { type Taker, takerOf } from "./extract.ts";
import { httpUrl, pathEncoded } from "./httpUrl.ts";
import { checkNames, isConstant, OWN_NAMES, parseTemplate, type Template, withTexts } from "./template.ts";

/** One request made ready to be sent many times. */
export interface ScriptStep {
  readonly name: string;
  readonly method: string;
  readonly path: Template; // its fixed texts are encoded; values are yet to be
  readonly headers: readonly { readonly name: string; readonly value: Template }[];
  readonly body: Template | null;
  readonly takers: readonly Taker[];
  readonly checker: Checker;
  readonly needsBody: boolean; // the answer's
}

/** What a plan sends, made ready once for all its connections. */
export interface Script {
  readonly order: "sequence" | "mix" | "apart";
  readonly steps: readonly ScriptStep[];
  readonly weightsUpTo: readonly number[]; // running sums, the last is 1
  readonly users: Users | null;
  readonly inHeaders: ReadonlySet<string>; // names whose values must be of one line
}

const ONE_LINE = /^[^\r\n\0]*$/;

/**
 * The requests of a plan; a plan without a scenario has one step. `urlPath`: path and query of its url, as a url writes them.
 * @throws PlateauError PLAN_INVALID if a {{name}} has no value, or a value would break a header
 */
export function scriptOf(plan: Plan, urlPath: string): Script {
  const { requests, users } = plan;
  const drafts =
    requests === null
      ? [onlyStep(plan, urlPath)]
      : requests.steps.map((step) => ({ ...step, headers: joined(plan.headers, step.headers) }));
  const taken = drafts.flatMap(({ extract }) => extract.map(({ name }) => name));
  const known = [...(users?.columns ?? []), ...taken, ...OWN_NAMES];
  const steps = drafts.map((draft): ScriptStep => {
    const { name, method, extract } = draft;
    const of = requests === null ? "" : ` of ${name}`;
    const path = withTexts(parseTemplate(draft.path), pathEncoded);
    const headers = draft.headers.map((header) => ({ name: header.name, value: parseTemplate(header.value) }));
    const body = draft.body === null ? null : parseTemplate(draft.body);
    checkNames(path, known, `the path${of}`);
    for (const header of headers) checkNames(header.value, known, `the header ${header.name}${of}`);
    if (body !== null) checkNames(body, known, `the body${of}`);
    const takers = extract.map(takerOf);
    const checker = checkerOf(expectationOf(draft.expect, plan.expect));
    return { name, method, path, headers, body, takers, checker, needsBody: checker.needsBody || takers.some((taker) => taker.needsBody) };
  });
  const inHeaders = new Set(steps.flatMap(({ headers }) => headers.flatMap(({ value }) => value.names)));
  if (users !== null) checkRows(users, inHeaders);
  return { order: requests?.order ?? "sequence", steps, weightsUpTo: runningShares(drafts.map(({ weight }) => weight)), users, inHeaders };
}

/** Is a value fit for every place its name stands in? */
export function isFit(script: Script, name: string, value: string): boolean {
  return !script.inHeaders.has(name) || ONE_LINE.test(value);
}

function onlyStep({ url, method, headers, body }: Plan, urlPath: string) {
  const written = httpUrl(url)?.path ?? urlPath;
  const path = isConstant(parseTemplate(written)) ? urlPath : written; // a url would encode the braces
  return { name: `${method} ${urlPath}`, method, path, headers, body, extract: [], expect: { status: null, body: [] }, weight: 1 };
}

/** A step's own header goes before the plan's of the same name. */
function joined(general: readonly Header[], own: readonly Header[]): Header[] {
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return [...general.filter(({ name }) => !names.has(name.toLowerCase())), ...own];
}

function expectationOf(own: Expectation, general: Expectation): Expectation {
  return { status: own.status ?? general.status, body: own.body.length > 0 ? own.body : general.body };
}

function runningShares(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight, i) => {
    sum += weight;
    return i === weights.length - 1 ? 1 : sum / total;
  });
}

function checkRows({ columns, rows }: Users, inHeaders: ReadonlySet<string>): void {
  columns.forEach((column, at) => {
    const bad = inHeaders.has(column) ? rows.findIndex((row) => !ONE_LINE.test(row[at] ?? "")) : -1;
    if (bad < 0) return;
    const what = `user ${bad + 1}, ${column}`;
    throw new PlateauError(
      "PLAN_INVALID",
      `${what} : has a line break, and {{${column}}} stands in a header (a value of one line would be right)`,
    );
  });
}
