#!/usr/bin/env node
// Starts the command line under a Node that can run it. Plain old JavaScript: it must load in any Node.
"use strict";

const path = require("path");
const NEEDED_MAJOR = 24; // runs TypeScript as it is; better-sqlite3 13 crashes below 22 without a word

if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) {
  import("./cli.ts").then((cli) => cli.main(process.argv));
} else {
  const node = nodeOfThisInstallation();
  if (node === null) {
    console.error(
      "plateau: Node " +
        process.versions.node +
        " : too old (Node " +
        NEEDED_MAJOR +
        " or newer would be right; `npm install` in Plateau's folder brings one along)",
    );
    process.exit(1);
  }
  const child = require("child_process").spawn(node, [__filename].concat(process.argv.slice(2)), { stdio: "inherit" });
  ["SIGINT", "SIGTERM", "SIGHUP"].forEach((signal) => {
    process.on(signal, () => {
      if (signal !== "SIGINT") child.kill(signal); // Ctrl-C reaches the child by itself
    });
  });
  child.on("exit", (code, signal) => {
    process.exit(signal === null ? code : 1);
  });
}

/** The Node 24 that the npm package `node` put beside us, or null. */
function nodeOfThisInstallation() {
  try {
    const folder = path.dirname(require.resolve("node/package.json"));
    const file = path.join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
    return require("fs").existsSync(file) ? file : null;
  } catch (_notInstalled) {
    return null;
  }
}
