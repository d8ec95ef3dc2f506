// The market's time: the clock's own, faster by a factor, or standing still until `pass` is called.

interface TimeOptions {
  /** Market seconds for each second of the clock; 1 is real time, 0 stands still until `pass`. */
  readonly speed: number;
  /** Where it begins; the clock's own time by default (milliseconds since the epoch). */
  readonly from?: number | undefined;
}

/** Where the market's time begins: where a state file left it or, with a seed's start, there; else now. */
export function beginningOf(
  clock: EmulatorClock,
  speed: number,
  start: string | undefined,
  left: number | undefined,
): TimeOptions {
  if (left === undefined) return { speed, from: start === undefined ? undefined : Date.parse(start) };
  // In real time the market stood still while nobody ran it, and comes back to the clock.
  return { speed, from: speed === 1 && start === undefined ? Math.max(left, clock.now()) : left };
}

/** Authentication never sees this time: clients make their nonces from the real one. */
export class MarketTime {
  readonly speed: number;
  readonly #clock: EmulatorClock;
  readonly #started: number;
  #from: number;

  constructor(clock: EmulatorClock, options: TimeOptions) {
    this.#clock = clock;
    this.speed = options.speed;
    this.#started = clock.now();
    this.#from = options.from ?? this.#started;
  }

  /** Milliseconds since the epoch, whole. */
  now(): number {
    return this.#from + Math.floor((this.#clock.now() - this.#started) * this.speed);
  }

  /** Lets it jump ahead. @param milliseconds whole, at least 0 */
  pass(milliseconds: number): void {
    this.#from += milliseconds;
  }
}

export interface EmulatorClock {
  /** Milliseconds since the epoch. */
  now(): number;
}
