import { type ChangeEvent, useId, useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { messageOf } from "../../state/notices.ts";

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly chosen: string | null; // name and size of what was taken before
  readonly onText: (text: string, file: string) => void; // throws when the text cannot be read
  readonly onRemove: () => void;
}

/** A file of this machine, read here and kept in the plan. */
export function FileField({ label, hint, accept, chosen, onText, onRemove }: Props) {
  const id = useId();
  const [wrong, setWrong] = useState<string | null>(null);

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0];
    target.value = ""; // the same file may be chosen again, changed
    if (file === undefined) return;
    setWrong(null);
    file
      .text()
      .then((text) => onText(text, file.name))
      .catch((error) => setWrong(`${file.name}: ${messageOf(error).replace(" : ", ": ")}.`));
  }

  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="file-row">
        <input
          id={id}
          className="unseen"
          type="file"
          accept={accept}
          aria-label={label}
          aria-describedby={`${id}-says`}
          onChange={choose}
        />
        <label className="button" htmlFor={id}>
          {chosen === null ? "Choose a file" : "Choose another"}
        </label>
        {chosen !== null && (
          <>
            <span className="file-chosen">{chosen}</span>
            <button type="button" className="icon-button" aria-label={`Remove ${label.toLowerCase()}`} onClick={onRemove}>
              <Icon name="cross" />
            </button>
          </>
        )}
      </div>
      <p id={`${id}-says`} className={wrong === null ? "hint" : "hint wrong"} role={wrong === null ? undefined : "alert"}>
        {wrong ?? hint}
      </p>
    </div>
  );
}
