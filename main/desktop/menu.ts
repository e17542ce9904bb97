import { app, Menu, type MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "./shellChannels.ts";

/** The native menu. What it does to the page goes through `send`; the page answers the same keys itself. */
export function setMenu(send: (command: MenuCommand) => void): void {
  const item = (label: string, accelerator: string, command: MenuCommand): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => send(command),
  });
  const forDevelopment: MenuItemConstructorOptions[] = app.isPackaged
    ? []
    : [{ type: "separator" }, { role: "reload" }, { role: "toggleDevTools" }];

  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === "darwin" ? [{ role: "appMenu" } as const] : []),
    {
      label: "&File",
      submenu: [item("New Plan", "CmdOrCtrl+N", "plan"), { type: "separator" }, { role: process.platform === "darwin" ? "close" : "quit" }],
    },
    { role: "editMenu" },
    {
      label: "&Run",
      submenu: [
        item("Run", "CmdOrCtrl+Enter", "run"),
        { ...item("Stop", "Esc", "stop"), registerAccelerator: false }, // Esc also closes dialogs, so the page decides
      ],
    },
    {
      label: "&View",
      submenu: [
        item("Command Palette", "CmdOrCtrl+K", "search"),
        { type: "separator" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { role: "resetZoom" },
        { type: "separator" },
        { role: "togglefullscreen" },
        ...forDevelopment,
      ],
    },
    { role: "help", submenu: [{ ...item("Keyboard Shortcuts", "?", "shortcuts"), registerAccelerator: false }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
