// A small seeded generator of random numbers: sfc32 of Chris Doty-Humphrey's PractRand, with additions and shifts only.
import { hash } from "node:crypto";

/** The whole state: three words and a counter. */
export type RandomState = readonly [number, number, number, number];

/** The state for a seed of any text; the same on every machine. */
export function seeded(seed: string): RandomState {
  const digest = hash("sha256", seed);
  const word = (at: number) => Number.parseInt(digest.slice(at * 8, at * 8 + 8), 16) | 0;
  return [word(0), word(1), word(2), 1];
}

/** Draws from a state; `state` may be kept and gone back to. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 0;

  constructor(state: RandomState) {
    this.state = state;
  }

  get state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  set state([a, b, c, counter]: RandomState) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
  }

  /** From 0 to below 1, in steps of 2^-32. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /**
   * Nearly normal with mean 0 and deviation 1: four even draws added up. No logarithm and no cosine, whose last bit the
   * language leaves open, so that a seed means the same run everywhere.
   */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * SQRT_3;
  }
}

const SQRT_3 = 1.7320508075688772;
