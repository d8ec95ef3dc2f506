// A small seeded generator: the only source of chance in a simulation.

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed any whole number; two seeds give unrelated streams */
  constructor(seed: number) {
    // Splitmix spreads neighbouring seeds over the state of sfc32.
    let state = Math.trunc(seed / 2 ** 32) ^ Math.imul(seed | 0, 0x9e3779b1);
    const spread = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#a = spread();
    this.#b = spread();
    this.#c = spread();
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** A number in [0, 1). */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that isn't empty and holds no undefined. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new RangeError("nothing to pick from");
    return chosen;
  }

  /** One of the first entries, each as likely as its second says in proportion. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T {
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = entries.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    return (chosen ?? this.pick(entries))[0];
  }

  /** A stream of its own, so that drawing more here changes nothing there. */
  fork(): Random {
    return new Random(this.below(2 ** 31) * 2 ** 21 + this.below(2 ** 21));
  }
}
