import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A rectangle on the desktop, in device-independent px. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window was. Without a place, the system chooses one. */
export interface WindowState {
  readonly width: number;
  readonly height: number;
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly maximized: boolean;
}

export const LEAST = { width: 760, height: 520 } as const; // px; below this the charts do not fit
const FIRST: WindowState = { width: 1280, height: 860, place: null, maximized: false };
const GRIP = 100; // px of the title bar that must be on a display for a hand to reach it

/**
 * The remembered state, made to fit the displays there are now: a laptop may have lost the monitor the window was on.
 * A file that is missing or says nonsense counts as none.
 */
export function windowState(text: string | null, workAreas: readonly Bounds[]): WindowState {
  const saved = parsed(text);
  if (saved === null) return fitting(FIRST, workAreas[0]);
  const display = workAreas.find((area) => reachable(saved, area));
  return display === undefined ? fitting({ ...saved, place: null }, workAreas[0]) : fitting(saved, display);
}

/** The text of the state file, or null. */
export function readState(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null; // the first start, or a folder that cannot be read: the window opens all the same
  }
}

export function writeState(file: string, bounds: Bounds, maximized: boolean): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...bounds, maximized }));
  } catch (error) {
    console.error(`plateau: window state : not saved (${(error as Error).message})`);
  }
}

function parsed(text: string | null): WindowState | null {
  try {
    const { x, y, width, height, maximized } = JSON.parse(text ?? "null") as Record<string, unknown>;
    const whole = [x, y, width, height].every((value) => typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 100_000);
    if (!whole || typeof maximized !== "boolean") return null;
    return { width: width as number, height: height as number, place: { x: x as number, y: y as number }, maximized };
  } catch {
    return null;
  }
}

function reachable({ place, width }: WindowState, area: Bounds): boolean {
  if (place === null) return false;
  const overlap = Math.min(place.x + width, area.x + area.width) - Math.max(place.x, area.x);
  return overlap >= GRIP && place.y >= area.y && place.y <= area.y + area.height - GRIP;
}

function fitting(state: WindowState, area: Bounds | undefined): WindowState {
  const within = (value: number, least: number, most: number | undefined) => Math.max(least, Math.min(value, most ?? value));
  return { ...state, width: within(state.width, LEAST.width, area?.width), height: within(state.height, LEAST.height, area?.height) };
}
