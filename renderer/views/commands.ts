/** Told to whichever view is open by the keyboard or the desktop's menu. */
export const RUN_COMMAND = "plateau:run";
export const STOP_COMMAND = "plateau:stop";
export const NOTE_COMMAND = "plateau:note";
export const SEARCH_COMMAND = "plateau:search";

export function command(name: string): void {
  window.dispatchEvent(new Event(name));
}
