import { jsonOf } from "./jsonPath.ts";

/** What is looked at of an answer. The body is parsed once, and only if somebody asks for it. */
export class Answer {
  readonly status: number;
  readonly headers: readonly string[]; // name, value, name, value
  readonly body: string;
  private parsed: { readonly json: unknown } | null = null;

  constructor(status: number, headers: readonly string[], body: string) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** The body as JSON; undefined if it is none. */
  get json(): unknown {
    this.parsed ??= { json: jsonOf(this.body) };
    return this.parsed.json;
  }

  /** The first header of that name, whatever its case; null if there is none. */
  header(name: string): string | null {
    return headerOf(this.headers, name);
  }
}

export function headerOf(headers: readonly string[], name: string): string | null {
  const wanted = name.toLowerCase();
  for (let i = 0; i + 1 < headers.length; i += 2) if ((headers[i] as string).toLowerCase() === wanted) return headers[i + 1] as string;
  return null;
}
