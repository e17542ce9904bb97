import { spawn, spawnSync } from "node:child_process";

/** Opens an address in the user's browser; false when there is none to open it with. */
export function openInBrowser(url: string): boolean {
  const [program, args] =
    process.platform === "darwin"
      ? ["open", [url]]
      : process.platform === "win32"
        ? ["cmd", ["/c", "start", "", url]]
        : ["xdg-open", [url]];
  const noScreen = process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  if (noScreen || (process.platform === "linux" && spawnSync("which", [program as string]).status !== 0)) return false;
  const child = spawn(program as string, args as string[], { stdio: "ignore", detached: true });
  child.on("error", () => {}); // nothing to do: the address was printed
  child.unref();
  return true;
}
