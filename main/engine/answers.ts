import { z } from "zod";
import { type Call, calls, type Output } from "../../app/contract/calls.ts";
import { type Announcement, type Channel, type Reply, Request } from "../../app/contract/wire.ts";
import { diagnose } from "../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import { PlateauError } from "../../app/model/errors.ts";
import { Plan, type PlanInput } from "../../app/model/plan.ts";
import { htmlReport } from "../../app/report/html.ts";
import { followUp } from "../../app/schedule/followUp.ts";
import { type LabTarget, scenarios, startTarget } from "../lab/lab.ts";
import { PLATEAU_VERSION } from "../version.ts";
import type { Engine } from "./engine.ts";

type Parsed<C extends Call> = z.output<(typeof calls)[C]["input"]>;
type Answers = { readonly [C in Call]: (input: Parsed<C>) => Output<C> | Promise<Output<C>> };

const DEMO_PLAN = { connections: [1, 2, 5, 10, 25, 50], durationMs: 6000, warmupMs: 1000, cooldownMs: 300 };

/** The plan of a demonstration, before the target's own needs (a cookie, say) are merged in. */
export const demoPlan = ({ url, scenario }: LabTarget): PlanInput => ({
  url,
  name: demoName(scenario),
  lab: { scenario: scenario.id, dose: scenario.dose?.value ?? null },
  ...DEMO_PLAN,
});

/** One answer per call of the contract: a missing, extra or mistyped answer does not compile. */
export function answersOf(engine: Engine): Answers {
  return {
    "engine:about": () => ({
      version: PLATEAU_VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cores: navigator.hardwareConcurrency,
      store: engine.store.file,
      running: engine.running,
    }),
    "lab:list": () => [...scenarios],
    "session:list": () => engine.store.list(),
    "session:open": (id) => engine.store.read(id),
    "session:delete": (id) => {
      if (engine.running === id) throw new PlateauError("ENGINE_BUSY", `session ${id} : it is running (stop it first)`);
      engine.store.delete(id);
      return null;
    },
    "session:restore": (id) => {
      engine.store.restore(id);
      return null;
    },
    "session:report": (id) => htmlReport(engine.store.read(id)),
    "run:start": (plan) => engine.start(plan),
    "run:demo": ({ scenario, dose }) =>
      startWithTarget(engine, { scenario, dose }, (target) => Plan.parse({ ...demoPlan(target), ...target.plan })),
    "run:experiment": ({ session, experiment, otherUrl, halfUrl }) => {
      const recording = engine.store.read(session);
      const diagnosed = { recording, levels: summariseLevels(recording), diagnosis: diagnose(recording) };
      const { plan } = followUp(diagnosed, experiment, { otherUrl, halfUrl });
      if (plan.lab === null) return engine.start(plan);
      return startWithTarget(engine, plan.lab, ({ url }) => ({ ...plan, url }));
    },
    "run:stop": async (id) => {
      await engine.stop(id);
      return null;
    },
    "run:skip": (id) => {
      engine.control(id).skipLevel();
      return null;
    },
    "run:pause": (id) => {
      engine.control(id).pause();
      return null;
    },
    "run:resume": (id) => {
      engine.control(id).resume();
      return null;
    },
    "run:connections": ({ id, connections }) => {
      engine.control(id).changeConnections(connections);
      return null;
    },
    "run:annotate": ({ id, text }) => {
      engine.control(id).annotate(text);
      return null;
    },
  };
}

/** Runs a plan against a built-in server that is there for it alone. */
async function startWithTarget(engine: Engine, lab: NonNullable<Plan["lab"]>, planFor: (target: LabTarget) => Plan): Promise<string> {
  const target = await startTarget(lab.scenario, lab.dose);
  try {
    return await engine.start(planFor(target), { whenEnded: () => target.stop() });
  } catch (error) {
    await target.stop();
    throw error;
  }
}

function demoName({ title, dose }: { title: string; dose: { name: string; value: number } | null }): string {
  return dose === null ? `Demo: ${title}` : `Demo: ${title} (${dose.name} ${dose.value})`;
}

/** Answers a channel's calls and tells it every event, until it closes. */
export function serveChannel(engine: Engine, channel: Channel): void {
  const answers = answersOf(engine);
  const tell = (announcement: Announcement): void => channel.send(announcement);
  const stopListening = engine.listen((sessionId, event) => tell({ event: "session:event", payload: { sessionId, event } }));
  channel.onClose(stopListening);
  channel.onMessage(async (message) => {
    const request = Request.safeParse(message);
    if (request.success) channel.send(await reply(answers, request.data));
  });
}

async function reply(answers: Answers, { id, call, input }: Request): Promise<Reply> {
  const parsed = calls[call].input.safeParse(input);
  if (!parsed.success) return { id, ok: false, error: { code: "CALL_INVALID", message: `${call} : ${z.prettifyError(parsed.error)}` } };
  try {
    const answer = answers[call] as (input: unknown) => unknown; // safe: Answers ties each call to its own input
    return { id, ok: true, value: await answer(parsed.data) };
  } catch (error) {
    if (error instanceof PlateauError) return { id, ok: false, error: { code: error.code, message: error.message } };
    console.error(error); // a bug: its stack belongs in the log, not on the channel
    return { id, ok: false, error: { code: "BUG", message: `${call} : something broke inside Plateau (${String(error)})` } };
  }
}
