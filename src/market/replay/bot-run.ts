// One bot in a replay: its running deal, what it waits for as doubles, and its result so far.
import Big from "big.js";
import type { SomeFields } from "../../model/bot/field.js";
import type { TradeFacts } from "../../model/risk/back-test.js";
import type { WithinCandle } from "../../model/risk/simulation.js";
import { advance, triggers } from "../advance.js";
import { afterDeal, type BotRules, botRulesOf, nextDeal } from "../bot.js";
import { closeDeal, isRefusal, openDeal } from "../commands.js";
import { type Afford, type Booking, type Deal, type Step, UNLIMITED } from "../deal.js";
import { type DealParams, dealParams } from "../deal-params.js";
import { type MarketRules, tiersOf } from "../rules.js";
import { type DealSettings, settingsOf } from "../settings.js";
import { fundingUnits } from "./funding.js";
import { MoneySum } from "./money-sum.js";
import { Tally } from "./tally.js";
import { tradeOf } from "./trade.js";

export interface RunBot {
  readonly address: string;
  /** With every field that the bot is to be run by. */
  readonly fields: SomeFields;
}

/** What a bot asks of the account it belongs to. */
export interface Wallet {
  /** Whether margin can be short at all. */
  readonly isLimited: boolean;
  readonly afford: (bot: BotRun, need: Big) => boolean;
  readonly book: (bookings: readonly Booking[]) => void;
  readonly ended: (trade: TradeFacts) => void;
  /** Of whatever happens to a deal; absent where nobody draws it. */
  readonly onStep?: ((bot: string, step: Step, time: number) => void) | undefined;
}

/** At one price within one candle; a deal that takes its profit where it opens would go on without end. */
const MOST_TURNS = 200;

export class BotRun {
  readonly address: string;
  readonly settings: DealSettings;
  readonly rules: BotRules;
  readonly tally = new Tally();
  readonly isLong: boolean;
  readonly isolated: boolean;
  readonly sign: number;
  readonly leverage: number;
  /** Of its pair, in doubles. */
  readonly tiers: readonly { readonly floor: number; readonly rate: number; readonly cum: number }[];
  /** What it waits for, as doubles; compared with every candle. Infinite where there is nothing to wait for. */
  above = Number.POSITIVE_INFINITY;
  below = Number.NEGATIVE_INFINITY;
  /** The position in doubles, for measuring: profit at a price is sign·(amount·price − cost). */
  amount = 0;
  cost = 0;
  margin = 0;
  positionMargin = 0;
  /** Profit less fees so far, in a double; the exact one is the tally's. */
  realised = 0;
  mark = 0;
  /** Whether it looks for its next deal at every candle: at the beginning, and when the account couldn't give the margin. */
  isRetrying: boolean;
  isOff = false;
  deal: Deal | null = null;
  /** Conservative mode: an order of the deal filled in this candle, so that it takes no profit before the next one. */
  #isHeld = false;
  /** Received by the running deal. */
  #funding = new MoneySum();
  #cycles = 0;
  readonly #market: MarketRules;
  readonly #wallet: Wallet;
  readonly #isConservative: boolean;
  readonly #params: DealParams;
  readonly #afford: Afford;
  /** Of safety orders 1 to k, in doubles. */
  readonly #margins: readonly number[];

  constructor(bot: RunBot, market: MarketRules, wallet: Wallet, order: WithinCandle) {
    this.address = bot.address;
    this.settings = settingsOf(bot.fields);
    this.rules = botRulesOf(bot.fields);
    this.isLong = this.settings.strategy === "LONG";
    this.isolated = this.settings.isolated;
    this.sign = this.isLong ? 1 : -1;
    this.leverage = Number(this.settings.leverage);
    this.tiers = tiersOf(market, this.settings.pairTitle).map(({ floor, rate, cum }) => ({
      floor: floor.toNumber(),
      rate: rate.toNumber(),
      cum: cum.toNumber(),
    }));
    this.isRetrying = !this.rules.onSignal;
    this.#market = market;
    this.#wallet = wallet;
    this.#isConservative = order === "conservative";
    this.#params = dealParams(this.settings, market);
    this.#afford = wallet.isLimited ? (need) => wallet.afford(this, need) : UNLIMITED;
    this.#margins = this.#params.margins.map((margin) => margin.toNumber());
  }

  /** Whether a candle holds anything for it. */
  waitsFor(low: number, high: number): boolean {
    return low <= this.below || high >= this.above || this.isRetrying;
  }

  /** A signal opens a deal; one that comes while a deal runs passes. */
  signal(price: number, time: number): void {
    if (this.deal === null && !this.isOff) this.#open(price, time, true);
  }

  /** The price jumps to a point. */
  jump(price: number, time: number): void {
    const before = this.mark;
    this.mark = price;
    if (this.deal === null) this.#wake(price, time);
    else if (price >= this.above || price <= this.below) this.#advance(price, time, this.#levelHeldBack(before, price));
  }

  /** The candle is over: what was held back in it may happen in the next. */
  endCandle(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#measure();
  }

