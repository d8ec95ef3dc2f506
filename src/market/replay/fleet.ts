// All bots of an account through the same candles, in step: they share the wallet.
import Big from "big.js";
import type { MetricFacts, TradeFacts } from "../../model/risk/back-test.js";
import type { WithinCandle } from "../../model/risk/simulation.js";
import { stakeOf, sumsOf } from "../account.js";
import type { Booking, Step } from "../deal.js";
import { DealCount } from "../metrics/deal-figures.js";
import { Falls, rounded } from "../metrics/falls.js";
import { bestOf, DayEnds, daysOf, monthsOf, weeksOf } from "../metrics/periods.js";
import { ratiosOf } from "../metrics/ratios.js";
import type { MarketRules } from "../rules.js";
import { BotRun, type RunBot, type Wallet } from "./bot-run.js";
import { type PairTick, POINTS, priceAt, type Tick, timeAt } from "./lockstep.js";

export interface ReplayOptions {
  readonly rules: MarketRules;
  readonly order: WithinCandle;
  /** Of the wallet (quote asset) at the beginning; null: margin is never short, and cross positions are never taken. */
  readonly balance: string | null;
  /** Of a position's value, at 00:00, 08:00 and 16:00 UTC; a LONG pays where it is positive. "0": none. */
  readonly fundingRate?: string;
  /** false where nobody asks for the list of trades, which may be long. */
  readonly keepsTrades?: boolean;
  /** Bots that wait for signals get one every so many candles; null: never. */
  readonly signalEvery: number | null;
  /** Records what pictures need, in place of what only measures. */
  readonly falls?: Falls;
  readonly onStep?: (bot: string, step: Step, time: number) => void;
}

interface Seat {
  readonly run: BotRun;
  readonly pair: PairTick;
}

/** A share of the free balance within which doubles don't decide what the account can afford. */
const DOUBT = 1e-9;
const FUNDING_EVERY = 8 * 3_600_000;

export class Fleet implements Wallet {
  readonly order: WithinCandle;
  readonly isLimited: boolean;
  readonly runs: readonly BotRun[];
  /** Exact. */
  wallet: Big;
  /** Highest sum of all bots' margin at one moment. */
  margin = 0;
  readonly falls: Falls;
  readonly onStep: Wallet["onStep"];
  readonly trades: TradeFacts[] = [];
  readonly #deals = new DealCount();
  readonly #days = new DayEnds();
  readonly #funding: Big;
  #first: number | null = null;
  #time = 0;
  /** Of all bots since the beginning, open positions included. */
  #result = 0;
  readonly #options: ReplayOptions;
  readonly #seats: readonly Seat[];
  readonly #maxRate: number;
  /** The wallet in a double, for what needs no last decimal. */
  #balance: number;

