import { Icon } from "./Icon.tsx";

/** A page that cannot show what was asked for, why, and the way out. */
export function RefusedPage({ title, why }: { readonly title: string; readonly why: string }) {
  return (
    <div className="page">
      <h1>{title}</h1>
      <p className="refusal" role="alert">
        <Icon name="warning" /> {why}
      </p>
      <a className="button" href="#/">
        Back to the sessions
      </a>
    </div>
  );
}

/** A page whose data are on their way. */
export function OpeningPage({ what }: { readonly what: string }) {
  return (
    <div className="page" aria-busy="true">
      <p className="opening">Opening {what}</p>
    </div>
  );
}