  /** The price goes to a point without jumping: everything on the way happens at its own level. */
  move(price: number, time: number): void {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const level = this.#levelOnTheWay(price);
      if (level === undefined) break;
      this.mark = level;
      if (this.deal === null) this.#wake(level, time);
      else this.#advance(level, time);
    }
    this.mark = price;
  }

  /** The position pays or receives funding: a LONG pays where the rate is positive. Returns the hundred-millionths that it receives. */
  fund(rate: string): number {
    if (this.amount === 0 || this.deal === null) return 0;
    const received = fundingUnits(this.deal.amount, this.mark, rate) * -this.sign;
    this.#funding.addUnits(received);
    this.tally.fund(received);
    this.realised = this.tally.net;
    return received;
  }

  /** The account can't hold the position any longer. */
  liquidate(price: number, time: number): void {
    if (this.deal !== null)
      this.#apply(closeDeal(this.deal, this.#market, { price: text(price), time }, "liquidated"), price, time);
  }

  /** Where the price stands when something is reached already (it was placed behind the price), else the next level. */
  #levelOnTheWay(price: number): number | undefined {
    const { mark, above, below } = this;
    if (mark >= above || mark <= below) return mark;
    if (price >= above) return above;
    return price <= below ? below : undefined;
  }

  /** A take profit that was held back behind the price closes at its own level, never at what the price has gained since. */
  #levelHeldBack(before: number, price: number): number {
    const { isLong, above, below } = this;
    const level = isLong ? above : below;
    const isBehind = (where: number) => (isLong ? where >= level : where <= level);
    return isBehind(before) && isBehind(price) ? level : price;
  }

  /** @param at the price of the deal, where it isn't that of the moment */
  #advance(price: number, time: number, at = price): void {
    const { deal } = this;
    if (deal !== null) this.#apply(advance(deal, this.#market, { price: text(at), time }, this.#afford), price, time);
  }

  #apply(step: Step, price: number, time: number): void {
    this.#wallet.book(step.bookings);
    this.#wallet.onStep?.(this.address, step, time);
    this.tally.count(step);
    this.realised = this.tally.net;
    this.deal = step.deal;
    if (this.#isConservative && step.events.some(({ kind }) => kind === "filled")) this.#isHeld = true;
    this.#measure();
    const { exit } = step.deal;
    if (exit === null) return;
    this.tally.ended(step.deal);
    const trade = tradeOf(this.address, step.deal, this.#funding.value);
    if (trade !== null) this.#wallet.ended(trade);
    this.#funding = new MoneySum();
    this.deal = null;
    const { cycles, isOver } = afterDeal(this.rules, this.#cycles, exit.reason);
    this.#cycles = cycles;
    this.isOff = isOver;
    this.#rest();
    if (!isOver) this.#open(price, time, false);
  }

  #open(price: number, time: number, hasSignal: boolean): void {
    this.#rest();
    const next = nextDeal(this.rules, new Big(price), hasSignal);
    if (next.kind === "waits-for-signal") return;
    if (next.kind === "held-back") {
      // A signal that comes at the wrong price passes.
      if (this.rules.onSignal) return;
      if (next.side === "above") this.below = Number(next.level);
      else this.above = Number(next.level);
      return;
    }
    const opened = openDeal(this.settings, this.#market, { price: text(price), time }, this.#afford);
    if (isRefusal(opened)) {
      this.tally.refused(opened.refused);
      this.isRetrying = opened.refused === "unaffordable" && !this.rules.onSignal;
      this.isOff = opened.refused === "too-small";
      return;
    }
    this.#apply(opened, price, time);
    // A resting first order stands at the price of the moment: looked at once more, it fills.
    if (this.deal?.status === "OPENING") this.#advance(price, time);
  }

  /** A bot without a deal looks whether it may open one now. */
  #wake(price: number, time: number): void {
    if (this.isOff) return;
    const isWoken = price >= this.above || price <= this.below || this.isRetrying;
    if (isWoken) this.#open(price, time, false);
  }

  #rest(): void {
    this.above = Number.POSITIVE_INFINITY;
    this.below = Number.NEGATIVE_INFINITY;
    this.isRetrying = false;
    this.amount = 0;
    this.cost = 0;
    this.margin = 0;
    this.positionMargin = 0;
  }

  /** The deal in doubles. */
  #measure(): void {
    const { deal } = this;
    if (deal === null || deal.status === "ENDED") return;
    // A bot of the configuration has nothing that comes due: only webhooks set delays.
    const { above, below } = triggers(deal);
    const isGainHeld = this.#isHeld && deal.status === "OPEN";
    this.above = above === null || (isGainHeld && this.isLong) ? Number.POSITIVE_INFINITY : Number(above);
    this.below = below === null || (isGainHeld && !this.isLong) ? Number.NEGATIVE_INFINITY : Number(below);
    this.amount = Number(deal.amount);
    this.cost = Number(deal.cost);
    this.positionMargin = this.cost / this.leverage;
    this.margin = this.positionMargin + this.#orderMargin(deal);
    this.tally.used(this.margin);
  }

  #orderMargin({ firstOrder, safety }: Deal): number {
    if (firstOrder !== null) return (Number(firstOrder.amount) * Number(firstOrder.price)) / this.leverage;
    return (this.#margins[safety.placed] ?? 0) - (this.#margins[safety.filled] ?? 0);
  }
}

/** A double that was read from a decimal of at most 15 digits reads as that decimal again (see `decimalOf`). */
function text(price: number): string {
  return String(price);
}
