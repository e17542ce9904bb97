import { defineConfig } from "vitest/config";

// A real Electron: ELECTRON_OVERRIDE_DIST_PATH="$(build/desktop-runtime.sh)" where its own download is not reachable.
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/desktop/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } }, // a window on a busy machine takes its time
    env: { TZ: "UTC" },
    reporters: process.env.CI ? ["default", ["json", { outputFile: "test/output/vitest.desktop.json" }]] : ["default"],
  },
});
