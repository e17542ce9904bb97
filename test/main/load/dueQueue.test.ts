import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../app/statistics/random.ts";
import { type Due, DueQueue } from "../../../main/load/dueQueue.ts";

describe("DueQueue", () => {
  it("gives out what was put in, by rising times, while more comes", () => {
    const random = seededRandom(1);
    const queue = new DueQueue();
    const item = (): Due => ({ dueMs: Math.floor(random() * 50), due: () => {} });
    const kept: Due[] = [];
    for (let i = 0; i < 2000; i++) {
      if (random() < 0.6) {
        const added = item();
        kept.push(added);
        queue.push(added);
      } else {
        const popped = queue.pop();
        expect(popped?.dueMs).toBe(kept.length === 0 ? undefined : Math.min(...kept.map(({ dueMs }) => dueMs)));
        if (popped !== undefined) kept.splice(kept.indexOf(popped), 1);
      }
    }
    expect(queue.first?.dueMs).toBe(Math.min(...kept.map(({ dueMs }) => dueMs)));
  });
});
