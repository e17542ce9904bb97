import { PlateauError } from "../../../app/model/errors.ts";

/** How much of an unknown text an error quotes, characters. */
const QUOTED = 80;

/** The error every parser here throws: names the file, says what was expected, quotes what came. */
export function unreadable(file: string, expected: string, got: string | undefined): PlateauError {
  const quoted = got === undefined ? "nothing" : JSON.stringify(got.length > QUOTED ? `${got.slice(0, QUOTED)}…` : got);
  return new PlateauError("PROBE_UNREADABLE", `${file}: expected ${expected}; got ${quoted}`, { file });
}
