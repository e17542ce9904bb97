import type { Header } from "../../app/model/request.ts";
import { pathEncoded } from "../../app/requests/httpUrl.ts";
import type { ScriptStep } from "../../app/requests/script.ts";
import { isConstant, render, type Template } from "../../app/requests/template.ts";
import type { Target } from "./target.ts";

const FRAMING = new Set(["connection", "content-length", "transfer-encoding", "keep-alive"]); // ours to say: wrong ones break the run
const ALWAYS_FRAMED = new Set(["POST", "PUT", "PATCH"]); // say "Content-Length: 0" rather than leave the server waiting

export type Cookies = readonly (readonly [name: string, value: string])[];

/** Headers that are not sent, because Plateau itself decides how requests are framed. */
export function droppedHeaders(headers: readonly Header[]): string[] {
  return headers.map((header) => header.name).filter((name) => FRAMING.has(name.toLowerCase()));
}

/** A request ready to be written for any user. */
export interface Writer {
  readonly constant: boolean; // without cookies, every request is the same
  /** The bytes as they go over the wire; `cookies` go before those of the same name among the step's headers. */
  bytes(value: (name: string) => string, cookies: Cookies): Buffer;
}

export function writerOf(step: ScriptStep, target: Target, keepAlive: boolean): Writer {
  const given = step.headers.filter((header) => !FRAMING.has(header.name.toLowerCase()));
  const has = (name: string) => given.some((header) => header.name.toLowerCase() === name);
  const fixed = [];
  if (!has("host")) fixed.push(`Host: ${target.hostHeader}`);
  fixed.push(`Connection: ${keepAlive ? "keep-alive" : "close"}`);
  if (!has("user-agent")) fixed.push("User-Agent: plateau");
  if (!has("accept")) fixed.push("Accept: */*");
  if (target.credentials !== null && !has("authorization")) {
    fixed.push(`Authorization: Basic ${Buffer.from(target.credentials).toString("base64")}`);
  }
  const isCookie = ({ name }: { name: string }) => name.toLowerCase() === "cookie";
  const cookieHeaders = given.filter(isCookie).map(({ value }) => value);
  const headers = given.filter((header) => !isCookie(header));
  const start = `${step.method} `;
  const opening = ` HTTP/1.1\r\n${fixed.join("\r\n")}\r\n`;
  const lines = headerLines(headers);
  const framed = ALWAYS_FRAMED.has(step.method);
  const templates = [step.path, lines, step.body, ...cookieHeaders];
  return {
    constant: templates.every((template) => template === null || isConstant(template)),
    bytes(value, cookies) {
      const path = render(step.path, (name) => pathEncoded(value(name)));
      const cookie = cookieLine(
        cookieHeaders.map((header) => render(header, value)),
        cookies,
      ); // one line: RFC 6265 allows no more
      const body = step.body === null ? "" : render(step.body, value);
      const length = Buffer.byteLength(body);
      const says = length > 0 || framed ? `Content-Length: ${length}\r\n` : "";
      return Buffer.from(`${start}${path}${opening}${cookie}${render(lines, value)}${says}\r\n${body}`);
    },
  };
}

/** "Name: value" lines as one template. */
function headerLines(headers: ScriptStep["headers"]): Template {
  const texts = [""];
  const names: string[] = [];
  for (const { name, value } of headers) {
    const [first = "", ...others] = value.texts;
    texts.push(`${texts.pop()}${name}: ${first}`, ...others);
    names.push(...value.names);
    texts.push(`${texts.pop()}\r\n`);
  }
  return { texts, names };
}

function cookieLine(given: readonly string[], cookies: Cookies): string {
  const kept = cookies.length === 0 ? given : given.map((header) => withoutNames(header, cookies)).filter((header) => header !== "");
  const pairs = [...kept, ...cookies.map(([name, value]) => `${name}=${value}`)];
  return pairs.length === 0 ? "" : `Cookie: ${pairs.join("; ")}\r\n`;
}

function withoutNames(header: string, cookies: Cookies): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => !cookies.some(([name]) => pair.startsWith(`${name}=`))).join("; ");
}
