import { unreadable } from "./unreadable.ts";

/** What a HotSpot JVM tells of its memory, since it began. */
export interface JvmMemory {
  readonly collectedMs: number; // in which the program stood still for the collector
  readonly heapUsedBytes: number;
  readonly heapMaxBytes: number;
}

const MAGIC = 0xcafec0c0;
const LITTLE_ENDIAN = 1;
const LONG = "J".charCodeAt(0);
const BYTE = "B".charCodeAt(0);
const HEADER_BYTES = 32;

/**
 * Parses the memory a JVM shares in /tmp/hsperfdata_USER/PID, where jstat reads it too: nothing is asked of the JVM, and no JDK need be
 * there. Layout: PerfDataPrologue and PerfDataEntry in src/hotspot/share/runtime/perfMemory.hpp, version 2.0, the same since JDK 5.
 * G1 and Z call two views of one heap generations, each as large as the heap; the others' generations are parts of it.
 * @throws PlateauError PROBE_UNREADABLE if it is another kind of file, or not yet filled
 */
export function parseHsperfdata(bytes: Buffer): JvmMemory {
  const values = counters(bytes);
  const number = (name: string): number | undefined => {
    const value = values.get(name);
    return typeof value === "number" ? value : undefined;
  };
  const ofAll = (pattern: RegExp): number[] =>
    [...values].flatMap(([name, value]) => (pattern.test(name) && typeof value === "number" ? [value] : []));
  const ticksPerSecond = number("sun.os.hrt.frequency");
  const used = ofAll(/^sun\.gc\.generation\.\d+\.space\.\d+\.used$/);
  const most = ofAll(/^sun\.gc\.generation\.\d+\.maxCapacity$/);
  const times = ofAll(/^sun\.gc\.collector\.\d+\.time$/);
  if (!ticksPerSecond || used.length === 0 || most.length === 0 || times.length === 0)
    throw unreadable("hsperfdata", "counters of a heap and its collector", [...values.keys()].join(" "));
  const oneHeap = [...values].some(([name, value]) => /^sun\.gc\.collector\.\d+\.name$/.test(name) && /^(G1|Z)/.test(String(value)));
  return {
    collectedMs: (sum(times) / ticksPerSecond) * 1000,
    heapUsedBytes: sum(used),
    heapMaxBytes: oneHeap ? Math.max(...most) : sum(most),
  };
}

/** Every counter by name: numbers, and texts. */
function counters(bytes: Buffer): Map<string, number | string> {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(0) !== MAGIC || bytes[4] !== LITTLE_ENDIAN || bytes[5] !== 2 || bytes[7] !== 1)
    throw unreadable("hsperfdata", "a header of version 2, accessible", bytes.toString("hex", 0, 8));
  const values = new Map<string, number | string>();
  let at = bytes.readInt32LE(24);
  for (let entry = bytes.readInt32LE(28); entry > 0 && at + 20 <= bytes.length; entry--) {
    const [length, nameAt, vector] = [bytes.readInt32LE(at), bytes.readInt32LE(at + 4), bytes.readInt32LE(at + 8)];
    const [type, dataAt] = [bytes[at + 12], bytes.readInt32LE(at + 16)];
    if (length <= 0 || at + length > bytes.length) break;
    const name = text(bytes.subarray(at + nameAt, at + length));
    const data = bytes.subarray(at + dataAt, at + length);
    if (type === LONG && vector === 0 && data.length >= 8) values.set(name, Number(data.readBigInt64LE(0)));
    else if (type === BYTE && vector > 0) values.set(name, text(data.subarray(0, vector)));
    at += length;
  }
  return values;
}

/** Up to its terminating zero. */
function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("latin1", 0, end < 0 ? bytes.length : end);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
