import { Icon } from "./Icon.tsx";

/** What was odd about the target before the load began: to be known before any number is believed. */
export function Oddities({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="oddities" aria-label="Odd before the load began">
      {warnings.map((warning) => (
        <li key={warning}>
          <Icon name="warning" />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  );
}
