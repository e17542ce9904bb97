import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { ToPage, ToShell } from "./shellChannels.ts";

// All the page gets of the world outside: one channel to the engine, and the menu's commands.
contextBridge.exposeInMainWorld("plateau", {
  send: (message: unknown): void => ipcRenderer.send("plateau:send" satisfies ToShell, message),
  onMessage: (listener: (message: unknown) => void): void => hear("plateau:message", listener),
  onClose: (listener: () => void): void => hear("plateau:closed", () => listener()),
  onMenu: (listener: (command: unknown) => void): void => hear("plateau:menu", listener),
});

/** The event stays here: it carries `sender`, through which the page could reach every other channel. */
function hear(channel: ToPage, listener: (payload: unknown) => void): void {
  ipcRenderer.on(channel, (_event: IpcRendererEvent, payload: unknown) => listener(payload));
}
