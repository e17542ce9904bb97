/** `hit`: a cache on the way had the answer, and nobody was asked for it (RFC 9211, section 2.1). `miss`: somebody was, if only whether it still holds. */
export type CacheOutcome = "hit" | "miss";

/**
 * What an answer's headers (name, value, name, value) say of the caches it came through; null where they say nothing sure. One hit on
 * the way is enough: whoever was asked behind it, no answer had to be made. Costs next to nothing when no header has such a name.
 */
export function cacheOutcome(headers: readonly string[]): CacheOutcome | null {
  let missed = false;
  let aged = false;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const read = readerOf(headers[i] as string);
    if (read === undefined) continue;
    const value = headers[i + 1] as string;
    if (read === ageOutcome) aged ||= read(value) === "hit";
    else {
      const outcome = read(value);
      if (outcome === "hit") return "hit";
      missed ||= outcome === "miss";
    }
  }
  if (aged) return missed ? null : "hit"; // a cache that asked, before one that had it, or a clock that is wrong
  return missed ? "miss" : null;
}

type Reader = (value: string) => CacheOutcome | null;

/** RFC 9111, section 5.1: an answer with an age was not made for this request. One of age 0 may have been: many caches write that with every answer. */
const ageOutcome: Reader = (value) => (/^\s*\d*[1-9]\d*\s*$/.test(value) ? "hit" : null);

const QUOTED = /"(?:[^"\\]|\\.)*"/g; // names and details are free text

/** RFC 9211: `cache; hit; ttl=10, "another"; fwd=uri-miss; stored`. A list, one member a cache. */
function cacheStatusOutcome(value: string): CacheOutcome | null {
  const members = value.replace(QUOTED, "").split(",");
  if (members.some((member) => /;\s*hit\s*(?:=\s*\?1\s*)?(?:;|$)/.test(member))) return "hit";
  return members.some((member) => /;\s*fwd\s*=/.test(member)) ? "miss" : null;
}

/**
 * The words of nginx ($upstream_cache_status), Cloudflare, CloudFront ("RefreshHit from cloudfront"), Squid and Akamai ("TCP_MEM_HIT from ..."),
 * Fastly ("MISS, HIT") and Next.js. STALE says nothing sure: some serve it at once, others after the origin has failed to answer.
 */
function wordOutcome(value: string): CacheOutcome | null {
  if (value === "HIT") return "hit";
  if (value === "MISS") return "miss";
  const words = value
    .toLowerCase()
    .split(",")
    .map((member) => member.trim().split(" ", 1)[0] as string);
  if (words.some((word) => word === "updating" || (/hit$/.test(word) && !/refresh/.test(word)))) return "hit";
  return words.some((word) => /miss$|refresh_?hit$|^(?:bypass|expired|dynamic|revalidated|pass)$/.test(word)) ? "miss" : null;
}

/** Varnish writes the id of the request, and behind it, if it had the answer, that of the request which fetched it. */
function varnishOutcome(value: string): CacheOutcome | null {
  if (/(?:^|,)\s*\d+ +\d+\s*(?:,|$)/.test(value)) return "hit";
  return /^\s*\d+\s*$/.test(value) ? "miss" : null;
}

const READERS: readonly (readonly [name: string, read: Reader])[] = [
  ["age", ageOutcome],
  ["cache-status", cacheStatusOutcome],
  ["x-varnish", varnishOutcome],
  ["x-cache", wordOutcome],
  ["x-cache-status", wordOutcome],
  ["x-proxy-cache", wordOutcome],
  ["x-nextjs-cache", wordOutcome],
  ["cf-cache-status", wordOutcome],
];

interface Named {
  readonly name: string;
  readonly last: number; // code of its last letter
  readonly read: Reader;
}

const BY_LENGTH: readonly (readonly Named[] | undefined)[] = Array.from({ length: 16 }, (_, length) => {
  const named = READERS.filter(([name]) => name.length === length).map(([name, read]) => ({
    name,
    last: name.charCodeAt(length - 1),
    read,
  }));
  return named.length === 0 ? undefined : named;
});

/** Length and last letter tell nearly every other name apart; lower case, which costs a string, is for the rest. */
function readerOf(name: string): Reader | undefined {
  const named = BY_LENGTH[name.length];
  if (named === undefined) return undefined;
  const last = name.charCodeAt(name.length - 1) | 0x20; // lower case
  for (const each of named) if (each.last === last && name.toLowerCase() === each.name) return each.read;
  return undefined;
}
