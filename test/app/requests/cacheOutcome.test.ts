import { describe, expect, it } from "vitest";
import { cacheOutcome } from "../../../app/requests/cacheOutcome.ts";

const of = (...lines: string[]) => cacheOutcome(lines.flatMap((line) => line.split(/: ?(.*)/, 2)));

describe("cacheOutcome()", () => {
  it.each<[string, "hit" | "miss" | null]>([
    ["X-Cache: HIT", "hit"],
    ["x-cache: MISS", "miss"],
    ["X-Cache: HIT from proxy.example:3128", "hit"], // Squid
    ["X-Cache: Hit from cloudfront", "hit"],
    ["X-Cache: RefreshHit from cloudfront", "miss"], // the origin was asked
    ["X-Cache: Miss from cloudfront", "miss"],
    ["X-Cache: Error from cloudfront", null],
    ["X-Cache: MISS, HIT", "hit"], // Fastly: the origin's shield, then the edge
    ["X-Cache: HIT, MISS", "hit"],
    ["X-Cache: MISS, MISS", "miss"],
    ["X-Cache: TCP_MEM_HIT from a23-1 (AkamaiGHost/10)", "hit"],
    ["X-Cache: TCP_REFRESH_HIT from a23-1", "miss"],
    ["X-Cache: TCP_MISS from a23-1", "miss"],
    ["X-Cache: ", null],
    ["X-Cache-Lookup: HIT from proxy.example:3128", null], // what was looked up, not what was answered
    ["X-Cache-Hits: 3", null],
    ["Cache-Control: no-cache", null],
    ["X-Cache-Status: UPDATING", "hit"],
    ["X-Cache-Status: EXPIRED", "miss"],
    ["X-Cache-Status: BYPASS", "miss"],
    ["X-Cache-Status: REVALIDATED", "miss"],
    ["X-Cache-Status: STALE", null],
    ["X-Proxy-Cache: HIT", "hit"],
    ["x-nextjs-cache: MISS", "miss"],
    ["CF-Cache-Status: HIT", "hit"],
    ["cf-cache-status: DYNAMIC", "miss"],
    ["cf-cache-status: NONE/UNKNOWN", null],
    ["X-Varnish: 32770", "miss"],
    ["X-Varnish: 32773 32771", "hit"],
    ["X-Varnish: 5 4, 7", "hit"],
    ["X-Varnish: 5, 7", null],
    ["Age: 1", "hit"],
    ["age: 120", "hit"],
    ["Age: 0", null],
    ["Age: soon", null],
    ["Cache-Status: ExampleCache; hit", "hit"], // this and the next five: RFC 9211, section 3
    ["Cache-Status: ExampleCache; hit; ttl=376", "hit"],
    ["Cache-Status: ExampleCache; fwd=uri-miss; fwd-status=304", "miss"],
    ["Cache-Status: ExampleCache; fwd=stale; fwd-status=304", "miss"],
    ['Cache-Status: OriginCache; hit; ttl=1100, "CDN Company Here"; fwd=uri-miss;', "hit"],
    ["Cache-Status: ExampleCache; hit; ttl=-412", "hit"],
    ['Cache-Status: "of a; hit, b"; fwd=miss', "miss"],
    ["Cache-Status: a;hit=?0", null],
    ["Cache-Status: a;hit=?1", "hit"],
    ["Cache-Status: a; hitherto", null],
    ["Content-Type: HIT", null],
  ])("%s: %s", (line, expected) => {
    expect(of("Date: Sat, 21 Nov 2026 12:00:00 GMT", line, "Content-Length: 3")).toBe(expected);
  });

  it("takes one hit on the way as a hit, and believes no age beside a miss", () => {
    expect(of("CF-Cache-Status: DYNAMIC", "X-Cache: HIT")).toBe("hit");
    expect(of("X-Varnish: 7", "X-Cache: MISS", "Age: 0")).toBe("miss");
    expect(of("X-Varnish: 7 3", "Age: 12")).toBe("hit");
    expect(of("Age: 12", "X-Cache: MISS")).toBeNull();
    expect(of("X-Cache: MISS", "Age: 12")).toBeNull();
    expect(of()).toBeNull();
  });
});
