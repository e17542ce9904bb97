/** Something to be done at a time. The time must not change while it is queued. */
export interface Due {
  readonly dueMs: number; // of performance.now()
  due(nowMs: number): void;
}

/** What is due first, first: a binary heap. */
export class DueQueue {
  private readonly heap: Due[] = [];

  get first(): Due | undefined {
    return this.heap[0];
  }

  clear(): void {
    this.heap.length = 0;
  }

  push(item: Due): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Due;
      if (above.dueMs <= item.dueMs) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = item;
  }

  pop(): Due | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as Due).dueMs < (heap[child] as Due).dueMs) child++;
      const below = heap[child] as Due;
      if (below.dueMs >= last.dueMs) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
