// A target with known habits, run as a child of its test: listens on a free port, burns a share of a core on its main
// thread, holds connections to a backend, and keeps worker processes that burn as well.
// Arguments: share of a core, backend port, backend connections, workers, workers' share, port to listen on (0: any).
import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:http";
import { connect } from "node:net";

const [burn = 0, backendPort = 0, backendConnections = 0, workers = 0, workerBurn = 0, port = 0] = process.argv.slice(2).map(Number);

/** What a process says when asked: CPU since it began, all its threads, ms. */
export type Spent = { readonly cpuMs: number };

const children: ChildProcess[] = [];
for (let worker = 0; worker < workers; worker++)
  children.push(fork(new URL(import.meta.url).pathname, [String(workerBurn), "0", "0", "0", "0", "-1"]));
for (let connection = 0; connection < backendConnections; connection++) connect(backendPort, "127.0.0.1").on("error", () => {});

const BEAT_MS = 50;
let owedMs = 0;
setInterval(() => {
  owedMs += BEAT_MS * burn;
  const untilMs = cpuMs() + owedMs;
  while (cpuMs() < untilMs) Math.sqrt(untilMs);
  owedMs = 0;
}, BEAT_MS);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function spent(): Promise<Spent> {
  const ofChildren = await Promise.all(
    children.map(
      (child) =>
        new Promise<Spent>((resolve) => {
          child.once("message", resolve);
          child.send("spent");
        }),
    ),
  );
  return { cpuMs: ofChildren.reduce((sum, child) => sum + child.cpuMs, cpuMs()) };
}

process.on("message", async () => process.send?.(await spent()));
process.on("disconnect", () => process.exit());
if (port >= 0) {
  const server = createServer((_, response) => response.end("busy")).listen(port, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" ? address?.port : null });
  });
}
