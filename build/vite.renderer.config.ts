import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

process.env.NODE_ENV = "production"; // tests that build it set another, and would leave React's slow half behind

/** The interface: static files that a window loads from disk or a server from loopback. */
export default defineConfig({
  root: new URL("../renderer", import.meta.url).pathname,
  base: "./",
  plugins: [react()],
  build: {
    outDir: new URL("./out/renderer", import.meta.url).pathname,
    emptyOutDir: true,
    target: "chrome83", // the oldest Electron the window is tested in
    cssTarget: "chrome83",
    assetsInlineLimit: 0, // no data: URLs, so the content policy can forbid them
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000, // kB; it is read from this machine, in one piece, once
  },
});
