import { Modal } from "./Modal.tsx";

const COMMAND = navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl";
const KEYS: readonly { keys: string[]; does: string }[] = [
  { keys: [COMMAND, "N"], does: "Plan a new run (in a browser: N)" },
  { keys: [COMMAND, "Enter"], does: "Run the plan" },
  { keys: ["N"], does: "While a run is watched: note something" },
  { keys: ["Esc"], does: "Stop the run (asks)" },
  { keys: ["/"], does: "Search sessions" },
  { keys: ["Up", "Down"], does: "Move between sessions" },
  { keys: ["Enter"], does: "Open a session" },
  { keys: ["Delete"], does: "Delete a session (with undo)" },
  { keys: ["Left", "Right"], does: "Move the crosshair of a chart; with Shift by level" },
  { keys: ["?"], does: "These shortcuts" },
];

export function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Modal open={open} title="Keyboard" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="modal-buttons">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}
