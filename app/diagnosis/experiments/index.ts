import type { ExperimentId } from "../../model/experiment.ts";
import type { ExperimentDesign } from "./experiment.ts";
import { halfPayload } from "./halfPayload.ts";
import { keepAliveOff } from "./keepAliveOff.ts";
import { moreGeneratorThreads } from "./moreGeneratorThreads.ts";
import { noCookie } from "./noCookie.ts";
import { openLoop } from "./openLoop.ts";
import { otherEndpoint } from "./otherEndpoint.ts";
import { pauseAndRepeat } from "./pauseAndRepeat.ts";
import { repeatFirst } from "./repeatFirst.ts";
import { reversedOrder } from "./reversedOrder.ts";
import { separateSessionCookies } from "./separateSessionCookies.ts";

/** Every experiment there is; the compiler asks for the ones that are missing. */
export const experiments: Readonly<Record<ExperimentId, ExperimentDesign>> = {
  "separate-session-cookies": separateSessionCookies,
  "no-cookie": noCookie,
  "keep-alive-off": keepAliveOff,
  "other-endpoint": otherEndpoint,
  "half-payload": halfPayload,
  "repeat-first": repeatFirst,
  "reversed-order": reversedOrder,
  "more-generator-threads": moreGeneratorThreads,
  "open-loop-at-0.7": openLoop,
  "pause-and-repeat": pauseAndRepeat,
};
