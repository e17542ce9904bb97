import { type ClipboardEvent, useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { type Draft, METHODS } from "./draft.ts";
import { importRequests, isCurl } from "./importRequests.ts";
import { read } from "./read.ts";

interface Props {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly starting: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Method, URL, Run. A `curl` command pasted here fills in the rest. */
export function UrlBar({ draft, error, starting, onChange }: Props) {
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(command: string): void {
    const { value, refusal } = read(() => importRequests(command, "the pasted commands", ""));
    setRefusal(refusal);
    setNotes(value?.notes ?? []);
    onChange(value?.change ?? { url: command });
  }

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData("text"); // the field itself would lose the line breaks
    if (!isCurl(text)) return;
    event.preventDefault();
    take(text);
  }

  function type(url: string): void {
    setRefusal(null);
    setNotes([]);
    onChange({ url });
  }

  const wrong = refusal ?? error;
  return (
    <>
      <div className={wrong === undefined ? "url-bar" : "url-bar url-bar-wrong"}>
        <select aria-label="Method" value={draft.method} onChange={({ target }) => onChange({ method: target.value })}>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <input
          aria-label="URL"
          type="text"
          inputMode="url"
          value={draft.url}
          placeholder="localhost:8080/search?q=test, or a curl command"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : "url-error"}
          onPaste={paste}
          onBlur={() => isCurl(draft.url) && take(draft.url)}
          onChange={({ target }) => type(target.value)}
        />
        <button type="submit" className="button primary" disabled={starting}>
          <Icon name="play" /> {starting ? "Starting" : "Run"}
        </button>
      </div>
      {wrong !== undefined && (
        <p id="url-error" className="hint wrong url-error">
          {wrong}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="hint url-error" role="status">
          {note}
        </p>
      ))}
    </>
  );
}