  /** @param pairs the tick's pairs, one for each bot in the bots' order; bots of one pair share one */
  constructor(bots: readonly RunBot[], pairs: readonly PairTick[], options: ReplayOptions) {
    this.order = options.order;
    this.#options = options;
    this.wallet = new Big(options.balance ?? 0);
    this.falls = options.falls ?? new Falls(options.balance === null ? null : this.wallet.toNumber());
    this.onStep = options.onStep;
    this.#funding = new Big(options.fundingRate ?? 0);
    this.#balance = this.wallet.toNumber();
    this.isLimited = options.balance !== null;
    this.runs = bots.map((bot) => new BotRun(bot, options.rules, this, options.order));
    this.#maxRate = Math.max(0, ...this.runs.flatMap(({ tiers }) => tiers.map(({ rate }) => rate)));
    this.#seats = this.runs.flatMap((run, index) => {
      const pair = pairs[index];
      return pair === undefined ? [] : [{ run, pair }];
    });
  }

  /** Lives through one candle of every pair that has one. @param index of the candle since the beginning */
  step(tick: Tick, index: number): void {
    const { signalEvery } = this.#options;
    this.#payFunding(tick.time);
    this.#first ??= tick.time;
    this.#time = tick.time;
    const hasSignal = signalEvery !== null && index % signalEvery === 0;
    if (hasSignal || this.#isEventful() || this.#isAtRisk()) this.#carefully(tick, hasSignal);
    else this.#measureAll();
    this.#days.at(tick.time, this.#result);
  }

  /** @param end when the last candle closed */
  metrics(end: number): MetricFacts {
    const { start } = this;
    const results = this.#days.results.map((result) => rounded(result, 8));
    const days = daysOf(this.#days.firstDay, results);
    const fall = this.falls.facts(end);
    const equity = results.map((result) => (start ?? 0) + result);
    return {
      deals: this.#deals.figures(),
      ratios: ratiosOf({ start, equity, span: end - (this.#first ?? end) }, fall?.largestShare ?? null),
      fall,
      days,
      weeks: weeksOf(days),
      months: monthsOf(days),
      bestDay: bestOf(days, 1),
      worstDay: bestOf(days, -1),
    };
  }

  get start(): number | null {
    return this.#options.balance === null ? null : Number(this.#options.balance);
  }

  ended(trade: TradeFacts): void {
    if (this.#options.keepsTrades !== false) this.trades.push(trade);
    this.#deals.add(trade);
  }

  /** Positions held over a funding event pay at the price that stood before; of candles longer than that all of theirs at once. */
  #payFunding(time: number): void {
    if (this.#first === null || this.#funding.eq(0)) return;
    const events = Math.floor(time / FUNDING_EVERY) - Math.floor(this.#time / FUNDING_EVERY);
    for (let event = 0; event < events; event += 1)
      for (const run of this.runs) {
        const payment = run.fund(this.#funding);
        this.wallet = this.wallet.plus(payment);
        this.#balance += payment.toNumber();
      }
  }

  book(bookings: readonly Booking[]): void {
    for (const { kind, amount } of bookings) {
      this.wallet = kind === "fee" ? this.wallet.minus(amount) : this.wallet.plus(amount);
      this.#balance += kind === "fee" ? -Number(amount) : Number(amount);
    }
  }

  /** Doubles decide unless it is close; then decimals do. */
  afford(_bot: BotRun, need: Big): boolean {
    const wanted = need.toNumber();
    const free = this.#free();
    const doubt = DOUBT * (Math.abs(free) + wanted + Math.abs(this.#balance));
    if (Math.abs(free - wanted) > doubt) return free > wanted;
    const stakes = this.runs.flatMap(({ deal, mark }) =>
      deal === null ? [] : [stakeOf(deal, String(mark), this.#options.rules)],
    );
    return need.lte(sumsOf(this.wallet, stakes).free);
  }

  #free(): number {
    let free = this.#balance;
    for (const run of this.runs) {
      free -= run.margin;
      if (!run.isolated && run.amount > 0) free += run.sign * (run.amount * run.mark - run.cost);
    }
    return free;
  }

  #isEventful(): boolean {
    for (const { run, pair } of this.#seats) if (pair.has && run.waitsFor(pair.low, pair.high)) return true;
    return false;
  }

  /** Whether the account might lose its cross positions in this candle; never says no wrongly. */
  #isAtRisk(): boolean {
    if (!this.isLimited) return false;
    let backing = this.#balance;
    let isHolding = false;
    for (const { run, pair } of this.#seats) {
      if (run.isolated) backing -= run.positionMargin;
      else if (run.amount > 0) {
        isHolding = true;
        const worst = pair.has ? (run.isLong ? pair.low : pair.high) : run.mark;
        const high = pair.has ? pair.high : run.mark;
        backing += run.sign * (run.amount * worst - run.cost) - this.#maxRate * run.amount * high;
      }
    }
    return isHolding && backing <= 0;
  }

  /** Nothing happens in this candle: only the measures move. */
  #measureAll(): void {
    let [open, first, second, close] = [0, 0, 0, 0];
    const isAgainstFirst = this.order !== "with-first";
    const isAgainAgainst = this.order === "conservative";
    for (const { run, pair } of this.#seats) {
      const { realised, amount } = run;
      if (pair.has) run.mark = pair.close;
      if (amount === 0) {
        open += realised;
        first += realised;
        second += realised;
        close += realised;
        continue;
      }
      const { sign, tally } = run;
      const base = realised - sign * run.cost;
      const size = sign * amount;
      if (!pair.has) {
        const stands = base + size * run.mark;
        open += stands;
        first += stands;
        second += stands;
        close += stands;
        continue;
      }
      const lowFirst = run.isLong === isAgainstFirst;
      const opening = base + size * pair.open;
      const closing = base + size * pair.close;
      const one = base + size * (lowFirst ? pair.low : pair.high);
      const two = base + size * (lowFirst ? pair.high : pair.low);
      tally.at(opening);
      tally.at(one);
      tally.at(two);
      if (isAgainAgainst) tally.at(one);
      tally.at(closing);
      open += opening;
      first += one;
      second += two;
      close += closing;
    }
    this.#at(open);
    this.#at(first);
    this.#at(second);
    if (isAgainAgainst) this.#at(first);
    this.#at(close);
  }

  /** Point by point, bot by bot in their order. */
  #carefully(tick: Tick, hasSignal: boolean): void {
    const points = POINTS[this.order];
    for (const [index, point] of points.entries()) {
      const time = timeAt(tick, index, points.length);
      const before = this.isLimited ? this.runs.map(({ mark }) => mark) : [];
      for (const { run, pair } of this.#seats) {
        if (!pair.has) continue;
        const price = priceAt(pair, point, run.isLong);
        if (index > 0) run.move(price, time);
        else {
          run.jump(price, time);
          if (hasSignal && run.rules.onSignal) run.signal(price, time);
        }
      }
      this.#liquidateCross(before, time);
      this.#measurePoint();
    }
    for (const run of this.runs) run.endCandle();
  }

  #measurePoint(): void {
    let [equity, margin] = [0, 0];
    for (const run of this.runs) {
      const own = run.realised + run.sign * (run.amount * run.mark - run.cost);
      run.tally.at(own);
      equity += own;
      margin += run.margin;
    }
    this.#at(equity);
    if (margin > this.margin) this.margin = margin;
  }

  #at(result: number): void {
    this.#result = result;
    this.falls.at(result, this.#time);
  }

  /** All cross positions go where, on the straight way from the marks before, the account can't hold them any longer. */
  #liquidateCross(before: readonly number[], time: number): void {
    if (!this.isLimited || this.#excess(before, 1) > 0) return;
    let [low, high] = [0, 1];
    for (let turn = 0; turn < 50 && this.#excess(before, low) > 0; turn += 1) {
      const middle = (low + high) / 2;
      if (this.#excess(before, middle) > 0) low = middle;
      else high = middle;
      if (high - low < 1e-9) break;
    }
    for (const [index, run] of this.runs.entries()) {
      if (run.isolated || run.deal === null) continue;
      run.mark = Number(between(before[index] ?? run.mark, run.mark, high).toPrecision(12));
    }
    for (const run of this.runs) if (!run.isolated) run.liquidate(run.mark, time);
  }

  /** What stands behind the cross positions beyond their maintenance margin, this far on the way; infinite without any. */
  #excess(before: readonly number[], share: number): number {
    let [excess, isHolding] = [this.#balance, false];
    for (const [index, run] of this.runs.entries()) {
      if (run.isolated) excess -= run.positionMargin;
      else if (run.amount > 0) {
        isHolding = true;
        const price = between(before[index] ?? run.mark, run.mark, share);
        const worth = run.amount * price;
        excess += run.sign * (worth - run.cost) - maintenanceOf(run, worth);
      }
    }
    return isHolding ? excess : Number.POSITIVE_INFINITY;
  }
}

function maintenanceOf({ tiers }: BotRun, worth: number): number {
  const tier = tiers.findLast(({ floor }) => floor <= worth) ?? tiers[0];
  return tier === undefined ? 0 : worth * tier.rate - tier.cum;
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
