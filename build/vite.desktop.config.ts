import { builtinModules } from "node:module";
import { defineConfig } from "vite";

/**
 * The desktop shell: two CommonJS files, nothing bundled in but our own few modules. Plain enough for Electron 9
 * (Node 12: no syntax after ES2019, no "node:" names), the oldest runtime the shell is tested in.
 */
export default defineConfig({
  root: new URL("../main/desktop", import.meta.url).pathname,
  publicDir: false,
  build: {
    outDir: new URL("./out/desktop", import.meta.url).pathname,
    emptyOutDir: true,
    target: "es2019",
    minify: false,
    reportCompressedSize: false,
    modulePreload: false,
    rolldownOptions: {
      platform: "node",
      input: {
        main: new URL("../main/desktop/main.ts", import.meta.url).pathname,
        preload: new URL("../main/desktop/preload.ts", import.meta.url).pathname,
      },
      external: ["electron", /^node:/, ...builtinModules],
      output: {
        format: "cjs",
        entryFileNames: "[name].cjs",
        paths: (id: string) => id.replace(/^node:/, ""),
      },
    },
  },
});
