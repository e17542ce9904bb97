/** Exit statuses, as scripts rely on them. */
export const EXIT = { done: 0, failed: 1, usage: 2, found: 3, interrupted: 130 } as const;
