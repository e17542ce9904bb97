import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { planPreview } from "../../app/figures/planPreview.ts";
import { duration } from "../../app/figures/quantity.ts";
import { Plan, planMs } from "../../app/model/plan.ts";
import { FigureView } from "../charts/FigureView.tsx";
import { useSize } from "../charts/useSize.ts";
import { Icon } from "../components/Icon.tsx";
import { messageOf } from "../state/notices.ts";
import { changeDraft, resetDraft, usePlanDraft } from "../state/planDraft.ts";
import { startRun } from "../state/run.ts";
import { RUN_COMMAND } from "./commands.ts";
import { type Draft, type Field, METHODS, planOf, remoteHost, takesBody } from "./plan/draft.ts";
import { HeaderRows } from "./plan/HeaderRows.tsx";
import { LevelChips } from "./plan/LevelChips.tsx";
import { RequestFields } from "./plan/RequestFields.tsx";
import { TextField } from "./plan/TextField.tsx";

/** One URL and a button; everything else is folded away until wanted. */
export function PlanView() {
  const draft = usePlanDraft((state) => state.draft);
  const [shown, setShown] = useState(false); // errors: only after the first attempt
  const [refusal, setRefusal] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const checked = useMemo(() => planOf(draft), [draft]);
  const errors: Partial<Record<Field, string>> = shown ? (checked.errors ?? {}) : {};
  const host = remoteHost(draft);

  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-label=URL]")?.focus(), []);
  useEffect(() => {
    const run = () => form.current?.requestSubmit();
    window.addEventListener(RUN_COMMAND, run);
    return () => window.removeEventListener(RUN_COMMAND, run);
  }, []);

  function change(part: Partial<Draft>): void {
    setRefusal(null);
    changeDraft(part);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setShown(true);
    setRefusal(null);
    if (checked.plan === null) {
      window.setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    setStarting(true);
    startRun(checked.plan)
      .catch((error) => setRefusal(messageOf(error)))
      .finally(() => setStarting(false));
  }

  return (
    <form ref={form} className="plan" onSubmit={submit} noValidate>
      <h1>Load a URL until it goes flat</h1>
      <div className={errors.url === undefined ? "url-bar" : "url-bar url-bar-wrong"}>
        <select aria-label="Method" value={draft.method} onChange={({ target }) => change({ method: target.value })}>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <input
          aria-label="URL"
          type="text"
          inputMode="url"
          value={draft.url}
          placeholder="localhost:8080/search?q=test"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={errors.url !== undefined}
          aria-describedby={errors.url === undefined ? undefined : "url-error"}
          onChange={({ target }) => change({ url: target.value })}
        />
        <button type="submit" className="button primary" disabled={starting}>
          <Icon name="play" /> {starting ? "Starting" : "Run"}
        </button>
      </div>
      {errors.url !== undefined && (
        <p id="url-error" className="hint wrong url-error">
          {errors.url}
        </p>
      )}
      {refusal !== null && (
        <p className="refusal" role="alert">
          <Icon name="warning" /> {refusal}
        </p>
      )}
      {host !== null && (
        <label className={errors.allowRemote === undefined ? "remote" : "remote remote-wrong"}>
          <input
            type="checkbox"
            aria-invalid={errors.allowRemote !== undefined}
            checked={draft.allowRemote === host}
            onChange={({ target }) => change({ allowRemote: target.checked ? host : "" })}
          />
          <span>
            <b>{host}</b> is another machine. A load test can slow it down or take it down for everyone who uses it. I may load it.
            {errors.allowRemote !== undefined && <b className="wrong"> {errors.allowRemote}</b>}
          </span>
        </label>
      )}
      <div className="plan-columns">
        <div className="plan-sections">
          <Section title="Levels" says={levelsSummary(draft)} open>
            <LevelChips levels={draft.connections} error={errors.connections} onChange={(connections) => change({ connections })} />
          </Section>
          <Section
            title="Timing"
            says={`${draft.duration} each, after ${draft.warmup} of warm-up`}
            wrong={anyOf(errors, "duration", "warmup", "cooldown", "timeout")}
          >
            <div className="four-fields">
              <TextField
                label="Measured, per level"
                value={draft.duration}
                error={errors.duration}
                onChange={(value) => change({ duration: value })}
              />
              <TextField
                label="Warm-up, not counted"
                value={draft.warmup}
                error={errors.warmup}
                onChange={(value) => change({ warmup: value })}
              />
              <TextField
                label="Pause between levels"
                value={draft.cooldown}
                error={errors.cooldown}
                onChange={(value) => change({ cooldown: value })}
              />
              <TextField
                label="Timeout, per request"
                value={draft.timeout}
                error={errors.timeout}
                onChange={(value) => change({ timeout: value })}
              />
            </div>
          </Section>
          <Section title="Request" says={requestSummary(draft)} wrong={anyOf(errors, "headers", "body")}>
            <HeaderRows headers={draft.headers} error={errors.headers} onChange={(headers) => change({ headers })} />
            {takesBody(draft.method) && <RequestFields.Body value={draft.body} onChange={(body) => change({ body })} />}
          </Section>
          <Section title="Connections and name" says={connectionSummary(draft)} wrong={anyOf(errors, "sessionCookie", "name")}>
            <RequestFields.KeepAlive checked={draft.keepAlive} onChange={(keepAlive) => change({ keepAlive })} />
            <TextField
              label="Session cookie"
              value={draft.sessionCookie}
              error={errors.sessionCookie}
              placeholder="JSESSIONID"
              mono
              hint="Each connection sends its own value of this cookie, as different users would."
              onChange={(sessionCookie) => change({ sessionCookie })}
            />
            <TextField
              label="Name of the session"
              value={draft.name}
              error={errors.name}
              placeholder="before the pool change"
              onChange={(name) => change({ name })}
            />
          </Section>
          <button type="button" className="button quiet small" onClick={resetDraft}>
            Back to the defaults
          </button>
        </div>
        <Preview
          plan={
            checked.plan ?? Plan.parse({ url: "http://localhost/", connections: draft.connections.length === 0 ? [1] : draft.connections })
          }
          exact={checked.plan !== null || !anyOf(checked.errors ?? {}, "duration", "warmup", "cooldown", "connections")}
          draft={draft}
        />
      </div>
    </form>
  );
}

