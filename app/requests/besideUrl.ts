import { httpUrl } from "./httpUrl.ts";

/** Another url of the same server: a path ("/health"), or a whole url. Null if it is of another server, which nobody asked to load. */
export function besideUrl(url: string, other: string): string | null {
  const own = httpUrl(url);
  if (own === null) return null;
  const scheme = own.origin.slice(0, own.origin.indexOf("://"));
  if (other.startsWith("/")) return `${scheme}://${own.authority}${other}`; // with the user and password of the url
  return httpUrl(other)?.origin === own.origin ? other : null;
}
