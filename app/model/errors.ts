/**
 * The one error Plateau throws on purpose; anything else that reaches the top is a bug.
 * `code` is for programs and tests, `message` for people, `detail` for the log.
 */
export class PlateauError extends Error {
  override readonly name = "PlateauError";
  readonly code: ErrorCode;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, detail: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.detail = detail;
  }
}

export type ErrorCode =
  | "CALL_INVALID" // the window asked something the contract does not allow
  | "ENGINE_BUSY" // one load at a time: two would measure each other
  | "GENERATOR_FAILED" // the load generator broke, not the target
  | "IMPORT_INVALID" // a file that no levels can be read from
  | "INTERFACE_MISSING" // the interface was not built
  | "PLAN_INVALID" // a plan no run can be made of
  | "PORT_TAKEN" // the interface cannot be served there
  | "PROBE_UNREADABLE" // a host counter is missing or has an unknown shape
  | "SESSION_UNKNOWN" // no session of that id in this store
  | "SESSION_UNREADABLE" // not a Plateau session, or written by a newer Plateau
  | "STORE_UNUSABLE" // not a database, not writable, full, or from a newer Plateau
  | "TARGET_REMOTE" // the target is another machine and nobody said that it may be loaded
  | "TARGET_UNREACHABLE" // no request of the run reached the target
  | "VALUE_OUT_OF_RANGE"; // a number the formula is not defined for
