// One pair of a replay with the bots that trade it: the nearest prices at which anything happens to any of them, and how far a stretch goes.
import type { BotRun } from "./bot-run.js";
import type { PairTick } from "./lockstep.js";

export class Watch {
  readonly pair: PairTick;
  /** Lowest and highest price of the moments that are looked at together. */
  low = 0;
  high = 0;
  #above = Number.POSITIVE_INFINITY;
  #below = Number.NEGATIVE_INFINITY;
  /** Whether a bot looks for its next deal at every candle. */
  #isRetrying = false;
  readonly #runs: readonly BotRun[];

  constructor(pair: PairTick, runs: readonly BotRun[]) {
    this.pair = pair;
    this.#runs = runs;
  }

  /** After something happened to a bot. */
  renew(): void {
    this.#above = Number.POSITIVE_INFINITY;
    this.#below = Number.NEGATIVE_INFINITY;
    this.#isRetrying = false;
    for (const { above, below, isRetrying } of this.#runs) {
      if (above < this.#above) this.#above = above;
      if (below > this.#below) this.#below = below;
      if (isRetrying) this.#isRetrying = true;
    }
  }

  /** The first moment in [from, to) of the stretch whose candle holds anything for a bot; `to` where there is none. */
  event(from: number, to: number): number {
    const { has, candles, from: start } = this.pair;
    if (!has) return to;
    if (this.#isRetrying) return from;
    const { low, high } = candles;
    const above = this.#above;
    const below = this.#below;
    const end = start + to;
    for (let at = start + from; at < end; at += 1)
      if ((low[at] ?? 0) <= below || (high[at] ?? 0) >= above) return at - start;
    return to;
  }

  /** Looks at so many moments of the stretch together. */
  span(from: number, count: number): void {
    const { candles, from: start } = this.pair;
    const end = start + from + count;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = start + from; at < end; at += 1) {
      const low = candles.low[at] ?? 0;
      const high = candles.high[at] ?? 0;
      if (low < lowest) lowest = low;
      if (high > highest) highest = high;
    }
    this.low = lowest;
    this.high = highest;
  }
}

/** A bot in its place: with the candles of its pair. */
export interface Seat {
  readonly run: BotRun;
  readonly pair: PairTick;
  readonly watch: Watch;
}

/** Bots of one pair share its watch. @param pairs one for each bot; a bot without any takes no part */
export function seatsOf(runs: readonly BotRun[], pairs: readonly PairTick[]): readonly Seat[] {
  const watches = new Map<PairTick, Watch>();
  return runs.flatMap((run, index) => {
    const pair = pairs[index];
    if (pair === undefined) return [];
    const known = watches.get(pair);
    const watch =
      known ??
      new Watch(
        pair,
        runs.filter((_, at) => pairs[at] === pair),
      );
    watches.set(pair, watch);
    return [{ run, pair, watch }];
  });
}
