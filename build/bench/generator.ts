/**
 * Requests per second of Plateau against bare autocannon 9.0.0: one thread each, the same connections, the same target.
 * Once the generator alone, once everything on: preflight, sampling, storing, diagnosis, and a live view on the WebSocket.
 * Usage: node build/bench/generator.ts [connections = 50] [rounds = 5] [seconds = 3]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import { Plan } from "../../app/model/plan.ts";
import { Engine } from "../../main/engine/engine.ts";
import { Generator } from "../../main/load/generator.ts";
import { startServer } from "../../main/server/server.ts";
import { SessionStore } from "../../main/store/sessionStore.ts";
import { autocannonRps, compare, withTarget } from "./bareAutocannon.ts";

const [connections = 50, rounds = 5, seconds = 3] = process.argv.slice(2).map(Number);
const load = { connections, seconds };
const planFor = (url: string): Plan => Plan.parse({ url, connections: [connections], warmupMs: 1000, durationMs: seconds * 1000 });

async function generatorRps(url: string): Promise<number> {
  let requests = 0;
  const generator = new Generator(planFor(url), process.hrtime.bigint(), {
    tick: (tick) => {
      if (tick.phase === "measured") requests += tick.requests;
    },
    level: () => {},
  });
  await generator.runLevel(0, connections);
  await generator.close();
  return requests / seconds;
}

async function everythingRps(url: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "plateau-bench-"));
  const engine = new Engine(new SessionStore(join(folder, "sessions.db")));
  const server = await startServer(engine, new Map(), 0);
  const entered = await fetch(server.url, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const view = new WebSocket(`ws://127.0.0.1:${server.port}/channel`, { headers: { cookie, origin: `http://127.0.0.1:${server.port}` } });
  await new Promise((resolve) => view.once("open", resolve));
  let heard = 0;
  view.on("message", () => heard++);
  const { recording } = await engine.outcome(await engine.start(planFor(url)));
  if (heard < seconds * 4) throw new Error(`the live view heard only ${heard} messages`);
  view.close();
  await server.close();
  await engine.close();
  rmSync(folder, { recursive: true });
  return summariseLevels(recording)[0]?.throughputRps ?? 0;
}

await withTarget(async (url) => {
  const bare = (): Promise<number> => autocannonRps(url, load);
  await compare(`everything on, ${connections} connections`, rounds, () => everythingRps(url), bare);
  await compare(`generator alone, ${connections} connections`, rounds, () => generatorRps(url), bare);
});
