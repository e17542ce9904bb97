import { type HandbookPage, handbook } from "../../../app/report/handbook.ts";
import { EXIT } from "../exit.ts";
import { usage } from "../options.ts";
import { type JsonOption, print, printJson, wrapped } from "../output.ts";

/** The handbook on the terminal: a page, or the list of pages. */
export function explain(id: string | undefined, options: { readonly json?: JsonOption }): number {
  const pages = handbook.filter((page) => id === undefined || page.id === id);
  if (pages.length === 0) throw usage(`explain ${id ?? ""}`, "no finding of that name", handbook.map((page) => page.id).join(", "));
  if (options.json !== undefined) printJson(id === undefined ? pages : pages[0], options.json);
  else if (id === undefined)
    for (const page of pages) print(`${page.id.padEnd(24)}${page.isWarning ? "warning     " : "bottleneck  "}${page.title}`);
  else for (const page of pages) show(page);
  return EXIT.done;
}

function show({ id, title, about, confusedWith, confirm, fix }: HandbookPage): void {
  print(`${title} (${id})`);
  print(wrapped(about, "  "));
  if (confusedWith !== null) section("Confused with", [confusedWith]);
  section("How to confirm: plateau run ... --experiments ID", confirm);
  section("What to do", fix);
}

function section(heading: string, items: readonly string[]): void {
  if (items.length === 0) return;
  print("");
  print(`${heading}:`);
  for (const item of items) print(wrapped(item, "  "));
}
