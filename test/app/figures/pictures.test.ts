import { describe, it } from "vitest";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { predictChange, type TargetModel } from "../../../app/diagnosis/models.ts";
import { findPlateau } from "../../../app/diagnosis/plateau.ts";
import { cpuOverTime } from "../../../app/figures/cpuOverTime.ts";
import { latencyByConnections } from "../../../app/figures/latencyByConnections.ts";
import { latencyOverTime } from "../../../app/figures/latencyOverTime.ts";
import { lawsOf } from "../../../app/figures/laws.ts";
import { planPreview } from "../../../app/figures/planPreview.ts";
import { sparkline } from "../../../app/figures/sparkline.ts";
import { switchesOverTime } from "../../../app/figures/switchesOverTime.ts";
import { throughputByConnections } from "../../../app/figures/throughputByConnections.ts";
import { throughputOverTime } from "../../../app/figures/throughputOverTime.ts";
import { predictedAt, throughputPredicted } from "../../../app/figures/throughputPredicted.ts";
import { timeline } from "../../../app/figures/timeline.ts";
import { expectPicture } from "./picture.ts";
import { aRecording } from "./recordings.ts";

const pool = aRecording({ connections: [1, 2, 5, 10, 25, 50], places: 2, serviceMs: 46, levelSeconds: 3, errorsFrom: 50 });
const levels = summariseLevels(pool);
const laws = lawsOf(levels, { plateau: findPlateau(levels) });
const healthy = aRecording({ connections: [1, 2, 4, 8], places: 1000, serviceMs: 2, levelSeconds: 1, idlePercent: null });
const healthyLevels = summariseLevels(healthy);
const twoPlaces: TargetModel = {
  ...{ places: 2, heldSeconds: 0.046, outsideSeconds: 0, thinkSeconds: 0, cores: 4, cpuSeconds: 0.002, cpuWhileHeld: true },
  variability: 0.2,
};
const size = { width: 640, height: 260 };

describe("pictures of a pool of two places", () => {
  it("throughput against connections: points, laws, knee, shaded plateau", () => {
    expectPicture("throughput-by-connections", throughputByConnections(levels, laws, size));
  });
  it("throughput against connections on a linear axis", () => {
    expectPicture("throughput-by-connections-linear", throughputByConnections(levels, laws, size, "linear"));
  });
  it("throughput with eight places instead, over what was measured", () => {
    expectPicture(
      "throughput-predicted",
      throughputPredicted(levels, predictChange(twoPlaces, { places: 8 }, levels, predictedAt(levels)), size),
    );
  });
  it("latency against connections", () => {
    expectPicture("latency-by-connections", latencyByConnections(levels, laws, size));
  });
  it("throughput over time, with errors on the last level", () => {
    expectPicture("throughput-over-time", throughputOverTime(timeline(pool), size));
  });
  it("latency over time", () => {
    expectPicture("latency-over-time", latencyOverTime(timeline(pool), size));
  });
  it("processor over time", () => {
    expectPicture("cpu-over-time", cpuOverTime(timeline(pool), size));
  });
  it("context switches and run queue over time", () => {
    expectPicture("switches-over-time", switchesOverTime(timeline(pool), size));
  });
  it("sparkline", () => {
    expectPicture("sparkline", sparkline(levels, { width: 120, height: 28 }));
  });
  it("preview of a plan", () => {
    expectPicture("plan-preview", planPreview(pool.plan, { width: 420, height: 150 }));
  });
});

describe("pictures of a service that still grows", () => {
  it("has no bound and no knee", () => {
    expectPicture("throughput-growing", throughputByConnections(healthyLevels, lawsOf(healthyLevels, null), size));
  });
  it("says nothing of a processor nobody read", () => {
    expectPicture("cpu-not-read", cpuOverTime(timeline(healthy), size));
  });
});
