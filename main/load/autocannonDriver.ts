/**
 * The only file that imports autocannon: its HTTP client and parser, not its run loop. The run loop (lib/run.js) ticks
 * once a second, keeps whole milliseconds, rounds durations and retries a refused port without pause; none of that is wanted.
 *
 * The client has faults of its own, each repaired here by replacing the method on the instance. setupClient is called before
 * the client connects, so autocannon's own never runs:
 * - _connect kept the requests in flight when a server closed, and later answers were paired with older requests: here
 *   one request is in flight at most, and it ends with its connection;
 * - the parser kept its state over a reconnect, and a body that ends with the connection never ended;
 * - the request was written before the connection was open, so first latencies held DNS, TCP and TLS;
 * - 1xx was taken for the answer, HEAD and 304 waited for a body, certificates were not checked, bodies were kept.
 * test/main/load/autocannonSeam.test.ts fails when these methods move.
 */
import type { Socket } from "node:net";
import AutocannonClient, { type Client, type ResponseHead, type ResponseParser } from "autocannon/lib/httpClient.js";
import { framingOf, isInterim } from "./answerFraming.ts";
import type { ConnectionFailure, ConnectionObserver } from "./connectionObserver.ts";
import type { ConnectionOptions } from "./connectionOptions.ts";
import type { ConnectionUser } from "./connectionUser.ts";
import { openSocket } from "./openSocket.ts";
import type { PacedConnection } from "./pace.ts";

const FIRST_RETRY_MS = 10;
const LAST_RETRY_MS = 1000;
const LINGER_MS = 1000; // for the server to close a connection it said it would

/**
 * One connection: once released it sends, waits for the answer, and sends again, at once or at the word of its pace, and reconnects as
 * often as that takes. After a failure it waits 10 ms, doubling up to 1 s; after an answer it does not wait.
 */
export class AutocannonDriver implements PacedConnection {
  remoteAddress: string | null = null; // the address that answered last; spares looking the name up again
  private readonly options: ConnectionOptions;
  private readonly user: ConnectionUser;
  private readonly observer: ConnectionObserver;
  private readonly parser: ResponseParser;
  private readonly timer: NodeJS.Timeout;
  private readonly client: Client;
  private readonly whenTried: () => void;
  private socket: Socket | null = null;
  private retryTimer: NodeJS.Timeout | null = null;
  private retryMs = FIRST_RETRY_MS;
  private closed = false;
  private connecting = false;
  private busy = false; // a request is in flight
  private waiting = true; // for its release, then for the word of its pace
  private intendedMs = -1; // when the request was meant to be sent; -1: when it was
  private startedMs = 0; // of the connect, then of the request
  private answers = 0; // on this connection
  private answerBytes = 0; // of the request in flight
  private status = 0;
  private reusable = false; // the answer in hand leaves the connection usable
  private complete = false; // the answer in hand is whole

  /** Begins to connect at once. `whenTried` is called when the first attempt has succeeded or failed. */
  constructor(options: ConnectionOptions, observer: ConnectionObserver, whenTried: () => void) {
    this.options = options;
    this.user = options.user;
    this.observer = observer;
    this.whenTried = once(whenTried);
    this.timer = setTimeout(() => this.onTimeout(), options.timeoutMs);
    const { target, timeoutMs, user } = options;
    this.client = new AutocannonClient({
      protocol: target.secure ? "https:" : "http:",
      hostname: target.hostname,
      port: target.port,
      path: target.path,
      method: user.method,
      timeout: timeoutMs / 1000,
      setupClient: (client) => {
        client._connect = () => {}; // the constructor calls it before there is a driver
        client._doRequest = () => this.send();
        client._destroyConnection = () => this.dropSocket();
        client.getRequestBuffer = () => user.next();
      },
    });
    this.client.timeoutTicker.clear();
    this.client.timeoutTicker = { reschedule: () => this.timer.refresh(), clear: () => clearTimeout(this.timer) };
    this.client._connect = () => this.connect();
    this.parser = this.client.parser;
    const { kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete } = this.parser.constructor;
    this.parser[kOnHeaders] = () => {}; // trailers
    this.parser[kOnHeadersComplete] = (head: ResponseHead) => this.onHead(head);
    this.parser[kOnBody] = (chunk: Buffer, from: number, length: number) => user.body(chunk, from, length);
    this.parser[kOnMessageComplete] = () => this.onMessage();
    this.connect();
  }

  /** Sends the first request, as soon as there is a connection. */
  release(): void {
    if (this.waiting) this.resume(-1);
  }

  resume(intendedMs: number): void {
    this.waiting = false;
    this.intendedMs = intendedMs;
    this.next();
  }

  /** Ends it for good; a request in flight is not counted. */
  close(): void {
    this.closed = true;
    if (this.retryTimer !== null) clearTimeout(this.retryTimer);
    this.client.destroy(); // clears the timer, drops the socket
  }

  private connect(): void {
    if (this.closed) return;
    const { target, certificateAuthority } = this.options;
    this.parser.reinitialize(this.parser.constructor.RESPONSE);
    this.connecting = true;
    this.observer.connecting();
    this.answers = 0;
    this.startedMs = performance.now();
    this.timer.refresh();
    const host = this.remoteAddress ?? target.hostname;
    const socket = openSocket(target, host, certificateAuthority, (chunk, length) => this.onChunk(socket, chunk, length));
    this.socket = socket;
    this.client.conn = socket;
    socket.on(target.secure ? "secureConnect" : "connect", () => this.onOpen(socket));
    socket.on("error", (error) => this.onBroken(socket, error));
    socket.on("end", () => this.onEnd(socket));
    socket.on("close", () => this.onEnd(socket));
  }

