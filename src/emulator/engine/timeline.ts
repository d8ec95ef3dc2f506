// A queue of what is due, ordered by time, and by the order of entry within one moment.

interface DueItem<T> {
  /** Milliseconds since the epoch. */
  readonly due: number;
  readonly item: T;
}

export class Timeline<T> {
  /** What is due first stands last, where taking it away moves nothing. */
  readonly #entries: DueItem<T>[] = [];

  add(due: number, item: T): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.due ?? due) > due) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { due, item });
  }

  /** Takes the first item due at or before `now`, or returns undefined. */
  take(now: number): DueItem<T> | undefined {
    const first = this.#entries.at(-1);
    return first === undefined || first.due > now ? undefined : this.#entries.pop();
  }

  /** Everything still waiting, in order. */
  waiting(): readonly DueItem<T>[] {
    return this.#entries.toReversed();
  }
}
