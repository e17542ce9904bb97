import { defineConfig } from "vitest/config";

// Targets, generator and probes share the machine with the tests, so files run one after the other.
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/desktop/**", "node_modules/**"],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: "UTC" },
    reporters: process.env.CI ? ["default", ["json", { outputFile: "test/output/vitest.json" }]] : ["default"],
  },
});
