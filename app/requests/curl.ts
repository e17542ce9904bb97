import { PlateauError } from "../model/errors.ts";
import { Header, HttpMethod } from "../model/request.ts";
import { httpUrl } from "./httpUrl.ts";
import { shellCommands } from "./shellWords.ts";
import { socketPathOf, unixSocketUrl } from "./unixSocketUrl.ts";

/** A `curl` command, as far as a load can repeat it. */
export interface CurlCommand {
  readonly url: string;
  readonly method: HttpMethod;
  readonly headers: readonly Header[];
  readonly body: string | null;
  readonly notes: readonly string[]; // what was left out, and what that means; sentences for people
}

const SHORT: Readonly<Record<string, string>> = {
  X: "request",
  H: "header",
  d: "data",
  b: "cookie",
  u: "user",
  A: "user-agent",
  e: "referer",
  I: "head",
  G: "get",
  k: "insecure",
  s: "silent",
  S: "show-error",
  v: "verbose",
  i: "include",
  L: "location",
  o: "output",
  m: "max-time",
  w: "write-out",
  x: "proxy",
  F: "form",
  T: "upload-file",
  c: "cookie-jar",
  f: "fail",
  O: "remote-name",
  N: "no-buffer",
  g: "globoff",
  "#": "progress-bar",
  "0": "http1.0",
  "4": "ipv4",
  "6": "ipv6",
  E: "cert",
  K: "config",
  r: "range",
  D: "dump-header",
  q: "disable",
  Z: "parallel",
};
const WITH_VALUE = new Set([
  ...[
    "request",
    "header",
    "data",
    "data-raw",
    "data-binary",
    "data-ascii",
    "data-urlencode",
    "json",
    "cookie",
    "user",
    "user-agent",
    "referer",
  ],
  ...[
    "url",
    "output",
    "max-time",
    "write-out",
    "proxy",
    "form",
    "form-string",
    "upload-file",
    "cookie-jar",
    "cert",
    "key",
    "cacert",
    "config",
  ],
  ...[
    "connect-timeout",
    "retry",
    "retry-delay",
    "retry-max-time",
    "range",
    "dump-header",
    "resolve",
    "limit-rate",
    "max-redirs",
    "interface",
  ],
  ...[
    "unix-socket",
    "abstract-unix-socket",
    "connect-to",
    "ciphers",
    "tls-max",
    "proto",
    "noproxy",
    "speed-time",
    "speed-limit",
    "keepalive-time",
    "stderr",
    "trace",
  ],
]);
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  form: "a form of several parts cannot be sent (paste the body with --data-binary)",
  "form-string": "a form of several parts cannot be sent (paste the body with --data-binary)",
  "upload-file": "a file is not read (give the text with --data-binary)",
  config: "a file is not read (write the options out)",
  "abstract-unix-socket": "a socket without a file is not loaded (let the target listen on a path or a port)",
};
const NOTES: Readonly<Record<string, string>> = {
  compressed: "--compressed : left out (with -H 'Accept-Encoding: gzip' the target compresses its answers)",
  insecure: "--insecure : left out (Plateau checks certificates)",
  location: "--location : left out (redirects are not followed)",
  proxy: "--proxy : left out (the target is loaded directly)",
  cert: "--cert : left out (no client certificate is sent)",
  "http1.0": "--http1.0 : left out (Plateau speaks HTTP/1.1)",
  http2: "--http2 : left out (Plateau speaks HTTP/1.1)",
  http3: "--http3 : left out (Plateau speaks HTTP/1.1)",
  resolve: "--resolve : left out (the name is looked up)",
};

/**
 * Reads the `curl` commands of a text, as browsers copy them ("Copy as cURL (bash)") and people write them.
 * @throws PlateauError PLAN_INVALID naming what cannot be repeated
 */
