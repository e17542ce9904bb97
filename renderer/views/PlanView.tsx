import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Icon } from "../components/Icon.tsx";
import { messageOf } from "../state/notices.ts";
import { changeDraft, resetDraft, usePlanDraft } from "../state/planDraft.ts";
import { startRun } from "../state/run.ts";
import { RUN_COMMAND } from "./commands.ts";
import { type Draft, type Field, planOf, remoteHost } from "./plan/draft.ts";
import { PlanSections } from "./plan/PlanSections.tsx";
import { Preview } from "./plan/Preview.tsx";
import { UrlBar } from "./plan/UrlBar.tsx";

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
      <UrlBar draft={draft} error={errors.url} starting={starting} onChange={change} />
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
          <PlanSections draft={draft} errors={errors} onChange={change} />
          <button type="button" className="button quiet small" onClick={resetDraft}>
            Back to the defaults
          </button>
        </div>
        <Preview draft={draft} />
      </div>
    </form>
  );
}
