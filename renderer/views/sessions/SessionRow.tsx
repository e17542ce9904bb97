import { DropdownMenu } from "radix-ui";
import { type KeyboardEvent, type MouseEvent, memo } from "react";
import { requestsPerSecond } from "../../../app/figures/quantity.ts";
import { sparkline } from "../../../app/figures/sparkline.ts";
import { FigureView } from "../../charts/FigureView.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Quantity } from "../../components/Quantity.tsx";
import { ValidityMark } from "../../components/ValidityMark.tsx";
import { VerdictBadge } from "../../components/VerdictBadge.tsx";
import { openReport } from "../../state/report.ts";
import { go } from "../../state/route.ts";
import { peakRps, type Session } from "../../state/sessionList.ts";
import { deleteSession } from "../../state/sessions.ts";
import { whenText } from "./time.ts";

interface Props {
  readonly session: Session;
  readonly chosen: boolean; // to be compared
  readonly onChoose: (id: string) => void; // or not any more
}

/** Up and Down move between rows, Enter opens, Delete deletes (and offers undo). */
export const SessionRow = memo(function SessionRow({ session, chosen, onChoose }: Props) {
  const { id, name, url, startedAt, curve, verdict, status, validity } = session;
  const open = () => go(status === "running" ? { at: "live" } : { at: "session", id });
  const shownName = name === "" ? url.replace(/^https?:\/\//, "") : name;

  function click({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest("a, .choose, .actions, .menu") === null) open(); // those know what to do themselves
  }

  function key(event: KeyboardEvent<HTMLTableRowElement>): void {
    const row = event.currentTarget;
    const next = event.key === "ArrowDown" ? row.nextElementSibling : event.key === "ArrowUp" ? row.previousElementSibling : null;
    if (next !== null) {
      event.preventDefault();
      next.querySelector<HTMLElement>("a")?.focus();
    } else if (event.key === "Delete" && status !== "running") {
      event.preventDefault();
      (row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>("a")?.focus();
      void deleteSession(session);
    }
  }

  return (
    <tr onClick={click} onKeyDown={key}>
      <th scope="row" className="session-name">
        <div className="session-name-box">
          <label className="choose" title="Choose to compare">
            <input
              type="checkbox"
              checked={chosen}
              disabled={status === "running"}
              aria-label={`Compare ${shownName}`}
              onChange={() => onChoose(id)}
            />
          </label>
          <div>
            <a href={`#/session/${id}`} title={shownName}>
              {shownName}
            </a>
            <span className="session-url" title={url}>
              {name === "" ? "" : url}
            </span>
          </div>
        </div>
      </th>
      <td>
        <div className="session-verdict">
          <VerdictBadge verdict={verdict} status={status} />
          {(validity === "doubtful" || validity === "invalid") && (
            <ValidityMark validity={{ state: validity, reasons: ["The session says why."] }} />
          )}
        </div>
      </td>
      <td className="session-curve">
        <FigureView figure={sparkline(curve, { width: 128, height: 32 })} />
      </td>
      <td className="number">
        <Quantity value={peakRps(session)} as={requestsPerSecond} unit="req/s" />
      </td>
      <td className="when">
        <time dateTime={startedAt} title={new Date(startedAt).toLocaleString()}>
          {whenText(startedAt, new Date())}
        </time>
      </td>
      <td className="actions">
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <button type="button" className="icon-button" aria-label={`Actions for ${shownName}`}>
              <Icon name="dots" />
            </button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
              <DropdownMenu.Item onSelect={open}>
                <Icon name="arrow" /> Open
              </DropdownMenu.Item>
              <DropdownMenu.Item onSelect={() => void openReport(id)}>
                <Icon name="document" /> Report
              </DropdownMenu.Item>
              <DropdownMenu.Item disabled={status === "running"} onSelect={() => void deleteSession(session)}>
                <Icon name="trash" /> Delete
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </td>
    </tr>
  );
});