  private onOpen(socket: Socket): void {
    if (socket !== this.socket) return;
    const nowMs = performance.now();
    this.connecting = false;
    this.remoteAddress = socket.remoteAddress ?? null;
    this.observer.connected(nowMs, (nowMs - this.startedMs) * 1000);
    this.whenTried();
    this.next();
  }

  /** The next request, if there may be one; a new connection before it, if there is none. */
  private next(): void {
    if (this.waiting || this.closed || this.busy || this.connecting || !this.observer.open) return;
    if (this.socket !== null) this.send();
    else if (this.retryTimer === null) this.connect();
  }

  private send(): void {
    const { socket, client } = this;
    if (socket === null) return;
    const request = client.getRequestBuffer();
    this.timer.refresh();
    this.busy = true;
    this.complete = false;
    this.answerBytes = 0;
    this.startedMs = performance.now();
    this.observer.sent(this.startedMs, request.length);
    socket.write(request);
  }

  private onChunk(socket: Socket, chunk: Buffer, length: number): void {
    if (socket !== this.socket) return;
    if (!this.busy) {
      this.replaceSocket(); // bytes nobody asked for: what follows could not be told from an answer
      return;
    }
    const nowMs = performance.now();
    this.answerBytes += length;
    this.observer.received(nowMs, length);
    const parsed = this.parser.execute(chunk, 0, length);
    if (this.complete) this.onAnswer(nowMs);
    else if (typeof parsed !== "number") this.fail("receive", parsed);
  }

  /** The parser has read a header block. Returning 1 tells it that no body follows. */
  private onHead(head: ResponseHead): number {
    if (this.complete) {
      this.reusable = false; // a second answer to one request: what follows could not be told apart
      return 0;
    }
    if (isInterim(head.statusCode)) return 1;
    const { parser } = this;
    const framing = framingOf(this.user.method, head, parser.body_bytes !== null, parser.isChunked, parser.connection);
    if (framing.chunked) parser.isChunked = true;
    this.status = head.statusCode;
    this.reusable = framing.reusable;
    this.user.head(head);
    this.options.onHead?.(head);
    return framing.bodiless ? 1 : 0;
  }

  private onMessage(): void {
    if (isInterim((this.parser as unknown as { info: ResponseHead }).info.statusCode)) return;
    this.complete = true;
  }

  private onAnswer(nowMs: number): void {
    this.busy = false;
    this.answers++;
    this.retryMs = FIRST_RETRY_MS;
    this.user.answered();
    this.observer.answered(nowMs, (nowMs - this.startedMs) * 1000, this.status, this.responseUs(nowMs), this.user);
    const clean = this.parser.state === "RESPONSE_LINE" && this.parser.line === "";
    const usable = this.reusable && clean && this.options.keepAlive;
    if (!usable) this.replaceSocket();
    const { pace } = this.options;
    this.waiting = pace !== undefined;
    if (pace !== undefined) pace.ended(this, nowMs);
    else if (usable && this.observer.open) this.send();
  }

  private responseUs(nowMs: number): number {
    return this.intendedMs < 0 ? -1 : (nowMs - this.intendedMs) * 1000;
  }

  /** A planned end: the old socket is left to the server to close, so that it keeps the port waiting, not we. */
  private replaceSocket(): void {
    const old = this.socket;
    this.socket = null;
    old?.setTimeout(LINGER_MS, () => old.destroy());
    setImmediate(() => this.next()); // a socket costs time: first read the clock for answers that are waiting
  }

  private onEnd(socket: Socket): void {
    if (socket !== this.socket) return;
    if (this.connecting) {
      this.fail("connect", new Error("closed while connecting"));
      return;
    }
    if (!this.busy) {
      this.dropSocket(); // closed between two requests: nothing lost
      this.next();
      return;
    }
    this.parser.finish();
    if (!this.complete) {
      this.fail("receive", new Error("closed before the answer was whole"));
      return;
    }
    this.reusable = false;
    this.onAnswer(performance.now());
  }

  private onBroken(socket: Socket, error: Error): void {
    if (socket !== this.socket) return;
    if (this.connecting) this.fail("connect", error);
    else if (this.busy) this.fail((error as NodeJS.ErrnoException).syscall === "write" ? "send" : "receive", error);
    else this.onEnd(socket);
  }

  private onTimeout(): void {
    if (this.closed) return;
    if (this.busy) this.fail("timeout", new Error("no answer in time"));
    else if (this.connecting) this.fail("connect", new Error("not connected in time"));
  }

  private fail(failure: ConnectionFailure, error: Error): void {
    const wasBusy = this.busy;
    const lost = failure !== "timeout" && wasBusy && this.answerBytes === 0;
    const productive = this.answers > 0 || failure === "timeout"; // a timeout has waited long enough
    this.busy = false;
    this.connecting = false;
    if (failure === "connect") this.remoteAddress = null; // another address of the name may do
    this.dropSocket();
    const nowMs = performance.now();
    if (wasBusy) this.user.failed();
    this.observer.failed(nowMs, failure, wasBusy, lost, error, this.responseUs(nowMs), this.user);
    this.whenTried();
    if (!productive) this.retryLater();
    const { pace } = this.options;
    if (wasBusy) this.waiting = pace !== undefined;
    if (wasBusy && pace !== undefined) pace.ended(this, nowMs);
    else if (productive) this.next();
  }

  private retryLater(): void {
    if (this.closed || this.retryTimer !== null) return;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = null;
      this.next();
    }, this.retryMs);
    this.retryMs = Math.min(LAST_RETRY_MS, this.retryMs * 2);
  }

  private dropSocket(): void {
    const old = this.socket;
    this.socket = null;
    old?.destroy();
  }
}

function once(call: () => void): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    call();
  };
}
