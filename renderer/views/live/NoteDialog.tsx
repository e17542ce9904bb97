import { type FormEvent, useState } from "react";
import { Modal } from "../../components/Modal.tsx";
import { annotate } from "../../state/run.ts";

const LONGEST = 1000;

/** A word at this moment of the run: "deployed", "pool raised to 20". */
export function NoteDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [text, setText] = useState("");
  function keep(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== "") annotate(text.trim());
    setText("");
    onClose();
  }
  return (
    <Modal open={open} title="Note this moment" onClose={onClose}>
      <form onSubmit={keep} className="field">
        <label htmlFor="note">What happened?</label>
        <input
          id="note"
          className="input"
          value={text}
          maxLength={LONGEST}
          placeholder="pool raised to 20"
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        <p className="hint">It becomes a flag on the charts, at the time you keep it.</p>
        <div className="modal-buttons">
          <button type="button" className="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" className="button primary" disabled={text.trim() === ""}>
            Keep the note
          </button>
        </div>
      </form>
    </Modal>
  );
}
