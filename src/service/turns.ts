// Whose turn it is among requests that wait to leave: writes go first, and reads are never passed over for ever.

/** Writes that may pass a waiting read, one after the other. */
const PASSED_OVER_AT_MOST = 4;

/** Two queues, each first come first served. A write waits for no read but, after four writes, a single one. */
export class Turns<T> {
  readonly #reads: T[] = [];
  readonly #writes: T[] = [];
  #passedOver = 0;

  get isEmpty(): boolean {
    return this.#reads.length === 0 && this.#writes.length === 0;
  }

  add(kind: "read" | "write", one: T): void {
    (kind === "read" ? this.#reads : this.#writes).push(one);
  }

  /** Takes one out that doesn't want to leave any more. */
  remove(one: T): void {
    for (const queue of [this.#reads, this.#writes]) {
      const place = queue.indexOf(one);
      if (place >= 0) queue.splice(place, 1);
    }
  }

  /** Takes out whose turn it is; undefined where nobody waits. */
  next(): T | undefined {
    const isReadDue = this.#writes.length === 0 || (this.#reads.length > 0 && this.#passedOver >= PASSED_OVER_AT_MOST);
    if (isReadDue) {
      this.#passedOver = 0;
      return this.#reads.shift();
    }
    this.#passedOver = this.#reads.length > 0 ? this.#passedOver + 1 : 0;
    return this.#writes.shift();
  }
}
