import { defineConfig } from "vitest/config";

// Targets, generator and probes share the machine with the tests, so files run one after the other.
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/desktop/**", "node_modules/**"],
    fileParallelism: false,
    testTimeout: 30_000,
    retry: process.env.CI ? 2 : 0, // a CI machine is shared: what other programs spoil for a moment is tried again; a real fault fails three times
    hookTimeout: 60_000,
    env: { TZ: "UTC" },
    reporters: process.env.CI ? ["default", ["json", { outputFile: "test/output/vitest.json" }]] : ["default"],
  },
});
