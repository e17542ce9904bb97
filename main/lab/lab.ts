import { PlateauError } from "../../app/model/errors.ts";
import type { LabScenario } from "../../app/model/lab.ts";
import type { PlanInput } from "../../app/model/plan.ts";
import { startTargetProcess, type TargetLimits, type TargetProcess } from "./targetProcess.ts";

/** How a scenario is made: its program, and what a plan must send for the disease to show. */
interface Recipe {
  readonly scenario: LabScenario;
  readonly file: string;
  readonly most: number; // largest dose this machine is asked for
  readonly plan: Partial<PlanInput>;
  readonly limits: TargetLimits;
}

/** A running target of the lab. It ends with `stop()` or with this process, whichever comes first. */
export interface LabTarget extends Pick<TargetProcess, "pid" | "counts" | "stop"> {
  readonly scenario: LabScenario; // with the dose it was given
  readonly url: string;
  readonly plan: Partial<PlanInput>; // to be merged into the plan that loads it
}

const recipes: readonly Recipe[] = [
  recipe("connection-pool", "connectionPool.ts", {
    title: "A connection pool that is too small",
    explains: "The application waits for one of a few connections to a slow backend: throughput stops early, the processor idles.",
    dose: { name: "pool size", value: 2 },
  }),
  recipe("worker-pool", "workerPool.ts", {
    title: "Too few workers",
    explains: "A fixed number of worker processes take one request each and mostly wait; everybody else queues in front of them.",
    dose: { name: "workers", value: 4 },
    most: 64,
  }),
  recipe("session-lock", "sessionLock.ts", {
    title: "A lock per session",
    explains:
      "Requests of one session wait for each other. A test that sends one cookie measures the lock; users with cookies of their own do not.",
    plan: { headers: [{ name: "Cookie", value: "SID=demo" }] },
  }),
  recipe("global-lock", "globalLock.ts", {
    title: "One lock for everybody",
    explains: "Every request needs the same lock and holds it while it waits: one at a time, with an idle processor.",
  }),
  recipe("single-thread-cpu", "singleThreadCpu.ts", {
    title: "One busy thread",
    explains: "One thread computes all answers: one core is full, and more cores would not help.",
  }),
  recipe("all-cores-cpu", "allCoresCpu.ts", {
    title: "All cores busy",
    explains: "A thread per core computes answers: the machine is full, and only less work per request or more machines help.",
  }),
  recipe("rate-limit", "rateLimit.ts", {
    title: "A rate limit",
    explains: "So many good answers a second and no more; what comes on top is refused with status 429.",
    dose: { name: "answers per second", value: 50 },
  }),
  recipe("errors", "overload.ts", {
    title: "Refusing under load",
    explains: "Above a number of requests at once the target answers 503, and most of what is counted as throughput is refusals.",
    dose: { name: "requests at once", value: 10 },
  }),
  recipe("thread-thrash", "threadThrash.ts", {
    title: "Threads that wake each other",
    explains: "A thread per request, and one lock that wakes all who wait: the CPU goes into switching, and throughput falls under load.",
    dose: { name: "threads", value: 32 },
    most: 64,
  }),
  recipe("memory-pressure", "memoryPressure.ts", {
    title: "A heap with no room",
    explains: "Requests in flight hold memory: near the limit the garbage collector takes the CPU, and throughput falls under load.",
    limits: { heapMegabytes: 64 },
  }),
  recipe("disk-wait", "diskWait.ts", {
    title: "Flushing to the disk",
    explains: "Every request flushes its lines to the disk one by one and waits for each: the disk decides, and the processor has time.",
    dose: { name: "flushes per request", value: 20 },
  }),
  recipe("accept-queue", "acceptQueue.ts", {
    title: "A full accept queue",
    explains: "Connections are accepted slowly, and few may wait: the others are dropped and try again a second later.",
    dose: { name: "backlog", value: 4 },
    plan: { keepAlive: false },
  }),
  recipe("port-exhaustion", "fileLimit.ts", {
    title: "No file descriptors left",
    explains: "Every request opens a connection to a backend, and the process may open few files: above that, requests fail.",
    limits: { openFiles: 64 },
  }),
  recipe("bandwidth", "bandwidth.ts", {
    title: "A line that is full",
    explains: "Large answers through a line of fixed speed: bytes are at a ceiling, and requests with them.",
    dose: { name: "Mbit/s", value: 100 },
    most: 1_000,
  }),
  recipe("downstream-timeout", "downstreamTimeout.ts", {
    title: "A backend that does not answer",
    explains: "Above a few requests at once the backend loses requests, and the target waits for its timeout before it gives up.",
    dose: { name: "timeout in seconds", value: 1 },
    most: 5,
  }),
  recipe("periodic-stall", "periodicStall.ts", {
    title: "Standing still every five seconds",
    explains: "Nothing limits throughput, but every five seconds everything stops for 300 ms: means hide it, the slowest answers tell.",
  }),
  recipe("healthy", "healthy.ts", {
    title: "Nothing wrong",
    explains: "The control: throughput grows with the connections and latency stays.",
  }),
];

/** What the lab offers; the first is the default demonstration. */
export const scenarios: readonly LabScenario[] = recipes.map(({ scenario }) => scenario);

/**
 * Starts the target of a scenario on a free loopback port, in a process of its own.
 * `dose` null: the scenario's own.
 * @throws PlateauError PLAN_INVALID for an unknown scenario, one this system cannot stage, or a dose it does not take
 */
export async function startTarget(scenarioId: string, dose: number | null): Promise<LabTarget> {
  const found = recipes.find(({ scenario }) => scenario.id === scenarioId);
  if (found === undefined) {
    const known = scenarios.map(({ id }) => id).join(", ");
    throw new PlateauError("PLAN_INVALID", `demo ${scenarioId} : there is no such scenario (${known})`);
  }
  if (found.limits.openFiles !== undefined && process.platform === "win32") {
    throw new PlateauError("PLAN_INVALID", `demo ${scenarioId} : Windows sets no limit on open files (Linux or macOS do)`);
  }
  const scenario = withDose(found, dose);
  const target = await startTargetProcess(found.file, scenario.dose === null ? [] : [String(scenario.dose.value)], found.limits);
  return { ...target, scenario, url: `http://127.0.0.1:${target.port}/`, plan: found.plan };
}

function withDose({ scenario, most }: Recipe, dose: number | null): LabScenario {
  if (dose === null) return scenario;
  if (scenario.dose === null) throw new PlateauError("PLAN_INVALID", `dose ${dose} : ${scenario.id} takes none (leave it out)`);
  if (!Number.isInteger(dose) || dose < 1 || dose > most) {
    throw new PlateauError("PLAN_INVALID", `dose ${dose} : not a ${scenario.dose.name} of ${scenario.id} (1 to ${most})`);
  }
  return { ...scenario, dose: { ...scenario.dose, value: dose } };
}

function recipe(
  id: string,
  file: string,
  rest: Omit<LabScenario, "id" | "dose"> & Partial<Pick<LabScenario, "dose"> & Pick<Recipe, "most" | "plan" | "limits">>,
): Recipe {
  const { title, explains, dose = null, most = 256, plan = {}, limits = {} } = rest;
  return { scenario: { id, title, explains, dose }, file, most, plan, limits };
}
