/**
 * Where a value is in a JSON document. A small part of RFC 9535: the root, names and indices: `$`, `$.a.b`, `$.list[0].id`, `$["a name"]`.
 * No wildcards, slices, filters or descendants: they would give lists.
 */
export type JsonPath = readonly (string | number)[];

const PART = /\.([^.[\]\s"']+)|\[(\d+)\]|\["([^"\\]*)"\]|\['([^'\\]*)'\]/y;

/** @throws RangeError if it is not such a path; a plan is checked before it comes here */
export function parseJsonPath(text: string): JsonPath {
  const parts: (string | number)[] = [];
  if (!text.startsWith("$")) throw new RangeError(`a JSON path begins with $; got ${text}`);
  PART.lastIndex = 1;
  while (PART.lastIndex < text.length) {
    const at = PART.lastIndex;
    const match = PART.exec(text);
    if (match === null) throw new RangeError(`a JSON path goes like $.a.b[0]; got ${text.slice(at)} in ${text}`);
    parts.push(match[2] === undefined ? ((match[1] ?? match[3] ?? match[4]) as string) : Number(match[2]));
  }
  return parts;
}

/** What is there; undefined if nothing is. */
export function valueAt(json: unknown, path: JsonPath): unknown {
  let value = json;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value) ? typeof part !== "number" : typeof part === "number") return undefined;
    if (!Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** Parsed; undefined if it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
