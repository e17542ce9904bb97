import { resolve } from "node:path";
import { PlateauError } from "../../app/model/errors.ts";
import { databaseFile } from "../engine/home.ts";
import { SessionStore } from "../store/sessionStore.ts";

export interface StoreOption {
  readonly db?: string;
}

/** Opens the store a command works on, with what a process that died left behind put right. @throws PlateauError STORE_UNUSABLE */
export function openStore({ db }: StoreOption): SessionStore {
  const store = new SessionStore(resolve(db ?? databaseFile()));
  store.recover();
  return store;
}

/** The session a person means: its id, the beginning of it, or "last". @throws PlateauError SESSION_UNKNOWN */
export function sessionIdLike(store: SessionStore, words: string): string {
  const ids = store.list().map(({ id }) => id);
  const matches = words === "last" ? ids.slice(0, 1) : ids.filter((id) => id === words || id.startsWith(words));
  const [only, second] = matches;
  if (only !== undefined && (second === undefined || only === words)) return only;
  const why = second === undefined ? "not in this store" : `stands for ${matches.length} sessions`;
  throw new PlateauError("SESSION_UNKNOWN", `session ${words} : ${why} (plateau sessions lists them)`);
}
