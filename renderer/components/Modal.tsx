import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly wide?: boolean; // to be read
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape, and needs no style the content policy forbids. */
export function Modal({ open, title, wide = false, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return createPortal(
    <dialog ref={ref} className={wide ? "modal modal-wide" : "modal"} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {open && children}
    </dialog>,
    document.body, // or it would look like the heading it is opened from
  );
}
