import { z } from "zod";

/** Interval between two samples, ms. */
export const SAMPLE_MS = 200;

/** A number this platform does not tell is null: missing, never zero. */
const reading = z.number().nullable();

/** The whole host over one interval. `us sy id wa st` are percent of all cores together, as vmstat prints them. */
const HostReading = z.strictObject({
  us: reading, // user, with nice
  sy: reading, // kernel, with interrupts
  id: reading,
  wa: reading, // idle, waiting for disk
  st: reading, // taken by the hypervisor
  busiestCorePercent: reading, // us + sy of the busiest core
  contextSwitchesPerSecond: reading,
  interruptsPerSecond: reading,
  runQueue: reading, // runnable tasks at this instant, running ones included
  blocked: reading, // tasks in uninterruptible sleep at this instant
  memoryUsedBytes: reading,
  swapUsedBytes: reading,
  swapPagesPerSecond: reading, // in and out
  pressureCpuPercent: reading, // PSI "some", share of the interval
  pressureIoPercent: reading,
  pressureMemoryPercent: reading,
  listenOverflowsPerSecond: reading,
  timeWaitSockets: reading,
});
export type HostReading = z.infer<typeof HostReading>;

/** What is said of a host nothing could be read of. */
export const NO_HOST_READING: HostReading = {
  us: null,
  sy: null,
  id: null,
  wa: null,
  st: null,
  busiestCorePercent: null,
  contextSwitchesPerSecond: null,
  interruptsPerSecond: null,
  runQueue: null,
  blocked: null,
  memoryUsedBytes: null,
  swapUsedBytes: null,
  swapPagesPerSecond: null,
  pressureCpuPercent: null,
  pressureIoPercent: null,
  pressureMemoryPercent: null,
  listenOverflowsPerSecond: null,
  timeWaitSockets: null,
};

/** Established connections from the target to one remote address ("10.0.0.5:5432"). */
const Backend = z.strictObject({ address: z.string(), connections: z.int() });
export type Backend = z.infer<typeof Backend>;

/** The target: the process that listens on the URL's port, and its children. */
const TargetReading = z.strictObject({
  pid: z.int(),
  name: z.string(),
  processes: z.int(), // the listener and its descendants
  cpuCores: reading, // all its processes; 1.0 = one core busy
  busiestThreadCores: reading, // 0..1
  threads: reading,
  rssBytes: reading,
  voluntarySwitchesPerSecond: reading,
  involuntarySwitchesPerSecond: reading,
  openFiles: reading,
  backends: z.array(Backend).nullable(),
});
export type TargetReading = z.infer<typeof TargetReading>;

/** What changes the machine itself under a run; null where it is not told. */
const MachineReading = z.strictObject({
  clockJumpMs: reading, // of the wall clock against the monotonic one, over the interval: somebody set it, or the machine slept
  cpuMegahertz: reading, // of the fastest core, at this instant
  onBattery: z.boolean().nullable(),
});
export type MachineReading = z.infer<typeof MachineReading>;

/** One reading of all probes. `latenessMs`: how late the sampler itself was, so a starved sampler shows. */
export const Sample = z.strictObject({
  atMs: z.number(), // end of the interval, from the start of the session
  intervalMs: z.number(),
  latenessMs: z.number(),
  host: HostReading,
  target: TargetReading.nullable(), // null: the target's process is not on this machine or not found
  probeCpuMs: z.number(), // what taking this sample cost
  machine: MachineReading.optional(), // left out in older sessions
});
export type Sample = z.infer<typeof Sample>;
