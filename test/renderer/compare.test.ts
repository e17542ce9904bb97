import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Recording } from "../../app/model/recording.ts";
import { aRecording, queueOf } from "../support/builders.ts";
import { accessibilityFaults, type Opened, openPlateau, overflowPx } from "./support.ts";

let window: Opened;

function save({ ticks, samples, ...session }: Recording): void {
  const { store } = window;
  const { id, levels, finishedAt } = session;
  store.append(id, { kind: "started", recording: { ...session, status: "running", levels: [], ticks: [], samples: [] } });
  for (const level of levels) store.append(id, { kind: "level", level });
  store.append(id, { kind: "progress", ticks, samples });
  store.append(id, { kind: "ended", status: "finished", finishedAt: finishedAt ?? session.startedAt, failure: null });
}

beforeAll(async () => {
  window = await openPlateau();
  const later = { startedAt: "2026-11-21T13:00:00.000Z", finishedAt: "2026-11-21T13:01:00.000Z" };
  const spoilt = queueOf(8, 50).map((level, i) => (i === 5 ? { ...level, generatorCores: 0.97 } : level));
  save({ ...aRecording({ levels: queueOf(2, 50) }), id: "pool-of-two", name: "A pool of two" });
  save({ ...aRecording({ levels: spoilt, plan: { keepAlive: false } }), id: "pool-of-eight", name: "A pool of eight", ...later });
}, 90_000);
afterAll(() => window.close());

describe("a person who changed something", () => {
  it("chooses two sessions by keyboard", async () => {
    const { page } = window;
    await window.go("#/");
    await page.reload();
    await page.getByRole("checkbox", { name: "Compare A pool of eight" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Choose one more" }).waitFor();
    expect(await page.getByRole("button", { name: "Choose one more" }).isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: "Compare A pool of two" }).focus();
    await page.keyboard.press("Space");
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 700, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowPx(page), { message: `${width} px` }).toBe(0);
    }
    await page.getByRole("button", { name: "Compare the two" }).focus();
    await page.keyboard.press("Enter");
  });

  it("reads what the later one is beside the earlier, level by level", async () => {
    const { page } = window;
    expect(await page.locator("#sentence").textContent()).toMatch(
      /^4\.0 times the throughput and about a quarter of the latency at 10 connections; /,
    );
    const rows = page.getByRole("region", { name: "Throughput and latency by level" }).locator("tbody tr");
    expect(await rows.count()).toBe(6);
    expect(await rows.nth(4).textContent()).toContain("25 connections40.01604.00");
    expect(await rows.nth(4).textContent()).toContain("faster");
    expect(await rows.nth(5).textContent()).toContain("not comparable");
    await page.getByText(/^After: .*generator.*\(50 connections\)$/).waitFor();
    await page.getByText("keep-alive: yes before, no after").waitFor();
    expect(await page.locator(".compare .chart-pair svg").count()).toBe(2);
    expect(await page.locator(".compare .chart-pair svg").first().getAttribute("aria-label")).toMatch(/before: .*after: /);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 700, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowPx(page), { message: `${width} px` }).toBe(0);
    }
  });

  it("turns them round, and finds the place again after a reload", async () => {
    const { page } = window;
    await page.getByRole("button", { name: "Swap" }).click();
    await expect
      .poll(() => page.locator("#sentence").textContent())
      .toMatch(/^About a quarter of the throughput and 4\.0 times the latency /);
    await page.reload();
    await page.getByText("About a quarter of the throughput").waitFor();
    expect(new URL(page.url()).hash).toBe("#/compare/pool-of-eight/pool-of-two");
  });

  it("is told what cannot be opened", async () => {
    await window.go("#/compare/pool-of-two/gone-0001");
    await window.page.getByRole("heading", { name: "These sessions cannot be compared" }).waitFor();
  });

  it("never saw the browser complain", () => expect(window.complaints).toEqual([]));
});
