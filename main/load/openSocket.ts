import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { serverNameOf, type Target } from "./target.ts";

const READ_BYTES = 65_536;
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES); // one for all connections: no allocation for what is read

/**
 * Begins to connect to a target at an address or name, or to its Unix socket; "connect" or "secureConnect" tells when it is done. Certificates are checked.
 * `onChunk`'s bytes are only good until it returns.
 */
export function openSocket(
  target: Target,
  host: string,
  certificateAuthority: string | undefined, // PEM, instead of the system's
  onChunk: (chunk: Buffer, length: number) => void,
): Socket {
  if (!target.secure) {
    const callback = (length: number, chunk: Uint8Array) => {
      onChunk(chunk as Buffer, length);
      return true;
    };
    const onread = { buffer: readBuffer, callback };
    if (target.socketPath !== null) return connectTcp({ path: target.socketPath, onread });
    return connectTcp({ host, port: target.port, noDelay: true, onread });
  }
  const servername = serverNameOf(target);
  const socket = connectTls({
    host,
    port: target.port,
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
    ...(servername === null ? {} : { servername }),
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
  });
  socket.setNoDelay(true);
  socket.on("data", (chunk: Buffer) => onChunk(chunk, chunk.length)); // TLS has no reading into a buffer of ours
  return socket;
}
