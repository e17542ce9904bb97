import { socketAccount } from "../../../app/report/socketAccount.ts";
import type { Opened } from "../../state/opened.ts";

/** What went over the sockets in the whole session; folded, as few ask for it. */
export function SocketAccount({ opened: { recording } }: { readonly opened: Opened }) {
  return (
    <details className="panel account">
      <summary>
        <h2>Socket account</h2>
        <span className="hint account-hint">hits, connects, bytes and errors of the whole session, warm-up included</span>
      </summary>
      <table className="account-table">
        <tbody>
          {socketAccount(recording).map(({ name, value, exact }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td title={exact}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
