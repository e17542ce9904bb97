import type { Channel } from "../../app/contract/wire.ts";
import { PlateauError } from "../../app/model/errors.ts";
import { SessionStore } from "../store/sessionStore.ts";
import { serveChannel } from "./answers.ts";
import { Engine } from "./engine.ts";
import { databaseFile } from "./home.ts";

/**
 * The engine as a process of its own, for the desktop window: started by Electron's utilityProcess (process.parentPort) or by
 * child_process.fork (process.send). `--db FILE` names the store. It ends when its parent does.
 */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
}

function parentChannel(): Channel {
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort;
  if (port !== undefined) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on("message", ({ data }) => listener(data)),
      onClose: () => {},
    };
  }
  return {
    send: (message) => void process.send?.(message, undefined, undefined, () => {}), // a parent that is gone: `disconnect` ends us
    onMessage: (listener) => process.on("message", listener),
    onClose: (listener) => process.on("disconnect", listener),
  };
}

const option = process.argv.indexOf("--db");
const file = option === -1 ? databaseFile() : (process.argv[option + 1] ?? databaseFile());
try {
  const engine = new Engine(new SessionStore(file));
  const channel = parentChannel();
  serveChannel(engine, channel);
  const end = (): void => void engine.close().then(() => process.exit(0));
  channel.onClose(end);
  process.on("SIGTERM", end);
  process.on("SIGINT", () => {}); // Ctrl-C in the terminal reaches us too; the shell decides
} catch (error) {
  if (!(error instanceof PlateauError)) throw error;
  console.error(`plateau: ${error.message}`);
  process.exit(1);
}
