import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DesktopApp } from "./desktopApp.ts";
import { targets } from "./devtools.ts";
import { type Display, openDisplay } from "./display.ts";

const OUTPUT = join(import.meta.dirname, "..", "output");
const ask = (call: string) => `new Promise((resolve) => {
  const id = 1e6 + Math.floor(Math.random() * 1e6);
  window.plateau.onMessage((message) => message.id === id && resolve(message));
  window.plateau.send({ id, call: ${JSON.stringify(call)}, input: null });
})`;

describe("the desktop window", () => {
  let display: Display;
  let app: DesktopApp;
  beforeAll(async () => {
    display = await openDisplay();
    process.env.DISPLAY = display.name;
    app = await DesktopApp.start();
  });
  afterAll(async () => {
    await app?.quit();
    app?.forget();
    display?.close();
  });

  it("opens on the interface, which reaches the engine", async () => {
    expect(await app.page.evaluate("location.href")).toMatch(/^plateau:\/\/app\/index\.html/);
    await expect.poll(() => app.page.text("h1")).toBe("Why did my throughput go flat?");
    expect(await app.page.evaluate(ask("engine:about"))).toMatchObject({ ok: true, value: { store: join(app.userData, "sessions.db") } });
  });

  it("gives the page one channel, and nothing of Node or Electron", async () => {
    const seen = "[typeof require, typeof process, typeof module, typeof Buffer, typeof global, Object.keys(window.plateau).sort().join()]";
    const nothing = "undefined";
    expect(await app.page.evaluate(seen)).toEqual([nothing, nothing, nothing, nothing, nothing, "onClose,onMenu,onMessage,send"]);
  });

  it("runs no code that is not its own, and talks to no network", async () => {
    const fromText = `new Promise((resolve) => setTimeout(() => { try { resolve(eval("1")); } catch (error) { resolve(error.message); } }))`;
    expect(await app.page.evaluate(fromText)).toContain("Content Security Policy");
    await expect(app.page.evaluate("fetch('http://127.0.0.1:9/')")).rejects.toThrow("Failed to fetch");
    expect(await app.page.evaluate("fetch('plateau://app/index.html').then(() => 'read', () => 'refused')")).toBe("refused");
    const inline = `(() => { const script = document.createElement("script"); script.textContent = "window.broken = true"; document.head.append(script); return window.broken === true; })()`;
    expect(await app.page.evaluate(inline)).toBe(false);
  });

  it("refuses other windows, other pages and permissions", async () => {
    for (const address of ["http://127.0.0.1:9/", "plateau://app/index.html", "about:blank"]) {
      await app.page.evaluate(`void window.open(${JSON.stringify(address)})`);
    }
    await app.page.evaluate("void (location.href = 'http://127.0.0.1:9/')");
    await app.page.evaluate("void (location.href = 'file:///etc/passwd')");
    await pause(500);
    expect(await app.page.evaluate("location.href")).toMatch(/^plateau:\/\/app\/index\.html/);
    expect((await targets(app.port)).filter(({ type }) => type === "page")).toHaveLength(1);
    expect(await app.page.evaluate("Notification.requestPermission()")).toBe("denied");
  });

  it("serves the files of the interface and no others", async () => {
    const status = (path: string) =>
      app.page.evaluate(
        `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve("shown"); image.onerror = () => resolve("missing"); image.src = ${JSON.stringify(path)}; })`,
      );
    const icon = await app.page.evaluate<string>(`document.querySelector("link[rel=icon]").href`);
    expect(await status(icon)).toBe("shown");
    expect(await status(`${icon.replace("app/", "elsewhere/")}`)).toBe("missing");
    expect(await status("plateau://app/../../../renderer/assets/icon.svg")).toBe("missing");
    expect(await status("plateau://app/..%2f..%2f..%2frenderer/assets/icon.svg")).toBe("missing");
  });

  it("starts the engine again when it dies, and says so to the page", async () => {
    const [before] = app.enginePids();
    await app.page.evaluate("window.closes = 0; window.plateau.onClose(() => window.closes++)");
    process.kill(before as number, "SIGKILL");
    await expect.poll(() => app.page.evaluate("window.closes"), { timeout: 5_000 }).toBe(1);
    await expect.poll(() => app.enginePids().filter((pid) => pid !== before).length, { timeout: 10_000 }).toBe(1);
    expect(await app.page.evaluate(ask("engine:about"))).toMatchObject({ ok: true });
    await expect.poll(() => app.page.text("[role=alert]"), { timeout: 5_000 }).toBe(null);
  });

  it("runs the demo up to the verdict, and keeps it", { timeout: 150_000 }, async () => {
    await app.page.press("Run the demo");
    await expect.poll(() => app.page.text("[aria-label=Progress]"), { timeout: 10_000 }).not.toBe(null);
    await pause(20_000); // three levels have something to show by then
    picture("desktop-live.png", await app.page.screenshot());
    await expect.poll(() => app.page.text("#verdict"), { timeout: 90_000 }).not.toBe(null); // the view changes by itself at the end
    picture("desktop-verdict.png", await app.page.screenshot());
    const sessions = await app.page.evaluate<{ value: { status: string; verdict: { title: string } }[] }>(ask("session:list"));
    expect(sessions.value).toMatchObject([{ status: "finished" }]);
    // Which verdict depends on how busy this machine is; that screen and store agree does not.
    expect(await app.page.text(".verdict-name span")).toBe(sessions.value[0]?.verdict.title);
  });

  it("closes cleanly, and nothing of it stays behind", async () => {
    expect(await app.quit()).toEqual({ started: true });
    expect(app.allPids()).toEqual([]);
    const state = JSON.parse(readFileSync(join(app.userData, "window.json"), "utf8"));
    expect(state).toMatchObject({ width: 1280, height: 860, maximized: false });
  });

  it("comes back with its size and its sessions", async () => {
    writeFileSync(join(app.userData, "window.json"), JSON.stringify({ x: 40, y: 30, width: 1000, height: 700, maximized: false }));
    app = await DesktopApp.start(app.userData);
    expect(await app.page.evaluate("[window.outerWidth, window.outerHeight]")).toEqual([1000, 700]);
    await app.page.evaluate(`void (location.hash = "#/")`);
    await expect.poll(async () => (await app.page.text("main")) ?? "").toContain("Demo: A connection pool that is too small");
  });

  it("ends with its window", async () => {
    expect(await app.closeWindow()).toEqual({ started: true });
    expect(app.allPids()).toEqual([]);
  });
});

function picture(name: string, png: Buffer): void {
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(join(OUTPUT, name), png);
}