export function readCurl(text: string): CurlCommand[] {
  if (/\^["&%\r\n]/.test(text) && !text.includes("'")) {
    throw refused("^", "copied for cmd.exe", "the browser's Copy as cURL (bash)");
  }
  const commands = shellCommands(text);
  if (commands.length === 0) throw refused("curl", "nothing there", "curl 'http://localhost:3000/' -H 'Name: value'");
  return commands.map((words) => {
    const [name = "", ...rest] = words[0] === "$" ? words.slice(1) : words;
    if (!/(^|[\\/])curl(\.exe)?$/.test(name)) throw refused(name, "not a curl command", "curl 'http://localhost:3000/' -H 'Name: value'");
    return commandOf(optionsOf(rest));
  });
}

interface Option {
  readonly name: string; // long; "" for a word that is the url
  readonly value: string;
}

function optionsOf(words: readonly string[]): Option[] {
  const options: Option[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const valueAfter = (name: string): string => {
      const value = words[++i];
      if (value === undefined) throw refused(`--${name}`, "nothing follows", "a value after it");
      return value;
    };
    if (word.startsWith("--") && word.length > 2) {
      const name = word.slice(2);
      options.push({ name, value: WITH_VALUE.has(name) ? valueAfter(name) : "" });
    } else if (word.startsWith("-") && word.length > 1) {
      for (let at = 1; at < word.length; at++) {
        const name = SHORT[word[at] as string];
        if (name === undefined) throw refused(`-${word[at]}`, "not known", "the option's long name, or without it");
        if (!WITH_VALUE.has(name)) options.push({ name, value: "" });
        else {
          const joined = word.slice(at + 1);
          options.push({ name, value: joined === "" ? valueAfter(name) : joined });
          break;
        }
      }
    } else options.push({ name: "", value: word });
  }
  return options;
}

function commandOf(options: readonly Option[]): CurlCommand {
  const valuesOf = (...names: string[]): string[] => options.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const has = (name: string): boolean => options.some((option) => option.name === name);
  for (const { name } of options) {
    const why = IMPOSSIBLE[name];
    if (why !== undefined) throw new PlateauError("PLAN_INVALID", `--${name} : ${why}`);
  }
  const urls = valuesOf("", "url");
  const written = urls[0];
  if (written === undefined) throw refused("curl", "names no url", "curl 'http://localhost:3000/'");
  if (urls.length > 1) throw refused(urls[1] as string, "a second url", "one command for each");
  const headers = valuesOf("header").flatMap(headerOf);
  const given = (name: string): boolean => headers.some((header) => header.name.toLowerCase() === name);
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== "" && !given(name.toLowerCase())) headers.push(checked(name, value));
  };
  add("User-Agent", valuesOf("user-agent").at(-1));
  add("Referer", valuesOf("referer").at(-1));
  const cookies = valuesOf("cookie");
  const file = cookies.find((cookie) => !cookie.includes("="));
  if (file !== undefined) throw refused(`--cookie ${file}`, "a file is not read", "-b 'name=value'");
  add("Cookie", cookies.join("; "));
  const data = dataOf(options);
  if (data !== null && has("json")) {
    add("Content-Type", "application/json");
    add("Accept", "application/json");
  } else if (data !== null && !has("get")) add("Content-Type", "application/x-www-form-urlencoded");
  const asked = valuesOf("request").at(-1)?.toUpperCase() ?? (has("head") ? "HEAD" : data !== null && !has("get") ? "POST" : "GET");
  const method = HttpMethod.safeParse(asked);
  if (!method.success) throw refused(`--request ${asked}`, "not a method Plateau sends", HttpMethod.options.join(", "));
  const direct = urlOf(written, has("get") ? data : null);
  const socketPath = valuesOf("unix-socket").at(-1);
  const { origin = "" } = httpUrl(direct) ?? {};
  if (socketPath !== undefined && origin !== "http://localhost") add("Host", origin.replace(/^https?:\/\//, "")); // as curl sends it
  const url = socketPath === undefined ? direct : overSocket(direct, socketPath);
  const notes = [...new Set(options.map(({ name }) => name))].flatMap((name) => NOTES[name] ?? []);
  return {
    url: withUser(url, valuesOf("user").at(-1)),
    method: method.data,
    headers,
    body: has("get") ? null : data,
    notes,
  };
}

function dataOf(options: readonly Option[]): string | null {
  const parts = options.flatMap(({ name, value }) => {
    if (name === "data-raw") return [value];
    if (!["data", "data-binary", "data-ascii", "data-urlencode", "json"].includes(name)) return [];
    const isFile = name === "data-urlencode" ? /^[^=]*@/.test(value) : value.startsWith("@");
    if (isFile) throw refused(`--${name} ${value}`, "a file is not read", "the text itself");
    if (name !== "data-urlencode") return [value];
    const equals = value.indexOf("=");
    return [
      equals < 0
        ? encodeURIComponent(value)
        : `${value.slice(0, Math.max(equals, 0))}${equals > 0 ? "=" : ""}${encodeURIComponent(value.slice(equals + 1))}`,
    ];
  });
  return parts.length === 0 ? null : parts.join(options.some(({ name }) => name === "json") ? "" : "&");
}

/** curl takes a url without a scheme for http. */
function urlOf(written: string, query: string | null): string {
  const full = written.includes("://") ? written : `http://${written}`;
  if (httpUrl(full) === null) throw refused(written, "not a url Plateau loads", "http://localhost:3000/");
  const url = full.replace(/#.*$/s, "");
  return query === null ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** What curl would ask of a host, asked of a Unix socket. */
function overSocket(url: string, socketPath: string): string {
  const option = `--unix-socket ${socketPath}`;
  if (!url.toLowerCase().startsWith("http:")) throw refused(option, "over a Unix socket Plateau speaks HTTP only", "an http:// url");
  if (socketPathOf(encodeURIComponent(socketPath)) === null)
    throw refused(option, "not a path from the root", "--unix-socket /run/app.sock");
  const { authority, path } = httpUrl(url) ?? { authority: "", path: "/" };
  const user = authority.slice(0, authority.lastIndexOf("@") + 1);
  return unixSocketUrl(socketPath, path).replace("://", () => `://${user}`);
}

/** User and password go into the url, where Plateau makes the header of them. */
function withUser(url: string, user: string | undefined): string {
  if (user === undefined || httpUrl(url)?.authority.includes("@")) return url;
  const colon = user.indexOf(":");
  const [name, password] = colon < 0 ? [user, ""] : [user.slice(0, colon), user.slice(colon + 1)];
  return url.replace("://", `://${encodeURIComponent(name)}:${encodeURIComponent(password)}@`);
}

/** "Name;" is an empty header; "Name:" takes away one that curl would send, and so is none. */
function headerOf(text: string): Header[] {
  const [, name = "", mark = "", value = ""] = /^([^:;]+)([:;])(.*)$/s.exec(text) ?? [];
  if (name === "") throw refused(`--header ${text}`, "not a header", "'Name: value'");
  if (mark === ":" && value.trim() === "") return [];
  return [checked(name.trim(), mark === ";" ? "" : value.trim())];
}

function checked(name: string, value: string): Header {
  const header = Header.safeParse({ name, value });
  if (header.success) return header.data;
  throw refused(`--header ${name}`, header.error.issues[0]?.message ?? "not a header", "'Name: value'");
}

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right} would be right)`);
}
