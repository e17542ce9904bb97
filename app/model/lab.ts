import { z } from "zod";

/** A built-in target with a known bottleneck, and the dose it is given. */
export const LabScenario = z.strictObject({
  id: z.string(),
  title: z.string(),
  explains: z.string(), // what a person learns from it
  dose: z.strictObject({ name: z.string(), value: z.int() }).nullable(), // "pool size" 2
});
export type LabScenario = z.infer<typeof LabScenario>;
