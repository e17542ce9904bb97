interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly expiresMs: number; // infinite: never
  readonly born: number; // earlier ones are sent first
}

const MOST_COOKIES = 200; // a server that sets a new name with every answer must not fill the memory

/**
 * Keeps the cookies that answers set (RFC 6265). The load goes to one origin, so Domain, Secure, HttpOnly and SameSite change nothing.
 * Times are ms since 1970.
 */
export class CookieJar {
  private cookies: Cookie[] = [];
  private births = 0;

  get isEmpty(): boolean {
    return this.cookies.length === 0;
  }

  /** Takes in one Set-Cookie header of an answer to `requestPath`; what is no cookie is left out, as browsers do. */
  set(header: string, requestPath: string, nowMs: number): void {
    const [pair = "", ...attributes] = header.split(";");
    const equals = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, equals)).trim();
    const value = pair.slice(equals + 1).trim();
    if (name === "" || hasControl(pair)) return;
    let path = defaultPath(requestPath);
    let maxAge: number | null = null;
    let expiresMs = Number.POSITIVE_INFINITY;
    for (const attribute of attributes) {
      const [key = "", text = ""] = splitAtEquals(attribute);
      if (key === "path") path = text.startsWith("/") && !hasControl(text) ? text : defaultPath(requestPath);
      else if (key === "max-age" && /^-?\d+$/.test(text)) maxAge = Number(text);
      else if (key === "expires" && !Number.isNaN(Date.parse(text))) expiresMs = Date.parse(text);
    }
    if (maxAge !== null) expiresMs = maxAge <= 0 ? Number.NEGATIVE_INFINITY : nowMs + maxAge * 1000; // goes before Expires
    const old = this.cookies.find((cookie) => cookie.name === name && cookie.path === path);
    this.cookies = this.cookies.filter((cookie) => cookie !== old);
    if (expiresMs <= nowMs) return; // so a server deletes one
    this.cookies.push({ name, value, path, expiresMs, born: old?.born ?? this.births++ });
    this.cookies.sort((a, b) => b.path.length - a.path.length || a.born - b.born);
    if (this.cookies.length > MOST_COOKIES) this.dropOldest();
  }

  /** Name and value of those to send with a request, those with longer paths first. `path` may have a query. */
  of(path: string, nowMs: number): [name: string, value: string][] {
    const query = path.indexOf("?");
    const plain = query < 0 ? path : path.slice(0, query);
    const sent: [string, string][] = [];
    for (const { name, value, path: within, expiresMs } of this.cookies) {
      if (expiresMs > nowMs && isWithin(plain, within)) sent.push([name, value]);
    }
    return sent;
  }

  private dropOldest(): void {
    const oldest = Math.min(...this.cookies.map(({ born }) => born));
    this.cookies = this.cookies.filter(({ born }) => born !== oldest);
  }
}

/** RFC 6265, section 5.1.4: the folder of the request. */
function defaultPath(requestPath: string): string {
  const plain = requestPath.replace(/[?#].*$/s, "");
  const slash = plain.lastIndexOf("/");
  return slash <= 0 ? "/" : plain.slice(0, slash);
}

function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder.endsWith("/") || path[folder.length] === "/";
}

function splitAtEquals(attribute: string): [key: string, text: string] {
  const equals = attribute.indexOf("=");
  return equals < 0
    ? [attribute.trim().toLowerCase(), ""]
    : [attribute.slice(0, equals).trim().toLowerCase(), attribute.slice(equals + 1).trim()];
}

/** A line break in a cookie would let an answer write headers of our requests. */
function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 32 && code !== 9) || code === 127) return true;
  }
  return false;
}
