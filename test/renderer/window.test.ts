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

/** Nothing is wider than the window, and what matters can be seen. */
async function fitsAnyWidth(whatMatters: string): Promise<void> {
  const { page } = window;
  for (const width of [320, 480, 700, 1024, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflowPx(page), { message: `${width} px` }).toBe(0);
    expect((await page.locator(whatMatters).first().boundingBox())?.width, `${width} px`).toBeGreaterThan(60);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe("a person with a hunch", () => {
  it("finds an empty library that says what can be done", async () => {
    const { page } = window;
    await page.getByRole("heading", { name: "Why did my throughput go flat?" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Plan a run" }).click();
    await page.getByRole("heading", { name: /Load a URL/ }).waitFor();
  });

  it("is told beside the field what is wrong with a plan", async () => {
    const { page } = window;
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Which URL?").waitFor();
    await page.getByLabel("URL").fill("https://shop.example.com/");
    await page.getByText("is another machine").waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Say that you may load shop.example.com.").waitFor();
    for (const fold of ["Timing", "Request", "Connections and name"]) await page.getByText(fold, { exact: true }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await fitsAnyWidth(".url-bar input");
  });

  it("is told in plain words when nothing answers", async () => {
    const { page } = window;
    await page.getByLabel("URL").fill("localhost:9/");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("alert").textContent()).toContain("nothing listens on localhost:9");
  });

  it("runs a plan of short levels and watches it", async () => {
    const { page } = window;
    await page.getByLabel("URL").fill(target.url);
    const levels = page.getByLabel("Connections, level by level");
    await levels.focus();
    for (let removed = 0; removed < 7; removed++) await page.keyboard.press("Backspace");
    await levels.fill("1 2 4 8");
    await page.keyboard.press("Enter");
    await page.getByLabel("Measured, per level").fill("2s");
    await page.getByLabel("Warm-up, not counted").fill("250ms");
    await page.getByLabel("Pause between levels").fill("250ms");
    await page.getByLabel("Name of the session").fill("The first hunch");
    await page.getByText("4 levels, at most 8 connections").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("progressbar").waitFor();
    await page.getByText("level 2 of 4").waitFor();
    expect(await page.locator(".time-chart svg").count()).toBe(4);
    expect(await accessibilityFaults(page)).toEqual([]);
    await fitsAnyWidth(".progress-now");
  });

  it("finds the run again after a reload in the middle of it", async () => {
    const { page } = window;
    await page.reload();
    await page.getByText(/level [234] of 4/).waitFor();
    const cursor = page.getByRole("slider", { name: "Throughput over time: time" });
    await expect
      .poll(async () => {
        await cursor.focus(); // again, where the chart was drawn anew meanwhile
        await page.keyboard.press("Home");
        await page.keyboard.press("Shift+ArrowRight"); // to where the first level is measured
        for (let steps = 0; steps < 3; steps++) await page.keyboard.press("ArrowRight");
        return cursor.getAttribute("aria-valuetext");
      })
      .toMatch(/1 connection.*good \d/);
  });

  it("reads the verdict when it is over", async () => {
    const { page } = window;
    await page.locator("#verdict").waitFor({ timeout: 20_000 });
    expect((await page.locator("#verdict").textContent())?.length).toBeGreaterThan(40);
    expect(await page.getByRole("region", { name: "Table of levels" }).locator("tbody tr").count()).toBe(4);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it("can read it at any width, without scrolling sideways", () => fitsAnyWidth("#verdict"));

  it("saves a report", async () => {
    const { page } = window;
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report" }).click()]);
    expect(download.suggestedFilename()).toMatch(/^plateau-.*\.html$/);
  });

  it("opens the session again from the list, with the same verdict", async () => {
    const { page } = window;
    const verdict = await page.locator("#verdict").textContent();
    await window.go("#/");
    await page.reload();
    expect(await accessibilityFaults(page)).toEqual([]);
    await fitsAnyWidth(".session-name a");
    await page.getByRole("link", { name: "The first hunch" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#verdict").waitFor();
    expect(await page.locator("#verdict").textContent()).toBe(verdict);
  });

  it("deletes it by keyboard and takes that back", async () => {
    const { page } = window;
    await window.go("#/");
    await page.getByRole("link", { name: "The first hunch" }).focus();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    expect(await page.getByRole("link", { name: "The first hunch" }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "The first hunch" }).waitFor();
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByText("No session matches").waitFor();
    await page.getByRole("searchbox").fill("HUNCH first");
    await page.getByRole("link", { name: "The first hunch" }).waitFor();
  });

  it("starts a demo in the lab, and stops it without losing what was measured", async () => {
    const { page } = window;
    await window.go("#/lab");
    await page.getByRole("button", { name: /Run A connection pool/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await fitsAnyWidth(".lab-row p");
    await page.getByRole("button", { name: /Run A connection pool/ }).click();
    await page.getByText("level 1 of").waitFor();
    await page.getByRole("button", { name: "Skip level" }).click();
    await page.getByText("level 2 of").waitFor();
    await page.waitForTimeout(2000);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Stop this run?" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Stop and keep" }).click();
    await page.locator("#verdict").waitFor();
    expect(window.store.list().map((session) => session.status)).toEqual(["stopped", "finished"]);
  });

  it("is told what cannot be opened", async () => {
    const { page } = window;
    await window.go("#/session/gone-0001");
    await page.getByRole("heading", { name: "This session cannot be opened" }).waitFor();
  });

  it("keeps the colours one chose, and shows the keys on ?", async () => {
    const { page } = window;
    await page.getByRole("button", { name: /Colours: system/ }).click();
    await page.getByRole("button", { name: /Colours: light/ }).click();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.getByRole("button", { name: /Colours: dark/ }).click();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("never saw the browser complain", () => expect(window.complaints).toEqual([]));
});

describe("an engine that goes away", () => {
  it("is missed, and its return noticed, without a reload; a run that ended meanwhile is shown", async () => {
    const { page } = window;
    await window.go("#/plan");
    await page.getByText("4 levels, at most 8 connections").waitFor(); // the plan came back
    await page.getByLabel("URL").fill(target.url);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("level 1 of 4").waitFor();
    await window.disconnect();
    await page.getByText("The engine does not answer").waitFor();
    await page.getByRole("button", { name: "Skip level" }).click();
    await page.getByText("The level could not be skipped").waitFor(); // an error stays until it is read
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.waitForTimeout(9000); // the run goes on, and ends
    await window.reconnect();
    await page.locator("#verdict").waitFor();
    expect(await page.getByText("The engine does not answer").count()).toBe(0);
    expect(await page.getByRole("region", { name: "Table of levels" }).locator("tbody tr").count()).toBe(4);
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(await page.getByText("The level could not be skipped").count()).toBe(0);
  });
});
