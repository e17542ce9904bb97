import { clock } from "../../app/figures/quantity.ts";
import type { Annotation } from "../../app/model/recording.ts";
import { Icon } from "./Icon.tsx";

/** What was noted while the session ran, with its time; the flags on the charts in words. */
export function NoteList({ notes }: { readonly notes: readonly Annotation[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="note-list" aria-label="Notes">
      {notes.map(({ atMs, text }) => (
        <li key={`${atMs} ${text}`}>
          <Icon name="flag" />
          <span className="note-time">{clock(atMs)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
