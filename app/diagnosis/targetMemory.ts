/** Memory of the target's processes over a level: does it grow? */
export interface TargetMemory {
  readonly firstBytes: number;
  readonly lastBytes: number;
  readonly peakBytes: number;
}

/** After one more reading of it; null: not read. */
export function withMemory(memory: TargetMemory | null, bytes: number | null): TargetMemory | null {
  if (bytes === null) return memory;
  if (memory === null) return { firstBytes: bytes, lastBytes: bytes, peakBytes: bytes };
  return { firstBytes: memory.firstBytes, lastBytes: bytes, peakBytes: Math.max(memory.peakBytes, bytes) };
}
