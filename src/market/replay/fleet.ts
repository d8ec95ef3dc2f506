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
import { isAtRisk, liquidateCross, mostMaintenance } from "./cross.js";
import { boundsOf, passCandle, passSpan } from "./equity.js";
import { type PairTick, POINTS, priceAt, standAt, type Tick, timeAt, timeOf } from "./lockstep.js";
import { MoneySum, UNITS } from "./money-sum.js";
import { type Seat, seatsOf, type Watch } from "./watch.js";

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

/** A share of the free balance within which doubles don't decide what the account can afford. */
const DOUBT = 1e-9;
/** Of the UTC day, too, whose end is kept. */
const FUNDING_EVERY = 8 * 3_600_000;
/** Moments that are passed over at once at the most; the 480 minutes from one funding to the next are fewer. */
const LONGEST = 512;

export class Fleet implements Wallet {
  readonly order: WithinCandle;
  readonly isLimited: boolean;
  readonly runs: readonly BotRun[];
  /** Highest sum of all bots' margin at one moment. */
  margin = 0;
  readonly falls: Falls;
  readonly onStep: Wallet["onStep"];
  readonly trades: TradeFacts[] = [];
  readonly #deals = new DealCount();
  readonly #days = new DayEnds();
  /** Of the wallet, exact. */
  readonly #money: MoneySum;
  /** null: there is none. */
  readonly #fundingRate: string | null;
  #first: number | null = null;
  #time = 0;
  /** Of all bots since the beginning, open positions included. */
  #result = 0;
  readonly #options: ReplayOptions;
  readonly #seats: readonly Seat[];
  readonly #watches: readonly Watch[];
  /** Whether something happened to a bot since its watch was renewed. */
  #isStale = true;
  /** The index of the first moment at which something may happen: known while nothing does. */
  #event = 0;
  /** So many moments are tried to be passed over at once. */
  #stride = LONGEST;
  readonly #mostRate: number;
  /** Marks of the runs at the point before. */
  readonly #before: number[] = [];
  /** The wallet in a double, for what needs no last decimal. */
  #balance: number;

  /** @param pairs the tick's pairs, one for each bot in the bots' order; bots of one pair share one */
  constructor(bots: readonly RunBot[], pairs: readonly PairTick[], options: ReplayOptions) {
    const { order, fundingRate } = options;
    this.order = order;
    this.#options = options;
    this.#money = new MoneySum(new Big(options.balance ?? 0));
    this.falls = options.falls ?? new Falls(options.balance === null ? null : this.wallet.toNumber());
    this.onStep = options.onStep;
    this.#fundingRate = fundingRate === undefined || Number(fundingRate) === 0 ? null : fundingRate;
    this.#balance = this.wallet.toNumber();
    this.isLimited = options.balance !== null;
    this.runs = bots.map((bot) => new BotRun(bot, options.rules, this, options.order));
    this.#mostRate = mostMaintenance(this.runs);
    this.#seats = seatsOf(this.runs, pairs);
    this.#watches = [...new Set(this.#seats.map(({ watch }) => watch))];
  }

  /**
   * Lives through a stretch. Where nothing happens to any bot, many moments are passed over at once; it comes to the same as one by
   * one. @param index of its first moment since the beginning
   */
  live(tick: Tick, index: number): void {
    for (let moment = 0; moment < tick.count; ) {
      this.#arrive(timeOf(tick, moment));
      // Pictures show every moment.
      const passed = this.#options.falls === undefined ? this.#passOver(tick, moment, index + moment) : 0;
      if (passed === 0) {
        standAt(tick, moment);
        this.step(tick, index + moment);
      }
      moment += Math.max(1, passed);
    }
  }

