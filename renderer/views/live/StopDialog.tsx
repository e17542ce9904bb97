import { Modal } from "../../components/Modal.tsx";
import { stopRun } from "../../state/run.ts";

export function StopDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Modal open={open} title="Stop this run?" onClose={onClose}>
      <p>Everything measured so far is kept and diagnosed.</p>
      <div className="modal-buttons">
        <button type="button" className="button" onClick={onClose}>
          Go on measuring
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            stopRun();
            onClose();
          }}
        >
          Stop and keep
        </button>
      </div>
    </Modal>
  );
}
