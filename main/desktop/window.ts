import { join } from "node:path";
import { app, BrowserWindow, screen, session, shell, type WebContents } from "electron";
import { PAGE_ORIGIN } from "./interfaceProtocol.ts";
import { LEAST, readState, windowState, writeState } from "./windowState.ts";

/** The one window. It holds no secret and does no I/O; what it may not do is refused here, whatever the page asks. */
export function openWindow(preload: string): BrowserWindow {
  const stateFile = join(app.getPath("userData"), "window.json");
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { width, height, place, maximized } = windowState(readState(stateFile), displays);
  const window = new BrowserWindow({
    width,
    height,
    ...place,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    title: "Plateau",
    show: false, // until there is something to see
    backgroundColor: "#16181d",
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false },
  });
  if (maximized) window.maximize();
  confine(window.webContents);
  window.once("ready-to-show", () => window.show());
  window.on("close", () => writeState(stateFile, window.getNormalBounds(), window.isMaximized()));
  return window;
}

/** No other page, no other window, no permission, wherever it comes from. Links to documentation open in the user's browser. */
function confine(contents: WebContents): void {
  const refuse = (event: { preventDefault(): void }) => event.preventDefault();
  contents.on("will-navigate", refuse);
  contents.on("will-redirect", refuse);
  contents.on("will-attach-webview", refuse);
  if (typeof contents.setWindowOpenHandler === "function") {
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: "deny" };
    });
  } else {
    // Electron before 12
    (contents as NodeJS.EventEmitter).on("new-window", (event: { preventDefault(): void }, url: string) => {
      event.preventDefault();
      openOutside(url);
    });
  }
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}

function openOutside(url: string): void {
  if (url.startsWith("https://")) shell.openExternal(url).catch((error: Error) => console.error(`plateau: ${url} : ${error.message}`));
}

/** True when a message comes from our page in our window, and not from a frame or a page that got in. */
export function isOurPage(
  event: Pick<Electron.IpcMainEvent, "sender"> & { senderFrame?: { url: string } | null },
  window: BrowserWindow,
): boolean {
  const url = event.senderFrame?.url ?? event.sender.getURL();
  return event.sender === window.webContents && url.startsWith(`${PAGE_ORIGIN}/`);
}
