import { objectiveText } from "../model/objective.ts";
import { Plan } from "../model/plan.ts";
import { thinkTimeText } from "../model/thinkTime.ts";
import { bodyCheckText } from "../requests/checks.ts";

/** The command line that repeats a run exactly; what equals the default is left out. */
export function commandOf(plan: Plan): string {
  const usual = Plan.parse({ url: plan.url });
  const words = ["plateau", "run", quoted(plan.url)];
  const option = (name: string, value: string): void => void words.push(name, quoted(value));
  if (plan.rates !== null) option("--rate", plan.rates.join(","));
  else if (plan.connections.join() !== usual.connections.join()) option("-c", plan.connections.join(","));
  if (plan.arrivals !== usual.arrivals) option("--arrivals", plan.arrivals);
  if (plan.maxConnections !== usual.maxConnections) option("--max-connections", String(plan.maxConnections));
  if (plan.thinkTimes.some(({ kind }) => kind !== "none")) option("--think", plan.thinkTimes.map(thinkTimeText).join(","));
  if (plan.seed !== usual.seed) option("--seed", String(plan.seed));
  if (plan.durationMs !== usual.durationMs) option("-d", time(plan.durationMs));
  if (plan.warmupMs !== usual.warmupMs) option("-w", time(plan.warmupMs));
  if (plan.cooldownMs !== usual.cooldownMs) option("--cooldown", time(plan.cooldownMs));
  if (plan.method !== usual.method) option("-m", plan.method);
  for (const { name, value } of plan.headers) option("-H", `${name}: ${value}`);
  if (plan.body !== null) option("-b", plan.body);
  if (plan.requests !== null) option("--requests", plan.requests.file ?? "scenario.json"); // a file cannot be written out here; the session document has it
  if (plan.users !== null) option("--users", plan.users.file ?? "users.csv");
  if (plan.cookies !== usual.cookies) option("--cookies", plan.cookies);
  if (plan.expect.status !== null) option("--expect-status", plan.expect.status.join(","));
  for (const check of plan.expect.body) option("--expect-body", bodyCheckText(check));
  if (plan.sessionCookie !== null) option("--session-cookie", plan.sessionCookie);
  if (!plan.keepAlive) words.push("--no-keep-alive");
  if (plan.threadDumps === "off") words.push("--no-thread-dump");
  if (plan.timeoutMs !== usual.timeoutMs) option("--timeout", time(plan.timeoutMs));
  for (const objective of plan.objectives) option("--slo", objectiveText(objective));
  if (plan.findCapacity) words.push("--find-capacity");
  if (plan.adaptive) words.push("--adaptive");
  if (plan.shuffle) words.push("--shuffle");
  if (plan.repeatFirst) words.push("--repeat-first");
  if (plan.experiments !== "none")
    option("--experiments", typeof plan.experiments === "string" ? plan.experiments : plan.experiments.join(","));
  if (plan.otherUrl !== null) option("--other-url", plan.otherUrl);
  if (plan.halfUrl !== null) option("--half-url", plan.halfUrl);
  if (plan.threads !== usual.threads) option("--threads", String(plan.threads));
  if (plan.pid !== null) option("--pid", String(plan.pid));
  if (plan.allowRemote) words.push("--allow-remote");
  return words.join(" ");
}

/** "500ms", "10s": the largest unit that keeps it whole. */
export function time(ms: number): string {
  if (ms % 1000 !== 0 || ms === 0) return `${ms}ms`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
}

/** As a POSIX shell takes it. */
function quoted(text: string): string {
  return /^[A-Za-z0-9_./:@%+=,~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
