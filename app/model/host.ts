import { z } from "zod";

/** The machine a session was measured on. Null: not told, as of a session that another tool measured. */
export const HostFacts = z.strictObject({
  os: z.string(), // name, release and kernel
  cpu: z.string(),
  cores: z.int().min(1).nullable(), // logical
  memoryBytes: z.number().nullable(),
  node: z.string(),
  virtualised: z.boolean().nullable(), // null: cannot be told
});
export type HostFacts = z.infer<typeof HostFacts>;
