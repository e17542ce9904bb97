import type { SessionStatus } from "../../app/model/recording.ts";
import { Icon } from "./Icon.tsx";
import { moodOf } from "./verdict.ts";

interface Props {
  readonly verdict: { readonly id: Parameters<typeof moodOf>[0]; readonly title: string } | null;
  readonly status: SessionStatus;
}

/** What came out of a session: shape, colour and words say the same. */
export function VerdictBadge({ verdict, status }: Props) {
  if (status === "failed") return <Badge mood="problem" icon="cross" text="Failed" />;
  if (status === "running") return <Badge mood="busy" icon="pulse" text="Running" />;
  if (verdict === null) return <Badge mood="unsure" icon="question" text="No verdict" />;
  const mood = moodOf(verdict.id);
  return <Badge mood={mood} icon={mood === "healthy" ? "check" : mood === "unsure" ? "question" : "bottleneck"} text={verdict.title} />;
}

function Badge({ mood, icon, text }: { readonly mood: string; readonly icon: Parameters<typeof Icon>[0]["name"]; readonly text: string }) {
  return (
    <span className={`badge badge-${mood}`}>
      <Icon name={icon} />
      <span className="badge-words">{text}</span>
    </span>
  );
}