  /** Lives through one candle of every pair that has one. @param index of the candle since the beginning */
  step(tick: Tick, index: number): void {
    this.#arrive(tick.time);
    for (const { pair, watch } of this.#seats) {
      watch.low = pair.low;
      watch.high = pair.high;
    }
    const hasSignal = this.#hasSignal(index);
    if (hasSignal || this.#isEventful() || this.#isAtRisk()) this.#carefully(tick, hasSignal);
    else passCandle(this.#seats, this.order, (result) => this.#at(result));
    this.#days.at(tick.time, this.#result);
  }

  /** A moment begins; once is enough for one. */
  #arrive(time: number): void {
    this.#payFunding(time);
    this.#first ??= time;
    this.#time = time;
  }

  #hasSignal(index: number): boolean {
    const { signalEvery } = this.#options;
    return signalEvery !== null && index % signalEvery === 0;
  }

  /** Passes over moments in which nothing happens, and returns how many; 0 where this one has to be looked at. */
  #passOver(tick: Tick, moment: number, index: number): number {
    if (this.#isStale || index >= this.#event) this.#event = index - moment + this.#firstEvent(tick, moment, index);
    let count = Math.min(this.#event - index, this.#stride);
    while (count > 1 && !this.#isPassed(tick, moment, count)) count >>= 2;
    if (count <= 1) {
      this.#stride = 4;
      return 0;
    }
    this.#stride = Math.min(LONGEST, count * 4);
    return count;
  }

  /** The first moment of the stretch, from this one on, that has to be looked at or begins a part of the day; else its end. */
  #firstEvent(tick: Tick, moment: number, index: number): number {
    if (this.#isStale) for (const watch of this.#watches) watch.renew();
    this.#isStale = false;
    if (this.#hasSignal(index)) return moment;
    const { signalEvery } = this.#options;
    let end = Math.min(tick.count, moment + LONGEST);
    if (signalEvery !== null) end = Math.min(end, moment + signalEvery - (index % signalEvery));
    const next = (Math.floor(this.#time / FUNDING_EVERY) + 1) * FUNDING_EVERY;
    while (timeOf(tick, end - 1) >= next) end -= 1;
    for (const watch of this.#watches) end = watch.event(moment, end);
    return end;
  }

  /** Passes over so many moments, unless the account may be at risk in one of them or the order of prices matters to its fall. */
  #isPassed(tick: Tick, moment: number, count: number): boolean {
    for (const watch of this.#watches) watch.span(moment, count);
    if (this.#isAtRisk()) return false;
    const last = moment + count - 1;
    const { low, high, close } = boundsOf(this.#seats, last);
    if (!this.falls.stays(low, high)) return false;
    passSpan(this.#seats, moment, count, this.order);
    this.#time = timeOf(tick, last);
    this.#result = close;
    this.#days.at(this.#time, close);
    return true;
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

  /** Exact. */
  get wallet(): Big {
    return this.#money.value;
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
    if (this.#first === null || this.#fundingRate === null) return;
    const events = Math.floor(time / FUNDING_EVERY) - Math.floor(this.#time / FUNDING_EVERY);
    for (let event = 0; event < events; event += 1)
      for (const run of this.runs) {
        const received = run.fund(this.#fundingRate);
        this.#money.addUnits(received);
        this.#balance += received / UNITS;
      }
  }

  book(bookings: readonly Booking[]): void {
    for (const { kind, amount } of bookings) {
      if (kind === "fee") this.#money.subtract(amount);
      else this.#money.add(amount);
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

  #isAtRisk(): boolean {
    return this.isLimited && isAtRisk(this.#seats, this.#balance, this.#mostRate);
  }

  /** Point by point, bot by bot in their order. */
  #carefully(tick: Tick, hasSignal: boolean): void {
    this.#isStale = true;
    const points = POINTS[this.order];
    for (const [index, point] of points.entries()) {
      const time = timeAt(tick, index, points.length);
      if (this.isLimited) for (const [at, { mark }] of this.runs.entries()) this.#before[at] = mark;
      for (const { run, pair } of this.#seats) {
        if (!pair.has) continue;
        const price = priceAt(pair, point, run.isLong);
        if (index > 0) run.move(price, time);
        else {
          run.jump(price, time);
          if (hasSignal && run.rules.onSignal) run.signal(price, time);
        }
      }
      if (this.isLimited)
        liquidateCross(this.runs, { balance: this.#balance, mostRate: this.#mostRate }, this.#before, time);
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
}
