// Names of what crosses between page and shell. Types only: the sandboxed preload can load no second file, so the
// literals stand where they are used, and the compiler holds both sides to this list.
export type ToShell = "plateau:send"; // a wire message for the engine
export type ToPage =
  | "plateau:message" // a wire message of the engine
  | "plateau:closed" // the engine ended; open calls will not be answered
  | "plateau:menu"; // a menu item was chosen; the payload is a MenuCommand

/** What a menu item asks the page to do. */
export type MenuCommand = "plan" | "run" | "stop" | "search" | "shortcuts";
