import { afterEach, describe, expect, it } from "vitest";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { load, serving, stopServing } from "../../support/askedServer.ts";

afterEach(stopServing);

describe("per step and per connection", () => {
  it("counts and times each step as the server saw it", async () => {
    const { url, asked } = await serving(({ path }, response) => {
      if (path === "/bad") return void response.writeHead(500).end();
      setTimeout(() => response.end(path), path === "/slow" ? 30 : 0);
    });
    const steps = ["/fast", "/slow", "/bad"].map((path) => ({ name: path.slice(1), path }));
    const { total, ticks } = await load({ url, requests: { steps }, threads: 2, durationMs: 1000 }, 4);
    const told = total.steps ?? [];
    expect(told.map(({ step }) => step)).toEqual([0, 1, 2]);
    for (const { step, requests, errors, latencies } of told) {
      const seen = asked.filter(({ path }) => path === steps[step]?.path).length;
      expect(seen - requests).toBeGreaterThanOrEqual(0);
      expect(seen - requests).toBeLessThanOrEqual(4); // in flight when the window ended, one per connection
      expect(errors.status).toBe(step === 2 ? requests : 0);
      expect(latencies.count).toBe(step === 2 ? 0 : requests);
    }
    const median = (step: number) => LatencyHistogram.from(told[step]?.latencies ?? total.latencies).quantile(0.5) / 1000;
    expect(median(1)).toBeGreaterThan(28);
    expect(median(0)).toBeLessThan(15);
    expect(told.reduce((sum, { requests }) => sum + requests, 0)).toBe(total.requests);
    expect(ticks.every((tick) => tick.steps !== undefined)).toBe(true);
  });

  it("counts the answers of each connection as the server saw them, and leaves ticks without a scenario alone", async () => {
    const slow = new Set<number>();
    const { url, asked } = await serving(({ client }, response) => {
      if (slow.size < 1) slow.add(client);
      setTimeout(() => response.end(), slow.has(client) ? 40 : 5);
    });
    const { level, total } = await load({ url, durationMs: 1000 }, 4);
    const counted = [...(level.answersPerConnection ?? [])].sort((a, b) => a - b);
    const seen = [...Map.groupBy(asked, ({ client }) => client).values()].map(({ length }) => length).sort((a, b) => a - b);
    counted.forEach((count, i) => {
      expect(Math.abs((seen[i] ?? 0) - count)).toBeLessThanOrEqual(1);
    });
    expect(counted).toHaveLength(4);
    expect((counted[0] ?? 0) * 3).toBeLessThan(counted[3] ?? 0);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(total.requests);
    expect(total.steps).toBeUndefined();
  });
});
