import "./beforeAll.ts";
import "./styles/app.css";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { watchEngine } from "./state/engine.ts";
import { catchUp, watchRun } from "./state/run.ts";
import { refreshSessions } from "./state/sessions.ts";
import { watchSystemTheme } from "./state/theme.ts";

watchSystemTheme();
watchRun();
watchEngine(({ running }) => {
  void catchUp(running);
  void refreshSessions();
});

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App />);
