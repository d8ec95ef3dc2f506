// What is due when: a queue ordered by time, and by the order of entry within one moment.

interface Entry<T> {
  readonly due: number;
  readonly turn: number;
  readonly item: T;
}

/** A binary heap; adding and taking cost the logarithm of its size. */
export class Timeline<T> {
  readonly #heap: Entry<T>[] = [];
  #turn = 0;

  /** Adds an item that is due at a time (milliseconds since the epoch). */
  add(due: number, item: T): void {
    this.#turn += 1;
    const entry = { due, turn: this.#turn, item };
    let at = this.#heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || before(parent, entry)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = entry;
  }

  /** Takes the first item due at or before `now`, or returns undefined. */
  take(now: number): { readonly due: number; readonly item: T } | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.due > now) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first;
  }

  /** Everything still waiting, in order. */
  waiting(): readonly { readonly due: number; readonly item: T }[] {
    return [...this.#heap].sort((left, right) => (before(left, right) ? -1 : 1));
  }

  #sink(entry: Entry<T>): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = this.#heap[below];
      const other = this.#heap[below + 1];
      if (child === undefined) break;
      if (other !== undefined && before(other, child)) {
        below += 1;
        child = other;
      }
      if (before(entry, child)) break;
      this.#heap[at] = child;
      at = below;
    }
    this.#heap[at] = entry;
  }
}

function before<T>(left: Entry<T>, right: Entry<T>): boolean {
  return left.due < right.due || (left.due === right.due && left.turn < right.turn);
}
