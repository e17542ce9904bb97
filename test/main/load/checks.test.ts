import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { preflight } from "../../../main/load/preflight.ts";
import { json, load, serving, stopServing } from "../../support/askedServer.ts";

afterEach(stopServing);

describe("checks", () => {
  it("count answers of another status, and bodies of another text, apart; their latencies too", async () => {
    const kinds = [
      (response: ServerResponse) => response.end("welcome"),
      (response: ServerResponse) => response.end("Sorry"),
      (response: ServerResponse) => response.writeHead(202).end("welcome"),
      (response: ServerResponse) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a welcome packed")),
      (response: ServerResponse) => response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("packed without")),
    ];
    const { url } = await serving((_, response) => void kinds[asks++ % kinds.length]?.(response));
    let asks = 0;
    const { total, latencies } = await load({ url, expect: { status: [200, 201], body: [{ kind: "contains", text: "welcome" }] } }, 1);
    const fifth = total.requests / 5;
    expect(fifth).toBeGreaterThan(10);
    expect(Math.abs(total.errors.status - fifth)).toBeLessThan(2);
    expect(Math.abs(total.errors.body - 2 * fifth)).toBeLessThan(2);
    expect(latencies.count).toBe(total.requests - total.errors.status - total.errors.body);
    expect(total.failedLatencies.count).toBe(total.errors.status + total.errors.body);
  });

  it("take 404 for good where it is expected", async () => {
    const { url } = await serving((_, response) => json(response, {}, 404));
    const { total } = await load({ url, expect: { status: [404] } }, 1);
    expect([total.errors.status, total.latencies.count]).toEqual([0, total.requests]);
  });

  it("take a body beyond a megabyte for a wrong one, and keep memory for no more", async () => {
    const big = Buffer.alloc(1_100_000, "a");
    const { url } = await serving((_, response) => response.end(big));
    const { total } = await load({ url, expect: { body: [{ kind: "contains", text: "a" }] } }, 1);
    expect(total.requests).toBeGreaterThan(3);
    expect(total.errors.body).toBe(total.requests);
  });

  it("warn before the load, and say what came instead", async () => {
    const { url } = await serving((_, response) => json(response, { state: "down" }));
    const of = async (more: Partial<PlanInput>) => (await preflight(Plan.parse({ url: `${url}/`, ...more }))).warnings;
    expect(await of({ expect: { body: [{ kind: "json", path: "$.state", value: "up" }] } })).toEqual([
      `${url}/ : came $.state = "down", not $.state = "up" (every such answer will count as an error)`,
    ]);
    expect(await of({ expect: { status: [201] } })).toEqual([
      `${url}/ : came status 200, not 201 (every such answer will count as an error)`,
    ]);
    const steps = [{ name: "first", path: "/", extract: [{ name: "id", from: "header" as const, header: "x-id" }] }];
    expect(await of({ requests: { steps } })).toEqual([
      "first : came nothing to take as {{id}} (every such answer will count as an error)",
    ]);
    expect(await of({})).toEqual([]);
  });

  it("let a status pass the preflight that is expected, and refuse a name without a value", async () => {
    const { url } = await serving((_, response) => json(response, {}, 404));
    expect((await preflight(Plan.parse({ url, expect: { status: ["4xx"] } }))).warnings).toEqual([]);
    await expect(preflight(Plan.parse({ url: `${url}/{{id}}` }))).rejects.toThrow("{{id}} in the path : no value of that name");
  });
});
