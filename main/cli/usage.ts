import { PlateauError } from "../../app/model/errors.ts";

/** Bad words on the command line: `<what> : <why> (<what would be right>)`. */
export function usage(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}
