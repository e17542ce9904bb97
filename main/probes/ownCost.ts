/**
 * CPU time of the calling thread since it began, ms; only differences mean anything. Where Node cannot tell it (before 22.19)
 * the clock stands in: the probe's readings do not wait, so the two differ only when the thread is kept from running.
 */
export function ownCpuMs(): number {
  if (typeof process.threadCpuUsage !== "function") return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
