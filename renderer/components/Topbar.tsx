import { levelLabels } from "../../app/figures/levelWords.ts";
import { clock } from "../../app/figures/quantity.ts";
import { hashOf, type Route } from "../state/address.ts";
import { type Progress, progressOf } from "../state/live.ts";
import { useRoute } from "../state/route.ts";
import { isRunning, useRun } from "../state/run.ts";
import { setTheme, type Theme, useTheme } from "../state/theme.ts";
import { Icon } from "./Icon.tsx";
import { Tip } from "./Tip.tsx";

const PLACES: readonly { route: Route; name: string }[] = [
  { route: { at: "sessions" }, name: "Sessions" },
  { route: { at: "plan" }, name: "New run" },
  { route: { at: "lab" }, name: "Lab" },
];
const NEXT_THEME: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const THEME_ICON = { system: "system", light: "sun", dark: "moon" } as const;

export function Topbar({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const route = useRoute();
  const theme = useTheme((state) => state.theme);
  return (
    <header className="topbar">
      <a className="brand" href="#/" aria-label="Plateau, all sessions">
        <Mark />
        <span>Plateau</span>
      </a>
      <nav aria-label="Places">
        {PLACES.map((place) => (
          <a key={place.name} href={hashOf(place.route)} aria-current={route.at === place.route.at ? "page" : undefined}>
            {place.name}
          </a>
        ))}
      </nav>
      <RunningPill here={route.at === "live"} />
      <div className="topbar-end">
        <Tip text={`Colours: ${theme}`}>
          <button
            type="button"
            className="icon-button"
            aria-label={`Colours: ${theme}. Change to ${NEXT_THEME[theme]}`}
            onClick={() => setTheme(NEXT_THEME[theme])}
          >
            <Icon name={THEME_ICON[theme]} />
          </button>
        </Tip>
        <Tip text="Keyboard shortcuts (?)">
          <button type="button" className="icon-button shortcuts-button" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
            <Icon name="keyboard" />
          </button>
        </Tip>
      </div>
    </header>
  );
}

/** The way back to a run that goes on elsewhere. */
function RunningPill({ here }: { readonly here: boolean }) {
  const run = useRun();
  if (!isRunning(run) || run.recording === null) return null;
  const { remainingMs, level, planned, phase }: Progress = progressOf(run.recording);
  const now = phase === "waiting" ? "Paused" : level === null ? "Running" : levelLabels(level, false)[1];
  return (
    <a className="running-pill" href="#/live" aria-current={here ? "page" : undefined}>
      <span className="running-dot" aria-hidden="true" />
      <span className="running-now">{now}</span>
      <span className="running-left">{planned === null ? "searching" : `${clock(remainingMs)} left`}</span>
    </a>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="mark">
      <rect width="32" height="32" rx="7" />
      <path d="M6 25L12.5 14.500Q14.500 11.500 18 11.500H26" />
      <circle cx="14.200" cy="12.300" r="3" />
    </svg>
  );
}
