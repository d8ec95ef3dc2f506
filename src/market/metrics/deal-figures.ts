// Figures of ended deals, added up one by one: win rate, profit factor, expectancy, times, the best and the worst.
import Big from "big.js";
import type { DealFigures, DealMark, TradeFacts } from "../../model/risk/back-test.js";

/** A deal has won where its net is above 0, and lost where it is below. */
export class DealCount {
  #count = 0;
  #won = 0;
  #lost = 0;
  #gains = new Big(0);
  #losses = new Big(0);
  #time = 0;
  #longest = 0;
  #best: DealMark | null = null;
  #worst: DealMark | null = null;

  add({ bot, opened, closed, net }: TradeFacts): void {
    const value = new Big(net);
    this.#count += 1;
    if (value.gt(0)) {
      this.#won += 1;
      this.#gains = this.#gains.plus(value);
    } else if (value.lt(0)) {
      this.#lost += 1;
      this.#losses = this.#losses.minus(value);
    }
    this.#time += closed - opened;
    this.#longest = Math.max(this.#longest, closed - opened);
    // Of several alike the first.
    if (this.#best === null || value.gt(this.#best.net)) this.#best = { bot, closed, net };
    if (this.#worst === null || value.lt(this.#worst.net)) this.#worst = { bot, closed, net };
  }

  /**
   * Win rate = winners / deals; profit factor = Σ gains / Σ losses; expectancy = (Σ gains − Σ losses) / deals, in the quote
   * asset. As freqtrade's backtesting report has them.
   */
  figures(): DealFigures {
    const count = this.#count;
    const each = (value: number) => (count === 0 ? null : value / count);
    return {
      won: this.#won,
      lost: this.#lost,
      winRate: each(this.#won),
      profitFactor: this.#lost === 0 ? null : this.#gains.div(this.#losses).toNumber(),
      expectancy: each(this.#gains.minus(this.#losses).toNumber()),
      averageTime: each(this.#time),
      longestTime: count === 0 ? null : this.#longest,
      best: this.#best,
      worst: this.#worst,
    };
  }
}
