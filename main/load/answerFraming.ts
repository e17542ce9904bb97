/** How an answer ends, and whether its connection can be used again. */
export interface AnswerFraming {
  readonly bodiless: boolean; // no body follows, whatever length the headers tell
  readonly chunked: boolean;
  readonly reusable: boolean;
}

interface AnswerHead {
  readonly versionMajor: number;
  readonly versionMinor: number;
  readonly statusCode: number;
  readonly headers: readonly string[]; // name, value, name, value
}

/** 1xx announces an answer and is none itself; 101 is one, as nothing HTTP follows it. */
export const isInterim = (status: number): boolean => status >= 100 && status < 200 && status !== 101;

/**
 * RFC 9112, section 6.3. `sized`, `chunked` and `connection` (the Connection header, lower case) are what the parser found;
 * it reads "chunked" alone, not "gzip, chunked", and does not know which request is answered.
 */
export function framingOf(method: string, head: AnswerHead, sized: boolean, chunked: boolean, connection: string): AnswerFraming {
  const { statusCode } = head;
  const bodiless = method === "HEAD" || statusCode === 204 || statusCode === 304;
  const inChunks = chunked || (!bodiless && !sized && endsChunked(head.headers));
  const isOld = head.versionMajor < 1 || (head.versionMajor === 1 && head.versionMinor === 0);
  const persistent = isOld ? connection.includes("keep-alive") : !connection.includes("close");
  return { bodiless, chunked: inChunks, reusable: persistent && (bodiless || inChunks || sized) && statusCode !== 101 };
}

function endsChunked(headers: readonly string[]): boolean {
  const at = headers.findLastIndex((name, i) => i % 2 === 0 && name.toLowerCase() === "transfer-encoding");
  return at >= 0 && /(^|,)\s*chunked\s*$/i.test(headers[at + 1] ?? "");
}
