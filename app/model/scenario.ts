import { z } from "zod";
import { Header, HttpMethod } from "./request.ts";

/** What {{...}} may be called: a column of the users, a value taken from an answer. */
const ValueName = z
  .string()
  .regex(/^[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]{0,98}[\p{L}\p{N}_.-])?$/u, "a name has letters, digits, _ . - and spaces within");

const FileName = z.string().max(1000).optional();
const Pattern = z.string().min(1).max(1000).refine(compiles, "not a regular expression");
const Flags = z.string().regex(/^(?!.*(.).*\1)[imsu]*$/, "flags are of i, m, s and u");
/** $.a.b[0] and $["a b"]: see requests/jsonPath.ts. */
const JsonPath = z
  .string()
  .max(500)
  .regex(/^\$(?:\.[^.[\]\s"']+|\[\d+\]|\["[^"\\]*"\]|\['[^'\\]*'\])*$/, 'a JSON path goes like $.a.b[0] or $["a b"]');

/** A value taken from an answer, for the requests after it. An answer that does not have it is a `body` error. */
export const Extraction = z.discriminatedUnion("from", [
  z.strictObject({ name: ValueName, from: z.literal("json"), path: JsonPath }),
  z.strictObject({ name: ValueName, from: z.literal("header"), header: Header.shape.name }),
  z.strictObject({
    name: ValueName,
    from: z.literal("body"),
    pattern: Pattern.refine(hasOneGroup, "one group (...) says what to take"),
    flags: Flags.default(""),
  }),
]);
export type Extraction = z.infer<typeof Extraction>;

/** What the text of an answer must be like; anything else is a `body` error. */
export const BodyCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("contains"), text: z.string().min(1).max(100_000) }),
  z.strictObject({ kind: z.literal("equals"), text: z.string().max(100_000) }),
  z.strictObject({ kind: z.literal("matches"), pattern: Pattern, flags: Flags.default("") }),
  z.strictObject({ kind: z.literal("json"), path: JsonPath, value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
]);
export type BodyCheck = z.infer<typeof BodyCheck>;

/** A status, or a class of them: 200, "2xx". */
const StatusPattern = z.union([z.int().min(100).max(599), z.string().regex(/^[1-5]xx$/, "a class of statuses goes like 2xx")]);
export type StatusPattern = z.infer<typeof StatusPattern>;

/** When an answer is good. `status` null: below 400. All body checks must hold. */
export const Expectation = z.strictObject({
  status: z.array(StatusPattern).min(1).max(100).nullable().default(null),
  body: z.array(BodyCheck).max(20).default([]),
});
export type Expectation = z.infer<typeof Expectation>;

export const NOTHING_EXPECTED: Expectation = { status: null, body: [] };

/** One request of a scenario. Path, header values and body may hold {{names}}. */
export const Step = z.strictObject({
  name: z.string().min(1).max(200),
  method: HttpMethod.default("GET"),
  path: z
    .string()
    .min(1)
    .max(100_000)
    .regex(/^\/[^\r\n\0]*$/, "a path begins with / and is of one line"),
  headers: z.array(Header).max(200).default([]),
  body: z.string().nullable().default(null),
  weight: z.number().gt(0).max(1_000_000).default(1), // of a mix: how often, against the others; apart: how many connections
  extract: z.array(Extraction).max(50).default([]),
  expect: Expectation.default(NOTHING_EXPECTED), // what it leaves open, the plan's says
});
export type Step = z.infer<typeof Step>;

/**
 * Several requests. `sequence`: every user goes through them in order, again and again; `mix`: each request is drawn by its weight;
 * `apart`: every connection sends one of them only, and the connections are shared out by weight (closed model).
 * In a sequence a user that missed a value it was to take begins again: what follows could only be sent wrongly.
 */
export const Scenario = z.strictObject({
  schema: z.literal("plateau/scenario@1").default("plateau/scenario@1"),
  order: z.enum(["sequence", "mix", "apart"]).default("sequence"),
  steps: z
    .array(Step)
    .min(1)
    .max(500)
    .refine((steps) => new Set(steps.map(({ name }) => name)).size === steps.length, "every step has a name of its own"),
  file: FileName, // it was read from
});
export type Scenario = z.infer<typeof Scenario>;

/** Rows for virtual users: connection number i, from 0, keeps row i modulo their number. */
export const Users = z
  .strictObject({
    columns: z.array(ValueName).min(1).max(100),
    rows: z.array(z.array(z.string())).min(1).max(10_000), // as many as there can be connections
    file: FileName, // they were read from
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), "every row has a value for every column")
  .refine(({ columns }) => new Set(columns).size === columns.length, "every column has a name of its own");
export type Users = z.infer<typeof Users>;

/** Who keeps the cookies an answer sets: nobody, every connection its own, or all of a generator thread together. */
export const CookieMode = z.enum(["none", "shared", "per-connection"]);
export type CookieMode = z.infer<typeof CookieMode>;

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** An alternative that always matches shows how many groups there are. */
function hasOneGroup(pattern: string): boolean {
  return compiles(pattern) && new RegExp(`${pattern}|`).exec("")?.length === 2;
}
