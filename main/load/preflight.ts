import { PlateauError } from "../../app/model/errors.ts";
import type { Plan } from "../../app/model/plan.ts";
import { checkerOf } from "../../app/requests/checks.ts";
import { canonicalUrl, readableUrl } from "../../app/requests/unixSocketUrl.ts";
import { type Asked, askOnce } from "./askOnce.ts";
import { explainFailure, explainUnresolved } from "./failureText.ts";
import { droppedHeaders } from "./requestBytes.ts";
import { parseTarget, type Target } from "./target.ts";
import { addressesOf, areOfThisMachine } from "./thisMachine.ts";
import { socketFault } from "./unixSocket.ts";

/** What one request before the load has shown. */
export interface Preflight {
  readonly status: number;
  readonly address: string; // or the path of a Unix socket
  readonly port: number | null; // null: a Unix socket
  readonly socketPath: string | null;
  readonly isThisMachine: boolean;
  readonly connectMs: number;
  readonly warnings: readonly string[]; // sentences for people
}

export interface PreflightOptions {
  readonly certificateAuthority?: string; // PEM
}

/**
 * Sends one request of the plan, so that a run that cannot measure anything ends before it begins, with a sentence of
 * the form "what : why (what would be right)". Answers of 5xx and 429 are let through: they may be what is to be diagnosed; so are
 * answers the plan expects, and whatever the first step of a scenario gets, with a warning.
 * @throws PlateauError PLAN_INVALID for a url, a redirect or a refusal of the target that only another plan can mend
 * @throws PlateauError TARGET_REMOTE before anything is sent, if the target is another machine and the plan does not allow it
 * @throws PlateauError TARGET_UNREACHABLE if there was no HTTP answer
 */
export async function preflight(plan: Plan, options: PreflightOptions = {}): Promise<Preflight> {
  const target = parseTarget(plan.url);
  const fault = target.socketPath === null ? null : socketFault(readableUrl(plan.url), target.socketPath);
  if (fault !== null) throw new PlateauError("TARGET_UNREACHABLE", fault);
  const addresses = target.socketPath === null ? await resolved(target) : [];
  const isThisMachine = target.socketPath !== null || areOfThisMachine(addresses);
  if (!isThisMachine && !plan.allowRemote) {
    const where = addresses.includes(target.hostname) ? "" : ` (${addresses.join(", ")})`;
    throw new PlateauError(
      "TARGET_REMOTE",
      `${target.hostname}${where} : this is another machine, and load on it may harm others (with --allow-remote Plateau loads it)`,
      { addresses },
    );
  }
  const asked = await askOnce(plan, target, options.certificateAuthority);
  if (asked.kind === "failed") {
    throw new PlateauError(
      "TARGET_UNREACHABLE",
      await explainFailure(plan, target, asked),
      { failure: asked.failure },
      { cause: asked.error },
    );
  }
  const isExpected = plan.expect.status !== null && checkerOf(plan.expect).isGoodStatus(asked.status);
  const refusal = plan.requests !== null || isExpected ? null : statusFault(plan, target, asked);
  if (refusal !== null) throw new PlateauError("PLAN_INVALID", refusal, { status: asked.status });
  const { status, address, connectMs } = asked;
  const { socketPath } = target;
  const port = socketPath === null ? target.port : null;
  return { status, address, port, socketPath, isThisMachine, connectMs, warnings: warningsOf(plan, target, asked) };
}

async function resolved(target: Target): Promise<string[]> {
  try {
    return await addressesOf(target.hostname);
  } catch (error) {
    throw new PlateauError("TARGET_UNREACHABLE", explainUnresolved(target, error as NodeJS.ErrnoException), {}, { cause: error });
  }
}

/** Why answers of this status are not worth measuring; null if they are. */
function statusFault(plan: Plan, target: Target, { status, headers }: Extract<Asked, { kind: "answered" }>): string | null {
  const url = readableUrl(plan.url);
  const header = (name: string): string | null => {
    const at = headers.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === name);
    return at < 0 ? null : (headers[at + 1] ?? null);
  };
  if (status >= 300 && status < 400 && status !== 304) {
    const location = header("location");
    const to = location === null ? null : (URL.parse(location, canonicalUrl(plan.url))?.href ?? null);
    if (to === null) return `${url} : answers ${status}, a redirect that does not say where to (give the url that has the page)`;
    return `${url} : answers ${status}, a redirect to ${readableUrl(to)} (load that url instead)`;
  }
  switch (status) {
    case 101:
      return `${url} : switches to another protocol, ${header("upgrade") ?? "unnamed"} (Plateau loads plain HTTP)`;
    case 401:
      return `${url} : answers 401, it wants to know who asks (add -H 'Authorization: ...' or -H 'Cookie: ...')`;
    case 403:
      return `${url} : answers 403, access is forbidden (add -H 'Authorization: ...' or -H 'Cookie: ...' of someone who may)`;
    case 405:
      return `${url} : answers 405, it does not take ${plan.method} (it takes ${header("allow") ?? "another method"})`;
    case 429:
      return null;
  }
  if (status >= 400 && status < 500) {
    const hint = status === 404 ? `is ${target.path} the right path?` : "check method, headers and body";
    return `${url} : answers ${status}, so only errors would be measured (${hint})`;
  }
  return null;
}

function warningsOf(plan: Plan, target: Target, { status, step, complaint }: Extract<Asked, { kind: "answered" }>): string[] {
  const warnings: string[] = [];
  const { expect, requests } = plan;
  const url = readableUrl(plan.url);
  const what = requests === null ? url : (requests.steps[step]?.name ?? url);
  if (complaint !== null && (requests !== null || expect.status !== null || expect.body.length > 0)) {
    warnings.push(`${what} : came ${complaint} (every such answer will count as an error)`);
  } else if (complaint !== null && status >= 500) warnings.push(`${url} : answers ${status} already at rest (see the target's log)`);
  if (complaint !== null && status === 429)
    warnings.push(`${url} : answers 429, it limits how often it may be asked (lift the limit to see the plateau behind it)`);
  const dropped = droppedHeaders([...plan.headers, ...(plan.requests?.steps.flatMap(({ headers }) => headers) ?? [])]);
  if (dropped.length > 0) warnings.push(`${dropped.join(", ")} : not sent (Plateau frames its requests itself)`);
  if (target.credentials !== null && plan.headers.some((header) => header.name.toLowerCase() === "authorization")) {
    warnings.push("user and password of the url : not sent (the Authorization header given goes first)");
  }
  return warnings;
}
