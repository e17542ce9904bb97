import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startProgram } from "./program.ts";
import { postgresFolder } from "./tools.ts";

export interface Postgres {
  readonly port: number;
  stop(): Promise<void>;
}

/** A PostgreSQL of our own on loopback, with a folder that is gone afterwards. It refuses to run as root, so root hands it to its own user. */
export async function startPostgres(): Promise<Postgres> {
  const bin = postgresFolder();
  if (bin === null) throw new Error("PostgreSQL : not installed (install.sh)");
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  const folder = mkdtempSync(join(tmpdir(), "plateau-postgres-"));
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const data = join(folder, "data");
  const initialise = [...asUser, join(bin, "initdb"), "--no-sync", "--auth=trust", "--username=lab", "-D", data];
  execFileSync(initialise[0] as string, initialise.slice(1), { stdio: "ignore", cwd: folder });
  const port = await freePort();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`, "-c", "max_connections=200"];
  const server = await startProgram({
    command: [...asUser, join(bin, "postgres"), "-D", data, "-p", String(port), ...settings],
    folder,
    isReady: () => accepts(port),
  });
  return { port, stop: () => server.stop().then(() => rmSync(folder, { recursive: true, force: true })) };
}

const idOf = (option: "-u" | "-g"): number => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
