import { experiments as known } from "../../../app/diagnosis/experiments/index.ts";
import { short } from "../../../app/figures/quantity.ts";
import { thinkTimeWords } from "../../../app/figures/thinkTimeWords.ts";
import { objectiveText } from "../../../app/model/objective.ts";
import { type Draft, takesBody } from "./draft.ts";

/** What a folded section holds, in a line. */
export function levelsSummary({ model, connections, rates }: Draft): string {
  const [unit, loads] = model === "open" ? ["arrivals per second", rates] : ["connections", connections];
  if (loads.length === 0) return "none";
  const [first = 0] = loads;
  return loads.length === 1 ? `${short(first)} ${unit}` : `${loads.length}, from ${short(first)} to ${short(loads.at(-1) ?? 0)} ${unit}`;
}

export function thinkSummary({ thinkTimes }: Draft): string {
  if (thinkTimes.length === 0) return "none: users press again at once";
  const words = thinkTimes.map(thinkTimeWords).join(", ");
  return thinkTimes.length === 1 ? words : `${words}: each at every level`;
}

export function goalSummary({ objectives, findCapacity, adaptive, shuffle, repeatFirst, model }: Draft): string {
  const closed = model === "closed";
  const listed = [
    ...objectives.map(objectiveText),
    ...(findCapacity && closed ? ["find the capacity"] : []),
    ...(adaptive && closed && !findCapacity ? ["sharpen the knee"] : []),
    ...(shuffle && !findCapacity ? ["shuffled"] : []),
    ...(repeatFirst && !findCapacity ? ["the first again"] : []),
  ];
  return listed.length === 0 ? "none" : listed.join(", ");
}

export function experimentSummary({ experiments }: Draft): string {
  if (experiments === "none") return "none";
  return experiments === "auto" ? "up to two that decide" : experiments.map((id) => known[id].title.toLowerCase()).join(", ");
}

export function requestSummary({ headers, body, method, requests }: Draft): string {
  const named = headers.filter(({ name }) => name !== "").length;
  const parts = [named === 0 ? "no headers" : named === 1 ? "1 header" : `${named} headers`];
  if (requests !== null) return [requests.file, ...parts].join(", ");
  if (takesBody(method)) parts.push(body === "" ? "no body" : `body of ${body.length} characters`);
  return parts.join(", ");
}

export function checksSummary({ expectStatus, expectBody }: Draft): string {
  const status = expectStatus.trim() === "" ? "status below 400" : `status ${expectStatus.trim()}`;
  return expectBody.length === 0 ? status : `${status}, ${expectBody.length} of the body`;
}

const COOKIES = { none: [], shared: ["cookies shared"], "per-connection": ["cookies kept by each"] } as const;

export function usersSummary({ users, cookies, sessionCookie }: Draft): string {
  const parts = [
    ...(users === null ? [] : [`${users.content.rows.length} users`]),
    ...COOKIES[cookies],
    ...(sessionCookie === "" ? [] : [`own ${sessionCookie} each`]),
  ];
  return parts.length === 0 ? "all alike" : parts.join(", ");
}

export function connectionSummary({ keepAlive, threads, seed }: Draft): string {
  const parts = [keepAlive ? "kept alive" : "a new one for every request", `${threads} thread${threads.trim() === "1" ? "" : "s"}`];
  return [...parts, ...(seed.trim() === "1" ? [] : [`seed ${seed}`])].join(", ");
}
