import { examine } from "../../probes/doctor.ts";
import { EXIT } from "../exit.ts";
import { type JsonOption, print, printJson, wrapped } from "../output.ts";
import { openStore, type StoreOption } from "../store.ts";

const SIGN = { ok: "ok     ", missing: "missing", warning: "warning" } as const;

/** What this machine offers a measurement. */
export async function doctor(options: StoreOption & { readonly json?: JsonOption }): Promise<number> {
  const checks = [...(await examine()), storeCheck(options)];
  if (options.json !== undefined) printJson(checks, options.json);
  else for (const { name, state, text } of checks) print(`${SIGN[state]}  ${name}\n${wrapped(text, "         ")}`);
  return EXIT.done;
}

function storeCheck(options: StoreOption): { name: string; state: "ok" | "warning"; text: string } {
  try {
    const store = openStore(options);
    const text = `${store.file}: ${store.list().length} sessions are saved there.`;
    store.close();
    return { name: "Session store", state: "ok", text };
  } catch (error) {
    return { name: "Session store", state: "warning", text: error instanceof Error ? error.message : String(error) };
  }
}
