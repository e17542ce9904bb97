import type { PlateauError } from "../../app/model/errors.ts";
import type { Plan } from "../../app/model/plan.ts";
import type { RunOptions } from "./options.ts";
import { usage } from "./usage.ts";

type Fault = Extract<ReturnType<typeof Plan.safeParse>, { success: false }>["error"];
type Issue = Fault["issues"][number];

/** The first thing a plan made of options is refused for, in the words of the command line. */
export function planFault({ issues: [issue] }: Fault, options: RunOptions): PlateauError {
  if (issue === undefined) return usage("plan", "not possible", "see plateau run --help");
  const [why, right] = wordsFor(issue);
  return usage(typedFor(issue.path, options), why, right);
}

function wordsFor(issue: Issue): [why: string, right: string] {
  const unit = String(issue.path[0]).endsWith("Ms") ? " ms" : "";
  switch (issue.code) {
    case "too_small":
      return issue.origin === "string" ? ["is empty", "a text"] : ["too small", `${issue.minimum}${unit} or more`];
    case "too_big":
      return issue.origin === "string"
        ? ["too long", `at most ${issue.maximum} characters`]
        : issue.origin === "array"
          ? ["too many", `at most ${issue.maximum}`]
          : ["too big", `${issue.maximum}${unit} or less`];
    case "invalid_value":
      return ["not one of those there are", issue.values.map(String).join(", ")];
    case "invalid_format":
      return issue.path[0] === "sessionCookie"
        ? ["not a cookie's name", "letters, digits, - and _"]
        : [issue.message, "see plateau run --help"];
    default:
      return [issue.message, "see plateau run --help"];
  }
}

/** Which option a field of the plan comes from, and under which name commander hands it over. */
const OPTION_OF: Readonly<Record<string, readonly [option: string, key: keyof RunOptions]>> = {
  connections: ["--connections", "connections"],
  thinkTimes: ["--think", "think"],
  rates: ["--rate", "rate"],
  arrivals: ["--arrivals", "arrivals"],
  maxConnections: ["--max-connections", "maxConnections"],
  seed: ["--seed", "seed"],
  durationMs: ["--duration", "duration"],
  warmupMs: ["--warmup", "warmup"],
  cooldownMs: ["--cooldown", "cooldown"],
  timeoutMs: ["--timeout", "timeout"],
  method: ["--method", "method"],
  headers: ["--header", "header"],
  body: ["--body", "body"],
  requests: ["--requests", "requests"],
  users: ["--users", "users"],
  cookies: ["--cookies", "cookies"],
  sessionCookie: ["--session-cookie", "sessionCookie"],
  objectives: ["--slo", "slo"],
  threads: ["--threads", "threads"],
  pid: ["--pid", "pid"],
  name: ["--name", "name"],
  note: ["--note", "note"],
  tags: ["--tag", "tag"],
};

/** "--duration 1ms": the option and the value that a fault of the plan stands for. */
function typedFor(path: Issue["path"], options: RunOptions): string {
  const [field, i] = path;
  if (field === "expect") {
    const [, part, at] = path;
    return part === "status" ? `--expect-status ${options.expectStatus}` : `--expect-body ${options.expectBody?.[Number(at)] ?? ""}`.trim();
  }
  const [option, key] = OPTION_OF[String(field)] ?? [];
  if (option === undefined || key === undefined) return path.join(".") || "plan";
  const value = options[key];
  const shown = Array.isArray(value) ? (value as readonly string[])[Number(i)] : value;
  return `${option} ${shown === undefined ? "" : shortened(String(shown))}`.trim();
}

const LONGEST_SHOWN = 80; // characters: a body or a note may be a page

const shortened = (text: string): string => (text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`);
