import { type KeyboardEvent, useState } from "react";
import { count } from "../../../app/figures/quantity.ts";
import { PRESETS, parseLevels, withLevels } from "./levelsText.ts";

interface Props {
  readonly levels: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (levels: number[]) => void;
}

/** The levels as chips: type a number, a list or a range; Backspace takes the last one back. */
export function LevelChips({ levels, error, onChange }: Props) {
  const [text, setText] = useState("");
  const [unread, setUnread] = useState(false);

  function take(words: string): void {
    const { levels: added, rest } = parseLevels(words);
    if (added.length > 0) onChange(withLevels(levels, added));
    setText(rest);
    setUnread(rest !== "");
  }

  function type(words: string): void {
    if (/[\s,;]$/.test(words)) {
      take(words);
      return;
    }
    setText(words);
    setUnread(false);
  }

  function key(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      take(text);
    } else if (event.key === "Backspace" && text === "" && levels.length > 0) onChange(levels.slice(0, -1));
  }

  const wrong = unread ? "Numbers from 1 to 10 000, or a range like 1-64 or 10-50:10." : error;
  return (
    <div className="field">
      <label htmlFor="levels">Connections, level by level</label>
      <div className="chips">
        {levels.map((level) => (
          <button
            key={level}
            type="button"
            className="chip"
            aria-label={`Remove level of ${level} connections`}
            onClick={() => onChange(levels.filter((other) => other !== level))}
          >
            <span>{count(level)}</span>
            <span aria-hidden="true" className="chip-x">
              ×
            </span>
          </button>
        ))}
        <input
          id="levels"
          className="chip-input"
          value={text}
          placeholder={levels.length === 0 ? "1 2 5 10" : "add"}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={wrong !== undefined}
          aria-describedby="levels-hint"
          onChange={({ target }) => type(target.value)}
          onKeyDown={key}
          onBlur={() => text !== "" && take(text)}
        />
      </div>
      <p id="levels-hint" className={wrong === undefined ? "hint" : "hint wrong"}>
        {wrong ?? "A number, a list, 1-64 for doublings, 10-50:10 for steps."}
      </p>
      <div className="presets">
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            className="button small quiet"
            title={preset.levels.join(", ")}
            onClick={() => onChange([...preset.levels])}
          >
            {preset.name}
          </button>
        ))}
      </div>
    </div>
  );
}
