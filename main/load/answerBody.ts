import zlib from "node:zlib";

const MOST_BYTES = 1_048_576; // of a body that is looked at, packed and unpacked: more would make the generator the load
const FIRST_BYTES = 4096; // most bodies that are looked at are short, and there may be thousands of connections

/** Collects the body of one answer after the other, where somebody has to look at it. */
export class AnswerBody {
  private bytes = Buffer.alloc(0);
  private length = 0;
  private tooLong = false;

  clear(): void {
    this.length = 0;
    this.tooLong = false;
  }

  add(chunk: Buffer, from: number, length: number): void {
    if (this.length + length > MOST_BYTES) {
      this.tooLong = true;
      return;
    }
    if (this.length + length > this.bytes.length) {
      const larger = Buffer.alloc(Math.min(MOST_BYTES, Math.max(FIRST_BYTES, 2 * (this.length + length))));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length, from, from + length);
    this.length += length;
  }

  /** As UTF-8 text; null if it was longer than a megabyte, or not packed as `encoding` says. */
  text(encoding: string | null): string | null {
    if (this.tooLong) return null;
    try {
      return unpacked(this.bytes.subarray(0, this.length), encoding?.trim().toLowerCase() ?? "identity").toString("utf8");
    } catch {
      return null;
    }
  }
}

function unpacked(bytes: Buffer, encoding: string): Buffer {
  const most = { maxOutputLength: MOST_BYTES };
  if (bytes.length === 0) return bytes;
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return zlib.gunzipSync(bytes, most);
    case "deflate":
      return zlib.inflateSync(bytes, most);
    case "br":
      return zlib.brotliDecompressSync(bytes, most);
    case "zstd":
      return zlib.zstdDecompressSync(bytes, most); // not in Node before 22.15: then a body nobody can read
    case "identity":
    case "":
      return bytes;
    default:
      throw new Error(`no way to unpack ${encoding}`);
  }
}
