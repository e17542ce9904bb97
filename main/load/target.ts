import { isIP } from "node:net";
import { PlateauError } from "../../app/model/errors.ts";
import { canonicalUrl, socketPathOf } from "../../app/requests/unixSocketUrl.ts";

/** Where the requests go: a url, taken apart once. */
export interface Target {
  readonly url: string;
  readonly secure: boolean;
  readonly hostname: string; // no brackets around IPv6
  readonly port: number; // of a Unix socket nobody's
  readonly socketPath: string | null; // of a Unix socket; then neither hostname nor port is connected to
  readonly path: string; // with the query
  readonly hostHeader: string;
  readonly credentials: string | null; // user:password of the url
}

const RIGHT_SOCKET = "unix:/run/app.sock:/path or http+unix://%2Frun%2Fapp.sock/path";

/**
 * Takes a url apart.
 * @throws PlateauError PLAN_INVALID if it is not an http or https url, nor one of a Unix socket
 */
export function parseTarget(url: string): Target {
  const canonical = canonicalUrl(url);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(canonical)) {
    throw new PlateauError("PLAN_INVALID", `${url} : the url does not say how to call the target (http://${url} would)`);
  }
  const parsed = URL.parse(canonical);
  if (parsed === null) throw new PlateauError("PLAN_INVALID", `${url} : not a url (http://localhost:3000/ is one)`);
  const overSocket = parsed.protocol === "http+unix:";
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:" && !overSocket) {
    const scheme = parsed.protocol.slice(0, -1);
    throw new PlateauError("PLAN_INVALID", `${url} : Plateau does not speak ${scheme} (it loads http://, https:// and unix:)`);
  }
  const secure = parsed.protocol === "https:";
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, "$1");
  const socketPath = overSocket && parsed.port === "" ? socketPathOf(hostname) : null;
  if (overSocket && socketPath === null) {
    throw new PlateauError("PLAN_INVALID", `${url} : does not name a Unix socket by its path from the root (${RIGHT_SOCKET} does)`);
  }
  return {
    url,
    secure,
    hostname: overSocket ? "localhost" : hostname,
    port: parsed.port === "" ? (secure ? 443 : 80) : Number(parsed.port),
    socketPath,
    path: (parsed.pathname === "" ? "/" : parsed.pathname) + parsed.search,
    hostHeader: overSocket ? "localhost" : parsed.host,
    credentials: parsed.username === "" ? null : `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`,
  };
}

/** The name TLS asks for and checks; null for an address, which cannot be asked for. */
export function serverNameOf(target: Target): string | null {
  return isIP(target.hostname) === 0 ? target.hostname : null;
}
