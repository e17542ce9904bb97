import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly says: string;
  readonly open?: boolean;
  readonly wrong?: boolean;
  readonly children: ReactNode;
}

/** A part of the plan, folded until wanted; its line says what is inside. */
export function Section({ title, says, open = false, wrong = false, children }: Props) {
  return (
    <details className="fold" open={open || wrong || undefined}>
      <summary>
        <span className="fold-title">{title}</span>
        <span className="fold-says">{says}</span>
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
