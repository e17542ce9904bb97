import { Segments } from "../../components/Segments.tsx";
import { ArrivalFields } from "./ArrivalFields.tsx";
import { CheckFields } from "./CheckFields.tsx";
import { type Draft, type Field, takesBody } from "./draft.ts";
import { ExperimentFields } from "./ExperimentFields.tsx";
import { GoalFields } from "./GoalFields.tsx";
import { HeaderRows } from "./HeaderRows.tsx";
import { LevelChips } from "./LevelChips.tsx";
import { RequestFields } from "./RequestFields.tsx";
import { ScenarioField } from "./ScenarioField.tsx";
import { Section } from "./Section.tsx";
import * as says from "./summaries.ts";
import { TextField } from "./TextField.tsx";
import { ThinkTimeFields } from "./ThinkTimeFields.tsx";
import { UserFields } from "./UserFields.tsx";

interface Props {
  readonly draft: Draft;
  readonly errors: Partial<Record<Field, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

const MODELS = [
  { value: "closed", text: "Connections", title: "Each waits for its answer before it asks again" },
  { value: "open", text: "Arrival rate", title: "Requests come at a rate, whatever the answers do" },
] as const;

/** Everything of a plan beside its URL, part by part. */
export function PlanSections({ draft, errors, onChange }: Props) {
  const wrong = (...fields: Field[]) => fields.some((field) => errors[field] !== undefined);
  const text = (field: "duration" | "warmup" | "cooldown" | "timeout" | "seed" | "threads" | "name", label: string, more = {}) => (
    <TextField label={label} value={draft[field]} error={errors[field]} onChange={(value) => onChange({ [field]: value })} {...more} />
  );
  const closed = draft.model === "closed";
  return (
    <>
      <Section title="Levels" says={says.levelsSummary(draft)} open>
        <Segments name="model" legend="What rises" value={draft.model} options={MODELS} onChange={(model) => onChange({ model })} />
        {closed ? (
          <LevelChips levels={draft.connections} error={errors.connections} onChange={(connections) => onChange({ connections })} />
        ) : (
          <ArrivalFields draft={draft} errors={errors} onChange={onChange} />
        )}
      </Section>
      {closed && (
        <Section title="Think time" says={says.thinkSummary(draft)} wrong={wrong("thinkTimes")}>
          <ThinkTimeFields thinkTimes={draft.thinkTimes} error={errors.thinkTimes} onChange={(thinkTimes) => onChange({ thinkTimes })} />
        </Section>
      )}
      <Section
        title="Timing"
        says={`${draft.duration} each, after ${draft.warmup} of warm-up`}
        wrong={wrong("duration", "warmup", "cooldown", "timeout")}
      >
        <div className="four-fields">
          {text("duration", "Measured, per level")}
          {text("warmup", "Warm-up, not counted")}
          {text("cooldown", "Pause between levels")}
          {text("timeout", "Timeout, per request")}
        </div>
      </Section>
      <Section title="Objectives and search" says={says.goalSummary(draft)} wrong={wrong("objectives")}>
        <GoalFields draft={draft} error={errors.objectives} onChange={onChange} />
      </Section>
      {closed && (
        <Section title="Experiments" says={says.experimentSummary(draft)} wrong={wrong("otherUrl", "halfUrl")}>
          <ExperimentFields draft={draft} errors={errors} onChange={onChange} />
        </Section>
      )}
      <Section title="Request" says={says.requestSummary(draft)} wrong={wrong("headers", "body", "requests")}>
        <HeaderRows headers={draft.headers} error={errors.headers} onChange={(headers) => onChange({ headers })} />
        {takesBody(draft.method) && draft.requests === null && (
          <RequestFields.Body value={draft.body} onChange={(body) => onChange({ body })} />
        )}
        <ScenarioField draft={draft} onChange={onChange} />
      </Section>
      <Section title="Checks" says={says.checksSummary(draft)} wrong={wrong("expectStatus", "expectBody")}>
        <CheckFields draft={draft} errors={errors} onChange={onChange} />
      </Section>
      <Section title="Users and cookies" says={says.usersSummary(draft)} wrong={wrong("users", "cookies", "sessionCookie")}>
        <UserFields draft={draft} errors={errors} onChange={onChange} />
      </Section>
      <Section title="Connections and name" says={says.connectionSummary(draft)} wrong={wrong("seed", "threads", "name")}>
        <RequestFields.KeepAlive checked={draft.keepAlive} onChange={(keepAlive) => onChange({ keepAlive })} />
        <div className="four-fields">
          {text("threads", "Generator threads", { hint: "More, when one cannot send fast enough." })}
          {text("seed", "Seed", { hint: "Equal seeds give equal pauses, arrivals and draws." })}
        </div>
        {text("name", "Name of the session", { placeholder: "before the pool change" })}
      </Section>
    </>
  );
}
