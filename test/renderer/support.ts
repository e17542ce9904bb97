import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Recording } from "../../app/model/recording.ts";
import { Engine } from "../../main/engine/engine.ts";
import { builtInterface } from "../../main/server/builtInterface.ts";
import { type PlateauServer, startServer } from "../../main/server/server.ts";
import { SessionStore } from "../../main/store/sessionStore.ts";
import { openBrowser } from "../support/chromium.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The real interface before the real engine, in a real browser. */
export interface Opened {
  readonly page: Page;
  readonly store: SessionStore;
  readonly complaints: string[]; // of the browser's console: there must be none
  go(hash: string): Promise<void>;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

export async function openPlateau(): Promise<Opened> {
  const home = mkdtempSync(join(tmpdir(), "plateau-window-"));
  const store = new SessionStore(join(home, "sessions.db"));
  const engine = new Engine(store);
  const files = await builtInterface(() => undefined);
  let server: PlateauServer = await startServer(engine, files, 0);
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000); // says which step hung, before the test itself is given up
  const complaints: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  await page.goto(server.url);
  return {
    page,
    store,
    complaints,
    go: (hash) => page.evaluate((to) => window.location.assign(to), hash),
    disconnect: () => server.close(),
    async reconnect() {
      server = await startServer(engine, files, server.port);
      const tab = await context.newPage(); // brings the new token, as opening the printed address does
      await tab.goto(server.url);
      await tab.close();
    },
    async close() {
      await browser.close();
      await server.close();
      store.close();
      rmSync(home, { recursive: true });
    },
  };
}

/** Saves a recording as a run, or an import, would have left it. */
export function keep(store: SessionStore, recording: Recording): void {
  const { id, levels, ticks, samples, dumps = [], status, finishedAt, failure, startedAt } = recording;
  store.append(id, { kind: "started", recording });
  for (const level of levels) store.append(id, { kind: "level", level });
  store.append(id, { kind: "progress", ticks, samples });
  for (const dump of dumps) store.append(id, { kind: "dump", dump });
  store.append(id, { kind: "ended", status, finishedAt: finishedAt ?? startedAt, failure });
}

/** What axe finds wrong with the page as it stands, one line each; in both looks. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const axe = (window as unknown as { axe: typeof import("axe-core") }).axe;
      const { violations } = await axe.run(document);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary?.split("\n")[1]?.trim()})`),
      );
    });
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return faults;
}

/** Is anything wider than the window? Then a person would have to scroll sideways. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
