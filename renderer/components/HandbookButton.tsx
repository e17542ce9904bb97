import { useState } from "react";
import type { FindingId } from "../../app/model/finding.ts";
import { type HandbookPage, handbook } from "../../app/report/handbook.ts";
import { Icon } from "./Icon.tsx";
import { Modal } from "./Modal.tsx";

/** The page of a finding: what it is, what it is confused with, how to make sure, and what to do. */
export function HandbookButton({ id, brief = false }: { readonly id: FindingId; readonly brief?: boolean }) {
  const [open, setOpen] = useState(false);
  const page = handbook.find((each) => each.id === id);
  if (page === undefined) return null;
  return (
    <>
      <button
        type="button"
        className={brief ? "icon-button" : "button quiet small"}
        aria-haspopup="dialog"
        aria-label={`Handbook: ${page.title}`}
        title="What it is, how to make sure, what to do"
        onClick={() => setOpen(true)}
      >
        <Icon name="book" /> {!brief && "Handbook"}
      </button>
      <Modal open={open} title={page.title} wide onClose={() => setOpen(false)}>
        <Page page={page} />
        <div className="modal-buttons">
          <button type="button" className="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </div>
      </Modal>
    </>
  );
}

function Page({ page: { id, isWarning, about, confusedWith, confirm, fix } }: { readonly page: HandbookPage }) {
  return (
    <div className="handbook">
      <p className="hint">
        <code>{id}</code>, {isWarning ? "a warning on the measurement" : "a bottleneck"}
      </p>
      <p>{about}</p>
      {confusedWith !== null && (
        <>
          <h3>Confused with</h3>
          <p>{`${confusedWith.charAt(0).toUpperCase()}${confusedWith.slice(1)}`}</p>
        </>
      )}
      {confirm.length > 0 && (
        <>
          <h3>How to make sure</h3>
          <ul className="plain-list">
            {confirm.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
      <h3>What to do</h3>
      <ul className="plain-list">
        {fix.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}
