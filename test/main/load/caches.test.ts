import { afterEach, describe, expect, it } from "vitest";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { load, serving, stopServing } from "../../support/askedServer.ts";

afterEach(stopServing);

const CONNECTIONS = 4;
const MISS_MS = 25;

describe("hits and misses", () => {
  it("are counted and timed as the server made them, good answers only, on any number of threads", async () => {
    const made = { hits: 0, misses: 0, broken: 0, untold: 0 };
    const { url } = await serving((_, response) => {
      const turn = (made.hits + made.misses + made.broken + made.untold) % 10;
      if (turn === 3) {
        made.broken++;
        response.writeHead(500, { "x-cache": "HIT" }).end();
      } else if (turn === 7) {
        made.untold++;
        response.writeHead(200, { age: "0" }).end();
      } else if (turn % 3 === 0) {
        made.misses++;
        setTimeout(() => response.writeHead(200, { "X-Cache": "MISS" }).end("made"), MISS_MS);
      } else {
        made.hits++;
        response.writeHead(200, { "X-Cache": "HIT", Age: "9" }).end("kept");
      }
    });
    const { total } = await load({ url, threads: 2 }, CONNECTIONS);
    const hits = LatencyHistogram.from(total.caches?.hits ?? total.failedLatencies);
    const misses = LatencyHistogram.from(total.caches?.misses ?? total.failedLatencies);
    const unheard = made.hits - hits.count + (made.misses - misses.count);
    expect(unheard).toBeGreaterThanOrEqual(0);
    expect(unheard).toBeLessThanOrEqual(CONNECTIONS); // in flight when the window ended, one per connection
    expect(misses.count).toBeGreaterThan(10);
    expect(hits.count).toBeGreaterThan(misses.count);
    expect(misses.minUs).toBeGreaterThan(1000 * (MISS_MS - 2)); // a timer may come back a little early
    expect(hits.quantile(0.5)).toBeLessThan(misses.quantile(0.5) / 2);
    expect(total.latencies.count - hits.count - misses.count).toBeGreaterThanOrEqual(made.untold - CONNECTIONS);
    expect(total.latencies.count - hits.count - misses.count).toBeLessThanOrEqual(made.untold);
  });

  it("are left out of every tick when no answer tells", async () => {
    const { url } = await serving((_, response) => void response.writeHead(200, { "cache-control": "no-store" }).end());
    const { ticks } = await load({ url }, 2);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.some((tick) => "caches" in tick)).toBe(false);
  });
});
