import { create } from "zustand";

export type Theme = "system" | "light" | "dark";
const KEY = "plateau:theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

export const useTheme = create<{ theme: Theme }>(() => ({ theme: remembered() }));

function remembered(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** The style sheet knows two looks; "system" is resolved here, and again when the system changes. */
export function applyTheme(): void {
  const { theme } = useTheme.getState();
  const shown = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = shown;
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  useTheme.setState({ theme });
  applyTheme();
}

export function watchSystemTheme(): void {
  applyTheme();
  dark.addEventListener("change", applyTheme);
}
