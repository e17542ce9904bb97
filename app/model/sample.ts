import { z } from "zod";

/** Interval between two samples, ms. */
export const SAMPLE_MS = 200;

/** A number this platform does not tell is null: missing, never zero. */
const reading = z.number().nullable();
/** One that sessions saved by an earlier Plateau do not have: there it is missing as well. */
const laterReading = reading.default(null);

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
  memoryAvailableBytes: laterReading, // without swapping
  pressureIoFullPercent: laterReading, // PSI "full": nobody got on
  pressureMemoryFullPercent: laterReading,
  listenDropsPerSecond: laterReading, // overflows, and every other reason to drop a connect
  activeOpensPerSecond: laterReading, // TCP connections begun by this machine, the generator's included
  passiveOpensPerSecond: laterReading, // TCP connections accepted
  connectFailuresPerSecond: laterReading, // connects refused, reset or timed out, by either side
  resetsPerSecond: laterReading, // established connections that ended in a reset
  retransmitsPerSecond: laterReading, // TCP segments sent again
  diskBusyPercent: laterReading, // of the busiest disk: time with at least one request under way
  diskQueueLength: laterReading, // of the same disk: requests under way, on average
  diskReadsPerSecond: laterReading, // all disks; partitions and layers over disks are not counted again
  diskWritesPerSecond: laterReading,
  diskReadBytesPerSecond: laterReading,
  diskWriteBytesPerSecond: laterReading,
  localPorts: laterReading, // in the ephemeral range: so many connections to one address and port
  localPortsInUse: laterReading, // towards the one address and port with the most, those in TIME_WAIT included
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
  memoryAvailableBytes: null,
  pressureIoFullPercent: null,
  pressureMemoryFullPercent: null,
  listenDropsPerSecond: null,
  activeOpensPerSecond: null,
  passiveOpensPerSecond: null,
  connectFailuresPerSecond: null,
  resetsPerSecond: null,
  retransmitsPerSecond: null,
  diskBusyPercent: null,
  diskQueueLength: null,
  diskReadsPerSecond: null,
  diskWritesPerSecond: null,
  diskReadBytesPerSecond: null,
  diskWriteBytesPerSecond: null,
  localPorts: null,
  localPortsInUse: null,
};

/** Established connections from the target to one remote address ("10.0.0.5:5432"). */
const Backend = z.strictObject({ address: z.string(), connections: z.int() });
export type Backend = z.infer<typeof Backend>;

/**
 * What a thread waits in: "cpu" runs or is ready to; "lock" (futex: a lock, a condition, an idle pool of threads), "file-lock"
 * (flock, fcntl), "poll" (epoll, poll, select), "socket" (accept, connect, read, write), "pipe", "disk" (state D, or a file
 * system's call), "sleep" (a timer), "child" (wait), "stopped", "other".
 */
export const WAIT_KINDS = ["cpu", "lock", "file-lock", "poll", "socket", "pipe", "disk", "sleep", "child", "stopped", "other"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

/** How many threads were found waiting in what; a kind nobody was found in is left out. */
const Waits = z.partialRecord(z.enum(WAIT_KINDS), z.number());
export type Waits = z.infer<typeof Waits>;

/** Threads of one name, numbers taken off: "http-nio-8080-exec-7" is of "http-nio-8080-exec". */
const ThreadGroup = z.strictObject({ name: z.string(), threads: z.number(), cpuCores: z.number() });
export type ThreadGroup = z.infer<typeof ThreadGroup>;

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
  userCores: laterReading, // of cpuCores
  systemCores: laterReading,
  runDelayCores: laterReading, // threads that were ready to run and had no core, on average
  waits: Waits.nullable().default(null),
  threadGroups: z.array(ThreadGroup).nullable().default(null), // the busiest first, no more than eight
  collectorCores: laterReading, // of threads that collect garbage, by name; null: none has such a name
  collectorTimeShare: laterReading, // 0..1 of the time the JVM stood still to collect
  heapUsedBytes: laterReading, // of the JVM
  heapMaxBytes: laterReading,
  workers: laterReading, // processes that hold clients' connections or use CPU; a master that only waits is none
  listenQueue: laterReading, // connections that wait to be accepted on the target's port
  listenQueueLimit: laterReading, // how many may
  fullestOpenFiles: laterReading, // of the one process nearest its limit
  openFilesLimit: laterReading, // of that process; null as well: there is none
  majorFaultsPerSecond: laterReading, // pages fetched from disk before a thread could go on
  diskReadBytesPerSecond: laterReading, // what really went to and from disks
  diskWriteBytesPerSecond: laterReading,
  quotaCores: laterReading, // CPU its control group may use; null as well: as much as there is
  throttledShare: laterReading, // 0..1 of the quota's periods in which it was used up
  throttledCores: laterReading, // CPU time it was kept from using, per time
});
export type TargetReading = z.infer<typeof TargetReading>;

/** What is said of a target that is there and of which nothing more could be read. */
export const NO_TARGET_READING: Omit<TargetReading, "pid" | "name" | "processes"> = {
  cpuCores: null,
  busiestThreadCores: null,
  threads: null,
  rssBytes: null,
  voluntarySwitchesPerSecond: null,
  involuntarySwitchesPerSecond: null,
  openFiles: null,
  backends: null,
  userCores: null,
  systemCores: null,
  runDelayCores: null,
  waits: null,
  threadGroups: null,
  collectorCores: null,
  collectorTimeShare: null,
  heapUsedBytes: null,
  heapMaxBytes: null,
  workers: null,
  listenQueue: null,
  listenQueueLimit: null,
  fullestOpenFiles: null,
  openFilesLimit: null,
  majorFaultsPerSecond: null,
  diskReadBytesPerSecond: null,
  diskWriteBytesPerSecond: null,
  quotaCores: null,
  throttledShare: null,
  throttledCores: null,
};

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
