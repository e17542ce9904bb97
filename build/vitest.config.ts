import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Nothing here is measured, so these files run beside each other. Every other file runs alone: targets, generator and probes share the
// machine with the test, and what a second test took of it would be read as the target's.
const UNMEASURED = ["app", "build", "renderer", "main/desktop", "main/server", "main/store"].map(
  (room) => `test/${room}/**/*.test.{ts,tsx}`,
);

process.env.NODE_COMPILE_CACHE ??= new URL("../node_modules/.cache/node", import.meta.url).pathname; // a process of Plateau starts in 0.4 s instead of 1 s

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 1 : 0, // a CI machine is shared: what other programs spoil for a moment is tried again
    env: { TZ: "UTC" },
    reporters: process.env.CI ? ["default", ["json", { outputFile: "test/output/vitest.json" }]] : ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "unmeasured",
          include: [...UNMEASURED, "test/*.test.ts"],
          maxWorkers: Math.max(2, availableParallelism()), // the default leaves one core out, and nothing beside each other on two
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "measured",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...UNMEASURED, "test/*.test.ts", "test/desktop/**", "node_modules/**"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
