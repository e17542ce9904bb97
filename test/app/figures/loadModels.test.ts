import { describe, expect, it } from "vitest";
import { type LevelSummary, summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { findPlateau } from "../../../app/diagnosis/plateau.ts";
import { latencyByConnections } from "../../../app/figures/latencyByConnections.ts";
import { latencyByRate } from "../../../app/figures/latencyByRate.ts";
import { latencyDensity } from "../../../app/figures/latencyDensity.ts";
import { lawsOf } from "../../../app/figures/laws.ts";
import { planPreview } from "../../../app/figures/planPreview.ts";
import { thinkTimeDensity } from "../../../app/figures/thinkTimeDensity.ts";
import { thinkTimeMatrix } from "../../../app/figures/thinkTimeMatrix.ts";
import { throughputByConnections } from "../../../app/figures/throughputByConnections.ts";
import { throughputByRate } from "../../../app/figures/throughputByRate.ts";
import { throughputOverTime } from "../../../app/figures/throughputOverTime.ts";
import { timeline } from "../../../app/figures/timeline.ts";
import { Plan } from "../../../app/model/plan.ts";
import { parseThinkTime, type ThinkTime } from "../../../app/model/thinkTime.ts";
import { aRecording, queueOf } from "../../support/builders.ts";
import { anOpenRecording } from "./openRecording.ts";
import { expectPicture } from "./picture.ts";

const size = { width: 560, height: 260 };
const laws = lawsOf([], null);
const five: ThinkTime = { kind: "constant", meanMs: 5 };
const fifty: ThinkTime = { kind: "exponential", meanMs: 50 };
const drawn = [1, 4, 16, 64];
const matrix = aRecording({
  levels: [...queueOf(4, 10, { thinkTime: five, latencyMs: 12 }, drawn), ...queueOf(8, 40, { thinkTime: fifty, latencyMs: 30 }, drawn)],
  plan: { connections: drawn, thinkTimes: [five, fifty] },
  seconds: 4,
});
const levels = summariseLevels(matrix);
const open = anOpenRecording([40, 100, 200, 400]);
const openLevels = summariseLevels(open);

describe("pictures of a matrix of think times", () => {
  it("throughput: a line for each think time, named at its end", () => {
    expectPicture("throughput-by-think-time", throughputByConnections(levels, laws, size));
  });
  it("latency: the p90 of each", () => {
    expectPicture("latency-by-think-time", latencyByConnections(levels, laws, size));
  });
  it("levels on the time axis say which think time they have, and notes are flags", () => {
    const noted = { ...matrix, annotations: [{ atMs: 9000, text: "pool raised to 20" }] };
    expectPicture("notes-over-time", throughputOverTime(timeline(noted), { width: 900, height: 160 }));
  });
  it("the density of one level", () => {
    const [level] = levels as [LevelSummary];
    expectPicture("latency-density", latencyDensity(level.latencies, [1, 100], { width: 160, height: 60 }, "1 connection"));
  });
  it("a cell for each pair, null where nothing ran, one latency axis for all", () => {
    const { rows, connections, domainMs } = thinkTimeMatrix(levels.slice(0, -1)) as NonNullable<ReturnType<typeof thinkTimeMatrix>>;
    expect(rows.map(({ name }) => name)).toEqual(["5\u00a0ms", "exp 50\u00a0ms"]);
    expect(connections).toEqual(drawn);
    expect(rows[1]?.cells.map((cell) => cell?.index ?? null)).toEqual([4, 5, 6, null]);
    expect(domainMs[0]).toBeLessThanOrEqual(12);
    expect(domainMs[1]).toBeGreaterThanOrEqual(30);
    expect(thinkTimeMatrix(levels.slice(0, 4))).toBeNull();
  });
  it("the preview of its plan", () => expectPicture("plan-preview-matrix", planPreview(matrix.plan, { width: 420, height: 150 })));
});

describe("pictures of the open model", () => {
  it("throughput against arrivals", () => expectPicture("throughput-by-rate", throughputByRate(openLevels, size)));
  it("response time beside service time", () => expectPicture("latency-by-rate", latencyByRate(openLevels, size)));
  it("say so when nothing was measured", () => {
    expect(throughputByRate([], size).description).toContain("No level");
    expect(latencyByRate([], size).description).toContain("No latency");
  });
  it("the preview of a search that is still open", () => {
    const plan = Plan.parse({ url: "http://a/", connections: [8], findCapacity: true });
    expectPicture("plan-preview-search", planPreview(plan, { width: 420, height: 150 }, undefined, true));
  });
});

describe("pictures of think times", () => {
  it.each(["50ms", "exp:50ms", "uniform:20ms..80ms", "normal:50ms~10ms", "lognormal:50ms~30ms"])("%s", (text) => {
    const name = `think-time-${text.replace(/:.*/, "").replace("50ms", "constant")}`;
    expectPicture(name, thinkTimeDensity(parseThinkTime(text), { width: 220, height: 72 }));
  });
  it("of values from a file", () => {
    const sampled: ThinkTime = { kind: "sampled", valuesMs: [10, 10, 20, 80], file: "pauses.txt" };
    const { title, description } = thinkTimeDensity(sampled, size);
    expect(`${title}. ${description}`).toMatch(/^Think time pauses\.txt\. .*mean 30\.0.ms/);
  });
});

describe("a level that cannot be believed", () => {
  const busy = summariseLevels(
    aRecording({ levels: queueOf(2, 10).map((level, i) => (i === 5 ? { ...level, generatorCores: 0.95 } : level)) }),
  );
  const plateau = findPlateau(busy);
  it("is hollow, says why, and is not part of the shaded plateau", () => {
    const figure = throughputByConnections(busy, lawsOf(busy, { plateau }), size);
    const points = figure.marks.flatMap((mark) => (mark.kind === "point" ? [mark] : []));
    expect(points.map(({ hollow }) => hollow === true)).toEqual([false, false, false, false, false, true]);
    expect(points.at(-1)?.says).toContain("invalid: The load generator's thread used 95 % of a core");
    const shade = figure.marks.find((mark) => mark.kind === "band" && mark.tone === "plateau");
    expect(shade?.kind === "band" && shade.x + shade.width).toBeLessThan(points.at(-1)?.x ?? 0);
    expectPicture("throughput-invalid-level", figure);
  });
  it("leaves nothing shaded when no level of the plateau can be believed", () => {
    const none = summariseLevels(aRecording({ levels: queueOf(2, 10, { generatorCores: 0.95 }) }));
    const figure = throughputByConnections(none, lawsOf(none, { plateau: findPlateau(none) }), size);
    expect(figure.marks.some((mark) => mark.kind === "band")).toBe(false);
  });
});
