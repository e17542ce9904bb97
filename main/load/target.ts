import { isIP } from "node:net";
import { PlateauError } from "../../app/model/errors.ts";

/** Where the requests go: a url, taken apart once. */
export interface Target {
  readonly url: string;
  readonly secure: boolean;
  readonly hostname: string; // no brackets around IPv6
  readonly port: number;
  readonly path: string; // with the query
  readonly hostHeader: string;
  readonly credentials: string | null; // user:password of the url
}

/**
 * Takes a url apart.
 * @throws PlateauError PLAN_INVALID if it is not an http or https url
 */
export function parseTarget(url: string): Target {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    throw new PlateauError("PLAN_INVALID", `${url} : the url does not say how to call the target (http://${url} would)`);
  }
  const parsed = URL.parse(url);
  if (parsed === null) throw new PlateauError("PLAN_INVALID", `${url} : not a url (http://localhost:3000/ is one)`);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    const scheme = parsed.protocol.slice(0, -1);
    throw new PlateauError("PLAN_INVALID", `${url} : Plateau does not speak ${scheme} (it loads http:// and https://)`);
  }
  const secure = parsed.protocol === "https:";
  return {
    url,
    secure,
    hostname: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: parsed.port === "" ? (secure ? 443 : 80) : Number(parsed.port),
    path: parsed.pathname + parsed.search,
    hostHeader: parsed.host,
    credentials: parsed.username === "" ? null : `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`,
  };
}

/** The name TLS asks for and checks; null for an address, which cannot be asked for. */
export function serverNameOf(target: Target): string | null {
  return isIP(target.hostname) === 0 ? target.hostname : null;
}
