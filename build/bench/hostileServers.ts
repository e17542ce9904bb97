/**
 * Servers that bend or break HTTP, each driven by Plateau's generator and by bare autocannon, same connections and same time, and what
 * the server itself saw meanwhile. Prints a table in Markdown. Each server is a process of its own, so that neither client shares its thread.
 * Usage: node build/bench/hostileServers.ts [connections = 4] [seconds = 3] [part of a server's name]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";
import { quantile } from "../../app/statistics/quantile.ts";
import { mergedTick } from "../../main/load/tickMerger.ts";
import { privateKey, selfSigned } from "../../test/support/hostileServers/certificates.ts";
import { type Exchange, hostileServer, OK, reply, replyAndEnd } from "../../test/support/hostileServers/hostileServer.ts";
import { measure } from "../../test/support/hostileServers/measure.ts";
import { autocannonResult } from "./bareAutocannon.ts";

const TIMEOUT_MS = 1000; // of both clients
const FROZEN_MS = 1000;
const SETTLE_MS = 300; // after a run, for what is still on its way

interface Hostile {
  readonly name: string;
  readonly answer: (exchange: Exchange) => void;
  readonly method?: "GET" | "HEAD";
  readonly host?: "::1";
  readonly secure?: true;
  readonly freezes?: true; // stopped for a second, by a signal, a second after the first request
  readonly refuses?: true; // closed before the load begins
}

/** What one side saw. `p50Ms`, `maxMs`: NaN where there was no answer. */
interface Account {
  readonly requests: number; // sent, or received by the server
  readonly answers: number;
  readonly errors: string;
  readonly p50Ms: number;
  readonly maxMs: number;
}

