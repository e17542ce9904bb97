import { Tooltip } from "radix-ui";
import { useEffect, useState } from "react";
import { shortcutOf } from "./components/keyboard.ts";
import { Notices } from "./components/Notices.tsx";
import { Shortcuts } from "./components/Shortcuts.tsx";
import { Topbar } from "./components/Topbar.tsx";
import type { Route } from "./state/address.ts";
import { onMenu, useEngine } from "./state/engine.ts";
import { go, useRoute } from "./state/route.ts";
import { isRunning, useRun } from "./state/run.ts";
import { CompareView } from "./views/CompareView.tsx";
import { command, NOTE_COMMAND, RUN_COMMAND, SEARCH_COMMAND, STOP_COMMAND } from "./views/commands.ts";
import { DiagnosisView } from "./views/DiagnosisView.tsx";
import { LabView } from "./views/LabView.tsx";
import { LiveView } from "./views/LiveView.tsx";
import { PlanView } from "./views/PlanView.tsx";
import { SessionsView } from "./views/SessionsView.tsx";

export function App() {
  const route = useRoute();
  const line = useEngine((state) => state.line);
  const [shortcuts, setShortcuts] = useState(false);

  useEffect(() => {
    function act(what: string): void {
      if (what === "plan") go({ at: "plan" });
      if (what === "note") command(NOTE_COMMAND);
      if (what === "run") command(RUN_COMMAND);
      if (what === "stop") command(STOP_COMMAND);
      if (what === "search") {
        go({ at: "sessions" });
        window.setTimeout(() => command(SEARCH_COMMAND), 60); // after the view is there
      }
      if (what === "shortcuts") setShortcuts(true);
    }
    function press(event: KeyboardEvent): void {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (document.querySelector("dialog[open]") !== null || event.defaultPrevented) return;
      const what = shortcutOf(event, target?.closest("input, textarea, select") != null, watching());
      if (what === null) return;
      event.preventDefault();
      act(what);
    }
    onMenu(act);
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  return (
    <Tooltip.Provider delayDuration={300}>
      <button type="button" className="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Topbar onShortcuts={() => setShortcuts(true)} />
      {line === "away" && (
        <p className="away" role="alert">
          The engine does not answer. Trying again; nothing that was measured is lost.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <View route={route} />
      </main>
      <Notices raised={route.at === "live"} />
      <Shortcuts open={shortcuts} onClose={() => setShortcuts(false)} />
    </Tooltip.Provider>
  );
}

function watching(): boolean {
  return useRoute.getState().at === "live" && isRunning(useRun.getState());
}

function View({ route }: { readonly route: Route }) {
  switch (route.at) {
    case "sessions":
      return <SessionsView />;
    case "plan":
      return <PlanView />;
    case "lab":
      return <LabView />;
    case "live":
      return <LiveView />;
    case "session":
      return <DiagnosisView id={route.id} />;
    case "compare":
      return <CompareView before={route.before} after={route.after} />;
  }
}
