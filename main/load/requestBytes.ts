import type { Plan } from "../../app/model/plan.ts";
import type { Target } from "./target.ts";

const FRAMING = new Set(["connection", "content-length", "transfer-encoding", "keep-alive"]); // ours to say: wrong ones break the run
const ALWAYS_FRAMED = new Set(["POST", "PUT", "PATCH"]); // say "Content-Length: 0" rather than leave the server waiting

/** Headers of the plan that are not sent, because Plateau itself decides how requests are framed. */
export function droppedHeaders(plan: Plan): string[] {
  return plan.headers.map((header) => header.name).filter((name) => FRAMING.has(name.toLowerCase()));
}

/**
 * One request as it goes over the wire. Written once per connection: all requests of a connection are the same.
 * `cookieValue`: this connection's value of plan.sessionCookie, added to the cookies the plan's headers carry.
 */
export function requestBytes(plan: Plan, target: Target, cookieValue: string | null = null): Buffer {
  const given = plan.headers.filter((header) => !FRAMING.has(header.name.toLowerCase()));
  const has = (name: string) => given.some((header) => header.name.toLowerCase() === name);
  const lines = [`${plan.method} ${target.path} HTTP/1.1`];
  if (!has("host")) lines.push(`Host: ${target.hostHeader}`);
  lines.push(`Connection: ${plan.keepAlive ? "keep-alive" : "close"}`);
  if (!has("user-agent")) lines.push("User-Agent: plateau");
  if (!has("accept")) lines.push("Accept: */*");
  if (target.credentials !== null && !has("authorization")) {
    lines.push(`Authorization: Basic ${Buffer.from(target.credentials).toString("base64")}`);
  }
  const cookies = given.filter((header) => header.name.toLowerCase() === "cookie").map((header) => header.value);
  if (plan.sessionCookie !== null && cookieValue !== null) cookies.push(`${plan.sessionCookie}=${cookieValue}`);
  if (cookies.length > 0) lines.push(`Cookie: ${cookies.join("; ")}`); // one line: RFC 6265 allows no more
  for (const { name, value } of given) if (name.toLowerCase() !== "cookie") lines.push(`${name}: ${value}`);
  const body = Buffer.from(plan.body ?? "");
  if (body.length > 0 || ALWAYS_FRAMED.has(plan.method)) lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
