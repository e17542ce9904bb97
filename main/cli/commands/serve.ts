import { Engine } from "../../engine/engine.ts";
import { builtInterface } from "../../server/builtInterface.ts";
import { openInBrowser } from "../../server/openInBrowser.ts";
import { startServer } from "../../server/server.ts";
import { EXIT } from "../exit.ts";
import { usage, wholeNumber } from "../options.ts";
import { note, print } from "../output.ts";
import { openStore, type StoreOption } from "../store.ts";

export interface ServeOptions extends StoreOption {
  readonly port?: string;
  readonly open?: boolean;
}

/** Serves the window's interface on loopback until Ctrl-C. */
export async function serve(options: ServeOptions): Promise<number> {
  const port = options.port === undefined ? 0 : wholeNumber("--port", options.port);
  if (port > 65_535) throw usage(`--port ${port}`, "not a port", "0 to 65535; 0 takes a free one");
  const files = await builtInterface(note);
  const engine = new Engine(openStore(options));
  try {
    const server = await startServer(engine, files, port);
    print(`Plateau is at ${server.url}`);
    note("This address works once, in one browser. Ctrl-C ends Plateau.");
    if (options.open === true && !openInBrowser(server.url)) note("No browser was found: open the address yourself.");
    await signalled();
    await server.close();
    return EXIT.done;
  } finally {
    await engine.close();
  }
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (asked) process.exit(EXIT.interrupted);
        asked = true;
        resolve();
      });
    }
  });
}
