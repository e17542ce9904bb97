import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plateau } from "../../support/plateau.ts";

const SERVER = `
let asked = 0;
const server = require("node:http").createServer((_, response) => { asked++; setTimeout(() => response.end("ok"), 5); });
process.on("message", () => process.send(asked));
server.listen("app.sock", () => process.send("listening"));
`;

it("a run against a Unix socket samples who listens on it, and counts what that one counts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plateau-unix-run-"));
  const server = spawn(process.execPath, ["-e", SERVER], { cwd: folder, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const told = () => new Promise<unknown>((resolve) => server.once("message", resolve));
  try {
    await told();
    const url = `unix:${join(folder, "app.sock")}:/a`;
    const ran = await plateau(folder, "run", url, "-c", "2,4", "-d", "1200ms", "-w", "0ms", "--cooldown", "0ms", "--json").ended;
    expect(ran).toMatchObject({ status: 0, stderr: expect.stringContaining(`GET ${url}: 2 levels`) });
    const { plan, levels } = JSON.parse(ran.stdout);
    expect(plan.url).toBe(`http+unix://${encodeURIComponent(join(folder, "app.sock"))}/a`);
    const answer = told();
    server.send("how many?");
    const sent = levels.reduce((sum: number, level: { sent: number }) => sum + level.sent, 0);
    expect(await answer).toBe(sent + 1); // and the one before the load
    expect(sent).toBeGreaterThan(100);
    if (process.platform === "linux") expect(levels[1].target).toMatchObject({ pid: server.pid, name: "node" });
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
