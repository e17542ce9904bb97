import { sessions } from "./0001-sessions.ts";
import { validity } from "./0002-validity.ts";
import { dumps } from "./0003-dumps.ts";
import { annotations } from "./0004-annotations.ts";

/** In order; a database's user_version is the number of those it has had. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [sessions, validity, dumps, annotations];