function Section({
  title,
  says,
  open = false,
  wrong = false,
  children,
}: {
  title: string;
  says: string;
  open?: boolean;
  wrong?: boolean;
  children: React.ReactNode;
}) {
  return (
    <details className="fold" open={open || wrong || undefined}>
      <summary>
        <span className="fold-title">{title}</span>
        <span className="fold-says">{says}</span>
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}

function Preview({ plan, draft, exact }: { plan: Plan; draft: Draft; exact: boolean }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const timed = useMemo(() => {
    const times = planOf({ ...draft, url: "localhost", allowRemote: "" });
    return times.plan ?? plan;
  }, [draft, plan]);
  const figure = useMemo(() => planPreview(timed, { width: Math.max(200, width), height: 190 }), [timed, width]);
  return (
    <aside className="plan-preview" aria-label="What the run will do">
      <p className="plan-total">
        <span className="plan-total-time">{exact ? duration(planMs(timed)) : "–"}</span>
        <span>
          {timed.connections.length} level{timed.connections.length === 1 ? "" : "s"}, at most {Math.max(...timed.connections)} connections
        </span>
      </p>
      <div ref={ref}>{width > 0 && <FigureView figure={figure} />}</div>
      <p className="hint">The muted part of each step is warm-up: sent, not counted.</p>
    </aside>
  );
}

function anyOf(errors: Partial<Record<Field, string>>, ...fields: Field[]): boolean {
  return fields.some((field) => errors[field] !== undefined);
}

function levelsSummary({ connections }: Draft): string {
  if (connections.length === 0) return "none";
  return connections.length === 1
    ? `${connections[0]} connections`
    : `${connections.length}, from ${connections[0]} to ${connections[connections.length - 1]} connections`;
}

function requestSummary({ headers, body, method }: Draft): string {
  const named = headers.filter(({ name }) => name !== "").length;
  const parts = [named === 0 ? "no headers" : named === 1 ? "1 header" : `${named} headers`];
  if (takesBody(method)) parts.push(body === "" ? "no body" : `body of ${body.length} characters`);
  return parts.join(", ");
}

function connectionSummary({ keepAlive, sessionCookie }: Draft): string {
  return [keepAlive ? "kept alive" : "a new one for every request", ...(sessionCookie === "" ? [] : [`own ${sessionCookie} each`])].join(
    ", ",
  );
}