const head = (status: string, ...headers: string[]): string => `HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;
const says = (bytes: string | Buffer, heldMs = 0) =>
  heldMs === 0 ? (exchange: Exchange) => reply(exchange, bytes) : (exchange: Exchange) => void setTimeout(reply, heldMs, exchange, bytes);
const saysAndEnds = (bytes: string, heldMs: number) => (exchange: Exchange) => void setTimeout(replyAndEnd, heldMs, exchange, bytes);
const CLOSE = `${head("200 OK", "Connection: close", "Content-Length: 5")}hello`;
const HALF = `${head("200 OK", "Content-Length: 100")}half`;
const TEN_MEGABYTES = Buffer.concat([Buffer.from(head("200 OK", "Content-Length: 10485760")), Buffer.alloc(10_485_760, 120)]);

function byteByByte(exchange: Exchange): void {
  let at = 0;
  const next = () => {
    const last = at === OK.length - 1;
    if (last) reply(exchange, OK.charAt(at));
    else exchange.socket.write(OK.charAt(at++));
    if (!last) setImmediate(next);
  };
  next();
}

const SERVERS: readonly Hostile[] = [
  { name: "`Connection: close`, 20 ms", answer: saysAndEnds(CLOSE, 20) },
  {
    name: "closes every 20 answers, 10 ms",
    answer: (exchange) => (exchange.numberOnConnection % 20 === 0 ? saysAndEnds(CLOSE, 10) : says(OK, 10))(exchange),
  },
  { name: "body ends with the connection, 20 ms", answer: saysAndEnds(head("200 OK").concat("hello"), 20) },
  { name: "chunked, 20 ms", answer: says(`${head("200 OK", "Transfer-Encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`, 20) },
  { name: "204 without a length, 20 ms", answer: says(head("204 No Content"), 20) },
  { name: "304 with the length of what is not sent, 20 ms", answer: says(head("304 Not Modified", "Content-Length: 500"), 20) },
  { name: "HEAD, with the length of what is not sent, 20 ms", answer: says(head("200 OK", "Content-Length: 500"), 20), method: "HEAD" },
  {
    name: "103 at once, the answer after 20 ms",
    answer: (exchange) => {
      exchange.socket.write(head("103 Early Hints", "Link: </a.css>"));
      says(OK, 20)(exchange);
    },
  },
  { name: "answer sent byte by byte", answer: byteByByte },
  { name: "two answers to each request in one packet, 20 ms", answer: says(OK + OK, 20) },
  { name: "refused port", answer: says(OK), refuses: true },
  { name: "accepts and never answers", answer: () => {} },
  { name: "answers half and closes, 20 ms", answer: saysAndEnds(HALF, 20) },
  {
    name: "reset in the middle of the answer, 20 ms",
    answer: (exchange) => {
      exchange.socket.write(HALF);
      setTimeout(() => exchange.socket.resetAndDestroy(), 20);
    },
  },
  { name: "every third request hangs, the others 10 ms", answer: (exchange) => exchange.number % 3 === 0 || says(OK, 10)(exchange) },
  { name: "answers at once", answer: says(OK) },
  { name: "20 ms, frozen for a second (SIGSTOP)", answer: says(OK, 20), freezes: true },
  { name: "body of 10 MB", answer: says(TEN_MEGABYTES) },
  { name: "not HTTP, 20 ms", answer: says("SSH-2.0-OpenSSH_9.9\r\n", 20) },
  { name: "TLS, certificate signed by itself, 20 ms", answer: says(OK, 20), secure: true },
  { name: "listens on [::1] only, 20 ms", answer: says(OK, 20), host: "::1" },
];

if (process.send) await serve(SERVERS[Number(process.argv[2])] as Hostile);
else await compareAll(process.argv[2], process.argv[3], process.argv[4]);

/** The server's process: tells its address, and its account when asked. */
async function serve({ answer, host, secure, refuses, freezes }: Hostile): Promise<void> {
  const tls = secure ? { tls: { key: privateKey, cert: selfSigned } } : {};
  const served = (exchange: Exchange) => {
    if (freezes && exchange.number === 1) setTimeout(() => process.send?.("freeze"), 1000);
    answer(exchange);
  };
  const server = await hostileServer(served, { ...(host === undefined ? {} : { host }), ...tls });
  if (refuses) await server.close();
  process.on("message", () => {
    const held = server.exchanges.flatMap(({ receivedMs, answeredMs }) => (answeredMs === null ? [] : [answeredMs - receivedMs]));
    const account: Account = { requests: server.exchanges.length, answers: held.length, errors: "", ...ofLatencies(held) };
    process.send?.(account);
  });
  process.on("disconnect", () => process.exit());
  process.send?.(`${secure ? "https" : "http"}://${host === undefined ? "127.0.0.1" : `[${host}]`}:${server.port}/`);
}

function ofLatencies(latenciesMs: readonly number[]): Pick<Account, "p50Ms" | "maxMs"> {
  if (latenciesMs.length === 0) return { p50Ms: Number.NaN, maxMs: Number.NaN };
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return { p50Ms: quantile(sorted, 0.5), maxMs: sorted.at(-1) as number };
}

async function compareAll(connectionsText = "4", secondsText = "3", part = ""): Promise<void> {
  const [connections, seconds] = [Number(connectionsText), Number(secondsText)];
  console.log(
    `${connections} connections, ${seconds} s, timeout ${TIMEOUT_MS} ms, Node ${process.versions.node}; per cell: requests, answers (p50 / max ms), errors\n`,
  );
  console.log("| server | it saw | Plateau | it saw | bare autocannon |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const [number, hostile] of SERVERS.entries()) {
    if (!hostile.name.includes(part)) continue;
    const ours = await beside(number, (url) => plateau(url, hostile, connections, seconds));
    const theirs = await beside(number, (url) => autocannon(url, hostile, connections, seconds));
    console.log(`| ${hostile.name} | ${[...ours, ...theirs].map(cell).join(" | ")} |`);
  }
}

function cell({ requests, answers, errors, p50Ms, maxMs }: Account): string {
  const ms = answers === 0 ? "" : ` (${p50Ms.toFixed(1)} / ${maxMs.toFixed(0)} ms)`;
  return `${requests}, ${answers}${ms}${errors === "" ? "" : `, ${errors}`}`;
}

/** Starts the server, has it loaded, and gives back its account and the client's. */
async function beside(number: number, load: (url: string) => Promise<Account>): Promise<[Account, Account]> {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname, [String(number)], { serialization: "advanced" });
  try {
    const [url] = (await once(child, "message")) as [string];
    child.once("message", () => {
      child.kill("SIGSTOP"); // it has told that it has been loaded for a second
      setTimeout(() => child.kill("SIGCONT"), FROZEN_MS);
    });
    const client = await load(url);
    child.removeAllListeners("message");
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const told = once(child, "message");
    child.send("account");
    const [server] = (await told) as [Account];
    return [server, client];
  } finally {
    child.kill("SIGKILL");
  }
}

async function plateau(url: string, { method = "GET" }: Hostile, connections: number, seconds: number): Promise<Account> {
  const { ticks } = await measure({ url, method, warmupMs: 0, durationMs: seconds * 1000, timeoutMs: TIMEOUT_MS }, connections);
  const { sent, requests, errors, latencies, lost } = mergedTick([...ticks]);
  const failed = Object.entries({ ...errors, lost }).filter(([, count]) => count > 0);
  const histogram = LatencyHistogram.from(latencies);
  return {
    requests: sent,
    answers: requests,
    errors: failed.map(([kind, count]) => `${count} ${kind}`).join(", "),
    p50Ms: histogram.quantile(0.5) / 1000,
    maxMs: latencies.maxUs / 1000,
  };
}

async function autocannon(url: string, { method = "GET" }: Hostile, connections: number, seconds: number): Promise<Account> {
  const result = await autocannonResult(url, ["-c", connections, "-d", seconds, "-t", TIMEOUT_MS / 1000, "-m", method]);
  const { errors, timeouts, resets, non2xx, requests, latency } = result;
  const failed = Object.entries({ errors: errors - timeouts, timeouts, resets, "not 2xx": non2xx }).filter(([, count]) => count > 0);
  return {
    requests: requests.sent,
    answers: requests.total,
    errors: failed.map(([kind, count]) => `${count} ${kind}`).join(", "),
    p50Ms: latency.p50,
    maxMs: latency.max,
  };
}
