import { z } from "zod";

const HTTP_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const HOUR_MS = 3_600_000;
const MOST_CONNECTIONS = 10_000; // more than a laptop has ports and memory for; the limit is ours, and said

/** A header as it is sent; a name may come more than once. No line break: it would end the header. */
const Header = z.strictObject({
  name: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name has letters, digits and -"),
  value: z.string().regex(/^[^\r\n\0]*$/, "a header value has no line break"),
});

/**
 * What to load, how, and for how long: everything needed to repeat a run.
 * The closed model: every connection sends, waits for the answer, and sends again.
 */
export const Plan = z.strictObject({
  url: z.string().min(1),
  method: z.enum(HTTP_METHODS).default("GET"),
  headers: z.array(Header).default([]),
  body: z.string().nullable().default(null),
  connections: z.array(z.int().min(1).max(MOST_CONNECTIONS)).min(1).max(100).default([1, 2, 5, 10, 25, 50, 100]),
  durationMs: z
    .number()
    .min(250)
    .max(24 * HOUR_MS)
    .default(10_000), // measured, per level
  warmupMs: z.number().min(0).max(HOUR_MS).default(2_000), // per level; sent, not counted
  cooldownMs: z.number().min(0).max(HOUR_MS).default(1_000), // between levels; nothing sent
  timeoutMs: z.number().min(1).max(HOUR_MS).default(10_000), // per request
  keepAlive: z.boolean().default(true),
  sessionCookie: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
    .nullable()
    .default(null), // each connection sends its own value of this cookie
  threads: z.int().min(1).max(64).default(1), // generator threads
  pid: z.int().min(1).nullable().default(null), // the target's process; null: whoever listens on the url's port
  allowRemote: z.boolean().default(false),
  name: z.string().max(200).default(""),
  note: z.string().max(10_000).default(""),
  tags: z.array(z.string().min(1).max(50)).max(50).default([]),
});

export type Plan = z.infer<typeof Plan>;
/** A plan as a person writes it: what is left out takes its default. */
export type PlanInput = z.input<typeof Plan>;

/** Time one level takes when nothing is late, ms. */
export function levelMs(plan: Plan): number {
  return plan.warmupMs + plan.durationMs + plan.cooldownMs;
}

/** Time the whole plan takes when nothing is late, ms. */
export function planMs(plan: Plan): number {
  return plan.connections.length * levelMs(plan) - plan.cooldownMs;
}
