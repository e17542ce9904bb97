export type Shortcut = "plan" | "note" | "run" | "stop" | "search" | "shortcuts";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key means here. While a person types, only keys with Ctrl or Cmd do. `running`: one watches a run. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Pressed, typing: boolean, running = false): Shortcut | null {
  const command = (ctrlKey || metaKey) && !altKey;
  if (command && key.toLowerCase() === "n") return "plan";
  if (command && key === "Enter") return "run";
  if (command || altKey || typing) return null;
  if (key === "n") return running ? "note" : "plan";
  if (key === "/") return "search";
  if (key === "?") return "shortcuts";
  return key === "Escape" ? "stop" : null;
}
