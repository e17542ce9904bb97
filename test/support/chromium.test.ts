import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./chromium.ts";

const PAGE = `<!doctype html><title>Lab</title>
<p style="font: 32px sans-serif"><span id="narrow">iiii</span><br><span id="wide">WWWW</span></p>
<button onclick="this.textContent = 'pressed'">press</button>`;

describe("openBrowser()", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it("opens a page, presses a button, and takes a picture", async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 200 } });
    await page.goto(`data:text/html,${encodeURIComponent(PAGE)}`);
    await page.getByRole("button", { name: "press" }).click();
    expect(await page.getByRole("button").textContent()).toBe("pressed");
    const png = await page.screenshot();
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    await page.close();
  });

  it("has a font, so text has a width", async () => {
    const page = await browser.newPage();
    await page.goto(`data:text/html,${encodeURIComponent(PAGE)}`);
    const width = (id: string) => page.locator(id).evaluate((element) => element.getBoundingClientRect().width);
    expect(await width("#narrow")).toBeGreaterThan(10);
    expect(await width("#wide")).toBeGreaterThan(2 * (await width("#narrow")));
    await page.close();
  });

  it("can be opened twice at once", async () => {
    const other = await openBrowser();
    expect(other.version()).toBe(browser.version());
    await other.close();
  });
});
