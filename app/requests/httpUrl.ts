import { canonicalUrl } from "./unixSocketUrl.ts";

/** A url taken apart: as much as importing needs. `app/` has no URL of its own. */
export interface HttpUrl {
  readonly origin: string; // "http://host:8080": lower case, no user, no default port; of a Unix socket "http+unix://%2Frun%2Fapp.sock"
  readonly authority: string; // as written, with user and port
  readonly path: string; // with the query, without the fragment; at least "/"
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** Null if it is not an http or https url, nor one of a Unix socket. */
export function httpUrl(url: string): HttpUrl | null {
  const [, scheme = "", authority = "", rest = ""] =
    /^(https?|http\+unix):\/\/([^/?#\s]+)([^#\r\n]*)/i.exec(canonicalUrl(url).trim()) ?? [];
  const kind = scheme.toLowerCase();
  const written = authority.slice(authority.lastIndexOf("@") + 1);
  const host = kind === "http+unix" ? written : written.toLowerCase(); // names of files tell A from a
  if (host === "") return null;
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host) ?? [];
  if (name === "") return null;
  const shown = port === "" || port === DEFAULT_PORTS[kind] ? "" : `:${port}`;
  return { origin: `${kind}://${name}${shown}`, authority, path: rest.startsWith("/") ? rest : `/${rest}` };
}

const OUTSIDE = /[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+/gu;

/** What a url cannot hold, percent-encoded; what it can, / ? & = and % among it, stays. So no value can end the request line. */
export function pathEncoded(text: string): string {
  return text.replace(OUTSIDE, (part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, "\ufffd")));
}
