// What the probes cost: prints the share of a core the sampling thread uses while it watches a target with some thirty
// threads and 150 sockets. Run: node build/bench/probes.ts [seconds] [threads] [sockets]
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { Sampler } from "../../main/probes/sampler.ts";

const BUDGET_PERCENT = 2;
const NODE_THREADS = 12; // what Node has of its own, the 4 of its pool included

if (process.send) await beTarget(process.argv.slice(2).map(Number));
else await measure(process.argv.slice(2).map(Number));

async function measure([seconds = 20, threads = 30, sockets = 150]: number[]): Promise<void> {
  const backend = createServer().listen(0, "127.0.0.1");
  await once(backend, "listening");
  const { port: backendPort } = backend.address() as AddressInfo;
  const target: ChildProcess = fork(new URL(import.meta.url).pathname, [backendPort, threads, sockets].map(String));
  const [port] = (await once(target, "message")) as [number];

  const shares: number[] = [];
  let cpuMs = 0;
  let wallMs = 0;
  let found = "no target";
  const sampler = new Sampler({
    port,
    pid: null,
    originNs: process.hrtime.bigint(),
    onSample({ probeCpuMs, intervalMs, target: reading }) {
      cpuMs += probeCpuMs;
      wallMs += intervalMs;
      shares.push(probeCpuMs);
      if (reading) found = `${reading.threads} threads, ${reading.openFiles} open files, ${reading.backends?.[0]?.connections} connections`;
    },
  });
  await sampler.start();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await sampler.stop();
  target.kill();
  backend.close();

  shares.sort((a, b) => a - b);
  const at = (share: number): string => (shares[Math.floor(share * (shares.length - 1))] ?? Number.NaN).toFixed(2);
  const percent = (100 * cpuMs) / wallMs;
  console.log(`watched: ${found}`);
  console.log(`CPU per sample, ms: median ${at(0.5)}, 90 % ${at(0.9)}, highest ${at(1)}; ${shares.length} samples in ${seconds} s`);
  console.log(`share of a core: ${percent.toFixed(2)} % (budget ${BUDGET_PERCENT} %)`);
  if (!(percent < BUDGET_PERCENT)) process.exitCode = 1;
  process.exit();
}

async function beTarget([backendPort = 0, threads = 0, sockets = 0]: number[]): Promise<void> {
  for (let thread = NODE_THREADS; thread < threads; thread++) new Worker("setInterval(() => Math.sqrt(2), 5)", { eval: true });
  for (let socket = 0; socket < sockets; socket++) connect(backendPort, "127.0.0.1");
  process.on("disconnect", () => process.exit());
  const server = createHttpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  setTimeout(() => process.send?.((server.address() as AddressInfo).port), 1500);
}
