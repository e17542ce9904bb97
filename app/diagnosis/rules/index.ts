import type { BottleneckRule, Rule } from "../rule.ts";
import { acceptQueue } from "./acceptQueue.ts";
import { bandwidth } from "./bandwidth.ts";
import { bimodalLatency } from "./bimodalLatency.ts";
import { coLocated } from "./coLocated.ts";
import { concurrencyLimit } from "./concurrencyLimit.ts";
import { connectionPool } from "./connectionPool.ts";
import { coordinatedOmission } from "./coordinatedOmission.ts";
import { cpuSaturated } from "./cpuSaturated.ts";
import { delayedAck } from "./delayedAck.ts";
import { diskWait } from "./diskWait.ts";
import { downstreamTimeout } from "./downstreamTimeout.ts";
import { drift } from "./drift.ts";
import { errorsDominate } from "./errorsDominate.ts";
import { generatorSaturated } from "./generatorSaturated.ts";
import { keepAliveOff } from "./keepAliveOff.ts";
import { meanMisleads } from "./meanMisleads.ts";
import { memoryPressure } from "./memoryPressure.ts";
import { noisy } from "./noisy.ts";
import { periodicStall } from "./periodicStall.ts";
import { portExhaustion } from "./portExhaustion.ts";
import { rateLimit } from "./rateLimit.ts";
import { serialised } from "./serialised.ts";
import { sessionLock } from "./sessionLock.ts";
import { singleThreadedCpu } from "./singleThreadedCpu.ts";
import { steal } from "./steal.ts";
import { threadThrash } from "./threadThrash.ts";
import { tooShort } from "./tooShort.ts";
import { unfair } from "./unfair.ts";
import { uniformRequests } from "./uniformRequests.ts";
import { unrealisticThinkTime } from "./unrealisticThinkTime.ts";
import { warmup } from "./warmup.ts";
import { workerPool } from "./workerPool.ts";

/** Version of the rule set, stored with every verdict. Raise it when a rule can come to another conclusion. */
export const RULES_VERSION = "4";

/** Causes, in the order they are shown when equally confident: gates, what is busy, what waits. */
export const bottlenecks: readonly BottleneckRule[] = [
  generatorSaturated,
  errorsDominate,
  rateLimit,
  steal,
  portExhaustion,
  acceptQueue,
  downstreamTimeout,
  memoryPressure,
  threadThrash,
  singleThreadedCpu,
  cpuSaturated,
  diskWait,
  bandwidth,
  connectionPool,
  workerPool,
  concurrencyLimit,
  serialised,
  sessionLock,
];

/** Warnings on the measurement; never a verdict. */
export const warnings: readonly Rule[] = [
  tooShort,
  warmup,
  drift,
  noisy,
  periodicStall,
  coordinatedOmission,
  unfair,
  bimodalLatency,
  meanMisleads,
  delayedAck,
  keepAliveOff,
  unrealisticThinkTime,
  uniformRequests,
  coLocated,
];
