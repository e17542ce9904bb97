import { exact } from "../../app/figures/quantity.ts";

/** A number in three significant digits; every digit on hover. */
export function Quantity({
  value,
  as,
  unit = "",
}: {
  readonly value: number | null;
  readonly as: (value: number | null) => string;
  readonly unit?: string;
}) {
  return (
    <span className="quantity" title={value === null ? "not read" : `${exact(value)} ${unit}`.trim()}>
      {as(value)}
    </span>
  );
}
