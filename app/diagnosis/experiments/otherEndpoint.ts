import type { Plan, PlanChanges } from "../../model/plan.ts";
import type { Step } from "../../model/scenario.ts";
import { besideUrl } from "../../requests/besideUrl.ts";
import { httpUrl } from "../../requests/httpUrl.ts";
import { mean } from "../../statistics/moments.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { block, loadedConnections, noCurve, pairs } from "./blocks.ts";
import { compare } from "./comparison.ts";
import { confirms, DECISIVE, type ExperimentDesign, HINT, refutes, STRONG } from "./experiment.ts";
import { UNDECIDED } from "./throughput.ts";
import { spoilt, usable } from "./usable.ts";

const ID = "other-endpoint";
const ASKING = 2; // connections that ask the other url: enough answers to tell, too few to load it
const SPREAD = { count: 4, durationMs: 2000 }; // compared by blocks, so that there must be more of them
const ALONG = 0.5; // of the time requests of the plan wait: the other url waits in the same queue
const CHEAP = 0.5; // of the time of the plan's request alone: one as slow likely needs the same things
const APART = 0.2; // less: it goes by another way

/** A cheap url of the same server while the plan's is loaded: does it wait too? */
export const otherEndpoint: ExperimentDesign = {
  id: ID,
  title: "Another url during the load",
  explanation:
    "Two connections ask another, cheap url of the same server, half of the time alone, half of the time while the others load the plan's url. If it waits as long as they do, what is short stands before both: workers, the one thread, the CPU. If it does not, what is short stands behind the plan's url: a pool, a lock of its own. Needs --other-url.",
  arms: { a: "another url alone", b: "another url while the plan's is loaded" },
  about: ["connection-pool", "worker-pool", "single-threaded-cpu", "generator-saturated"],
  obstacle: (o) => noCurve(o) ?? otherUrlObstacle(o.plan),
  blocks(o) {
    const changes = { a: { url: otherOf(o.plan), headers: withoutCookie(o.plan) }, b: besides(o.plan, loadedConnections(o)) };
    return pairs(o, ID, ASKING, changes, SPREAD).map((each) =>
      each.arm === "a" ? each : block(o, "b", ASKING + loadedConnections(o), each),
    );
  },
  judge(measured, o) {
    const blocks = usable(measured);
    const fault = spoilt(blocks, measured);
    if (fault !== null) return { ...UNDECIDED, metric: "meanLatencyMs", text: `Not decided: with ${otherEndpoint.arms.b} ${fault}.` };
    const meansOf = (levels: readonly LevelSummary[], step: number): number[] =>
      levels.flatMap(({ steps }) => (steps[step] === undefined || steps[step].requests === 0 ? [] : [steps[step].latencyMs.mean]));
    const comparison = compare(
      blocks.a.map(({ latencyMs }) => latencyMs.mean),
      meansOf(blocks.b, 1),
    );
    const loaded = meansOf(blocks.b, 0);
    if (comparison === null || loaded.length === 0)
      return { ...UNDECIDED, metric: "meanLatencyMs", text: "Not decided: too few blocks with an answer were measured." };
    const unloadedMs = Math.min(...o.usable.map(({ latencyMs }) => latencyMs.mean));
    if (comparison.a > CHEAP * unloadedMs) {
      const text = `Not decided: the other url takes ${digits(comparison.a)} ms alone, the plan's ${digits(unloadedMs)} ms. A cheaper one would tell.`;
      return { ...UNDECIDED, metric: "meanLatencyMs", text };
    }
    const waitMs = mean(loaded) - unloadedMs;
    const share = waitMs <= 0 ? 0 : (comparison.shift.value * comparison.a) / waitMs;
    const where = counted(blocks.b[0]?.connections ?? 0, "connection");
    const numbers = `While the plan's url is loaded (${where}, requests wait ${digits(Math.max(0, waitMs))} ms) the other url takes ${digits(comparison.b)} ms against ${digits(comparison.a)} ms alone`;
    const said = { comparison, metric: "meanLatencyMs" };
    if (comparison.change === "more" && share >= ALONG) {
      return {
        ...said,
        text: `${numbers}. It waits ${share >= 1 ? "as long as they do" : `${percent(share)} of that`}: both stand in the same queue, before the target's workers.`,
        effects: [...confirms(STRONG, "worker-pool", "single-threaded-cpu"), ...refutes(HINT, "connection-pool")],
      };
    }
    if (share < APART && waitMs > unloadedMs / 2) {
      return {
        ...said,
        text: `${numbers}. It does not wait with them: what is short stands behind the plan's url.`,
        effects: [...confirms(HINT, "connection-pool"), ...refutes(DECISIVE, "worker-pool", "single-threaded-cpu", "generator-saturated")],
      };
    }
    return { ...said, text: `${numbers}. That is neither with them nor apart from them: this decides nothing.`, effects: [] };
  },
};

/** Why the plan's other url cannot be asked; null: it can. */
function otherUrlObstacle({ url, otherUrl, requests }: Pick<Plan, "url" | "otherUrl" | "requests">): string | null {
  if (otherUrl === null) return "no other url was given (--other-url URL)";
  if (requests !== null) return "the plan sends a scenario, and the other url would be one of its steps";
  return besideUrl(url, otherUrl) === null ? "the other url is of another server" : null;
}

const otherOf = ({ url, otherUrl }: Plan): string => besideUrl(url, otherUrl ?? "/") ?? url;

const withoutCookie = ({ headers }: Plan): Plan["headers"] => headers.filter(({ name }) => name.toLowerCase() !== "cookie");

/** Most connections send the plan's request, ASKING of them the other url; without its cookie, so that a session's lock does not hold it. */
function besides(plan: Plan, connections: number): PlanChanges {
  const path = (url: string): string => httpUrl(url)?.path ?? "/";
  const own: Step = {
    name: "the plan's",
    method: plan.method,
    path: path(plan.url),
    headers: plan.headers.filter(({ name }) => name.toLowerCase() === "cookie"),
    body: plan.body,
    weight: connections,
    extract: [],
    expect: plan.expect,
  };
  const other: Step = {
    ...own,
    name: "the other",
    method: "GET",
    path: path(otherOf(plan)),
    headers: [],
    body: null,
    weight: ASKING,
  };
  return {
    headers: withoutCookie(plan),
    requests: { schema: "plateau/scenario@1", order: "apart", steps: [own, other] },
  };
}
