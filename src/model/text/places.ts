// A fixed number of places: bounds how many things are under way at once.

export class Places {
  #count: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = Math.max(1, count);
    this.#free = this.#count;
  }

  /** Changes the number of places. Running tasks go on; with more places, waiting ones start. */
  resize(count: number): void {
    const wanted = Math.max(1, count);
    this.#free += wanted - this.#count;
    this.#count = wanted;
    while (this.#free > 0 && this.#waiting.length > 0) {
      this.#free -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Runs the task as soon as a place is free, first come first served. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#free < 0 ? undefined : this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
