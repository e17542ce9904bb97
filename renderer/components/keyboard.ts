export type Shortcut = "plan" | "run" | "stop" | "search" | "shortcuts";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key means here. While a person types, only keys with Ctrl or Cmd do. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Pressed, typing: boolean): Shortcut | null {
  const command = (ctrlKey || metaKey) && !altKey;
  if (command && key.toLowerCase() === "n") return "plan";
  if (command && key === "Enter") return "run";
  if (command || altKey || typing) return null;
  if (key === "n") return "plan";
  if (key === "/") return "search";
  if (key === "?") return "shortcuts";
  return key === "Escape" ? "stop" : null;
}
