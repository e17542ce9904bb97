import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LabTarget, startTarget } from "../../main/lab/lab.ts";
import { accessibilityFaults, type Opened, openPlateau, overflowPx } from "./support.ts";

let window: Opened;
let target: LabTarget;

beforeAll(async () => {
  target = await startTarget("connection-pool", 2);
  window = await openPlateau();
}, 90_000);
afterAll(async () => {
  await window.close();
  await target.stop();
});

describe("two think times at two numbers of connections", () => {
  it("are planned by typing them, each drawn before it runs", async () => {
    const { page } = window;
    await window.go("#/plan");
    await page.getByLabel("URL").fill(target.url);
    const levels = page.getByLabel("Connections, level by level");
    await levels.focus();
    for (let removed = 0; removed < 7; removed++) await page.keyboard.press("Backspace");
    await levels.fill("2 8");
    await page.keyboard.press("Enter");
    for (const fold of ["Think time", "Timing", "Objectives and search", "Request", "Checks", "Users and cookies"]) {
      await page.locator("summary", { hasText: fold }).first().click();
    }
    await page.getByLabel("Think times", { exact: true }).fill("exp:x ");
    await page.getByText(/exp:x: not a think time/).waitFor();
    await page.getByLabel("Think times", { exact: true }).fill("5ms exp:50ms ");
    expect(await page.getByLabel("Chosen think times").locator("svg").count()).toBe(2);
    await page.getByLabel("Objectives", { exact: true }).fill("p90<2s ");
    await page.getByLabel("Measured, per level").fill("1s");
    await page.getByLabel("Warm-up, not counted").fill("250ms");
    await page.getByLabel("Pause between levels").fill("250ms");
    await page.getByText("4 levels (2 think times × 2), at most 8 connections").waitFor();
    await page.getByText(/about 5\.8/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowPx(page), { message: `${width} px` }).toBe(0);
    }
  });

  it("come back after a reload, with everything that was typed", async () => {
    const { page } = window;
    await page.reload();
    await page.getByText("4 levels (2 think times × 2), at most 8 connections").waitFor();
  });

  it("run, are noted upon, and get other connections on the way", async () => {
    const { page } = window;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).click(); // after the level that runs now
    await page.getByText(/level \d of 4/).waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("What happened?").fill("pool raised to 20");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Notes" }).getByText("pool raised to 20").waitFor();
    await page.locator(".progress-now b", { hasText: "paused" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "More connections" }).click(); // once a level runs
    await page.getByText(/level \d of 5/).waitFor(); // the one asked for counts
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect.poll(() => overflowPx(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("are told apart in the diagnosis, with a cell for each pair", async () => {
    const { page } = window;
    await page.locator("#verdict").waitFor({ timeout: 30_000 });
    expect(await page.locator(".matrix tbody tr").count()).toBe(2);
    await page.getByText(/p90 < 2\s*s (holds up to|is undecided) .*5\s*ms/).waitFor();
    await page.getByText(/p90 < 2\s*s (holds up to|is undecided) .*exp 50\s*ms/).waitFor();
    expect(await page.locator(".levels .validity").count()).toBe(5);
    expect(await page.locator(".trust .validity").count()).toBe(1);
    await page.locator("summary", { hasText: "Socket account" }).click();
    await page.getByText("Mean connect time").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 700, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowPx(page), { message: `${width} px` }).toBe(0);
    }
  });

  it("and are the same when opened again from the sessions", async () => {
    const { page } = window;
    await window.go("#/");
    await page.reload();
    await page.locator(".session-name a").first().click();
    await page.locator("#verdict").waitFor();
    expect(await page.locator(".matrix tbody tr").count()).toBe(2);
    await page.getByRole("list", { name: "Notes" }).getByText("pool raised to 20").waitFor();
    const [recording] = window.store.list().map(({ id }) => window.store.read(id));
    expect(recording?.levels.map(({ connections, inserted }) => [connections, inserted])).toContainEqual([expect.toBeOneOf([3, 9]), true]);
    expect(recording?.annotations.map(({ text }) => text)).toEqual(["pool raised to 20"]);
  });

  it("never made the browser complain", () => expect(window.complaints).toEqual([]));
});
