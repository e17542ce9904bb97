import type { BodyCheck, Expectation, StatusPattern } from "../model/scenario.ts";
import type { Answer } from "./answer.ts";
import { parseJsonPath, valueAt } from "./jsonPath.ts";

const QUOTED_MOST = 80; // characters of a body in a sentence

/** An expectation made ready for many answers. */
export interface Checker {
  readonly needsBody: boolean;
  isGoodStatus(status: number): boolean;
  isGoodBody(answer: Answer): boolean;
  /** What is wrong with an answer, for people: "200, not 201"; null if nothing is. */
  complaint(answer: Answer): string | null;
}

export function checkerOf({ status, body }: Expectation): Checker {
  const good = new Uint8Array(1000).fill(1, 0, 400); // an answer is good below 400, unless the plan says otherwise
  if (status !== null) {
    good.fill(0);
    for (const pattern of status) good.fill(1, ...rangeOf(pattern));
  }
  const checks = body.map((check) => ({ check, holds: holderOf(check) }));
  const isGoodStatus = (code: number): boolean => good[code] === 1;
  return {
    needsBody: checks.length > 0,
    isGoodStatus,
    isGoodBody: (answer) => checks.every(({ holds }) => holds(answer)),
    complaint: (answer) => {
      if (!isGoodStatus(answer.status)) return `status ${answer.status}, not ${status === null ? "below 400" : status.join(" or ")}`;
      const failed = checks.find(({ holds }) => !holds(answer));
      return failed === undefined ? null : `${cameInstead(failed.check, answer)}, not ${wanted(failed.check)}`;
    },
  };
}

function rangeOf(pattern: StatusPattern): [from: number, below: number] {
  if (typeof pattern === "number") return [pattern, pattern + 1];
  const from = Number(pattern[0]) * 100;
  return [from, from + 100];
}

function holderOf(check: BodyCheck): (answer: Answer) => boolean {
  switch (check.kind) {
    case "contains":
      return ({ body }) => body.includes(check.text);
    case "equals":
      return ({ body }) => body === check.text;
    case "matches": {
      const pattern = new RegExp(check.pattern, check.flags);
      return ({ body }) => pattern.test(body);
    }
    case "json": {
      const path = parseJsonPath(check.path);
      return ({ json }) => valueAt(json, path) === check.value;
    }
  }
}

function wanted(check: BodyCheck): string {
  switch (check.kind) {
    case "contains":
      return `a body that contains ${quoted(check.text)}`;
    case "equals":
      return `the body ${quoted(check.text)}`;
    case "matches":
      return `a body that matches /${check.pattern}/${check.flags}`;
    case "json":
      return `${check.path} = ${JSON.stringify(check.value)}`;
  }
}

function cameInstead(check: BodyCheck, answer: Answer): string {
  if (check.kind !== "json") return answer.body === "" ? "an empty body" : `the body ${quoted(answer.body)}`;
  if (answer.json === undefined) return `a body that is no JSON, ${quoted(answer.body)}`;
  const value = valueAt(answer.json, parseJsonPath(check.path));
  return value === undefined ? `no ${check.path} in ${quoted(answer.body)}` : `${check.path} = ${shortened(JSON.stringify(value))}`;
}

const quoted = (text: string): string => JSON.stringify(shortened(text));

function shortened(text: string): string {
  return text.length <= QUOTED_MOST ? text : `${text.slice(0, QUOTED_MOST)}...`;
}

/**
 * A body check as the command line writes it: =text equals, /re/ matches (flags i, m, s, u after it), $.path=value is JSON, anything else contains.
 * The value is JSON where it can be read as such (3, true, "3"), and text otherwise.
 */
export function parseBodyCheck(text: string): BodyCheck {
  if (text.startsWith("=")) return { kind: "equals", text: text.slice(1) };
  const [, pattern, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  if (pattern !== undefined && flags !== undefined) return { kind: "matches", pattern, flags };
  const [, path, value] = /^(\$(?:[.[][^=]*)?)=(.*)$/s.exec(text) ?? [];
  if (path !== undefined && value !== undefined) return { kind: "json", path, value: scalarOf(value) };
  return { kind: "contains", text };
}

/** The other way round: what parseBodyCheck reads as this check. */
export function bodyCheckText(check: BodyCheck): string {
  switch (check.kind) {
    case "contains":
      return check.text;
    case "equals":
      return `=${check.text}`;
    case "matches":
      return `/${check.pattern}/${check.flags}`;
    case "json":
      return `${check.path}=${typeof check.value === "string" && scalarOf(check.value) === check.value ? check.value : JSON.stringify(check.value)}`;
  }
}

function scalarOf(text: string): string | number | boolean | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? text : (value as string | number | boolean | null);
  } catch {
    return text;
  }
}
