import type { Plan } from "../model/plan.ts";
import { readableUrl } from "../requests/unixSocketUrl.ts";

const ORDERS = { sequence: "in order", mix: "by weight", apart: "by connections of their own" } as const;

/** What a plan sends, in a line: "GET http://x/", "GET unix:/run/app.sock:/", "3 requests in order to http://x". */
export function requestLine({ method, url, requests }: Pick<Plan, "method" | "url" | "requests">): string {
  if (requests === null) return `${method} ${readableUrl(url)}`;
  const { length } = requests.steps;
  const origin = readableUrl(/^[a-z+]+:\/\/[^/?#]+/i.exec(url)?.[0] ?? url);
  if (length === 1) return `${requests.steps[0]?.name} at ${origin}`;
  return `${length} requests ${ORDERS[requests.order]} to ${origin}`;
}
