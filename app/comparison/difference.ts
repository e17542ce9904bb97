import type { HostFacts } from "../model/host.ts";
import type { Plan } from "../model/plan.ts";
import type { Session } from "../model/recording.ts";
import type { Header } from "../model/request.ts";
import { bodyCheckText } from "../requests/checks.ts";

/** Something beside the numbers that is not the same in both sessions: what was meant to differ, or what makes the comparison unfair. */
export interface Difference {
  readonly kind: "plan" | "host" | "plateau";
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Only what both sessions tell: what another tool sent is not known, nor where it ran. */
export function differencesOf(before: Session, after: Session): Difference[] {
  const told = before.status === "imported" || after.status === "imported";
  const plan = told ? PLAN_FACTS.filter(({ told: known }) => known === true) : PLAN_FACTS;
  return [
    ...plan.flatMap(differing("plan", before.plan, after.plan)),
    ...(told ? [] : HOST_FACTS.flatMap(differing("host", before.host, after.host))),
    ...(told ? [] : PLATEAU_FACTS.flatMap(differing("plateau", before, after))),
  ];
}

interface Fact<T> {
  readonly what: string;
  readonly of: (from: T) => unknown; // what is compared
  readonly text: (from: T) => string; // what is shown of it: no secret
  readonly told?: true; // of an imported session too
}

const orNone = (text: string | null): string => (text === null || text === "" ? "none" : text);
const seconds = (ms: number): string => `${ms / 1000} s`;
const yes = (is: boolean | null): string => (is === null ? "not known" : is ? "yes" : "no");

const isCookie = ({ name }: Header): boolean => name.toLowerCase() === "cookie";
const cookieNames = ({ value }: Header): string[] => value.split(";").map((pair) => pair.split("=")[0]?.trim() ?? "");

const PLAN_FACTS: readonly Fact<Plan>[] = [
  { what: "URL", of: ({ url }) => url, text: ({ url }) => url, told: true },
  { what: "method", of: ({ method }) => method, text: ({ method }) => method },
  {
    what: "headers",
    of: ({ headers }) => headers.filter((header) => !isCookie(header)),
    text: ({ headers }) => orNone(headers.flatMap((header) => (isCookie(header) ? [] : header.name)).join(", ")), // values may be secret
    told: true,
  },
  {
    what: "cookies of every request",
    of: ({ headers }) => headers.filter(isCookie),
    text: ({ headers }) => orNone(headers.filter(isCookie).flatMap(cookieNames).join(", ")),
    told: true,
  },
  { what: "body", of: ({ body }) => body, text: ({ body }) => (body === null ? "none" : `${body.length} characters`) },
  {
    what: "requests",
    of: ({ requests }) => requests,
    text: ({ requests }) => (requests === null ? "the URL alone" : requests.steps.map(({ name }) => name).join(", ")),
  },
  { what: "users", of: ({ users }) => users, text: ({ users }) => (users === null ? "none" : `${users.rows.length} rows`) },
  { what: "cookies that answers set", of: ({ cookies }) => cookies, text: ({ cookies }) => cookies },
  {
    what: "session cookie of each connection",
    of: ({ sessionCookie }) => sessionCookie,
    text: ({ sessionCookie }) => orNone(sessionCookie),
    told: true,
  },
  {
    what: "answers expected",
    of: ({ expect }) => expect,
    text: ({ expect }) => orNone([...(expect.status ?? []), ...expect.body.map(bodyCheckText)].join(", ")),
  },
  { what: "keep-alive", of: ({ keepAlive }) => keepAlive, text: ({ keepAlive }) => yes(keepAlive) },
  { what: "timeout", of: ({ timeoutMs }) => timeoutMs, text: ({ timeoutMs }) => seconds(timeoutMs) },
  { what: "measured time of a level", of: ({ durationMs }) => durationMs, text: ({ durationMs }) => seconds(durationMs) },
  { what: "warm-up of a level", of: ({ warmupMs }) => warmupMs, text: ({ warmupMs }) => seconds(warmupMs) },
  { what: "pause between levels", of: ({ cooldownMs }) => cooldownMs, text: ({ cooldownMs }) => seconds(cooldownMs) },
  { what: "levels in a random order", of: ({ shuffle }) => shuffle, text: ({ shuffle }) => yes(shuffle) },
  {
    what: "arrivals",
    of: ({ rates, arrivals, maxConnections }) => (rates === null ? null : [arrivals, maxConnections]),
    text: ({ rates, arrivals, maxConnections }) => (rates === null ? "none" : `${arrivals}, at most ${maxConnections} connections`),
  },
  { what: "seed", of: ({ seed }) => seed, text: ({ seed }) => String(seed) },
  { what: "generator threads", of: ({ threads }) => threads, text: ({ threads }) => String(threads) },
];

const HOST_FACTS: readonly Fact<HostFacts>[] = [
  { what: "operating system", of: ({ os }) => os, text: ({ os }) => os },
  { what: "CPU", of: ({ cpu }) => cpu, text: ({ cpu }) => cpu },
  { what: "cores", of: ({ cores }) => cores, text: ({ cores }) => String(cores ?? "not known") },
  {
    what: "memory",
    of: ({ memoryBytes }) => memoryBytes,
    text: ({ memoryBytes }) => (memoryBytes === null ? "not known" : `${(memoryBytes / 2 ** 30).toFixed(2)} GiB`),
  },
  { what: "Node", of: ({ node }) => node, text: ({ node }) => node },
  { what: "virtual machine", of: ({ virtualised }) => virtualised, text: ({ virtualised }) => yes(virtualised) },
];

const PLATEAU_FACTS: readonly Fact<Session>[] = [
  { what: "version of Plateau", of: ({ plateauVersion }) => plateauVersion, text: ({ plateauVersion }) => plateauVersion },
];

const differing =
  <T>(kind: Difference["kind"], before: T, after: T) =>
  ({ what, of, text }: Fact<T>): Difference[] => {
    if (JSON.stringify(of(before)) === JSON.stringify(of(after))) return [];
    const [first, second] = [text(before), text(after)];
    return [{ kind, what, before: first, after: first === second ? `${second}, but not the same` : second }];
  };

/** "URL: http://a/ before, http://b/ after" */
export const differenceText = ({ what, before, after }: Difference): string => `${what}: ${before} before, ${after} after`;
