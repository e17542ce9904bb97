import { connect as connectTls } from "node:tls";
import type { Plan } from "../../app/model/plan.ts";
import { readableUrl } from "../../app/requests/unixSocketUrl.ts";
import type { Asked } from "./askOnce.ts";
import type { Target } from "./target.ts";
import { explainUnixConnect } from "./unixSocket.ts";

type Failed = Extract<Asked, { kind: "failed" }>;

const TLS_LOOK_MS = 1000;
const TLS_ALERT_BYTES = 7; // all that a TLS server says to a plain request, if anything

/** "what: why (what would be right)" for a name without an address. */
export function explainUnresolved(target: Target, { code }: NodeJS.ErrnoException): string {
  if (code === "EAI_AGAIN") return `${target.hostname} : the name cannot be looked up now (check the network, or give an address)`;
  return `${target.hostname} : no such host (check the spelling, or give an address such as 127.0.0.1)`;
}

/** "what: why (what would be right)" for a request that had no answer. */
export async function explainFailure(plan: Plan, target: Target, failed: Failed): Promise<string> {
  const { timeoutMs } = plan;
  const url = readableUrl(plan.url);
  const where = `${target.hostname.includes(":") ? `[${target.hostname}]` : target.hostname}:${target.port}`;
  const code = codeOf(failed.error);
  if (failed.failure === "timeout") {
    return `${url} : connected, but no answer within ${seconds(timeoutMs)} (raise the timeout, or see what the target waits for)`;
  }
  if (failed.failure === "connect") {
    const why = target.socketPath === null ? null : explainUnixConnect(url, target.socketPath, code);
    if (why !== null) return why;
    if (target.secure) {
      const why = explainTls(url, code, failed.error);
      if (why !== null) return why;
    }
    if (code === "ECONNREFUSED") return `${url} : nothing listens on ${where} (start the target, or check the port)`;
    if (failed.error.message === "not connected in time") {
      return `${url} : no connection within ${seconds(timeoutMs)} (is a firewall in between, or is the target's listen queue full?)`;
    }
    if (code === "EHOSTUNREACH" || code === "ENETUNREACH") return `${url} : no route to ${where} (check the address and the network)`;
    return `${url} : cannot connect, ${failed.error.message} (check that the target runs)`;
  }
  if (!target.secure && failed.received <= TLS_ALERT_BYTES && (await speaksTls(target))) {
    if (target.socketPath !== null) return `${url} : this socket speaks HTTPS (over a Unix socket Plateau speaks HTTP)`;
    return `${url} : this port speaks HTTPS (load ${url.replace(/^http:/i, "https:")})`;
  }
  if (code.startsWith("HPE_") || failed.error.message.startsWith("Parse") || failed.error.message.startsWith("Expected")) {
    return `${url} : what answers is not HTTP (check the address: databases and other services answer in their own language)`;
  }
  const when = failed.received === 0 ? "without an answer" : `after ${failed.received} bytes, in the middle of its answer`;
  return `${url} : the target closed the connection ${when} (see its log)`;
}

function explainTls(url: string, code: string, error: NodeJS.ErrnoException): string | null {
  const trust = "make it trusted with NODE_EXTRA_CA_CERTS=<its .pem file>, or load the http:// address";
  switch (code) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return `${url} : its certificate is self-signed (${trust})`;
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `${url} : nobody trusted has signed its certificate (${trust})`;
    case "CERT_HAS_EXPIRED":
      return `${url} : its certificate has expired (renew it, or set the clock right)`;
    case "CERT_NOT_YET_VALID":
      return `${url} : its certificate is not valid yet (set the clock right)`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `${url} : its certificate is for another name, ${certificateNames(error)} (load it under that name)`;
  }
  const isPlain = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "ERR_SSL_HTTP_REQUEST"].includes(code);
  if (isPlain) return `${url} : this port does not speak HTTPS (load ${url.replace(/^https:/i, "http:")})`;
  if (code.startsWith("ERR_SSL") || code === "EPROTO")
    return `${url} : the TLS handshake failed, ${error.message.trim()} (check the target's TLS)`;
  if (code === "ECONNRESET" || error.message.startsWith("closed")) {
    return `${url} : the target closed the connection during the TLS handshake (does it speak HTTPS on this port?)`;
  }
  return null;
}

function certificateNames(error: NodeJS.ErrnoException): string {
  const { cert } = error as { cert?: { subjectaltname?: string; subject?: { CN?: string } } };
  return cert?.subjectaltname?.replaceAll(/\w+:/g, "") ?? cert?.subject?.CN ?? "which it does not tell";
}

/** All addresses of a name failing is one AggregateError; the first is as good as the others. */
function codeOf(error: NodeJS.ErrnoException): string {
  if (error.code !== undefined) return error.code;
  return error instanceof AggregateError ? String((error.errors[0] as NodeJS.ErrnoException | undefined)?.code ?? "") : "";
}

/** Does a TLS handshake get an answer here? Only asked after plain HTTP had none; the certificate does not matter. */
function speaksTls(target: Target): Promise<boolean> {
  return new Promise((resolve) => {
    const where = target.socketPath === null ? { host: target.hostname, port: target.port } : { path: target.socketPath };
    const socket = connectTls({ ...where, rejectUnauthorized: false, timeout: TLS_LOOK_MS });
    const end = (speaks: boolean) => {
      socket.destroy();
      resolve(speaks);
    };
    socket.on("secureConnect", () => end(true));
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
    socket.on("timeout", () => end(false));
  });
}

const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
