import { useState } from "react";
import type { Draft } from "./draft.ts";
import { FileField } from "./FileField.tsx";
import { importRequests } from "./importRequests.ts";

interface Props {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Several requests instead of one: a scenario, a recording of the browser, or curl commands. */
export function ScenarioField({ draft: { requests, url }, onChange }: Props) {
  const [notes, setNotes] = useState<readonly string[]>([]);
  return (
    <>
      <FileField
        label="Several requests"
        accept=".json,.har,.txt,.sh,application/json"
        chosen={requests === null ? null : `${requests.file}: ${stepsText(requests.content)}`}
        hint={
          requests === null
            ? "A scenario (JSON), a HAR saved by a browser, or a file of curl commands. They take the place of method, path and body."
            : requests.content.steps.map(({ method, path }) => `${method} ${path}`).join(", ")
        }
        onText={(text, file) => {
          const { change, notes: left } = importRequests(text, file, url);
          setNotes(left);
          onChange(change);
        }}
        onRemove={() => {
          setNotes([]);
          onChange({ requests: null });
        }}
      />
      {notes.map((note) => (
        <p key={note} className="hint" role="status">
          {note}
        </p>
      ))}
    </>
  );
}

const ORDERS = { sequence: "in order", mix: "drawn by their weight", apart: "each by connections of its own" } as const;

function stepsText({ steps, order }: NonNullable<Draft["requests"]>["content"]): string {
  return `${steps.length} request${steps.length === 1 ? "" : "s"}, ${ORDERS[order]}`;
}
