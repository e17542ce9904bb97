import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { launchDesktop } from "../../../main/desktop/launch.ts";

const folder = mkdtempSync(join(tmpdir(), "plateau-launch-"));
const runtime = (script: string) => {
  writeFileSync(join(folder, "electron"), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, "electron"), 0o755);
};

describe.runIf(process.platform === "linux")("launchDesktop()", () => {
  beforeEach(() => {
    vi.stubEnv("DISPLAY", ":99");
    vi.stubEnv("ELECTRON_OVERRIDE_DIST_PATH", folder);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    rmSync(join(folder, "electron"), { force: true });
  });

  it("says that there is no display", async () => {
    vi.stubEnv("DISPLAY", "");
    vi.stubEnv("WAYLAND_DISPLAY", "");
    expect(await launchDesktop()).toEqual({ started: false, reason: "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)" });
  });

  it("says that the runtime is not where it was said to be", async () => {
    expect(await launchDesktop()).toEqual({ started: false, reason: "ELECTRON_OVERRIDE_DIST_PATH has no electron" });
  });

  it("says that the runtime did not get as far as a window", async () => {
    runtime("process.exit(127);");
    expect(await launchDesktop()).toEqual({ started: false, reason: "the desktop runtime ended at once (exit 127)" });
  });

  it("waits for the end of a window that opened, however it ends", async () => {
    runtime('process.send("window-open"); setTimeout(() => process.exit(1), 50);');
    expect(await launchDesktop()).toEqual({ started: true });
  });

  it("hands the shell its store, and switches Chromium's sandbox off for root only", async () => {
    runtime(`
      const [shell, db] = process.argv.slice(-2);
      const sandboxed = !process.argv.includes("--no-sandbox");
      process.exit(shell.endsWith("main.cjs") && db === "--db=some.db" && sandboxed === (process.getuid() !== 0) ? 0 : 3);
    `);
    expect(await launchDesktop({ db: "some.db" })).toEqual({ started: true });
  });
});
