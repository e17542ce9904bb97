import type { Plan, PlanChanges } from "../../model/plan.ts";
import { besideUrl } from "../../requests/besideUrl.ts";
import { loadedConnections, noCurve, pairs } from "./blocks.ts";
import { confirms, DECISIVE, type ExperimentDesign, HINT, refutes, STRONG } from "./experiment.ts";
import { answerOf, throughputCompared } from "./throughput.ts";

const ID = "half-payload";
const QUEUES = ["connection-pool", "worker-pool", "concurrency-limit", "serialised", "single-threaded-cpu", "cpu-saturated"] as const;

/** Half the work per request: a queue's exit lets twice as many through, a limiter counts requests and lets as many. */
export const halfPayload: ExperimentDesign = {
  id: ID,
  title: "Half the work per request",
  explanation:
    "Half of the blocks ask for half as much: another url (--half-url), or half of the items of a JSON body. Where requests wait for something that is held while work is done, throughput grows in step; a limiter that counts requests gives the same.",
  arms: { a: "the whole work", b: "half the work" },
  about: ["rate-limit", ...QUEUES],
  obstacle: (o) =>
    noCurve(o) ??
    (halved(o.plan) === null ? "Plateau does not know what would be half the work (--half-url, a url of this server, says it)" : null),
  blocks: (o) => pairs(o, ID, loadedConnections(o), { b: halved(o.plan) ?? {} }),
  judge: (measured) =>
    throughputCompared(halfPayload, measured, false, (comparison) => {
      if (answerOf(comparison) === "lifted") {
        const text = "the limit follows the work of a request, as a queue's does and a limiter's does not.";
        return { text, effects: refutes(DECISIVE, "rate-limit") }; // every queue predicts this: it tells none from another
      }
      if (comparison.change === "same") {
        const text = "the limit counts requests and does not care for their work: a limiter, or a time that is the same for each.";
        return { text, effects: [...confirms(STRONG, "rate-limit"), ...refutes(HINT, ...QUEUES)] };
      }
      return { text: "neither the same nor in step with the work: this decides nothing.", effects: [] };
    }),
};

/** How the plan asks for half; null: unknown. */
function halved({ url, halfUrl, body, requests }: Plan): PlanChanges | null {
  if (requests !== null) return null; // a scenario has paths and bodies of its own
  const halfAt = halfUrl === null ? null : besideUrl(url, halfUrl);
  if (halfAt !== null) return { url: halfAt };
  const half = body === null ? null : halfOfJson(body);
  return half === null ? null : { body: half };
}

/** A JSON list, or an object with one list in it: the first half of the items. */
export function halfOfJson(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(value)) return value.length < 2 ? null : JSON.stringify(value.slice(0, Math.floor(value.length / 2)));
  if (typeof value !== "object" || value === null) return null;
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length >= 2);
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0) return null;
  return JSON.stringify({ ...value, [list[0]]: list[1].slice(0, Math.floor(list[1].length / 2)) });
}
