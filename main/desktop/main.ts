import { join } from "node:path";
import { app, type BrowserWindow, ipcMain } from "electron";
import { EngineProcess } from "./engineProcess.ts";
import { startEngine } from "./engineRuntime.ts";
import { claimScheme, PAGE_ORIGIN, serveInterface } from "./interfaceProtocol.ts";
import { setMenu } from "./menu.ts";
import type { ToPage, ToShell } from "./shellChannels.ts";
import { isOurPage, openWindow } from "./window.ts";

// The desktop shell. No measurement shares a process with the window: the shell starts the engine and carries messages.
const HERE = __dirname; // build/out/desktop, where this is bundled to
const ROOT = join(HERE, "..", "..", "..");

let window: BrowserWindow | null = null;
let engine: EngineProcess | null = null;

app.setName("Plateau");
claimScheme();
app.disableHardwareAcceleration(); // without a graphics card its emulation took half a core from what is measured, drawing charts
if (!app.requestSingleInstanceLock()) app.exit(0); // a second engine on the same store would take the first one's run for a wreck
app.on("second-instance", showWindow);
app.on("window-all-closed", () => app.quit());
app.on("before-quit", endEngineFirst);
app.whenReady().then(start, fail);

async function start(): Promise<void> {
  serveInterface(join(ROOT, "build", "out", "renderer"));
  setMenu((command) => tell("plateau:menu", command));
  relayToEngine();
  window = openWindow(join(HERE, "preload.cjs"));
  engine = runEngine();
  await window.loadURL(`${PAGE_ORIGIN}/index.html`);
  process.send?.("window-open"); // to launch.ts, which would otherwise offer the browser instead
}

function runEngine(): EngineProcess {
  const args = process.argv.filter((argument) => argument.startsWith("--db=")).flatMap((argument) => ["--db", argument.slice(5)]);
  return new EngineProcess(() => startEngine(ROOT, args), {
    onMessage: (message) => tell("plateau:message", message),
    onClose: () => tell("plateau:closed"),
    onRestart: () => tell("plateau:message", { event: "engine:restarted", payload: null }),
  });
}

function relayToEngine(): void {
  ipcMain.on("plateau:send" satisfies ToShell, (event, message: unknown) => {
    if (window !== null && isOurPage(event, window)) engine?.send(message);
  });
}

function tell(channel: ToPage, payload?: unknown): void {
  if (window !== null && !window.isDestroyed()) window.webContents.send(channel, payload);
}

function showWindow(): void {
  if (window === null || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** Quits when the engine has closed its store, and not before. */
function endEngineFirst(event: Electron.Event): void {
  if (engine === null) return;
  const ending = engine;
  engine = null;
  event.preventDefault();
  ending.stop().then(() => app.quit(), fail);
}

function fail(error: unknown): void {
  console.error(error);
  app.exit(1);
}
