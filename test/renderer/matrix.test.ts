import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diagnose } from "../../app/diagnosis/diagnose.ts";
import { handbook } from "../../app/report/handbook.ts";
import { htmlReport } from "../../app/report/html.ts";
import { type LabTarget, startTarget } from "../../main/lab/lab.ts";
import { fromATable, lockOfTheLab, poolOfTwo } from "./learntSessions.ts";
import { accessibilityFaults, keep, type Opened, openPlateau, overflowPx } from "./support.ts";

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
});

describe("what the diagnosis has learnt", () => {
  const pool = poolOfTwo({});
  const told = fromATable();
  const lock = lockOfTheLab();
  const open = async (id: string) => {
    await window.go(`#/session/${id}`);
    await window.page.locator("#verdict").waitFor();
  };
  beforeAll(() => {
    for (const recording of [pool, told, lock]) keep(window.store, recording);
  });

  it("offers experiments, and says why one cannot be run", async () => {
    const { page } = window;
    await open(pool.id);
    const run = page.getByRole("button", { name: "Run: Another url during the load" });
    expect(await run.isDisabled()).toBe(true);
    await page.getByLabel("Another, cheap URL").fill("http://elsewhere.test/");
    await page.getByText("Not possible: the other url is of another server.").first().waitFor();
    await page.getByLabel("Another, cheap URL").fill("/health");
    await page.getByText(/connections again for .*, then the experiment for/).waitFor();
    expect(await run.isDisabled()).toBe(false);
  });

  it("predicts with a slider or a number, by keyboard", async () => {
    const { page } = window;
    const number = page.getByLabel("Pool size", { exact: true });
    await page.getByLabel("Pool size, slider").focus();
    for (let steps = 0; steps < 2; steps++) await page.keyboard.press("ArrowRight");
    expect(await number.inputValue()).toBe("4");
    await page.getByText(/No more than 80\.0\sreq\/s/).waitFor();
    await number.fill("8");
    await page.getByText(/No more than 160\sreq\/s/).waitFor();
    await number.fill("0");
    expect(await number.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "As measured" }).click();
    await page.getByText(/No more than 40\.0\sreq\/s/).waitFor();
    expect(await number.inputValue()).toBe("2");
  });

  it("shows where threads were, and what they wait in at each level", async () => {
    const { page } = window;
    await page.locator(".stack summary", { hasText: "HikariCP" }).click();
    await page.getByText("maximumPoolSize").waitFor();
    const row = page.getByRole("region", { name: "Inside the target, level by level" }).getByRole("row").last();
    expect((await row.allInnerTexts()).join().split(/\s+/)).toEqual([
      "50",
      "0.4",
      "60.0",
      "3.0",
      "2.0",
      "0.21",
      "(50)",
      "0.02",
      "(2)",
      "2",
      "1",
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 700, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowPx(page), { message: `${width} px` }).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("explains every finding one key away", async () => {
    const { page } = window;
    const pages = page.getByRole("button", { name: /^Handbook: / });
    expect(await pages.count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Handbook: Only so many requests at a time" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Only so many requests at a time" }).getByText("What to do").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("says of a number that nobody told that it is not known", async () => {
    const { page } = window;
    await open(told.id);
    await page.getByText("Nothing to predict from").waitFor();
    const html = (await page.locator("#main").innerHTML()) + htmlReport(told);
    expect(html.match(/.{40}\b(NaN|Infinity|undefined|null)\b.{40}/g)).toBeNull();
    expect(
      await page
        .getByRole("button", { name: /^Run: / })
        .first()
        .isDisabled(),
    ).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it("runs one at a click, starting the lab's server anew, and says what it decided", { timeout: 60_000 }, async () => {
    const { page } = window;
    await open(lock.id);
    await page.getByRole("button", { name: "Run: A session cookie for each connection" }).click();
    await page.getByText("level 1 of 4").waitFor();
    await page.getByText(/experiment: a session cookie for each connection, block \d/).waitFor({ timeout: 30_000 });
    await page.locator(".effects").waitFor({ timeout: 30_000 });
    expect(await accessibilityFaults(page)).toEqual([]);
    const { id = "" } = window.store.list().find(({ name }) => name.startsWith("A lock:")) ?? {};
    const [outcome] = diagnose(window.store.read(id)).experiments; // what it decides on a busy machine, the engine's tests say
    expect(outcome).toMatchObject({ id: "separate-session-cookies", status: "done" });
    const says = outcome?.effects.map(({ finding, verdict }) => `${verdict} ${handbook.find((each) => each.id === finding)?.title}`) ?? [];
    expect(await page.locator(".effects li").allInnerTexts()).toEqual(says.length === 0 ? ["inconclusive"] : says);
    await page.locator(".experiment", { hasText: outcome?.text ?? "nothing" }).waitFor();
  });

  it("lets a plan say which experiments follow", async () => {
    const { page } = window;
    await window.go("#/plan");
    await page.locator("summary", { hasText: "Experiments" }).click();
    await page.getByRole("radio", { name: "Automatic" }).check();
    await page.getByLabel("Another, cheap URL").fill("/health");
    await page.locator(".fold-says", { hasText: "up to two that decide" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it("never made the browser complain", () => expect(window.complaints).toEqual([]));
});
