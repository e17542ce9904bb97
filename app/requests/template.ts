import { PlateauError } from "../model/errors.ts";

/** A text with places for values: texts[0], value of names[0], texts[1] and so on; one text more than names. */
export interface Template {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Values that are there without being given. Each is the same wherever it stands in one request, and new in the next. */
export const OWN_NAMES = ["uuid", "counter", "random"] as const;

const PLACE = /(\\?)\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_. -]*?)\s*\}\}/gu;

/** Takes {{name}} apart; \{{name}} stands for itself, and so does {{ before anything that is no name. */
export function parseTemplate(text: string): Template {
  const texts: string[] = [];
  const names: string[] = [];
  let literal = "";
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    literal += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] !== "") {
      literal += match[0].slice(1);
      continue;
    }
    texts.push(literal);
    names.push(match[2] as string);
    literal = "";
  }
  texts.push(literal + text.slice(from));
  return { texts, names };
}

/** The same text as a template without places: what looks like one is escaped. */
export function asLiteral(text: string): string {
  return text.replace(PLACE, (place) => `\\${place}`);
}

export function isConstant({ names }: Template): boolean {
  return names.length === 0;
}

export function render({ texts, names }: Template, value: (name: string) => string): string {
  let text = texts[0] as string;
  for (let i = 0; i < names.length; i++) text += value(names[i] as string) + (texts[i + 1] as string);
  return text;
}

/** The template with its fixed texts changed. */
export function withTexts(template: Template, change: (text: string) => string): Template {
  return { texts: template.texts.map(change), names: template.names };
}

/** @throws PlateauError PLAN_INVALID naming the first name nobody gives a value, and those that are known */
export function checkNames({ names }: Template, known: readonly string[], where: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new PlateauError("PLAN_INVALID", `{{${unknown}}} in ${where} : no value of that name (there are ${known.join(", ")})`, { unknown });
}
