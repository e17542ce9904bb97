import { launchDesktop } from "../../desktop/launch.ts";
import { builtInterface } from "../../server/builtInterface.ts";
import { EXIT } from "../exit.ts";
import { note } from "../output.ts";
import type { StoreOption } from "../store.ts";
import { serve } from "./serve.ts";

/** Opens the desktop window; where that cannot be, says why in one line and serves the same interface to a browser. */
export async function start(options: StoreOption): Promise<number> {
  await builtInterface(note);
  const launched = await launchDesktop(options.db === undefined ? {} : { db: options.db });
  if (launched.started) return EXIT.done;
  note(`No window: ${launched.reason}. Plateau opens in the browser instead.`);
  return serve({ ...options, open: true });
}
