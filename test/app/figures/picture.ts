import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import type { Figure } from "../../../app/figures/figure.ts";
import { svgOf } from "../../../app/figures/svg.ts";

const FOLDER = new URL("./pictures/", import.meta.url);

/** Compares a figure with the accepted picture. A mismatch leaves name-changed.svg beside it; `npm run figures:accept` accepts. */
export function expectPicture(name: string, figure: Figure): void {
  const accepted = new URL(`${name}.svg`, FOLDER);
  const changed = new URL(`${name}-changed.svg`, FOLDER);
  const svg = svgOf(figure);
  if (process.env.FIGURES_ACCEPT === "1") {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(accepted, svg);
  }
  const expected = existsSync(accepted) ? readFileSync(accepted, "utf8") : "";
  if (svg === expected) rmSync(changed, { force: true });
  else writeFileSync(changed, svg);
  expect(svg, `${name}.svg: see ${name}-changed.svg beside it`).toBe(expected);
}
