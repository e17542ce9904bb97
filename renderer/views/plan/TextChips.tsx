import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { Read } from "./read.ts";

interface Props<T> {
  readonly label: string;
  readonly items: readonly string[];
  readonly hint: string;
  readonly placeholder: string;
  readonly error?: string | undefined;
  readonly separated?: boolean; // by spaces and commas; else Enter alone takes what is typed
  readonly parse: (text: string) => Read<T>;
  readonly onAdd: (values: readonly T[]) => void;
  readonly onRemove: (index: number) => void;
  readonly children?: ReactNode;
}

/** Things one types one after the other: each becomes a chip once it can be read. Backspace takes the last one back. */
export function TextChips<T>({ label, items, hint, placeholder, error, separated = true, parse, onAdd, onRemove, children }: Props<T>) {
  const id = useId();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);

  function take(words: string): void {
    const each = (separated ? words.split(/[\s,;]+/) : [words.trim()]).filter((word) => word !== "");
    const parsed = each.map((word) => ({ word, ...parse(word) }));
    const added = parsed.flatMap(({ value, refusal }) => (refusal === null ? [value as T] : []));
    if (added.length > 0) onAdd(added);
    setText(parsed.flatMap(({ word, refusal }) => (refusal === null ? [] : [word])).join(" "));
    setWrong(parsed.find(({ refusal }) => refusal !== null)?.refusal ?? null);
  }

  function key(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      take(text);
    } else if (event.key === "Backspace" && text === "" && items.length > 0) onRemove(items.length - 1);
  }

  function type(words: string): void {
    if (separated && /[\s,;]$/.test(words)) take(words);
    else {
      setText(words);
      setWrong(null);
    }
  }

  const says = wrong ?? error;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="chips">
        {items.map((item, index) => (
          <button key={`${index} ${item}`} type="button" className="chip" aria-label={`Remove ${item}`} onClick={() => onRemove(index)}>
            <span>{item}</span>
            <span aria-hidden="true" className="chip-x">
              ×
            </span>
          </button>
        ))}
        <input
          id={id}
          className="chip-input"
          value={text}
          placeholder={items.length === 0 ? placeholder : "add"}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={says !== undefined}
          aria-describedby={`${id}-says`}
          onChange={({ target }) => type(target.value)}
          onKeyDown={key}
          onBlur={() => text !== "" && take(text)}
        />
      </div>
      <p id={`${id}-says`} className={says === undefined ? "hint" : "hint wrong"}>
        {says ?? hint}
      </p>
      {children}
    </div>
  );
}
