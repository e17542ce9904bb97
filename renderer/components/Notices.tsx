import { dismiss, useNotices } from "../state/notices.ts";
import { Icon } from "./Icon.tsx";

/** News goes by itself, errors stay until read. Both are read out when they come. `raised`: above the bar that stops a run. */
export function Notices({ raised }: { readonly raised: boolean }) {
  const notices = useNotices((state) => state.notices);
  return (
    <section className={raised ? "notices raised" : "notices"} aria-label="Notices" aria-live="polite">
      {notices.map(({ id, kind, text, action }) => (
        <div key={id} className={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
          <span className="notice-sign">
            <Icon name={kind === "error" ? "warning" : "info"} />
          </span>
          <p>{text}</p>
          {action !== undefined && (
            <button
              type="button"
              className="button small"
              onClick={() => {
                action.run();
                dismiss(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </section>
  );
}
