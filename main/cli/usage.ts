import { PlateauError } from "../../app/model/errors.ts";

/** Bad words on the command line: `<what> : <why> (<what would be right>)`. */
export function usage(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}

/** What reads a value knows it, not the option it was typed for: a complaint about it begins with the option. */
export function named<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PlateauError) || error.message.startsWith("--")) throw error;
    throw new PlateauError(error.code, `${option} ${error.message}`, error.detail, { cause: error });
  }
}
